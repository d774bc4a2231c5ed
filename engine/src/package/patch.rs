//! What a layer changes: values set, entries added, removed or replaced, by
//! their paths through the tree of the game. Every change is recorded, and two
//! layers that disagree are a problem.

use serde_json::Value as Json;

use super::base::{component_list, kinds, tree_schema, unknown_kind};
use super::files::Files;
use super::layer_file::Source;
use super::node::{Entry, LayerId, Node, Table, Value};
use super::path::{child, child_mut, children, counted, find, find_taken, has_entries, is_plain, remove};
use super::problem::{Place, Problem};
use super::schema::{Inside, Schema};

/// What a layer did to one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub path: String,
    pub layer: LayerId,
    /// Where the layer says so.
    pub place: Place,
    pub before: Option<Node>,
    pub after: Option<Node>,
}

impl Change {
    /// Whether this took away what a path leads to.
    pub fn took(&self, path: &str) -> bool {
        let inside = path.strip_prefix(&self.path);
        if let Some(steps) = inside.and_then(steps_inside) {
            let there = |node: &Option<Node>| node.as_ref().is_some_and(|node| find(node, &steps).is_some());
            return there(&self.before) && !there(&self.after);
        }
        self.after.is_none() && self.renumbered(path)
    }

    /// Whether this took something of this name away.
    pub fn took_name(&self, name: &str) -> bool {
        let last = self.path.rsplit('.').next();
        self.after.is_none() && last == Some(name)
    }

    /// Whether a path counts in the list from which this took an element.
    fn renumbered(&self, path: &str) -> bool {
        let Some((list, step)) = self.path.rsplit_once('.') else {
            return false;
        };
        let entry = self.before.as_ref().is_none_or(|node| node.id().is_some());
        let inside = path.strip_prefix(list).and_then(steps_inside);
        !entry && counted(step).is_some() && inside.is_some_and(|steps| !steps.is_empty())
    }
}

/// The steps behind the path of something: those of `.on.1`, none of nothing.
fn steps_inside(rest: &str) -> Option<Vec<&str>> {
    match rest {
        "" => Some(Vec::new()),
        _ => Some(rest.strip_prefix('.')?.split('.').collect()),
    }
}

/// The sections of a layer, in the order they are carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    Remove,
    Replace,
    Add,
    Set,
}

/// One line of a layer.
#[derive(Debug, Clone)]
pub struct Patch {
    pub operation: Operation,
    pub path: String,
    /// Where the path is written.
    pub place: Place,
    pub layer: LayerId,
    pub value: Option<Node>,
}

/// A schema for what the game's own values hold: anything.
static FREE: Json = Json::Null;

/// All lines of a layer, in the order they are carried out: sections in a fixed order, lines as written.
pub fn patches(source: &Source, layer: LayerId, files: &Files, problems: &mut Vec<Problem>) -> Vec<Patch> {
    let removed = source.tree.at(&["remove", "paths"]).map_or(&[][..], Node::elements);
    let removed = removed.iter().filter_map(|node| {
        Some(Patch {
            operation: Operation::Remove,
            path: node.as_text()?.to_string(),
            place: node.place.clone(),
            layer,
            value: None,
        })
    });
    let mut all: Vec<Patch> = removed.collect();
    for (section, operation) in [
        ("replace", Operation::Replace),
        ("add", Operation::Add),
        ("set", Operation::Set),
    ] {
        for entry in source.tree.get(section).map_or(&[][..], Node::entries) {
            match unquoted(entry, files) {
                Some(problem) => problems.push(problem),
                None => all.push(Patch::of(operation, entry, entry.key.clone(), &entry.node, layer)),
            }
        }
    }
    all
}

