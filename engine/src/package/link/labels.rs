//! Labels of components may name their facts: `"Quarry, {room} spaces"`. They are
//! filled in once, so that a house rule that changes a number changes the label too.

use std::collections::BTreeMap;

use super::Linker;
use crate::game::labels::readable;
use crate::game::{Component, ComponentId, Fact, Game};
use crate::package::{ANY, DETAILS, Problem};

impl Linker<'_> {
    pub(super) fn fill_labels(&mut self, game: &mut Game) {
        let mut texts = std::mem::take(&mut game.texts);
        for (language, labels) in &mut texts {
            self.fill_rules(game, language, labels);
            self.check_numbered(language, labels);
            let names = std::iter::once(String::new());
            let suffixes: Vec<String> = names.chain(DETAILS.map(|detail| format!("/{detail}"))).collect();
            let all = game.components.iter().enumerate();
            let all = all.flat_map(|(index, component)| suffixes.iter().map(move |suffix| (index, component, suffix)));
            for (index, component, suffix) in all {
                let kind = &game.kinds[component.kind.index()].id;
                let key = format!("{kind}.{}{suffix}", component.id);
                let label = labels
                    .get(&key)
                    .or_else(|| labels.get(&format!("{kind}.{ANY}{suffix}")));
                let Some(label) = label.filter(|label| label.contains('{')) else {
                    continue;
                };
                match filled(game, ComponentId(index as u16), component, label, labels) {
                    Ok(text) => drop(labels.insert(key, text)),
                    Err(name) => {
                        let problem = Problem::new(format!("`{}` has no `{name}`", component.id));
                        let any = format!("{kind}.{ANY}{suffix}");
                        let written = if labels.contains_key(&key) { &key } else { &any };
                        let problem = self.at_text(problem, language, written).help(
                            "a label may name a field, `{room}`, a parameter of an effect, `{effect.price}`, \
                             one of the first hook, `{on.1.price}`, or fields that are called like tokens, `{coin+stone}`",
                        );
                        let problem = self.blamed(problem, &path_of(kind, &component.id, &name));
                        self.problem(problem);
                    }
                }
            }
        }
        game.texts = texts;
    }

    /// What scripts put into a text has a number: `{1}`.
    fn check_numbered(&mut self, language: &str, labels: &BTreeMap<String, String>) {
        let numbered = labels
            .iter()
            .filter(|(key, _)| key.starts_with("log.") || key.starts_with("prompt."));
        for (key, label) in numbered {
            for part in label.split('{').skip(1) {
                let name = part.split_once('}').map(|(name, _)| name);
                if name.is_none_or(|name| name.parse::<u32>().is_err()) {
                    let message = match name {
                        Some(name) => format!("`{{{name}}}` is nothing that this text can name"),
                        None => "a `{` is not closed".into(),
                    };
                    let problem = self.at_text(Problem::new(message), language, key);
                    self.problem(
                        problem.help("it names what the script gives it, `{1}`, `{2}`, and the rules, `{rules.price}`"),
                    );
                }
            }
        }
    }

    /// A problem with the text of a key, where it is written.
    fn at_text(&self, problem: Problem, language: &str, key: &str) -> Problem {
        let place = self
            .resolved
            .text_places
            .get(language)
            .and_then(|places| places.get(key));
        match place {
            Some(place) => problem.at(place.clone()),
            None => problem,
        }
    }

    /// Any text may name a number of the rules: `{rules.price}`.
    fn fill_rules(&mut self, game: &Game, language: &str, labels: &mut BTreeMap<String, String>) {
        for (key, label) in labels.iter_mut() {
            while let Some((before, after)) = label.split_once("{rules.") {
                let (name, behind) = after.split_once('}').unwrap_or((after, ""));
                let value = match Game::fact(&game.rules, name) {
                    Some(Fact::Int(number)) => number.to_string(),
                    Some(Fact::Text(text)) => text.clone(),
                    _ => {
                        let message = format!("`rules.{name}` is no number or word of the rules");
                        let problem = self.at_text(Problem::new(message), language, key);
                        let known = game.rules.iter().map(|(name, _)| name.as_str());
                        let problem = problem.suggest(name, known);
                        self.problem(self.blamed(problem, &format!("rules.{name}")));
                        String::new()
                    }
                };
                *label = format!("{before}{value}{behind}");
            }
        }
    }
}

