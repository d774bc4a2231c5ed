//! The fields of components, checked against the types their kinds declare, and
//! the effects in them.

use std::collections::BTreeSet;

use super::{Linker, Written};
use crate::game::{Effect, Fact, FunctionName, Game, Holders, Item, KindId, Meaning, PieceId, Thing, TokenId, Words};
use crate::package::manifest::Manifest;
use crate::package::{Node, Problem, Value};

/// A type of a field or parameter: `int`, `[token]`, `text?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldType<'t> {
    name: &'t str,
    list: bool,
    pub optional: bool,
}

impl<'t> FieldType<'t> {
    pub fn parse(text: &'t str) -> FieldType<'t> {
        let (text, optional) = match text.strip_suffix('?') {
            Some(text) => (text, true),
            None => (text, false),
        };
        match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            Some(name) => FieldType {
                name,
                list: true,
                optional,
            },
            None => FieldType {
                name: text,
                list: false,
                optional,
            },
        }
    }
}

const TYPES: [&str; 6] = ["int", "bool", "text", "token", "effect", "any"];

impl Linker<'_> {
    pub(super) fn fill_facts(&mut self, game: &mut Game, manifest: &Manifest, written: &[Written]) {
        self.check_field_types(game, manifest);
        for component in written {
            let Some(decl) = manifest.piece.get(&component.kind) else {
                continue;
            };
            let mut fields = Vec::new();
            for (name, kind) in &decl.fields {
                let kind = FieldType::parse(kind);
                match component.node.get(name) {
                    Some(node) => {
                        if let Some(fact) = self.typed_fact(game, node, &kind) {
                            fields.push((name.clone(), fact));
                        }
                    }
                    None if kind.optional => {}
                    None => {
                        let problem = Problem::new(format!("`{}` lacks the field `{name}`", component.decl.id));
                        let taken = self.taken(&component.node.place, name);
                        self.problem(problem.at(component.node.place.clone()).taken(taken));
                    }
                }
            }
            let Some(kind) = game.kind_named(&component.kind) else {
                continue;
            };
            let found = game
                .components
                .iter_mut()
                .find(|known| known.kind == kind && known.id == component.decl.id);
            if let Some(found) = found {
                found.fields = fields;
            }
        }
        self.backs(game);
        self.printed(game);
    }

    /// The fields that can be compared: a value for each piece, under the name of the field.
    fn printed(&mut self, game: &mut Game) {
        for kind in (0..game.kinds.len() as u8).map(KindId) {
            for name in game.kinds[kind.index()].fields.clone() {
                let pieces = game.kinds[kind.index()].pieces.clone();
                let values = pieces.iter().map(|&piece| {
                    let component = &game.components[game.pieces[piece.index()].component.index()];
                    let fact = Game::fact(&component.fields, &name);
                    fact.and_then(|fact| comparable(fact, &mut game.words))
                });
                let values: Box<[Item]> = values.map(|value| value.unwrap_or(Item::NOTHING)).collect();
                for name in BTreeSet::from([name.clone(), name.replace('-', "_")]) {
                    if let Some(word) = game.words.intern(&name) {
                        let count = game.meanings.len().max(word.index() + 1);
                        game.meanings.resize_with(count, Meaning::default);
                        game.meanings[word.index()].printed.push((kind, values.clone()));
                    }
                }
            }
        }
    }

    fn check_field_types(&mut self, game: &Game, manifest: &Manifest) {
        for (kind, decl) in &manifest.piece {
            for (field, text) in &decl.fields {
                let name = FieldType::parse(text).name;
                let zone = game
                    .families
                    .iter()
                    .any(|family| family.id == name && family.on == Holders::Table);
                if !TYPES.contains(&name) && game.kind_named(name).is_none() && !zone && name != "zone" {
                    let place = self.place(&["piece", kind, "fields", field]);
                    let kinds: Vec<String> = game.kinds.iter().map(|kind| kind.id.clone()).collect();
                    let known = TYPES
                        .into_iter()
                        .chain(["zone"])
                        .chain(kinds.iter().map(String::as_str));
                    self.unknown("type", name, &place, known);
                }
            }
        }
    }

    /// A value of the data as a fact of a type.
    pub(super) fn typed_fact(&mut self, game: &Game, node: &Node, kind: &FieldType) -> Option<Fact> {
        if kind.list {
            let Some(entries) = node.as_list() else {
                self.problem(Problem::new(format!("expected a list, found {}", node.sort())).at(node.place.clone()));
                return None;
            };
            let single = FieldType {
                list: false,
                ..kind.clone()
            };
            let facts: Vec<Option<Fact>> = entries
                .iter()
                .map(|entry| self.typed_fact(game, entry, &single))
                .collect();
            return facts.into_iter().collect::<Option<Vec<_>>>().map(Fact::List);
        }
        let fact = match (kind.name, &node.value) {
            ("int", Value::Int(n)) => Some(Fact::Int(*n)),
            ("bool", Value::Bool(b)) => Some(Fact::Bool(*b)),
            ("text", Value::Text(text)) => Some(Fact::Text(text.clone())),
            ("any", _) => any_fact(node),
            ("effect", Value::Table(_)) => return self.effect(game, node).map(Fact::Effect),
            ("token", Value::Text(text)) => return self.token(game, node, text),
            ("zone", Value::Text(text)) => return self.zone(game, node, text),
            (kind, Value::Text(text)) if game.kind_named(kind).is_some() => {
                return self.component_ref(game, node, kind, text);
            }
            // A type that is none is a problem of its own.
            (kind, _) if !TYPES.contains(&kind) && kind != "zone" && game.kind_named(kind).is_none() => any_fact(node),
            _ => None,
        };
        if fact.is_none() {
            let expected = match kind.name {
                "int" => "a whole number",
                "bool" => "true or false",
                "effect" => "an effect, as { run = \"script.function\" }",
                _ => "a text",
            };
            let problem = Problem::new(format!("expected {expected}, found {}", node.sort()));
            self.problem(problem.at(node.place.clone()));
        }
        fact
    }

    fn token(&mut self, game: &Game, node: &Node, text: &str) -> Option<Fact> {
        let found = game.tokens.iter().position(|token| token.id == text);
        if found.is_none() {
            self.unknown(
                "token type",
                text,
                &node.place,
                game.tokens.iter().map(|token| token.id.as_str()),
            );
        }
        found.map(|token| Fact::Token(TokenId(token as u8)))
    }

    fn zone(&mut self, game: &Game, node: &Node, text: &str) -> Option<Fact> {
        let tables = || game.families.iter().filter(|family| family.on == Holders::Table);
        let found = tables().find(|family| family.id == text);
        if found.is_none() {
            self.unknown("zone", text, &node.place, tables().map(|family| family.id.as_str()));
        }
        found.map(|family| Fact::Zone(family.zones[0]))
    }

    fn component_ref(&mut self, game: &Game, node: &Node, kind: &str, text: &str) -> Option<Fact> {
        let kind = game.kind_named(kind)?;
        let pieces = &game.kinds[kind.index()].pieces;
        let found: Option<PieceId> = pieces
            .iter()
            .copied()
            .find(|&piece| game.component_of(piece).id == text);
        if found.is_none() {
            let known = pieces.iter().map(|&piece| game.component_of(piece).id.as_str());
            self.unknown(&game.kinds[kind.index()].id, text, &node.place, known);
        }
        found.map(Fact::Piece)
    }

    /// `{ run = "script.function", … }` with the parameters the function declares.
    fn effect(&mut self, game: &Game, node: &Node) -> Option<Effect> {
        let Some(run) = node.get("run") else {
            self.problem(Problem::new("an effect needs `run = \"script.function\"`").at(node.place.clone()));
            return None;
        };
        let name = self.function(run)?;
        let given: Vec<(&str, &Node)> = node
            .entries()
            .iter()
            .filter(|entry| entry.key != "run")
            .map(|entry| (entry.key.as_str(), &entry.node))
            .collect();
        let parameters = self.parameters(game, &name, node, &given)?;
        Some(Effect { run: name, parameters })
    }

    /// Checks what is given to a function against what it declares.
    pub(super) fn parameters(
        &mut self,
        game: &Game,
        name: &FunctionName,
        node: &Node,
        given: &[(&str, &Node)],
    ) -> Option<Vec<(String, Fact)>> {
        let declared = self
            .functions
            .iter()
            .find(|(module, _)| *module == name.module)
            .and_then(|(_, functions)| functions.iter().find(|function| function.function == name.function))
            .map(|function| function.parameters.clone())
            .unwrap_or_default();
        let mut facts = Vec::new();
        for &(key, value) in given {
            match declared.iter().find(|parameter| parameter.name == key) {
                Some(parameter) => {
                    if let Some(fact) = self.typed_fact(game, value, &FieldType::parse(&parameter.kind)) {
                        facts.push((key.to_string(), fact));
                    }
                }
                None => {
                    let problem =
                        Problem::new(format!("`{name}` declares no parameter `{key}`")).at(value.place.clone());
                    let known: Vec<&str> = declared.iter().map(|parameter| parameter.name.as_str()).collect();
                    let problem = match known.is_empty() {
                        true => problem.help(format!("declare it above the function: `--- @param {key} int`")),
                        false => problem.suggest(key, known),
                    };
                    self.problem(problem);
                }
            }
        }
        for parameter in &declared {
            let is_given = given.iter().any(|(key, _)| *key == parameter.name);
            if !is_given && !FieldType::parse(&parameter.kind).optional {
                let problem = Problem::new(format!("`{name}` needs the parameter `{}`", parameter.name));
                let taken = self.taken(&node.place, &parameter.name);
                self.problem(problem.at(node.place.clone()).taken(taken));
            }
        }
        Some(facts)
    }

    /// A script function named in data.
    pub(super) fn function(&mut self, node: &Node) -> Option<FunctionName> {
        let text = node.as_text()?;
        let Some((module, function)) = text.rsplit_once('.') else {
            self.problem(
                Problem::new(format!("`{text}` names no function"))
                    .at(node.place.clone())
                    .help("write it as `script.function`"),
            );
            return None;
        };
        let Some((_, functions)) = self.functions.iter().find(|(name, _)| name == module) else {
            let known: Vec<String> = self.functions.iter().map(|(name, _)| name.clone()).collect();
            self.unknown("script", module, &node.place, known.iter().map(String::as_str));
            return None;
        };
        if !functions.iter().any(|known| known.function == function) {
            let known: Vec<String> = functions
                .iter()
                .map(|known| format!("{module}.{}", known.function))
                .collect();
            self.unknown("script function", text, &node.place, known.iter().map(String::as_str));
            return None;
        }
        Some(FunctionName {
            module: module.to_string(),
            function: function.to_string(),
        })
    }
}

