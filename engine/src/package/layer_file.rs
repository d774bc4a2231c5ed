//! The heads of layers: which there are, which apply, and in what order. What
//! they change is in `patch`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::files::{FileId, Files};
use super::manifest::{LayerFacts, LayerFile};
use super::node::{LayerId, Node};
use super::place_list::{Folder, Role};
use super::problem::{Place, Problem, Report, nearest};
use super::schema;

/// The kinds of layers, in the order they apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LayerKind {
    /// The game itself.
    Base,
    /// A variant that applies by itself when its `when` holds.
    ByWhen,
    /// A variant that was asked for.
    ByName,
    /// A mod, from a folder of its own.
    Mod,
}

/// A layer as it was read, whether it applies or not.
#[derive(Debug)]
pub struct Source {
    pub facts: LayerFacts,
    pub kind: LayerKind,
    /// Its whole file.
    pub tree: Node,
    /// Its steps of the setup.
    pub rules: Option<FileId>,
    /// Its component lists, if it is a mod.
    pub components: Vec<Node>,
}

impl Source {
    /// `[variant]` or `[mod]`.
    fn head(&self) -> Option<&Node> {
        self.tree.get(section(self.kind))
    }

    fn value(&self, key: &str) -> Option<&Node> {
        self.head()?.get(key)
    }

    /// The condition, as it was written.
    pub fn when(&self) -> Option<&Node> {
        self.value("when")
    }

    /// Every path it changes, whatever it does there.
    pub fn paths(&self) -> Vec<String> {
        let sections = ["set", "add", "replace"].iter();
        let sections = sections.filter_map(|section| self.tree.get(section));
        let keys = sections.chain(&self.components).flat_map(Node::entries);
        let removed = self.tree.at(&["remove", "paths"]).map_or(&[][..], Node::elements);
        let removed = removed.iter().filter_map(Node::as_text).map(str::to_string);
        keys.map(|entry| entry.key.clone()).chain(removed).collect()
    }

    /// Where a key of the head is written, or the file.
    pub fn place_of(&self, key: &str) -> Place {
        self.value(key).map_or(&self.tree.place, |node| &node.place).clone()
    }
}

/// The section a layer's file must have.
fn section(kind: LayerKind) -> &'static str {
    if kind == LayerKind::Mod { "mod" } else { "variant" }
}

/// A layer's file as a tree, before its head is read.
#[derive(Debug)]
pub struct LayerTree {
    stem: Option<String>,
    tree: Node,
    rules: Option<FileId>,
    components: Vec<Node>,
}

/// Reads the trees of all variants of a game.
pub fn parse_variants(files: &Files, folder: &Folder, problems: &mut Vec<Problem>) -> Vec<LayerTree> {
    let rules = folder.within(files, "variants", "rules");
    let tomls = folder.within(files, "variants", "toml");
    for (stem, file) in &rules {
        if !tomls.iter().any(|(name, _)| name == stem) {
            let problem = Problem::new("these steps belong to no variant").at(Place::whole(*file));
            problems.push(problem.help(format!("the variant is declared in `variants/{stem}.toml`")));
        }
    }
    let read = |(stem, file): (String, FileId)| LayerTree {
        tree: Node::parse(files, file, LayerId(0), problems),
        rules: rules.iter().find(|(name, _)| *name == stem).map(|(_, file)| *file),
        stem: Some(stem),
        components: Vec::new(),
    };
    tomls.into_iter().map(read).collect()
}

/// Reads the tree of a mod.
pub fn parse_mod(files: &Files, folder: &Folder, problems: &mut Vec<Problem>) -> Option<LayerTree> {
    let components = super::base::component_files(files, folder, LayerId(0), problems);
    let Some(file) = folder.file(files, "mod.toml") else {
        problems.push(Problem::new(format!(
            "`{}` is no mod: it has no `mod.toml`",
            folder.name
        )));
        return None;
    };
    Some(LayerTree {
        stem: None,
        tree: Node::parse(files, file, LayerId(0), problems),
        rules: folder.file(files, "setup.rules"),
        components,
    })
}