/// The path of what a label names: `on.1.price` is in the `with` of the hook.
fn path_of(kind: &str, id: &str, name: &str) -> String {
    let inside = match name.split('.').collect::<Vec<_>>()[..] {
        ["on", number, parameter] => format!("on.{number}.with.{parameter}"),
        _ => name.to_string(),
    };
    format!("{kind}.{id}.{inside}")
}

/// A label with its names replaced; the name that means nothing otherwise.
fn filled(
    game: &Game,
    id: ComponentId,
    component: &Component,
    label: &str,
    labels: &BTreeMap<String, String>,
) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = label;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').ok_or_else(|| after.to_string())?;
        text += before;
        let told = match named(game, id, component, name) {
            None if name.contains('+') => Some(price(game, component, name, labels)?),
            None => None,
            Some(fact) => told(game, fact, labels),
        };
        text += &told.ok_or_else(|| name.to_string())?;
        rest = behind;
    }
    Ok(text + rest)
}

/// A fact in words: a number, a word or a thing by its label, or a list of them.
fn told(game: &Game, fact: &Fact, labels: &BTreeMap<String, String>) -> Option<String> {
    let label = |section: &str, id: &str| {
        let label = labels.get(&format!("{section}.{id}"));
        // The name of another piece may name facts of its own, which are not filled in here.
        let label = label.filter(|label| !label.contains('{'));
        Some(label.map_or_else(|| readable(id), String::clone))
    };
    match fact {
        Fact::Int(number) => Some(number.to_string()),
        Fact::Text(text) => Some(labels.get(&format!("prompt.{text}")).unwrap_or(text).clone()),
        Fact::List(facts) => {
            let told: Option<Vec<String>> = facts.iter().map(|fact| told(game, fact, labels)).collect();
            told.map(|told| told.join(", "))
        }
        Fact::Bool(yes) => {
            let word = if *yes { "yes" } else { "no" };
            let label = labels.get(&format!("prompt.{word}"));
            Some(label.map_or(word, String::as_str).to_string())
        }
        Fact::Token(token) => label("token", &game.tokens[token.index()].id),
        Fact::Zone(zone) => label("zone", &game.family_of(*zone).id),
        Fact::Piece(piece) => {
            let component = game.component_of(*piece);
            label(&game.kinds[component.kind.index()].id, &component.id)
        }
        Fact::Table(_) | Fact::Effect(_) => None,
    }
}

/// `{coin+stone}`: what is asked of each token, without those of which there is none: `2 coin, 1 stone`.
fn price(game: &Game, component: &Component, names: &str, labels: &BTreeMap<String, String>) -> Result<String, String> {
    let kind = &game.kinds[component.kind.index()];
    let mut parts = Vec::new();
    for name in names.split('+').map(str::trim) {
        match Game::fact(&component.fields, name) {
            Some(Fact::Int(0)) => {}
            Some(Fact::Int(number)) => {
                let token = labels.get(&format!("token.{name}")).map_or(name, String::as_str);
                parts.push(format!("{number} {token}"));
            }
            None if kind.fields.iter().any(|field| field == name) => {}
            _ => return Err(name.to_string()),
        }
    }
    Ok(parts.join(", "))
}

/// `room`, `effect.price`, `on.1.price`.
fn named<'g>(game: &'g Game, id: ComponentId, component: &'g Component, name: &str) -> Option<&'g Fact> {
    let parts: Vec<&str> = name.split('.').collect();
    match parts.as_slice() {
        [field] => Game::fact(&component.fields, field),
        ["on", number, parameter] => {
            let number: usize = number.parse().ok()?;
            let mut hooks = game.hooks.iter().filter(|hook| hook.component == Some(id));
            Game::fact(&hooks.nth(number.checked_sub(1)?)?.effect.parameters, parameter)
        }
        [field, parameter] => match Game::fact(&component.fields, field)? {
            Fact::Effect(effect) => Game::fact(&effect.parameters, parameter),
            _ => None,
        },
        _ => None,
    }
}
