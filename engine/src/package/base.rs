//! The tree of the game itself: `game.toml` with all component lists merged in,
//! and the schema that tree must keep to, which the game's own kinds of pieces
//! are a part of.

use super::files::Files;
use super::manifest::{ComponentDecl, Manifest};
use super::node::{Entry, LayerId, Node, Table, Value};
use super::path;
use super::place_list::Folder;
use super::problem::{Place, Problem};
use super::schema::{self, Schema};

/// Words that mean something else where the kind of a piece may stand: in texts, paths and the setup language.
const RESERVED: [&str; 5] = ["components", "log", "player", "prompt", "space"];

/// A game's tree, taken apart again.
#[derive(Debug, Clone)]
pub struct Merged {
    /// What `Manifest` is read from.
    pub manifest: Node,
    /// Kinds of pieces in the order they are declared, with their components.
    pub components: Vec<(String, Vec<Node>)>,
}

/// A game's files as trees, before they are merged.
#[derive(Debug)]
pub struct BaseTrees {
    pub game: Node,
    pub components: Vec<Node>,
}

impl BaseTrees {
    /// Reads `game.toml` and the component lists.
    pub fn parse(files: &Files, folder: &Folder, problems: &mut Vec<Problem>) -> Option<BaseTrees> {
        let components = component_files(files, folder, LayerId(0), problems);
        let Some(file) = folder.file(files, "game.toml") else {
            let message = format!("`{}` is no game: it has no `game.toml`", files.name());
            problems.push(Problem::new(message));
            return None;
        };
        let game = Node::parse(files, file, LayerId(0), problems);
        Some(BaseTrees { game, components })
    }

    /// Merges all into one table: the sections of `game.toml`, and a list for each kind of piece.
    pub fn merge(self, problems: &mut Vec<Problem>) -> Node {
        let place = self.game.place.clone();
        let mut root = match self.game.value {
            Value::Table(table) => table,
            _ => Table::default(),
        };
        let inline = root.remove("components").map(|entry| entry.node);
        let game = Node {
            value: Value::Table(root.clone()),
            place: place.clone(),
            layer: LayerId(0),
        };
        schema::check::<Manifest>(&game, problems);
        check_kinds(&game, problems);
        // What is no section of a game would pass for a kind of piece from here on.
        let sections = Schema::of::<Manifest>();
        root.entries.retain(|entry| sections.keys().any(|key| key == entry.key));
        let kinds: Vec<_> = kinds(&game).map(|entry| entry.key.clone()).collect();
        for tree in inline.into_iter().chain(self.components) {
            merge_components(&mut root, tree, &kinds, problems);
        }
        Node {
            value: Value::Table(root),
            place,
            layer: LayerId(0),
        }
    }
}

/// Reads the component lists of a game or a mod.
pub fn component_files(files: &Files, folder: &Folder, layer: LayerId, problems: &mut Vec<Problem>) -> Vec<Node> {
    let found = folder.within(files, "components", "toml").into_iter();
    found
        .map(|(_, file)| Node::parse(files, file, layer, problems))
        .collect()
}

/// The declared kinds of pieces.
pub fn kinds(root: &Node) -> impl Iterator<Item = &Entry> {
    root.get("piece").map_or(&[][..], Node::entries).iter()
}

/// A list of components of one kind, and what is wrong if it is none.
pub fn component_list(entry: &Entry) -> Result<&[Node], Problem> {
    let list = entry
        .node
        .as_list()
        .filter(|list| list.iter().all(|node| node.as_table().is_some()));
    list.ok_or_else(|| {
        Problem::new(format!("expected a list of tables, found {}", entry.node.sort()))
            .at(entry.node.place.clone())
            .help(format!("each component begins with `[[{}]]`", entry.key))
    })
}

/// The problem of a kind that is not declared.
pub fn unknown_kind<'a>(entry: &Entry, known: impl IntoIterator<Item = &'a str>) -> Problem {
    let kind = &entry.key;
    let problem = Problem::new(format!("unknown kind of piece `{kind}`"))
        .at(entry.key_place.clone())
        .suggest(kind, known);
    match problem.help {
        Some(_) => problem,
        None => problem.help(format!("declare it in `game.toml`: `[piece.{kind}]`")),
    }
}

fn merge_components(root: &mut Table, tree: Node, kinds: &[String], problems: &mut Vec<Problem>) {
    for entry in tree.entries() {
        if !kinds.contains(&entry.key) {
            problems.push(unknown_kind(entry, kinds.iter().map(String::as_str)));
            continue;
        }
        let list = match component_list(entry) {
            Ok(list) => list,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        let all = list_of(root, entry);
        for component in list {
            let twin = all.iter().find(|old| old.id().is_some() && old.id() == component.id());
            match twin {
                Some(first) => problems.push(duplicate_id(&entry.key, first, component)),
                None => all.push(component.clone()),
            }
        }
    }
}

/// The list of a kind, made if there is none yet.
fn list_of<'t>(root: &'t mut Table, entry: &Entry) -> &'t mut Vec<Node> {
    let at = match root.entries.iter().position(|old| old.key == entry.key) {
        Some(at) => at,
        None => {
            let mut empty = entry.clone();
            empty.node.value = Value::List(Vec::new());
            root.entries.push(empty);
            root.entries.len() - 1
        }
    };
    let value = &mut root.entries[at].node.value;
    if !matches!(value, Value::List(_)) {
        *value = Value::List(Vec::new());
    }
    match value {
        Value::List(list) => list,
        _ => unreachable!("made a list just now"),
    }
}