/// The game a mod is for or, if its head does not say, what is wrong with it. Nothing more can be said of the mod then:
/// its paths lead through a game.
pub fn game_of_mod(one: &Files) -> Result<String, Report> {
    let mut files = Files::default();
    let mut problems = Vec::new();
    let ids = files.append(one.clone()).unwrap_or_else(|problem| {
        problems.push(problem);
        0..0
    });
    problems.extend(files.problems());
    let folder = Folder {
        name: one.name().to_string(),
        role: Role::Mod,
        ids,
    };
    let read = parse_mod(&files, &folder, &mut problems);
    let game = read.as_ref().and_then(|read| read.tree.at(&["mod", "for"])?.as_text());
    if let Some(game) = game {
        return Ok(game.to_string());
    }
    // What else a head lacks that cannot be parsed is not known.
    if let Some(read) = read.filter(|_| problems.is_empty()) {
        read.read("", &mut problems);
    }
    Err(Report::new(problems, Arc::new(files)))
}

impl LayerTree {
    /// Checks the file and reads its head.
    pub fn read(self, game: &str, problems: &mut Vec<Problem>) -> Option<Source> {
        let file = schema::read::<LayerFile>(&self.tree, problems)?;
        let (facts, other, kind) = match &self.stem {
            Some(_) => (file.variant, file.modification, LayerKind::ByName),
            None => (file.modification, file.variant, LayerKind::Mod),
        };
        let wanted = section(kind);
        if other.is_some() || facts.is_none() {
            let problem = Problem::new(format!("this file needs a section `[{wanted}]` and no other head"));
            problems.push(problem.at(self.tree.place.clone()));
        }
        let facts = facts?;
        let kind = match (kind, &facts.when) {
            (LayerKind::ByName, Some(_)) => LayerKind::ByWhen,
            (kind, _) => kind,
        };
        let source = Source {
            facts,
            kind,
            tree: self.tree,
            rules: self.rules,
            components: self.components,
        };
        source.check(self.stem.as_deref(), game, problems);
        Some(source)
    }
}

impl Source {
    fn check(&self, stem: Option<&str>, game: &str, problems: &mut Vec<Problem>) {
        let id = &self.facts.id;
        match stem.filter(|stem| stem != id) {
            Some(stem) => {
                let problem = Problem::new(format!("the id is `{id}`, but the file is called `{stem}`"));
                problems.push(problem.at(self.place_of("id")));
            }
            None => problems.extend(check_layer_id(id, self.place_of("id"))),
        }
        match &self.facts.game {
            None if self.kind == LayerKind::Mod => {
                let place = self.head().map_or(&self.tree.place, |head| &head.place);
                problems.push(Problem::missing_key("for").at(place.clone()));
            }
            Some(other) if other != game => {
                let problem = Problem::new(format!("this is for `{other}`, and the game is `{game}`"));
                problems.push(problem.at(self.place_of("for")));
            }
            _ => {}
        }
        self.check_source(problems);
    }

    /// A source by path is for something the layer says.
    fn check_source(&self, problems: &mut Vec<Problem>) {
        let sections = ["set", "add", "replace"]
            .iter()
            .filter_map(|section| self.tree.get(section));
        let known: Vec<&str> = sections
            .flat_map(Node::entries)
            .map(|entry| entry.key.as_str())
            .collect();
        let sources = self.value("source").map_or(&[][..], Node::entries);
        for entry in sources.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let problem = Problem::new(format!("this layer does not change `{}`", entry.key));
            let problem = problem.at(entry.key_place.clone());
            problems.push(problem.suggest(&entry.key, known.iter().copied()));
        }
    }
}

/// The id of a layer stands before the names of its scripts, and between commas in a saved game.
fn check_layer_id(id: &str, place: Place) -> Option<Problem> {
    let good = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    let begins_well = id.starts_with(|letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit());
    if begins_well && id.chars().all(good) {
        return None;
    }
    let problem = Problem::new(format!("`{id}` is no id of a layer")).at(place);
    Some(problem.help("it is made of small letters, digits and `-`, and does not begin with `-`"))
}

