//! A tree of values as they were written, each with its place and the layer it
//! came from. TOML goes in here, and problems found later still know the line.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::files::{FileId, Files};
use super::problem::{Place, Problem};

/// A layer of a resolved game: 0 is the base game, then the others in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LayerId(pub u8);

/// A value, where it was written, and the layer that did.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub value: Value,
    pub place: Place,
    pub layer: LayerId,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Int(i64),
    Bool(bool),
    Float(f64),
    List(Vec<Node>),
    Table(Table),
}

/// Entries in the order they were written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    pub entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    pub key_place: Place,
    pub node: Node,
}

impl Node {
    /// Reads a TOML file. Errors of syntax are added to `problems`; what could be read comes back all the same.
    pub fn parse(files: &Files, file: FileId, layer: LayerId, problems: &mut Vec<Problem>) -> Node {
        let text = files.text(file);
        let (tree, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            problems.push(syntax_problem(error, file, text));
        }
        let mut reader = Reader { file, layer, problems };
        Node {
            value: Value::Table(reader.table(tree.into_inner())),
            place: Place::whole(file),
            layer,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is a whole one.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            Value::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The entry of a table, `None` if there is none or this is no table.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_table()?.get(key)
    }

    /// The node at the end of a path of keys: `["game", "id"]`.
    pub fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The elements of a list, or nothing.
    pub fn elements(&self) -> &[Node] {
        self.as_list().unwrap_or_default()
    }

    /// The entries of a table, or nothing.
    pub fn entries(&self) -> &[Entry] {
        self.as_table().map_or(&[], |table| &table.entries)
    }

    /// The `id` of a table that has one.
    pub fn id(&self) -> Option<&str> {
        self.get("id")?.as_text()
    }

    /// What sort of value this is, for messages.
    pub fn sort(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "text",
            Value::Int(_) => "a whole number",
            Value::Bool(_) => "`true` or `false`",
            Value::Float(_) => "a number with a fraction",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// Whether two values are the same, wherever they were written; tables in any order.
    pub fn same_value(&self, other: &Node) -> bool {
        self.to_json() == other.to_json()
    }

    /// Says which layer wrote this and all that is inside.
    pub fn set_layer(&mut self, layer: LayerId) {
        self.layer = layer;
        match &mut self.value {
            Value::List(list) => list.iter_mut().for_each(|node| node.set_layer(layer)),
            Value::Table(table) => {
                for entry in &mut table.entries {
                    entry.node.set_layer(layer);
                }
            }
            Value::Text(_) | Value::Int(_) | Value::Bool(_) | Value::Float(_) => {}
        }
    }

    /// The bare value, for serde.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Text(text) => Json::from(text.as_str()),
            Value::Int(number) => Json::from(*number),
            Value::Bool(truth) => Json::from(*truth),
            Value::Float(number) => Json::from(*number),
            Value::List(list) => list.iter().map(Node::to_json).collect(),
            Value::Table(table) => {
                let entries = table.entries.iter();
                let pairs = entries.map(|entry| (entry.key.clone(), entry.node.to_json()));
                Json::Object(pairs.collect())
            }
        }
    }

    /// The place of a part of a text, such as a name in an expression. Exact where the text stands in the file
    /// as it is, between one quote and another; otherwise the place of the whole text.
    pub fn place_in_text(&self, files: &Files, part: std::ops::Range<usize>) -> Place {
        let written = files.text(self.place.file).get(self.place.span.clone());
        let inside = written.and_then(|written| {
            let text = self.as_text()?;
            let bare = written.get(1..written.len().checked_sub(1)?)?;
            (bare == text && part.end <= text.len()).then_some(self.place.span.start + 1)
        });
        match inside {
            Some(start) => Place {
                file: self.place.file,
                span: start + part.start..start + part.end,
            },
            None => self.place.clone(),
        }
    }
}

impl Table {
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        let entry = self.entries.iter_mut().find(|entry| entry.key == key)?;
        Some(&mut entry.node)
    }

    /// Puts an entry in the place of the one with the same key, which it gives back, or at the end.
    pub fn insert(&mut self, entry: Entry) -> Option<Entry> {
        match self.entries.iter_mut().find(|old| old.key == entry.key) {
            Some(old) => Some(std::mem::replace(old, entry)),
            None => {
                self.entries.push(entry);
                None
            }
        }
    }

    pub fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(at))
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }
}

fn syntax_problem(error: &toml::de::Error, file: FileId, text: &str) -> Problem {
    let span = error.span().unwrap_or(0..0);
    // An empty span at the very start would stand for the whole file.
    let span = if span == (0..0) && !text.is_empty() { 0..1 } else { span };
    Problem::new(error.message()).at(Place { file, span })
}