/// The component lists of a mod, as lines that add them. They come last: the mod may declare their kind.
pub fn component_patches(source: &Source, layer: LayerId, root: &Node, problems: &mut Vec<Problem>) -> Vec<Patch> {
    let mut all = Vec::new();
    for entry in source.components.iter().flat_map(Node::entries) {
        if !kinds(root).any(|kind| kind.key == entry.key) {
            problems.push(unknown_kind(entry, kinds(root).map(|kind| kind.key.as_str())));
            continue;
        }
        match component_list(entry) {
            Ok(list) => {
                for component in list {
                    let Some(id) = component.id() else {
                        problems.push(Problem::missing_key("id").at(component.place.clone()));
                        continue;
                    };
                    let path = format!("{}.{id}", entry.key);
                    let mut patch = Patch::of(Operation::Add, entry, path, component, layer);
                    patch.place = component.place.clone();
                    all.push(patch);
                }
            }
            Err(problem) => problems.push(problem),
        }
    }
    all
}

/// `rules.trades = 3` under `[set]` is a table to TOML, and would set all of `rules`.
fn unquoted(entry: &Entry, files: &Files) -> Option<Problem> {
    let inner = entry.node.as_table()?.entries.first();
    let source = files.text(entry.node.place.file).get(entry.node.place.span.clone())?;
    if entry.key.contains('.') || source.starts_with('{') {
        return None;
    }
    let example = inner.map_or("…", |inner| &inner.key);
    let problem = Problem::new("a path is written in quotes").at(entry.key_place.clone());
    Some(problem.help(format!("write `\"{}.{example}\" = …`", entry.key)))
}

impl Patch {
    fn of(operation: Operation, entry: &Entry, path: String, value: &Node, layer: LayerId) -> Patch {
        let mut value = value.clone();
        value.set_layer(layer);
        Patch {
            operation,
            path,
            place: entry.key_place.clone(),
            layer,
            value: Some(value),
        }
    }

    /// What says which game this is stays as it is: saved games and other layers go by it.
    fn check_path(&self) -> Result<(), Problem> {
        let help = match self.path.as_str() {
            "game" => "`[set]` changes the other facts of the game one by one",
            "game.id" | "game.version" => "it says which game the layer is for",
            _ => return Ok(()),
        };
        let problem = Problem::new(format!("a layer cannot change `{}`", self.path));
        Err(problem.at(self.place.clone()).help(help))
    }

    /// Carries the line out and says what changed.
    pub fn apply(&self, root: &mut Node, files: &Files) -> Result<Change, Problem> {
        self.check_path()?;
        let schema = tree_schema(root);
        let steps: Vec<&str> = self.path.split('.').collect();
        let walk = Walk {
            patch: self,
            schema: &schema,
            steps: &steps,
        };
        let removes = self.operation == Operation::Remove;
        let before = match removes {
            true => find_taken(root, &steps),
            false => find(root, &steps),
        };
        let before = before.cloned();
        if let Err(failure) = walk.run(root) {
            return Err(match failure {
                Failure::Nowhere(step) => walk.nowhere(root, step, files),
                Failure::Other(problem) => *problem,
            });
        }
        // In a list the next element has come up.
        let after = find(root, &steps).filter(|_| !removes).cloned();
        Ok(Change {
            path: self.path.clone(),
            layer: self.layer,
            place: self.place.clone(),
            before,
            after,
        })
    }
}

impl Patch {
    /// The list from which the line takes an element, if its elements are counted.
    pub fn shortens(&self, root: &Node) -> Option<String> {
        let (list, _) = self.path.rsplit_once('.')?;
        let steps: Vec<&str> = list.split('.').collect();
        let elements = find(root, &steps)?.as_list()?;
        (self.operation == Operation::Remove && !has_entries(elements)).then(|| list.to_string())
    }

    /// Whether the line names an element of this list by its number.
    pub fn counts_in(&self, list: &str, root: &Node) -> bool {
        let Some(inside) = self.path.strip_prefix(list).and_then(|rest| rest.strip_prefix('.')) else {
            return false;
        };
        let step = inside.split('.').next().unwrap_or(inside);
        let steps: Vec<&str> = list.split('.').collect();
        let elements = find(root, &steps).map_or(&[][..], Node::elements);
        let by_value = self.operation == Operation::Remove && step == inside && elements.iter().all(is_plain);
        counted(step).is_some() && !by_value
    }
}