/// Two layers of one name could not be told apart.
pub fn check_names(sources: &[Source], problems: &mut Vec<Problem>) {
    let mut first: BTreeMap<&str, &Source> = BTreeMap::new();
    for source in sources {
        if let Some(old) = first.insert(&source.facts.id, source) {
            let problem = Problem::new(format!("there are two layers called `{}`", source.facts.id));
            let problem = problem.at(source.place_of("id"));
            problems.push(problem.related(old.place_of("id"), "the other one is here"));
        }
    }
    for source in sources {
        for (name, place) in after(source) {
            check_after(source, name, place, &first, problems);
        }
    }
}

/// The layers this one says it comes after, with their places.
fn after(source: &Source) -> impl Iterator<Item = (&str, &Place)> {
    let list = source.value("after").map_or(&[][..], Node::elements);
    list.iter().filter_map(|node| Some((node.as_text()?, &node.place)))
}

fn check_after(
    source: &Source,
    name: &str,
    place: &Place,
    known: &BTreeMap<&str, &Source>,
    problems: &mut Vec<Problem>,
) {
    let problem = match known.get(name) {
        // A mod may come after one that is not there today; a word that is almost one that is there is a slip.
        None if source.kind == LayerKind::Mod && nearest(name, known.keys().copied()).is_none() => return,
        None => Problem::new(format!("unknown layer `{name}`")).suggest(name, known.keys().copied()),
        Some(other) if other.kind > source.kind => Problem::new(format!("`{name}` always comes later than this layer"))
            .help("variants by `when` come first, then variants by name, then mods"),
        Some(_) => return,
    };
    problems.push(problem.at(place.clone()));
}

/// Which layers come after which, through any number of others.
#[derive(Debug, Default)]
pub struct Order {
    before: BTreeMap<String, BTreeSet<String>>,
}

impl Order {
    pub fn of(sources: &[Source]) -> Order {
        let direct: BTreeMap<&str, Vec<&str>> = sources
            .iter()
            .map(|source| (source.facts.id.as_str(), after(source).map(|(name, _)| name).collect()))
            .collect();
        let mut order = Order::default();
        for name in direct.keys() {
            let mut seen = BTreeSet::new();
            let mut open = vec![*name];
            while let Some(next) = open.pop() {
                for earlier in direct.get(next).into_iter().flatten() {
                    if seen.insert((*earlier).to_string()) {
                        open.push(earlier);
                    }
                }
            }
            order.before.insert((*name).to_string(), seen);
        }
        order
    }

    /// Whether `late` says, itself or through others, that it comes after `early`.
    pub fn is_after(&self, late: &str, early: &str) -> bool {
        self.before.get(late).is_some_and(|before| before.contains(early))
    }

    /// A problem for every layer that comes after itself.
    pub fn check(&self, sources: &[Source], problems: &mut Vec<Problem>) {
        for source in sources
            .iter()
            .filter(|source| self.is_after(&source.facts.id, &source.facts.id))
        {
            let message = format!("`{}` would come after itself", source.facts.id);
            problems.push(Problem::new(message).at(source.place_of("after")));
        }
    }

    /// Sorts by kind, then by `after`, then by id.
    pub fn sort(&self, sources: &mut Vec<Source>) {
        sources.sort_by(|a, b| (a.kind, &a.facts.id).cmp(&(b.kind, &b.facts.id)));
        let mut sorted: Vec<Source> = Vec::with_capacity(sources.len());
        while !sources.is_empty() {
            let kind = sources[0].kind;
            let ready = |one: &Source| {
                let waits = |other: &&Source| self.is_after(&one.facts.id, &other.facts.id);
                one.kind == kind
                    && !sources
                        .iter()
                        .filter(|other| other.kind == kind)
                        .any(|other| waits(&other))
            };
            // In a cycle, which is a problem of its own, nobody is ready.
            let at = sources.iter().position(ready).unwrap_or(0);
            sorted.push(sources.remove(at));
        }
        *sources = sorted;
    }
}
