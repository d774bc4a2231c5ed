//! The sections of a game as tables. They are drawn from the resolved tree, with
//! the keys its authors wrote; a value that a layer has changed has a star.

use houserule_engine::package::{LayerId, Node, ResolvedStep, Value};

use super::{Shown, kind};
use crate::commands::games::{players, scalar};
use crate::output::Ink;
use crate::text::{Cell, Columns, indent_by, wide};

/// The sections of `game.toml` that are tables of entries, with their titles.
const ENTRIES: [(&str, &str); 5] = [
    ("token", "Tokens"),
    ("zone", "Zones"),
    ("var", "Variables"),
    ("seat", "More seats"),
    ("stat", "Statistics"),
];

impl Shown {
    /// Everything, each section a text.
    pub(super) fn sections(&self) -> Vec<String> {
        let mut parts = vec![self.facts()];
        parts.extend(self.variants());
        parts.extend(self.options());
        parts.extend(self.rules());
        let entries = ENTRIES.iter().filter_map(|(section, title)| {
            let rows = self
                .manifest(&[section])?
                .entries()
                .iter()
                .map(|entry| (entry.key.clone(), &entry.node));
            self.table(title, &rows.collect::<Vec<_>>())
        });
        parts.extend(entries);
        parts.extend(self.kinds());
        parts.extend(self.list("phase", "Phases of a round"));
        parts.extend(self.list("final", "Phases at the end"));
        parts.extend(self.list("on", "Hooks"));
        parts.extend(self.end());
        parts.extend(self.setup());
        parts.extend(self.changes());
        parts
    }

    fn titled(&self, title: &str, body: &str) -> String {
        format!("{}\n{body}", self.paint.bold(title))
    }

    fn facts(&self) -> String {
        let game = &self.game;
        let mut table = Columns::bare().indent(2);
        let mut fact = |name: &str, text: String| {
            if !text.is_empty() {
                table.row([Cell::inked(name, Ink::Dim), Cell::new(text)]);
            }
        };
        fact(
            "players",
            format!(
                "{} (the game is for {})",
                game.players,
                players(&self.setting.found.players())
            ),
        );
        fact(
            "designers",
            self.manifest(&["game", "designers"]).map(joined).unwrap_or_default(),
        );
        let mut languages: Vec<&str> = game.texts.keys().map(String::as_str).collect();
        languages.retain(|lang| *lang != game.language);
        languages.insert(0, &game.language);
        fact("languages", languages.join(", "));
        let layers = self
            .resolved
            .layers
            .iter()
            .map(|layer| format!("{} ({})", layer.name, kind(layer.kind)));
        fact("layers", layers.collect::<Vec<_>>().join(", "));
        let folder = self.setting.found.folder.as_ref();
        fact(
            "found",
            folder.map_or("built in".into(), |folder| folder.display().to_string()),
        );
        fact("hash", game.hash.clone());
        let title = format!("{} {}", self.paint.bold(&game.name), self.paint.dim(&game.version));
        let summary = indent_by(&game.summary, 2, 2, self.width);
        format!("{title}\n{summary}\n{}", table.render(self.width, self.paint))
    }

    fn variants(&self) -> Option<String> {
        let mut table = Columns::new(["id", "applies", "what it is"]).indent(2);
        for variant in &self.resolved.variants {
            let applies = match (&variant.when, variant.applies) {
                (Some(when), true) => format!("yes: {when}"),
                (Some(when), false) => format!("when {when}"),
                (None, true) => "yes: asked for".into(),
                (None, false) => format!("--with {}", variant.name),
            };
            let about = format!("{}: {}", variant.title, variant.summary);
            table.row([
                variant.name.clone(),
                applies,
                about.trim_matches([':', ' ']).to_string(),
            ]);
        }
        (!table.is_empty()).then(|| self.titled("Variants", &table.render(self.width, self.paint)))
    }

    fn options(&self) -> Option<String> {
        let mut table = Columns::new(["id", "value", "values", "what it does"]).indent(2);
        for option in &self.resolved.options {
            let node = self.manifest(&["option", &option.name]);
            let fact = |key: &str| {
                node.and_then(|node| node.get(key))
                    .map(|node| self.value(node))
                    .unwrap_or_default()
            };
            let range = match (fact("min"), fact("max")) {
                (min, max) if min.is_empty() && max.is_empty() => String::new(),
                (min, max) => format!("{min}..{max}"),
            };
            let values = node.and_then(|node| node.get("values")).map(joined).unwrap_or(range);
            table.row([option.name.clone(), scalar(&option.value), values, fact("help")]);
        }
        let table = table.without_empty();
        (!table.is_empty()).then(|| self.titled("Options", &table.render(self.width, self.paint)))
    }

    fn rules(&self) -> Option<String> {
        let entries = self.manifest(&["rules"])?.entries();
        let words: Vec<String> = entries
            .iter()
            .filter(|entry| entry.key != "source")
            .map(|entry| format!("{} = {}", entry.key, self.value(&entry.node)))
            .collect();
        if words.is_empty() {
            return None;
        }
        // Rules are short: as many side by side as fit.
        let widest = words.iter().map(|word| wide(word)).max().unwrap_or(1) + 2;
        let columns = (self.width.saturating_sub(2) / widest).max(1);
        let mut table = Columns::bare().indent(2);
        words.chunks(columns).for_each(|row| table.row(row.iter().cloned()));
        Some(self.titled("Rules", &table.render(self.width, self.paint)))
    }