enum Failure {
    /// The path ends before the step of this number.
    Nowhere(usize),
    Other(Box<Problem>),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Other(Box::new(problem))
    }
}

/// A line on its way through the tree.
struct Walk<'a> {
    patch: &'a Patch,
    schema: &'a Schema,
    steps: &'a [&'a str],
}

impl<'a> Walk<'a> {
    fn run(&self, root: &mut Node) -> Result<(), Failure> {
        let last = self.steps.len() - 1;
        let mut node = root;
        let mut schema = self.schema.root();
        for (at, step) in self.steps[..last].iter().enumerate() {
            self.make_way(node, schema, step);
            schema = self.child_schema(schema, step);
            node = child_mut(node, step).ok_or(Failure::Nowhere(at))?;
        }
        let step = self.steps[last];
        match self.patch.operation {
            Operation::Remove => remove(node, step).ok_or(Failure::Nowhere(last)),
            Operation::Replace if child(node, step).is_none() => Err(Failure::Nowhere(last)),
            Operation::Replace | Operation::Set => self.set(node, schema, step),
            Operation::Add => self.add(node, schema, step),
        }
    }

    fn child_schema(&self, schema: &'a Json, step: &str) -> &'a Json {
        match self.schema.inside(schema) {
            Inside::Keys(known) => known.get(step).unwrap_or(&FREE),
            Inside::Entries(inner) | Inside::List(inner) => inner,
            Inside::Free | Inside::Nothing => &FREE,
        }
    }

    /// Makes a section that the game left out, if it is one that could be there.
    fn make_way(&self, node: &mut Node, schema: &Json, step: &str) {
        let adds = self.patch.operation == Operation::Add;
        if child(node, step).is_some() || !(adds || self.patch.operation == Operation::Set) {
            return;
        }
        let Inside::Keys(known) = self.schema.inside(schema) else {
            return;
        };
        let value = match known.get(step).map(|schema| self.schema.inside(schema)) {
            Some(Inside::Keys(_) | Inside::Entries(_)) => Value::Table(Table::default()),
            Some(Inside::List(_)) if adds => Value::List(Vec::new()),
            _ => return,
        };
        if let Value::Table(table) = &mut node.value {
            table.entries.push(self.entry(step, value));
        }
    }

    fn entry(&self, key: &str, value: Value) -> Entry {
        Entry {
            key: key.to_string(),
            key_place: self.patch.place.clone(),
            node: Node {
                value,
                place: self.patch.place.clone(),
                layer: self.patch.layer,
            },
        }
    }

    fn value(&self) -> Result<Node, Failure> {
        let missing = || Problem::new("there is no value").at(self.patch.place.clone());
        Ok(self.patch.value.clone().ok_or_else(missing)?)
    }

    /// Sets what is there, or a key that could be there.
    fn set(&self, node: &mut Node, schema: &Json, step: &str) -> Result<(), Failure> {
        let mut value = self.value()?;
        if self.has_ids(schema) {
            self.fill_id(&mut value, step)?;
        }
        if let Some(old) = child_mut(node, step) {
            self.check_sort(old, &value)?;
            *old = value;
            return Ok(());
        }
        let known = matches!(self.schema.inside(schema), Inside::Keys(known) if known.contains_key(step));
        match &mut node.value {
            Value::Table(table) if known => {
                let mut entry = self.entry(step, Value::Bool(false));
                entry.node = value;
                table.entries.push(entry);
                Ok(())
            }
            _ => Err(Failure::Nowhere(self.steps.len() - 1)),
        }
    }

    /// Nothing says of what type a value of the rules is but the value itself, and what reads it goes by that.
    fn check_sort(&self, old: &Node, new: &Node) -> Result<(), Failure> {
        if self.steps.first() != Some(&"rules") || old.sort() == new.sort() {
            return Ok(());
        }
        let message = format!(
            "`{}` is {}, and cannot become {}",
            self.patch.path,
            old.sort(),
            new.sort()
        );
        let problem = Problem::new(message).at(new.place.clone());
        Err(Failure::Other(Box::new(
            problem.related(old.place.clone(), "it is declared here"),
        )))
    }

    /// Adds an entry, a key that could be there, or elements of a list.
    fn add(&self, node: &mut Node, schema: &Json, step: &str) -> Result<(), Failure> {
        let mut value = self.value()?;
        if let Some(old) = child_mut(node, step) {
            return self.append(old, value);
        }
        let nowhere = Err(Failure::Nowhere(self.steps.len() - 1));
        match (&mut node.value, self.schema.inside(schema)) {
            (Value::Table(_), Inside::Keys(known)) if !known.contains_key(step) => nowhere,
            (Value::Table(table), _) => {
                let mut entry = self.entry(step, Value::Bool(false));
                entry.node = value;
                table.entries.push(entry);
                Ok(())
            }
            (Value::List(list), Inside::List(items)) if self.has_ids(schema) => {
                self.fill_id(&mut value, step)?;
                let position = self.position(list, items, &mut value)?;
                list.insert(position, value);
                Ok(())
            }
            _ => nowhere,
        }
    }

    fn append(&self, old: &mut Node, value: Node) -> Result<(), Failure> {
        let entries = old.elements().iter().any(|node| node.id().is_some());
        match (&mut old.value, value.value) {
            (Value::List(list), Value::List(more)) if !entries => {
                list.extend(more);
                Ok(())
            }
            (Value::List(_), _) if entries => {
                let problem = Problem::new("entries are added one by one").at(self.patch.place.clone());
                Err(problem
                    .help(format!("write `\"{}.ID\" = {{ … }}`", self.patch.path))
                    .into())
            }
            (Value::List(_), _) => {
                let problem = Problem::new("expected a list of what is added").at(value.place);
                Err(problem.into())
            }
            _ => {
                let problem = Problem::new(format!("`{}` is there already", self.patch.path))
                    .at(self.patch.place.clone())
                    .help("`[set]` changes a value, `[replace]` a whole entry");
                Err(problem.related(old.place.clone(), "it is here").into())
            }
        }
    }

    /// Whether the elements of a list are entries with ids.
    fn has_ids(&self, schema: &Json) -> bool {
        let Inside::List(items) = self.schema.inside(schema) else {
            return false;
        };
        matches!(self.schema.inside(items), Inside::Keys(known) if known.contains_key("id"))
    }

    /// The id is a part of the path, and need not be written twice.
    fn fill_id(&self, value: &mut Node, step: &str) -> Result<(), Failure> {
        let place = value.place.clone();
        let Value::Table(table) = &mut value.value else {
            let message = format!("expected a table, found {}", value.sort());
            return Err(Problem::new(message).at(place).into());
        };
        match table.get("id") {
            None => table.entries.insert(0, self.entry("id", Value::Text(step.to_string()))),
            Some(id) if id.as_text() == Some(step) => {}
            Some(id) => {
                let message = format!("the id must be `{step}`, as in the path");
                return Err(Problem::new(message).at(id.place.clone()).into());
            }
        }
        Ok(())
    }

    /// Where in the list an entry goes: its `after` or `before`, which are no keys of its own.
    fn position(&self, list: &[Node], items: &Json, value: &mut Node) -> Result<usize, Failure> {
        let Value::Table(table) = &mut value.value else {
            return Ok(list.len());
        };
        let mut position = list.len();
        for (word, offset) in [("after", 1), ("before", 0)] {
            let own = matches!(self.schema.inside(items), Inside::Keys(known) if known.contains_key(word));
            let Some(entry) = (if own { None } else { table.remove(word) }) else {
                continue;
            };
            let wanted = entry.node.as_text().unwrap_or_default();
            let found = list.iter().position(|node| node.id() == Some(wanted));
            position = offset
                + found.ok_or_else(|| {
                    Problem::new(format!("there is no `{wanted}` to come {word}"))
                        .at(entry.node.place.clone())
                        .suggest(wanted, list.iter().filter_map(Node::id))
                })?;
        }
        Ok(position)
    }

    /// The problem of a path that leads nowhere, with the nearest step there is.
    fn nowhere(&self, root: &Node, at: usize, files: &Files) -> Problem {
        let step = self.steps[at];
        let parent = find(root, &self.steps[..at]);
        let schema = self.steps[..at].iter();
        let schema = schema.fold(self.schema.root(), |schema, step| self.child_schema(schema, step));
        let mut known: Vec<&str> = parent.map(children).unwrap_or_default();
        if let Inside::Keys(keys) = self.schema.inside(schema) {
            known.extend(keys.keys().map(String::as_str));
        }
        if let Some(problem) = parent.and_then(|parent| self.out_of_range(parent, at)) {
            return problem.at(self.step_place(at, files));
        }
        let message = match &self.steps[..at] {
            [] => format!("there is no section and no kind of piece `{step}`"),
            before => format!("there is no `{step}` in `{}`", before.join(".")),
        };
        let problem = Problem::new(message).at(self.step_place(at, files));
        let problem = problem.suggest(step, known);
        let guess = problem
            .help
            .as_ref()
            .is_some_and(|help| help.starts_with("did you mean"));
        if self.patch.operation == Operation::Set && !guess {
            return problem.help("`[set]` changes what is there; `[add]` adds something new");
        }
        problem
    }

    /// The problem of a number that no element of a list has.
    fn out_of_range(&self, parent: &Node, at: usize) -> Option<Problem> {
        let list = parent.as_list().filter(|list| !has_entries(list))?;
        let by_value = self.patch.operation == Operation::Remove && at + 1 == self.steps.len();
        counted(self.steps[at]).filter(|_| !by_value || !list.iter().all(is_plain))?;
        let path = self.steps[..at].join(".");
        let message = format!("`{path}` has no element {}", self.steps[at]);
        let help = match list.len() {
            0 => "the list is empty".to_string(),
            1 => "it has one, with the number 1".to_string(),
            most => format!("its elements are counted from 1 to {most}"),
        };
        Some(Problem::new(message).help(help))
    }

    /// The place of one step inside the path, if it is written in plain quotes.
    fn step_place(&self, at: usize, files: &Files) -> Place {
        let place = &self.patch.place;
        let source = files.text(place.file).get(place.span.clone()).unwrap_or("");
        let quoted = source.len() == self.patch.path.len() + 2 && source.contains(&self.patch.path);
        if !quoted {
            return place.clone();
        }
        let before: usize = self.steps[..at].iter().map(|step| step.len() + 1).sum();
        let start = place.span.start + 1 + before;
        Place {
            file: place.file,
            span: start..start + self.steps[at].len(),
        }
    }
}

/// How two lines of different layers get on.
#[derive(Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They have nothing to do with each other, or want the same value.
    Fine,
    /// The later one is already done.
    Done,
    /// They want different things.
    Conflict,
}

/// Compares a line with one of an earlier layer of the same kind.
pub fn meet(earlier: &Patch, later: &Patch) -> Meeting {
    use Operation::{Add, Remove};
    let below = |outer: &Patch, inner: &Patch| {
        let rest = inner.path.strip_prefix(&outer.path);
        rest.is_some_and(|rest| rest.starts_with('.')) && outer.operation != Add
    };
    if below(earlier, later) || below(later, earlier) {
        return Meeting::Conflict;
    }
    if earlier.path != later.path {
        return Meeting::Fine;
    }
    match (earlier.operation, later.operation) {
        (Remove, Remove) => Meeting::Done,
        (Remove, _) | (_, Remove) => Meeting::Conflict,
        (Add, _) | (_, Add) => Meeting::Fine,
        _ => match (&earlier.value, &later.value) {
            (Some(a), Some(b)) if a.same_value(b) => Meeting::Fine,
            _ => Meeting::Conflict,
        },
    }
}
