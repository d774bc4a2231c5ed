//! Checks a tree of values against the JSON schema of a serde type, so that the
//! types in `manifest` stay the only place that says what a key may be. serde
//! would stop at the first error and forget the line; this finds all of them.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::node::{Entry, Node, Table, Value};
use super::problem::{Place, Problem, nearest};

/// The JSON schema of a type, or of a whole game with its kinds of pieces.
#[derive(Debug, Clone)]
pub struct Schema {
    root: Json,
}

/// What may lie inside a value.
#[derive(Debug)]
pub enum Inside<'s> {
    /// These keys and no others.
    Keys(&'s Map<String, Json>),
    /// Any ids, each with an entry of this schema.
    Entries(&'s Json),
    /// Elements of this schema.
    List(&'s Json),
    /// Anything: a value of the game's own.
    Free,
    /// Nothing: a number, a word.
    Nothing,
}

/// Adds every difference between `node` and the type to `problems`.
pub fn check<T: JsonSchema>(node: &Node, problems: &mut Vec<Problem>) {
    Schema::of::<T>().check(node, problems);
}

/// Reads a value of the type, or adds what is wrong to `problems`.
pub fn read<T: DeserializeOwned + JsonSchema>(node: &Node, problems: &mut Vec<Problem>) -> Option<T> {
    let before = problems.len();
    check::<T>(node, problems);
    if problems.len() > before {
        return None;
    }
    match serde_json::from_value(node.to_json()) {
        Ok(value) => Some(value),
        Err(error) => {
            problems.push(Problem::new(error.to_string()).at(node.place.clone()));
            None
        }
    }
}

impl Schema {
    /// The schema of a type.
    pub fn of<T: JsonSchema>() -> Schema {
        Schema {
            root: schemars::schema_for!(T).to_value(),
        }
    }

    /// Adds a key to the outermost table whose value is a list of `items`, which has more keys of any value.
    /// So the components of a kind of piece become a part of the game's schema.
    pub fn add_list(&mut self, key: &str, items: &Schema, more: &[String]) {
        let mut items = items.root.clone();
        let definitions = items.as_object_mut().and_then(|items| items.remove("$defs"));
        for field in more {
            // The type of a free value is among the definitions of every game.
            items["properties"][field] = serde_json::json!({ "$ref": "#/$defs/RuleValue" });
        }
        for (name, definition) in definitions.as_ref().and_then(Json::as_object).into_iter().flatten() {
            self.root["$defs"][name] = definition.clone();
        }
        self.root["properties"][key] = serde_json::json!({ "type": "array", "items": items });
    }

    /// The schema of the outermost value.
    pub fn root(&self) -> &Json {
        &self.root
    }

    /// The keys of the outermost table.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let properties = self.root.get("properties").and_then(Json::as_object);
        properties.into_iter().flat_map(Map::keys).map(String::as_str)
    }

    /// What may lie inside a value of this schema.
    pub fn inside<'s>(&'s self, schema: &'s Json) -> Inside<'s> {
        let alternatives = self.alternatives(schema);
        let [schema] = alternatives[..] else {
            return if alternatives
                .iter()
                .any(|one| allows(one, "object") || allows(one, "array"))
            {
                Inside::Free
            } else {
                Inside::Nothing
            };
        };
        // A table of entries may have a key of its own too, such as their `source`.
        if let Some(entries) = schema.get("additionalProperties").filter(|s| s.is_object()) {
            Inside::Entries(entries)
        } else if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            Inside::Keys(properties)
        } else if let Some(items) = schema.get("items") {
            Inside::List(items)
        } else if schema.get("type").is_none() && words(schema).is_none() {
            Inside::Free
        } else {
            Inside::Nothing
        }
    }

    /// Adds every difference to `problems`.
    pub fn check(&self, node: &Node, problems: &mut Vec<Problem>) {
        self.check_value(&self.root, node, problems);
    }

    /// Follows references.
    fn definition<'s>(&'s self, mut schema: &'s Json) -> &'s Json {
        while let Some(name) = schema.get("$ref").and_then(Json::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            match self.root.get("$defs").and_then(|all| all.get(name)) {
                Some(definition) => schema = definition,
                None => break,
            }
        }
        schema
    }

    /// The schemas a value may have, one in most cases. What may be left out may be `null` in JSON; TOML has no `null`.
    fn alternatives<'s>(&'s self, schema: &'s Json) -> Vec<&'s Json> {
        let schema = self.definition(schema);
        match schema.get("anyOf").and_then(Json::as_array) {
            Some(all) => all.iter().flat_map(|one| self.alternatives(one)).collect(),
            None if schema.get("type").and_then(Json::as_str) == Some("null") => Vec::new(),
            None => vec![schema],
        }
    }

    fn check_value(&self, schema: &Json, node: &Node, problems: &mut Vec<Problem>) {
        let alternatives = self.alternatives(schema);
        let fitting = alternatives.iter().filter(|one| fits(one, node));
        // Of several, the one with the fewest problems is what was meant.
        let best = fitting
            .map(|one| {
                let mut found = Vec::new();
                self.check_one(one, node, &mut found);
                found
            })
            .min_by_key(Vec::len);
        match best {
            Some(found) => problems.extend(found),
            None => problems.push(wrong_type(&alternatives, node)),
        }
    }

    /// Checks against a schema whose type fits.
    fn check_one(&self, schema: &Json, node: &Node, problems: &mut Vec<Problem>) {
        match &node.value {
            Value::Text(word) => problems.extend(check_word(schema, word, &node.place)),
            Value::Int(number) => problems.extend(check_number(schema, *number, &node.place)),
            Value::List(list) => {
                if let Some(items) = schema.get("items") {
                    for element in list {
                        self.check_value(items, element, problems);
                    }
                }
            }
            Value::Table(table) => self.check_table(schema, table, &node.place, problems),
            Value::Bool(_) | Value::Float(_) => {}
        }
    }

    fn check_table(&self, schema: &Json, table: &Table, place: &Place, problems: &mut Vec<Problem>) {
        let none = Map::new();
        let known = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        for entry in &table.entries {
            match (known.get(&entry.key), schema.get("additionalProperties")) {
                (Some(schema), _) => self.check_value(schema, &entry.node, problems),
                (None, Some(Json::Bool(false))) => problems.push(unknown_key(entry, known)),
                (None, Some(schema)) if schema.is_object() => {
                    self.check_value(schema, &entry.node, problems);
                }
                (None, _) => {}
            }
        }
        let required = schema.get("required").and_then(Json::as_array);
        for key in required.into_iter().flatten().filter_map(Json::as_str) {
            if table.get(key).is_none() {
                problems.push(Problem::missing_key(key).at(place.clone()));
            }
        }
    }
}