/// Turns the parser's tree into ours.
struct Reader<'a> {
    file: FileId,
    layer: LayerId,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place { file: self.file, span }
    }

    fn table(&mut self, table: DeTable<'_>) -> Table {
        let entries = table.into_iter().filter_map(|(key, value)| self.entry(key, value));
        let mut entries: Vec<_> = entries.collect();
        // The parser sorts by key; a game wants the order of the file.
        entries.sort_by_key(|entry| entry.key_place.span.start);
        Table { entries }
    }

    fn entry(&mut self, key: Spanned<DeString<'_>>, value: Spanned<DeValue<'_>>) -> Option<Entry> {
        let key_place = self.place(key.span());
        Some(Entry {
            key: key.into_inner().into_owned(),
            key_place,
            node: self.node(value)?,
        })
    }

    fn node(&mut self, value: Spanned<DeValue<'_>>) -> Option<Node> {
        let place = self.place(value.span());
        let value = match value.into_inner() {
            DeValue::String(text) => Value::Text(text.into_owned()),
            DeValue::Boolean(truth) => Value::Bool(truth),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Int(number),
                Err(_) => return self.refuse("this number is too large", place),
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => Value::Float(number),
                Err(_) => return self.refuse("this is not a number", place),
            },
            DeValue::Datetime(_) => return self.refuse("a date is not a value here", place),
            DeValue::Array(list) => Value::List(list.into_iter().filter_map(|node| self.node(node)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table)),
        };
        Some(Node {
            value,
            place,
            layer: self.layer,
        })
    }

    fn refuse(&mut self, message: &str, place: Place) -> Option<Node> {
        self.problems.push(Problem::new(message).at(place));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::problem::Report;
    use std::sync::Arc;

    fn parse(text: &str) -> (Node, Files, Vec<Problem>) {
        let files = Files::from_pairs("sample", [("game.toml", text.as_bytes())]);
        let mut problems = Vec::new();
        let node = Node::parse(&files, FileId(0), LayerId(0), &mut problems);
        (node, files, problems)
    }

    #[test]
    fn entries_keep_their_order_and_know_their_place() {
        let (node, files, problems) = parse("[zone.b]\nsize = 0x10\n[zone.a]\n[[card]]\nid = \"x\"\n");
        assert!(problems.is_empty());
        let zones: Vec<_> = node.get("zone").unwrap().as_table().unwrap().keys().collect();
        assert_eq!(zones, ["b", "a"]);
        let size = node.at(&["zone", "b", "size"]).unwrap();
        assert_eq!(size.as_int(), Some(16));
        assert_eq!(&files.text(FileId(0))[size.place.span.clone()], "0x10");
        assert_eq!(node.get("card").unwrap().elements()[0].id(), Some("x"));
        assert_eq!(
            node.to_json(),
            serde_json::json!({"zone": {"b": {"size": 16}, "a": {}}, "card": [{"id": "x"}]})
        );
    }

    #[test]
    fn all_errors_of_syntax_are_found() {
        let (_, files, problems) = parse("a = 1\na = 2\nb = 1979-05-27\nc = 99999999999999999999\nd = \n");
        assert_eq!(
            Report::new(problems, Arc::new(files)).to_string(),
            "error: duplicate key
 --> game.toml:2:1
  |
2 | a = 2
  | ^

error: a date is not a value here
 --> game.toml:3:5
  |
3 | b = 1979-05-27
  |     ^^^^^^^^^^

error: this number is too large
 --> game.toml:4:5
  |
4 | c = 99999999999999999999
  |     ^^^^^^^^^^^^^^^^^^^^

error: string values must be quoted, expected literal string
 --> game.toml:5:5
  |
5 | d =
  |     ^

4 problems"
        );
    }

    #[test]
    fn a_part_of_a_text_is_placed_exactly_where_it_can_be() {
        let (node, files, _) = parse("a = \"x + yy\"\nb = \"x \\\\ yy\"\n");
        let part = |key: &str| {
            let place = node.get(key).unwrap().place_in_text(&files, 4..6);
            files.text(FileId(0))[place.span].to_string()
        };
        assert_eq!(part("a"), "yy");
        assert_eq!(part("b"), "\"x \\\\ yy\"");
    }

    #[test]
    fn tables_insert_and_remove_by_key() {
        let (node, _, _) = parse("a = 1\nb = 2\n");
        let Value::Table(mut table) = node.value else {
            panic!("a file is a table");
        };
        let b = table.remove("b").unwrap();
        let renamed = Entry { key: "a".into(), ..b };
        assert_eq!(table.insert(renamed).unwrap().node.as_int(), Some(1));
        assert_eq!(table.get("a").unwrap().as_int(), Some(2));
        assert_eq!(table.remove("b"), None);
    }
}
