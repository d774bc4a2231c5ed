//! Where values are from: a source such as a book, the house, or nowhere yet.

use houserule_engine::package::{Node, Place, Value};
use serde_json::json;

use super::Shown;
use crate::output::Ink;
use crate::text::{Cell, Columns};

/// A value with the source somebody wrote down.
struct Sourced {
    path: String,
    value: String,
    source: String,
    place: Place,
}

impl Sourced {
    fn group(&self) -> &'static str {
        match self.source.as_str() {
            "house" => "house",
            "placeholder" => "placeholder",
            _ => "sourced",
        }
    }
}

impl Shown {
    /// Counts and lists: first what nobody has looked up, then the house's, then what has a source, with it.
    pub(super) fn sources(&self) -> String {
        let all = self.sourced();
        let count = |group: &str| all.iter().filter(|one| one.group() == group).count();
        let mut text = format!(
            "{} with a source, {} of the house, {} placeholders; {} values say nothing",
            count("sourced"),
            count("house"),
            count("placeholder"),
            self.unsourced()
        );
        for group in ["placeholder", "house", "sourced"] {
            let mut table = Columns::bare().indent(2);
            for one in all.iter().filter(|one| one.group() == group) {
                table.row([
                    Cell::new(&one.path),
                    Cell::new(&one.value),
                    Cell::inked(self.line(&one.place), Ink::Dim),
                    match group {
                        "sourced" => Cell::inked(one.source.clone(), Ink::Dim),
                        _ => Cell::default(),
                    },
                ]);
            }
            if !table.is_empty() {
                text += &format!(
                    "\n\n{}\n{}",
                    self.paint.bold(group),
                    table.render(self.width, self.paint)
                );
            }
        }
        text
    }

    pub(super) fn sources_json(&self) -> serde_json::Value {
        let all = self.sourced();
        let entries = all.iter().map(|one| {
            json!({
                "path": one.path, "value": one.value, "source": one.source,
                "group": one.group(), "at": self.line(&one.place),
            })
        });
        entries.collect()
    }

    fn sourced(&self) -> Vec<Sourced> {
        let mut all = Vec::new();
        for entry in self.resolved.merged.manifest.entries() {
            walk(&entry.key, &entry.node, &mut all);
        }
        for (kind, nodes) in &self.resolved.merged.components {
            for node in nodes {
                walk(&format!("{kind}.{}", node.id().unwrap_or_default()), node, &mut all);
            }
        }
        for variant in &self.resolved.variants {
            of_layer(&variant.name, &variant.tree, &mut all);
        }
        all
    }

    /// Components, tokens, zones, options and rules without any source.
    fn unsourced(&self) -> usize {
        let sections = ["token", "zone", "option"]
            .iter()
            .filter_map(|section| self.manifest(&[section]));
        let entries = sections.flat_map(Node::entries).map(|entry| &entry.node);
        let components = self.resolved.merged.components.iter().flat_map(|(_, nodes)| nodes);
        entries
            .chain(components)
            .filter(|node| node.get("source").is_none())
            .count()
            + self.unsourced_rules()
    }

    fn unsourced_rules(&self) -> usize {
        let Some(rules) = self.manifest(&["rules"]) else {
            return 0;
        };
        let named = |key: &str| match rules.get("source") {
            Some(source) => source.as_text().is_some() || source.get(key).is_some(),
            None => false,
        };
        let keys = rules.entries().iter().map(|entry| entry.key.as_str());
        keys.filter(|key| *key != "source" && !named(key)).count()
    }
}

/// The values a variant sets, whether it applies or not.
fn of_layer(name: &str, tree: &Node, all: &mut Vec<Sourced>) {
    let Some(source) = tree.at(&["variant", "source"]) else {
        return;
    };
    for entry in tree.get("set").map_or(&[][..], Node::entries) {
        let said = source.as_text().or_else(|| source.get(&entry.key)?.as_text());
        all.extend(said.map(|said| Sourced {
            path: format!("{name}: {}", entry.key),
            value: super::sections::short(&entry.node),
            source: said.to_string(),
            place: entry.node.place.clone(),
        }));
    }
}

/// Finds every `source` at and under a node.
fn walk(path: &str, node: &Node, all: &mut Vec<Sourced>) {
    match node.get("source").map(|source| &source.value) {
        Some(Value::Text(source)) => all.push(Sourced {
            path: path.to_string(),
            value: String::new(),
            source: source.clone(),
            place: node.place.clone(),
        }),
        Some(Value::Table(fields)) => {
            for field in &fields.entries {
                let value = node.get(&field.key);
                all.push(Sourced {
                    path: format!("{path}.{}", field.key),
                    value: value.map(super::sections::short).unwrap_or_default(),
                    source: field.node.as_text().unwrap_or_default().to_string(),
                    place: value.map_or(&field.node.place, |value| &value.place).clone(),
                });
            }
        }
        _ => {}
    }
    for entry in node.entries().iter().filter(|entry| entry.key != "source") {
        walk(&format!("{path}.{}", entry.key), &entry.node, all);
    }
}
