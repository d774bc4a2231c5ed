//! Labels in the languages a game is told in: `text/LANG.toml`, a section for
//! each kind of thing, a label for each id. A component may have more than its
//! name: what it does, a short form for pictures, and a legend to its row in them.

use std::collections::{BTreeMap, BTreeSet};

use super::base::kinds;
use super::files::Files;
use super::node::{LayerId, Node};
use super::place_list::Folder;
use super::problem::{Place, Problem};

/// Labels by language, then by `kind.id`.
pub type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// Where the labels are written, by language, then by `kind.id`.
pub type TextPlaces = BTreeMap<String, BTreeMap<String, Place>>;

/// Sections whose ids scripts make up; nobody else knows them.
const FREE: [&str; 2] = ["log", "prompt"];

/// What a component has besides its `name`: `card.joker/about` is the key of what it does.
pub const DETAILS: [&str; 3] = ["about", "short", "legend"];

/// In the section of a kind: the label of all components that have none of their own.
pub const ANY: &str = "*";

/// Sections that are named after the section of `game.toml` they are about.
const SECTIONS: [&str; 7] = ["option", "piece", "seat", "stat", "token", "var", "zone"];

/// The text files of one package, by language.
pub fn parse(files: &Files, folder: &Folder, problems: &mut Vec<Problem>) -> Vec<(String, Node)> {
    let found = folder.within(files, "text", "toml").into_iter();
    found
        .map(|(language, file)| (language, Node::parse(files, file, LayerId(0), problems)))
        .collect()
}

/// Everything that may have a label: what is in the game, and what a layer may add or take away.
#[derive(Debug, Default)]
pub struct Labelled {
    ids: BTreeMap<String, BTreeSet<String>>,
    /// The kinds of pieces, whose components may have a label in common.
    kinds: BTreeSet<String>,
}

impl Labelled {
    /// Adds what a tree has.
    pub fn add_tree(&mut self, root: &Node) {
        for id in ["name", "summary"] {
            self.add("game", id);
        }
        for section in FREE {
            self.ids.entry(section.to_string()).or_default();
        }
        for section in SECTIONS {
            self.ids.entry(section.to_string()).or_default();
            for entry in root.get(section).map_or(&[][..], Node::entries) {
                self.add(section, &entry.key);
            }
        }
        // What every game has: the word for a player, and the box.
        self.add("seat", "player");
        self.add("zone", "box");
        self.ids.entry("phase".to_string()).or_default();
        for section in ["phase", "final"] {
            let phases = root.get(section).map_or(&[][..], Node::elements);
            phases.iter().filter_map(Node::id).for_each(|id| self.add("phase", id));
        }
        for kind in kinds(root) {
            self.ids.entry(kind.key.clone()).or_default();
            self.kinds.insert(kind.key.clone());
            let components = root.get(&kind.key).map_or(&[][..], Node::elements);
            components
                .iter()
                .filter_map(Node::id)
                .for_each(|id| self.add(&kind.key, id));
        }
    }

    /// Adds what a layer would add, whether it applies in this game or not.
    pub fn add_layer(&mut self, tree: &Node) {
        for entry in tree.get("add").map_or(&[][..], Node::entries) {
            match entry.key.split('.').collect::<Vec<_>>()[..] {
                ["final", id] => self.add("phase", id),
                ["piece", kind] => {
                    self.add("piece", kind);
                    self.ids.entry(kind.to_string()).or_default();
                }
                [section, id] => self.add(section, id),
                _ => {}
            }
        }
    }

    fn add(&mut self, section: &str, id: &str) {
        let ids = self.ids.entry(section.to_string()).or_default();
        ids.insert(id.to_string());
    }
}

/// Labels of one package in one language, with their places.
type Labels = BTreeMap<String, (String, Place)>;

/// The labels of one package by language.
pub type Package = Vec<(String, Labels)>;

/// Reads and checks the text files of one package.
pub fn read(own_language: &str, trees: &[(String, Node)], known: &Labelled, problems: &mut Vec<Problem>) -> Package {
    let read = trees
        .iter()
        .map(|(language, tree)| (language.clone(), labels(tree, known, problems)));
    let read: Package = read.collect();
    if let Some(own) = in_language(&read, own_language) {
        for ((language, labels), (_, tree)) in read.iter().zip(trees) {
            for (id, (_, place)) in own.iter().filter(|(id, _)| !labels.contains_key(*id)) {
                let problem = Problem::new(format!("`{language}` has no label for `{id}`"));
                let problem = problem.at(tree.place.clone());
                problems.push(problem.related(place.clone(), format!("`{own_language}` has it here")));
            }
        }
    }
    read
}

