//! Linking: the resolved tree of a game becomes a [`Game`], with every name turned
//! into an id. Every reference that leads nowhere is reported, all at once.

mod facts;
mod flow;
mod labels;
mod layout;
mod zones;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::manifest::{ComponentDecl, Manifest, RuleValue, Scalar};
use super::players::PLAYERS;
use super::{
    Change, FileId, LayerInfo, LayerKind, Node, Origin, Place, Problem, Report, Resolved, annotations, blame, schema,
};
use crate::game::{Fact, Game, Script};
use crate::package::annotations::Annotated;

/// Turns a resolved game into one that can be played.
pub fn link(resolved: &Resolved) -> Result<Arc<Game>, Report> {
    match link_as_far_as_possible(resolved) {
        (Some(game), problems) if problems.is_empty() => Ok(Arc::new(game)),
        (_, problems) => Err(Report::new(problems, resolved.files.clone())),
    }
}

/// Gives back the game, if there can be one, and every reference that leads nowhere.
pub(super) fn link_as_far_as_possible(resolved: &Resolved) -> (Option<Game>, Vec<Problem>) {
    let mut linker = Linker {
        resolved,
        problems: Vec::new(),
        functions: Vec::new(),
    };
    let game = linker.game();
    let problems = std::mem::take(&mut linker.problems);
    let problems = problems.into_iter().map(|problem| linker.traced(problem));
    (game, problems.collect())
}

struct Linker<'a> {
    resolved: &'a Resolved,
    problems: Vec<Problem>,
    /// The functions of every script: module, and what its comments declare.
    functions: Vec<(String, Vec<Annotated>)>,
}

/// A component as it is written, with its tree.
struct Written<'a> {
    kind: String,
    node: &'a Node,
    decl: ComponentDecl,
}