fn id_place(node: &Node) -> Place {
    node.get("id").map_or(&node.place, |id| &id.place).clone()
}

fn duplicate_id(kind: &str, first: &Node, second: &Node) -> Problem {
    let id = second.id().unwrap_or_default();
    Problem::new(format!("there is a {kind} `{id}` already"))
        .at(id_place(second))
        .related(id_place(first), "the first one is here")
}

/// Names of kinds and of their fields must not mean something else already.
fn check_kinds(root: &Node, problems: &mut Vec<Problem>) {
    let sections = Schema::of::<Manifest>();
    let common = Schema::of::<ComponentDecl>();
    for kind in kinds(root) {
        let taken = sections.keys().chain(RESERVED).any(|word| word == kind.key);
        if taken {
            let message = format!("a kind of piece cannot be called `{}`", kind.key);
            problems.push(Problem::new(message).at(kind.key_place.clone()));
        }
        let fields = kind.node.get("fields").map_or(&[][..], Node::entries);
        for field in fields.iter().filter(|field| common.keys().any(|key| key == field.key)) {
            let message = format!("every component has a key `{}` already", field.key);
            problems.push(Problem::new(message).at(field.key_place.clone()));
        }
    }
}

/// The schema of a merged tree: sections of the game, and a list for each kind it declares.
pub fn tree_schema(root: &Node) -> Schema {
    let mut schema = Schema::of::<Manifest>();
    let component = Schema::of::<ComponentDecl>();
    let taken: Vec<String> = schema.keys().map(str::to_string).collect();
    for kind in kinds(root).filter(|kind| !taken.contains(&kind.key)) {
        let fields = kind.node.get("fields").map_or(&[][..], Node::entries);
        let fields: Vec<_> = fields.iter().map(|field| field.key.clone()).collect();
        let fields: Vec<_> = fields
            .into_iter()
            .filter(|field| !component.keys().any(|key| key == field))
            .collect();
        schema.add_list(&kind.key, &component, &fields);
    }
    schema
}

/// Checks a merged tree, ids included.
pub fn check_tree(root: &Node, problems: &mut Vec<Problem>) {
    tree_schema(root).check(root, problems);
    check_kinds(root, problems);
    for section in root.entries() {
        match (section.key.as_str(), &section.node.value) {
            ("game" | "end" | "result" | "bot", _) => {}
            (_, Value::Table(table)) => {
                for entry in &table.entries {
                    problems.extend(check_id(&entry.key, &entry.key_place));
                }
            }
            (_, Value::List(list)) => check_list_ids(list, problems),
            _ => {}
        }
    }
}

fn check_list_ids(list: &[Node], problems: &mut Vec<Problem>) {
    for (at, node) in list.iter().enumerate() {
        let Some(id) = node.id() else { continue };
        problems.extend(check_id(id, &id_place(node)));
        if let Some(first) = list[..at].iter().find(|old| old.id() == Some(id)) {
            let message = format!("there is a `{id}` already");
            let problem = Problem::new(message).at(id_place(node));
            problems.push(problem.related(id_place(first), "the first one is here"));
        }
    }
}

/// An id is a step of a path and a name in the setup language.
fn check_id(id: &str, place: &Place) -> Option<Problem> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !id.is_empty() && id.chars().all(good) {
        return None;
    }
    let problem = Problem::new(format!("`{id}` is no id")).at(place.clone());
    Some(problem.help("an id is made of letters, digits, `-` and `_`"))
}

impl Merged {
    /// The node at the end of a path, as layers write it.
    pub fn find(&self, steps: &[&str]) -> Option<&Node> {
        let [kind, id, rest @ ..] = steps else {
            return path::find(&self.manifest, steps);
        };
        match self.components.iter().find(|(known, _)| known == kind) {
            Some((_, list)) => path::find(list.iter().find(|node| node.id() == Some(id))?, rest),
            None => path::find(&self.manifest, steps),
        }
    }

    /// Takes the lists of components out of a merged tree.
    pub fn split(root: Node) -> Merged {
        let sections = Schema::of::<Manifest>();
        let (place, layer) = (root.place.clone(), root.layer);
        let kinds: Vec<String> = kinds(&root).map(|entry| entry.key.clone()).collect();
        let mut table = match root.value {
            Value::Table(table) => table,
            _ => Table::default(),
        };
        let mut components = Vec::new();
        for kind in kinds {
            let entry = table.remove(&kind).map(|entry| entry.node.value);
            let list = match entry {
                Some(Value::List(list)) => list,
                _ => Vec::new(),
            };
            components.push((kind, list));
        }
        table
            .entries
            .retain(|entry| sections.keys().any(|key| key == entry.key));
        Merged {
            manifest: Node {
                value: Value::Table(table),
                place,
                layer,
            },
            components,
        }
    }
}
