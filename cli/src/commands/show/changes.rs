//! What layers change, value by value.

use houserule_engine::package::{Change, LayerId, Node};
use serde_json::json;

use super::Shown;
use super::sections::short;
use crate::output::Ink;
use crate::text::{Cell, Columns};

impl Shown {
    /// The changes of all layers, the steps of the setup included.
    pub(super) fn changes(&self) -> Option<String> {
        let mut table = Columns::new(["layer", "value", "before", "after", "where"]).indent(2);
        for change in &self.resolved.changes {
            let side = |node: &Option<Node>| node.as_ref().map_or("–".to_string(), short);
            table.row([
                Cell::inked(self.layer(change.layer), Ink::Accent),
                Cell::new(&change.path),
                Cell::new(side(&change.before)),
                Cell::new(side(&change.after)),
                Cell::inked(self.line(&change.place), Ink::Dim),
            ]);
        }
        for step in self.resolved.steps.iter().filter(|step| step.layer != LayerId(0)) {
            table.row([
                Cell::inked(self.layer(step.layer), Ink::Accent),
                Cell::new(format!("step {}", step.step.name.text)),
                Cell::default(),
                Cell::new("see Setup"),
                Cell::inked(self.step_line(step), Ink::Dim),
            ]);
        }
        if table.is_empty() {
            return None;
        }
        let title = self.paint.bold("What layers change");
        Some(format!(
            "{title} {}\n{}",
            self.paint.dim("(marked with * above)"),
            table.render(self.width, self.paint)
        ))
    }

    pub(super) fn changes_json(&self) -> serde_json::Value {
        let json = |change: &Change| {
            let position = self
                .resolved
                .files
                .get(change.place.file)
                .map(|file| file.position(change.place.span.start));
            json!({
                "path": change.path,
                "layer": self.layer(change.layer),
                "file": self.resolved.files.get(change.place.file).map(|file| &file.shown),
                "line": position.map(|(line, _)| line),
                "before": change.before.as_ref().map(Node::to_json),
                "after": change.after.as_ref().map(Node::to_json),
            })
        };
        self.resolved.changes.iter().map(json).collect()
    }
}