impl<'a> Linker<'a> {
    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// A name that leads nowhere.
    fn unknown<'w>(&mut self, what: &str, name: &str, place: &Place, known: impl IntoIterator<Item = &'w str>) {
        let problem = Problem::new(format!("unknown {what} `{name}`")).at(place.clone());
        self.problem(problem.suggest(name, known));
    }

    /// The node at a path of the manifest.
    fn node(&self, path: &[&str]) -> Option<&'a Node> {
        self.resolved.merged.manifest.at(path)
    }

    /// The place of a node of the manifest, or of the nearest one above it.
    fn place(&self, path: &[&str]) -> Place {
        (0..=path.len())
            .rev()
            .find_map(|length| self.node(&path[..length]))
            .map_or(Place::whole(FileId(0)), |node| node.place.clone())
    }

    /// The line of a layer that took a key from a table, if one did.
    fn taken(&self, table: &Place, key: &str) -> Option<Place> {
        let merged = &self.resolved.merged;
        blame::taken(&self.resolved.changes, |steps| merged.find(steps), table, key)
    }

    /// Says which layer took away what a text names by its path, if one did.
    fn blamed(&self, problem: Problem, path: &str) -> Problem {
        let mut changes = self.resolved.changes.iter().rev();
        let Some(change) = changes.find(|change| change.took(path)) else {
            return problem;
        };
        let problem = match self.layer_of(change) {
            Some(layer) if layer.kind == LayerKind::Mod => {
                let name = &layer.name;
                problem.help(format!("`{name}` can bring another label, in a `text/` of its own"))
            }
            _ => problem,
        };
        self.took(problem, change)
    }

    /// Says of a name that is not known which layer took away what it names, if one did.
    fn traced(&self, problem: Problem) -> Problem {
        let mut changes = self.resolved.changes.iter().rev();
        let name = problem.unknown_name();
        match changes.find(|change| name.is_some_and(|name| change.took_name(name))) {
            Some(change) => self.took(problem, change),
            None => problem,
        }
    }

    fn took(&self, problem: Problem, change: &Change) -> Problem {
        let name = self.layer_of(change).map_or("", |layer| &layer.name);
        problem.related(change.place.clone(), format!("`{name}` takes it away here"))
    }

    fn layer_of(&self, change: &Change) -> Option<&LayerInfo> {
        self.resolved.layers.get(usize::from(change.layer.0))
    }

    /// The names of a table of the manifest, in the order they are written.
    fn order(&self, section: &str) -> Vec<String> {
        let entries = self.node(&[section]).map(Node::entries).unwrap_or_default();
        entries.iter().map(|entry| entry.key.clone()).collect()
    }

    fn game(&mut self) -> Option<Game> {
        let manifest: Manifest = schema::read(&self.resolved.merged.manifest, &mut self.problems)?;
        let written = self.components();
        self.scan_scripts();
        self.check_facts(&manifest);
        let mut game = self.blank(&manifest);
        self.lay_tables(&mut game, &manifest, &written);
        self.fill_facts(&mut game, &manifest, &written);
        self.link_flow(&mut game, &manifest, &written);
        self.check_scripts(&game);
        self.fill_labels(&mut game);
        Some(game)
    }

    fn components(&mut self) -> Vec<Written<'a>> {
        let mut written = Vec::new();
        for (kind, nodes) in &self.resolved.merged.components {
            for node in nodes {
                let decl = ComponentDecl {
                    id: node.get("id").and_then(Node::as_text).unwrap_or_default().to_string(),
                    ..self.common_keys(node)
                };
                written.push(Written {
                    kind: kind.clone(),
                    node,
                    decl,
                });
            }
        }
        written
    }

    /// The keys that every component has, without its own fields.
    fn common_keys(&mut self, node: &Node) -> ComponentDecl {
        let mut common = node.clone();
        if let super::Value::Table(table) = &mut common.value {
            table.entries.retain(|entry| {
                matches!(
                    entry.key.as_str(),
                    "id" | "count" | "per" | "symbol" | "color" | "on" | "source"
                )
            });
        }
        schema::read(&common, &mut self.problems).unwrap_or(ComponentDecl {
            id: String::new(),
            count: 1,
            per: None,
            symbol: None,
            color: None,
            on: Vec::new(),
            source: None,
        })
    }

    fn scan_scripts(&mut self) {
        for (module, file) in &self.resolved.scripts {
            let functions = annotations::annotated_functions(self.resolved.files.text(*file));
            self.functions.push((module.clone(), functions));
        }
    }

    fn check_facts(&mut self, manifest: &Manifest) {
        let game = &manifest.game;
        if game.players.is_empty() || game.players.iter().any(|players| !PLAYERS.contains(players)) {
            let place = self.place(&["game", "players"]);
            self.problem(Problem::new("a game is for 1 to 12 players").at(place));
        } else if !game.players.contains(&self.resolved.players) {
            let place = self.place(&["game", "players"]);
            let counts: Vec<String> = game.players.iter().map(u32::to_string).collect();
            self.problem(
                Problem::new(format!("the game is not for {} players", self.resolved.players))
                    .at(place)
                    .help(format!("it is for {}", counts.join(", "))),
            );
        }
        for section in ["option", "token", "zone"] {
            for entry in self.node(&[section]).map_or(&[][..], Node::entries) {
                self.check_source(&entry.key, &entry.node);
            }
        }
        if let Some(rules) = self.node(&["rules"]) {
            self.check_source("rules", rules);
        }
        if manifest.phase.is_empty() {
            let place = self.place(&["game"]);
            self.problem(
                Problem::new("the game has no phase, so nothing would ever happen")
                    .at(place)
                    .help("add `[[phase]]` with an `id` and `run = \"script.function\"`"),
            );
        }
    }

    /// A source is for something that is there.
    fn check_source(&mut self, name: &str, node: &Node) {
        let known: Vec<&str> = node.entries().iter().map(|entry| entry.key.as_str()).collect();
        let sources = node.get("source").map_or(&[][..], Node::entries);
        for entry in sources.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let problem = Problem::new(format!("`{name}` has no `{}`", entry.key));
            let problem = problem.at(entry.key_place.clone());
            self.problem(problem.suggest(&entry.key, known.iter().copied().filter(|&key| key != "source")));
        }
    }

    /// A game with its facts and nothing on the table.
    fn blank(&self, manifest: &Manifest) -> Game {
        let resolved = self.resolved;
        let options = resolved.options.iter();
        Game {
            id: manifest.game.id.clone(),
            name: manifest.game.name.clone(),
            version: manifest.game.version.clone(),
            hash: resolved.files.content_hash(),
            language: manifest.game.language.clone(),
            summary: manifest.game.summary.clone(),
            layers: resolved.layers.iter().skip(1).map(|layer| layer.name.clone()).collect(),
            asked_layers: resolved
                .layers
                .iter()
                .skip(1)
                .filter(|layer| layer.kind != LayerKind::ByWhen)
                .map(|layer| layer.name.clone())
                .collect(),
            options: options
                .clone()
                .map(|option| (option.name.clone(), scalar(&option.value)))
                .collect(),
            set_options: options
                .filter(|option| matches!(option.origin, Origin::Asked))
                .map(|option| (option.name.clone(), scalar_text(&option.value)))
                .collect(),
            players: resolved.players,
            cap: manifest.game.cap,
            seats: Vec::new(),
            tokens: Vec::new(),
            kinds: Vec::new(),
            components: Vec::new(),
            pieces: Vec::new(),
            sides: Vec::new(),
            has_copies: false,
            families: Vec::new(),
            zones: Vec::new(),
            spaces: Vec::new(),
            vars: Vec::new(),
            rules: manifest
                .rules
                .values
                .iter()
                .map(|(name, value)| (name.clone(), rule_fact(value)))
                .collect(),
            phases: Vec::new(),
            round_phases: 0,
            end: None,
            result: crate::game::ResultRule {
                score: None,
                wins: manifest.result.wins,
                tiebreak: Vec::new(),
            },
            stats: Vec::new(),
            bot: None,
            hooks: Vec::new(),
            listeners: Default::default(),
            hooked: [false; crate::table::EventKind::COUNT],
            setup: Vec::new(),
            scripts: resolved
                .scripts
                .iter()
                .map(|(module, file)| Script {
                    module: module.clone(),
                    path: resolved
                        .files
                        .get(*file)
                        .map_or_else(String::new, |file| file.shown.clone()),
                    source: resolved.files.text(*file).to_string(),
                })
                .collect(),
            words: Default::default(),
            meanings: Vec::new(),
            texts: resolved.texts.clone(),
            token_rows: 0,
            resets: [false; 3],
            var_slots: 0,
            initial: crate::table::State::empty(0, 0, 0, 0),
            files: resolved.files.clone(),
        }
    }

    /// Every script must be used: named by data, or required by one that is. A layer that takes away what used a script
    /// of the game does not make that script a mistake, so what any file of data names counts, in play or not.
    fn check_scripts(&mut self, game: &Game) {
        let required: BTreeMap<&str, Vec<String>> = game
            .scripts
            .iter()
            .map(|script| (script.module.as_str(), annotations::required_modules(&script.source)))
            .collect();
        let mut open: Vec<&str> = named_by_game(game);
        open.extend(required.keys().filter(|module| self.is_named(module)));
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                let more = required.get(module).into_iter().flatten();
                open.extend(more.map(String::as_str));
            }
        }
        for (module, file) in &self.resolved.scripts {
            if !reached.contains(module.as_str()) {
                self.problem(
                    Problem::new(format!("nothing uses the script `{module}`"))
                        .at(Place::whole(*file))
                        .help("name one of its functions in TOML (`run = …`), require it in a script that is used, or delete it"),
                );
            }
        }
        self.check_required(&required);
    }

    /// Whether a file of data names a function of a script.
    fn is_named(&self, module: &str) -> bool {
        let called = format!("\"{module}.");
        let mut tomls = self.resolved.files.iter().map(|(_, file)| file);
        tomls.any(|file| file.path.ends_with(".toml") && file.text.contains(&called))
    }

    /// What a script requires is there.
    fn check_required(&mut self, required: &BTreeMap<&str, Vec<String>>) {
        for (module, file) in &self.resolved.scripts {
            let text = self.resolved.files.text(*file);
            let names = required.get(module.as_str()).into_iter().flatten();
            for name in names.filter(|name| !required.contains_key(name.as_str())) {
                let at = text
                    .find(&format!("{name}\""))
                    .or_else(|| text.find(&format!("{name}'")));
                let place = Place {
                    file: *file,
                    span: at.map_or(0..0, |at| at..at + name.len()),
                };
                self.unknown("script", name, &place, required.keys().copied());
            }
        }
    }
}