    fn kinds(&self) -> Vec<String> {
        let components = self.resolved.merged.components.iter();
        let tables = components.map(|(kind, nodes)| {
            let rows: Vec<_> = nodes
                .iter()
                .map(|node| (node.id().unwrap_or_default().to_string(), node))
                .collect();
            let decl = self.manifest(&["piece", kind]);
            let faces = decl
                .and_then(|decl| decl.get("faces"))
                .map(|node| format!(", {} faces", self.value(node)));
            let back = decl
                .and_then(|decl| decl.get("back"))
                .map(|node| format!(", backs told apart by {}", self.value(node)));
            let title = format!(
                "Pieces: {kind}{}{}",
                faces.unwrap_or_default(),
                back.unwrap_or_default()
            );
            self.table(&title, &rows)
                .unwrap_or_else(|| self.titled(&title, "  none"))
        });
        tables.collect()
    }

    fn list(&self, section: &str, title: &str) -> Option<String> {
        let nodes = self.manifest(&[section])?.elements().iter();
        let rows: Vec<_> = nodes
            .map(|node| (node.id().unwrap_or_default().to_string(), node))
            .collect();
        self.table(title, &rows)
    }

    /// A row for each entry, a column for each key any of them has.
    fn table(&self, title: &str, rows: &[(String, &Node)]) -> Option<String> {
        let mut keys: Vec<&str> = Vec::new();
        for key in rows
            .iter()
            .flat_map(|(_, node)| node.entries())
            .map(|entry| entry.key.as_str())
        {
            if key != "id" && !keys.contains(&key) {
                keys.push(key);
            }
        }
        // Where a value is from is read last.
        keys.sort_by_key(|key| *key == "source");
        let mut table = Columns::new(["id"].into_iter().chain(keys.iter().copied())).indent(2);
        for (id, node) in rows {
            let cells = keys.iter().map(|key| match node.get(key) {
                Some(node) if *key == "source" => Cell::inked(source(node), Ink::Dim),
                Some(node) => Cell::new(self.value(node)),
                None => Cell::default(),
            });
            table.row([Cell::inked(id, Ink::Accent)].into_iter().chain(cells));
        }
        (!rows.is_empty()).then(|| self.titled(title, &table.render_or_list(self.width, self.paint)))
    }

    fn end(&self) -> Option<String> {
        let mut table = Columns::bare().indent(2);
        for (section, key) in [
            ("end", "when"),
            ("end", "at"),
            ("end", "after"),
            ("result", "score"),
            ("result", "wins"),
            ("result", "tiebreak"),
            ("bot", "run"),
            ("bot", "with"),
        ] {
            if let Some(node) = self.manifest(&[section, key]) {
                table.row([
                    Cell::inked(format!("{section} {key}"), Ink::Dim),
                    Cell::new(self.value(node)),
                ]);
            }
        }
        (!table.is_empty()).then(|| self.titled("End and result", &table.render(self.width, self.paint)))
    }

    fn setup(&self) -> Option<String> {
        let steps = self.resolved.steps.iter().map(|step| {
            let layer = match step.layer {
                LayerId(0) => String::new(),
                layer => format!(", {}", self.layer(layer)),
            };
            let place = self.paint.dim(format!("# {}{layer}", self.step_line(step)));
            let text: Vec<String> = self.step_text(step).lines().map(|line| format!("  {line}")).collect();
            format!("  {place}\n{}", text.join("\n"))
        });
        let steps: Vec<String> = steps.collect();
        (!steps.is_empty()).then(|| self.titled("Setup", &steps.join("\n")))
    }

    pub(super) fn step_text(&self, step: &ResolvedStep) -> String {
        step.text(&self.resolved.files).to_string()
    }

    pub(super) fn step_line(&self, step: &ResolvedStep) -> String {
        self.line(&houserule_engine::package::Place {
            file: step.file,
            span: step.step.span.clone(),
        })
    }

    /// A value in short, with a star if it is not the game's own.
    fn value(&self, node: &Node) -> String {
        let star = if node.layer == LayerId(0) { "" } else { "*" };
        format!("{}{star}", short(node))
    }
}

/// A value as one would say it.
pub(super) fn short(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.clone(),
        Value::Int(number) => number.to_string(),
        Value::Bool(truth) => if *truth { "yes" } else { "no" }.into(),
        Value::Float(number) => number.to_string(),
        Value::List(list) => format!("[{}]", list.iter().map(short).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            // An effect is its function, then its parameters.
            let run = table.get("run").map(short);
            let rest = table.entries.iter().filter(|entry| entry.key != "run");
            let rest = rest.map(|entry| format!("{}={}", entry.key, short(&entry.node)));
            run.into_iter().chain(rest).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The elements of a list, or the value itself.
fn joined(node: &Node) -> String {
    match &node.value {
        Value::List(list) => list.iter().map(short).collect::<Vec<_>>().join(", "),
        _ => short(node),
    }
}

/// Where an entry is from: in one word, or the words of its fields.
fn source(node: &Node) -> String {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for entry in node.entries() {
        let from = short(&entry.node);
        match said.iter_mut().find(|(known, _)| *known == from) {
            Some((_, fields)) => fields.push(&entry.key),
            None => said.push((from, vec![&entry.key])),
        }
    }
    // What is from a book goes without saying, beside what is not.
    let own = |from: &str| matches!(from, "house" | "placeholder");
    if let [(from, _)] = said.as_slice() {
        return from.clone();
    }
    if said.iter().any(|(from, _)| own(from)) {
        said.retain(|(from, _)| own(from));
    }
    let parts = said
        .iter()
        .map(|(from, fields)| format!("{}: {from}", fields.join(", ")));
    match said.is_empty() {
        true => short(node),
        false => parts.collect::<Vec<_>>().join("; "),
    }
}