fn unknown_key(entry: &Entry, known: &Map<String, Json>) -> Problem {
    Problem::new(format!("unknown key `{}`", entry.key))
        .at(entry.key_place.clone())
        .suggest(&entry.key, known.keys().map(String::as_str))
}

/// The words a text may be, if it may not be any.
fn words(schema: &Json) -> Option<Vec<&str>> {
    if let Some(word) = schema.get("const") {
        return Some(word.as_str().into_iter().collect());
    }
    if let Some(all) = schema.get("enum").and_then(Json::as_array) {
        return Some(all.iter().filter_map(Json::as_str).collect());
    }
    let each = schema.get("oneOf")?.as_array()?.iter().map(words);
    Some(each.collect::<Option<Vec<_>>>()?.concat())
}

fn check_word(schema: &Json, word: &str, place: &Place) -> Option<Problem> {
    let words = words(schema)?;
    if words.contains(&word) {
        return None;
    }
    let all = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>();
    let all = all.join(", ");
    let help = match nearest(word, words) {
        Some(near) => format!("did you mean `{near}`? known words: {all}"),
        None => format!("known words: {all}"),
    };
    Some(
        Problem::new(format!("unknown word `{word}`"))
            .at(place.clone())
            .help(help),
    )
}

fn check_number(schema: &Json, number: i64, place: &Place) -> Option<Problem> {
    let least = schema.get("minimum").and_then(Json::as_i64);
    let format = schema.get("format").and_then(Json::as_str);
    let most = schema.get("maximum").and_then(Json::as_i64);
    let most = most.or((format == Some("uint32")).then_some(i64::from(u32::MAX)));
    let message = if least.is_some_and(|least| number < least) {
        format!("expected a whole number of at least {}", least?)
    } else if most.is_some_and(|most| number > most) {
        format!("expected a whole number of at most {}", most?)
    } else {
        return None;
    };
    Some(Problem::new(message).at(place.clone()))
}

/// Whether a schema names this JSON type.
fn allows(schema: &Json, name: &str) -> bool {
    match schema.get("type") {
        Some(Json::String(one)) => one == name,
        Some(Json::Array(all)) => all.iter().any(|one| one == name),
        _ => false,
    }
}