/// The scripts whose functions the game names.
fn named_by_game(game: &Game) -> Vec<&str> {
    let phases = game.phases.iter().map(|phase| &phase.run);
    let hooks = game.hooks.iter().map(|hook| &hook.effect.run);
    let fields = game.components.iter().flat_map(|component| &component.fields);
    let effects = fields.filter_map(|(_, fact)| match fact {
        Fact::Effect(effect) => Some(&effect.run),
        _ => None,
    });
    let bot = game.bot.iter().map(|bot| &bot.run);
    let all = phases.chain(hooks).chain(effects).chain(bot);
    all.map(|run| run.module.as_str()).collect()
}

fn scalar(value: &Scalar) -> Fact {
    match value {
        Scalar::Bool(b) => Fact::Bool(*b),
        Scalar::Int(n) => Fact::Int(*n),
        Scalar::Text(text) => Fact::Text(text.clone()),
    }
}

fn scalar_text(value: &Scalar) -> String {
    match value {
        Scalar::Bool(b) => b.to_string(),
        Scalar::Int(n) => n.to_string(),
        Scalar::Text(text) => text.clone(),
    }
}

pub(super) fn rule_fact(value: &RuleValue) -> Fact {
    match value {
        RuleValue::Bool(b) => Fact::Bool(*b),
        RuleValue::Int(n) => Fact::Int(*n),
        RuleValue::Text(text) => Fact::Text(text.clone()),
        RuleValue::List(entries) => Fact::List(entries.iter().map(rule_fact).collect()),
        RuleValue::Table(entries) => Fact::Table(
            entries
                .iter()
                .map(|(name, value)| (name.clone(), rule_fact(value)))
                .collect(),
        ),
    }
}