fn in_language<'p>(package: &'p Package, language: &str) -> Option<&'p Labels> {
    let mut languages = package.iter();
    languages.find(|(known, _)| known == language).map(|(_, labels)| labels)
}

/// Puts the labels of a package over older ones.
pub fn merge(texts: &mut Texts, places: &mut TextPlaces, own_language: &str, package: &Package) {
    // What a mod says in the game's own language is newer than what other languages said before.
    if let Some(own) = in_language(package, own_language) {
        let older: Vec<String> = texts.keys().cloned().collect();
        older.iter().for_each(|language| put(texts, places, language, own));
    }
    for (language, labels) in package {
        put(texts, places, language, labels);
    }
}

/// What two packages call differently: the ids, and where each of them says so.
pub fn differences<'p>(a: &'p Package, b: &'p Package) -> Vec<(&'p str, &'p Place, &'p Place)> {
    let mut all = Vec::new();
    for (language, labels) in b {
        for (id, (text, place)) in labels {
            let other = in_language(a, language).and_then(|labels| labels.get(id));
            let other = other.filter(|(other, _)| other != text);
            all.extend(other.map(|(_, other)| (id.as_str(), other, place)));
        }
    }
    all
}

fn put(texts: &mut Texts, places: &mut TextPlaces, language: &str, labels: &Labels) {
    let all = texts.entry(language.to_string()).or_default();
    all.extend(labels.iter().map(|(id, (text, _))| (id.clone(), text.clone())));
    let written = places.entry(language.to_string()).or_default();
    written.extend(labels.iter().map(|(id, (_, place))| (id.clone(), place.clone())));
}

fn labels(tree: &Node, known: &Labelled, problems: &mut Vec<Problem>) -> Labels {
    let mut found = BTreeMap::new();
    for section in tree.entries() {
        let Some(ids) = known.ids.get(&section.key) else {
            let problem = Problem::new(format!("unknown section `{}`", section.key));
            let problem = problem.at(section.key_place.clone());
            problems.push(problem.suggest(&section.key, known.ids.keys().map(String::as_str)));
            continue;
        };
        if section.node.as_table().is_none() {
            let message = format!("expected a table, found {}", section.node.sort());
            problems.push(Problem::new(message).at(section.node.place.clone()));
        }
        let kind = known.kinds.contains(&section.key);
        for entry in section.node.entries() {
            let any = kind && entry.key == ANY;
            if !any && !FREE.contains(&section.key.as_str()) && !ids.contains(&entry.key) {
                let problem = Problem::new(format!("there is no `{}` in `{}`", entry.key, section.key));
                let problem = problem.at(entry.key_place.clone());
                problems.push(problem.suggest(&entry.key, ids.iter().map(String::as_str)));
                continue;
            }
            let id = format!("{}.{}", section.key, entry.key);
            match entry.node.as_table().filter(|_| kind) {
                Some(_) => detailed(&id, &entry.node, &mut found, problems),
                None => label(id, &entry.node, &mut found, problems),
            }
        }
    }
    found
}

/// A label that is one text.
fn label(id: String, node: &Node, found: &mut Labels, problems: &mut Vec<Problem>) {
    match node.as_text() {
        Some(text) => drop(found.insert(id, (text.to_string(), node.place.clone()))),
        None => {
            let message = format!("expected text, found {}", node.sort());
            problems.push(Problem::new(message).at(node.place.clone()));
        }
    }
}

/// `{ name = "Joker", about = "stands for any card" }`
fn detailed(id: &str, node: &Node, found: &mut Labels, problems: &mut Vec<Problem>) {
    if node.get("name").is_none() {
        problems.push(Problem::missing_key("name").at(node.place.clone()));
    }
    for entry in node.entries() {
        match entry.key.as_str() {
            "name" => label(id.to_string(), &entry.node, found, problems),
            detail if DETAILS.contains(&detail) => label(format!("{id}/{detail}"), &entry.node, found, problems),
            other => {
                let problem = Problem::new(format!("unknown key `{other}`")).at(entry.key_place.clone());
                problems.push(problem.suggest(other, ["name", "about", "short", "legend"]));
            }
        }
    }
}
