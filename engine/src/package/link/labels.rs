//! Labels of components may name their facts: `"Quarry, {room} spaces"`. They are
//! filled in once, so that a house rule that changes a number changes the label too.

use std::collections::BTreeMap;

use super::Linker;
use crate::game::{Component, ComponentId, Fact, Game};
use crate::package::{ANY, Problem};

impl Linker<'_> {
    pub(super) fn fill_labels(&mut self, game: &mut Game) {
        let mut texts = std::mem::take(&mut game.texts);
        for (language, labels) in &mut texts {
            for (index, component) in game.components.iter().enumerate() {
                let kind = &game.kinds[component.kind.index()].id;
                let key = format!("{kind}.{}", component.id);
                let label = labels.get(&key).or_else(|| labels.get(&format!("{kind}.{ANY}")));
                let Some(label) = label.filter(|label| label.contains('{')) else {
                    continue;
                };
                match filled(game, ComponentId(index as u16), component, label, labels) {
                    Ok(text) => drop(labels.insert(key, text)),
                    Err(name) => {
                        let message =
                            format!("the label `{key}` of `{language}` names `{name}`, which it does not have");
                        self.problem(Problem::new(message).help(
                            "a label may name a field, `{room}`, a parameter of an effect, `{effect.price}`, \
                             or one of the first hook, `{on.1.price}`",
                        ));
                    }
                }
            }
        }
        game.texts = texts;
    }
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
        text += &match named(game, id, component, name) {
            Some(Fact::Int(number)) => number.to_string(),
            Some(Fact::Text(text)) => labels.get(&format!("prompt.{text}")).unwrap_or(text).clone(),
            _ => return Err(name.to_string()),
        };
        rest = behind;
    }
    Ok(text + rest)
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
