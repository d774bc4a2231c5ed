//! What layers change, value by value.

use houserule_engine::package::{Change, LayerId, Node, Place, ResolvedStep, StepChange};
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
        for change in &self.resolved.step_changes {
            let side =
                |step: &Option<ResolvedStep>| step.as_ref().map_or("–".to_string(), |step| self.step_line(step));
            let after = if change.after.is_some() { "see Setup" } else { "–" };
            table.row([
                Cell::inked(self.layer(change.layer), Ink::Accent),
                Cell::new(format!("step {}", change.name)),
                Cell::new(side(&change.before)),
                Cell::new(after),
                Cell::inked(self.line(&change.place), Ink::Dim),
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
        let change = |change: &Change| {
            let side = |node: &Option<Node>| node.as_ref().map(Node::to_json);
            let sides = [side(&change.before), side(&change.after)];
            self.change_json(&change.path, change.layer, &change.place, sides)
        };
        let step = |change: &StepChange| {
            let side = |step: &Option<ResolvedStep>| step.as_ref().map(|step| json!(self.step_text(step)));
            let sides = [side(&change.before), side(&change.after)];
            self.change_json(&format!("step {}", change.name), change.layer, &change.place, sides)
        };
        let values = self.resolved.changes.iter().map(change);
        values.chain(self.resolved.step_changes.iter().map(step)).collect()
    }

    fn change_json(
        &self,
        path: &str,
        layer: LayerId,
        place: &Place,
        [before, after]: [Option<serde_json::Value>; 2],
    ) -> serde_json::Value {
        let file = self.resolved.files.get(place.file);
        json!({
            "path": path,
            "layer": self.layer(layer),
            "file": file.map(|file| &file.shown),
            "line": file.map(|file| file.position(place.span.start).0),
            "before": before,
            "after": after,
        })
    }
}