/// A fact as something that others can be compared with; lists, tables and effects cannot.
fn comparable(fact: &Fact, words: &mut Words) -> Option<Item> {
    match fact {
        Fact::Bool(true) => Some(Thing::Yes.into()),
        Fact::Bool(false) => Some(Thing::No.into()),
        Fact::Int(n) => Some(Item::number(*n as i32)),
        Fact::Text(text) => words.intern(text).map(Item::from),
        Fact::Token(token) => Some((*token).into()),
        Fact::Zone(zone) => Some((*zone).into()),
        Fact::Piece(piece) => Some((*piece).into()),
        Fact::List(_) | Fact::Table(_) | Fact::Effect(_) => None,
    }
}

/// A value of no declared type.
fn any_fact(node: &Node) -> Option<Fact> {
    Some(match &node.value {
        Value::Text(text) => Fact::Text(text.clone()),
        Value::Int(n) => Fact::Int(*n),
        Value::Bool(b) => Fact::Bool(*b),
        Value::Float(_) => return None,
        Value::List(entries) => Fact::List(entries.iter().map(any_fact).collect::<Option<_>>()?),
        Value::Table(table) => Fact::Table(
            table
                .entries
                .iter()
                .map(|entry| Some((entry.key.clone(), any_fact(&entry.node)?)))
                .collect::<Option<_>>()?,
        ),
    })
}