fn fits(schema: &Json, node: &Node) -> bool {
    let name = match &node.value {
        Value::Text(_) => "string",
        Value::Int(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Float(_) => "number",
        Value::List(_) => "array",
        Value::Table(_) => "object",
    };
    match (schema.get("type"), words(schema)) {
        (None, Some(_)) => name == "string",
        (None, None) => true,
        _ => allows(schema, name),
    }
}

fn wrong_type(alternatives: &[&Json], node: &Node) -> Problem {
    let names = [
        ("boolean", "`true` or `false`"),
        ("integer", "a whole number"),
        ("number", "a number"),
        ("string", "text"),
        ("array", "a list"),
        ("object", "a table"),
    ];
    let allowed = |name: &str| match name {
        "string" => alternatives.iter().any(|one| allows(one, name) || words(one).is_some()),
        name => alternatives.iter().any(|one| allows(one, name)),
    };
    let expected: Vec<_> = names
        .iter()
        .filter(|(name, _)| allowed(name))
        .map(|(_, word)| *word)
        .collect();
    let expected = match expected.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".to_string(),
    };
    Problem::new(format!("expected {expected}, found {}", node.sort())).at(node.place.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::files::{FileId, Files};
    use crate::package::manifest::{ComponentDecl, Manifest};
    use crate::package::node::LayerId;
    use crate::package::problem::Report;
    use std::sync::Arc;

    const HEAD: &str = "[game]\nid = \"a\"\nname = \"A\"\nversion = \"1\"\nplayers = [2]\n";

    fn report(text: &str) -> String {
        let text = format!("{HEAD}{text}");
        let files = Files::from_pairs("sample", [("game.toml", text.as_bytes())]);
        let mut problems = Vec::new();
        let node = Node::parse(&files, FileId(0), LayerId(0), &mut problems);
        let read = read::<Manifest>(&node, &mut problems);
        assert_eq!(read.is_some(), problems.is_empty());
        Report::new(problems, Arc::new(files)).to_string()
    }

    #[test]
    fn a_whole_game_is_read() {
        let text = "teams.2 = [[1], [2]]
[rules]
trades = 3
by = { short = [1, 2], long = { a = true } }
[zone.market]
kind = \"row\"
size = \"2 * players\"
source = { size = \"p. 3\" }
[option.fast]
default = true
help = \"Faster.\"
source = \"house\"
[[phase]]
id = \"one\"
run = \"main.one\"
each = 2
";
        assert_eq!(report(text), "0 problems");
    }

    #[test]
    fn each_difference_is_a_problem_with_its_place() {
        let cases = [
            (
                "[zone.market]\nkind = \"row\"\nvisble = \"all\"\n",
                "error: unknown key `visble`
 --> game.toml:8:1
  |
8 | visble = \"all\"
  | ^^^^^^
  = help: did you mean `visible`?

1 problem",
            ),
            (
                "[token.coin]\ncount = \"many\"\n",
                "error: expected a whole number, found text
 --> game.toml:7:9
  |
7 | count = \"many\"
  |         ^^^^^^

1 problem",
            ),
            (
                "[zone.market]\ntokens = true\n",
                "error: missing key `kind`
 --> game.toml:6:1
  |
6 | [zone.market]
  | ^^^^^^^^^^^^^

1 problem",
            ),
            (
                "[zone.market]\nkind = \"rwo\"\n",
                "error: unknown word `rwo`
 --> game.toml:7:8
  |
7 | kind = \"rwo\"
  |        ^^^^^
  = help: did you mean `row`? known words: `pool`, `stack`, `row`, `path`, `grid`, `track`

1 problem",
            ),
            (
                "[var.x]\ntype = \"number\"\n",
                "error: unknown word `number`
 --> game.toml:7:8
  |
7 | type = \"number\"
  |        ^^^^^^^^
  = help: known words: `int`, `bool`, `seat`, `piece`, `space`, `token`

1 problem",
            ),
            (
                "[zone.market]\nkind = \"row\"\nsize = true\n",
                "error: expected a whole number or text, found `true` or `false`
 --> game.toml:8:8
  |
8 | size = true
  |        ^^^^

1 problem",
            ),
            (
                "[token.coin]\ncount = -1\n",
                "error: expected a whole number of at least 0
 --> game.toml:7:9
  |
7 | count = -1
  |         ^^

1 problem",
            ),
            (
                "[token.coin]\ncount = 4294967296\n",
                "error: expected a whole number of at most 4294967295
 --> game.toml:7:9
  |
7 | count = 4294967296
  |         ^^^^^^^^^^

1 problem",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(report(text), expected);
        }
    }

    #[test]
    fn problems_deep_inside_and_side_by_side_are_all_found() {
        let text = "[rules]\na = [1, { b = 1.5 }]\n[option.x]\ndefault = [1]\n[token.coin]\nsource = { count = 3 }\n[[phase]]\nid = 3\n";
        let shown = report(text);
        let messages: Vec<_> = shown.lines().filter(|line| line.starts_with("error")).collect();
        assert_eq!(
            messages,
            [
                "error: expected `true` or `false`, a whole number, text, a list or a table, found a number with a fraction",
                "error: missing key `help`",
                "error: expected `true` or `false`, a whole number or text, found a list",
                "error: expected text, found a whole number",
                "error: missing key `run`",
                "error: expected text, found a whole number",
            ]
        );
    }

    #[test]
    fn kinds_of_pieces_become_lists_with_their_fields() {
        let mut schema = Schema::of::<Manifest>();
        schema.add_list("card", &Schema::of::<ComponentDecl>(), &["cost".to_string()]);
        let text = format!("{HEAD}[[card]]\nid = \"x\"\ncost = 3\ncots = 3\n");
        let files = Files::from_pairs("sample", [("game.toml", text.as_bytes())]);
        let mut problems = Vec::new();
        let node = Node::parse(&files, FileId(0), LayerId(0), &mut problems);
        schema.check(&node, &mut problems);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].help.as_deref(), Some("did you mean `cost`?"));
    }
}
