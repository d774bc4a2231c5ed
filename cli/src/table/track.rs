//! A track or a path as a line of spaces with what lies on them. Pieces with a
//! symbol stand under their space; the others are named below.

use houserule_engine::game::{SpaceId, ZoneId};
use houserule_engine::package::manifest::ZoneKind;
use houserule_engine::table::ViewPiece;

use super::Picture;
use super::contents::symbol;
use crate::text::{TIED, indent_by, pad, wide};

const INDENT: usize = 2;

/// A space of a line.
struct Stop {
    number: String,
    /// Symbols of pieces that have one.
    signs: String,
    /// Names of all that has none.
    named: Vec<String>,
}

impl Stop {
    /// The columns it takes in a line.
    fn step(&self) -> usize {
        wide(&self.number).max(wide(&self.signs)) + 1
    }
}

impl Picture<'_> {
    pub(super) fn track(&self, zone: ZoneId) -> String {
        let first = usize::from(self.game().zone(zone).kind != ZoneKind::Track);
        let spaces = self.game().spaces_of(zone).enumerate();
        let stops: Vec<Stop> = spaces
            .map(|(index, space)| self.stop(zone, index + first, space))
            .collect();
        let mut lines = vec![self.title(zone)];
        for part in self.parts(&stops) {
            let row = |text: fn(&Stop) -> &str| {
                let cells: String = part.iter().map(|stop| pad(text(stop), stop.step())).collect();
                format!("{}{}", " ".repeat(INDENT), cells.trim_end())
            };
            lines.push(self.look.paint.dim(row(|stop| &stop.number)));
            let signs = row(|stop| &stop.signs);
            if !signs.trim().is_empty() {
                lines.push(signs.trim_end().to_string());
            }
        }
        let named = stops.iter().filter(|stop| !stop.named.is_empty());
        let named: Vec<String> = named
            .map(|stop| format!("{}{TIED}{}", stop.number, stop.named.join(" + ")))
            .collect();
        if !named.is_empty() {
            lines.push(indent_by(&named.join(" · "), INDENT, INDENT, self.look.width));
        }
        lines.join("\n")
    }

    /// The spaces that fit into each line.
    fn parts<'s>(&self, stops: &'s [Stop]) -> Vec<&'s [Stop]> {
        let room = self.look.width.saturating_sub(INDENT);
        let (mut parts, mut start, mut used) = (Vec::new(), 0, 0);
        for (at, stop) in stops.iter().enumerate() {
            if at > start && used + stop.step() > room {
                parts.push(&stops[start..at]);
                (start, used) = (at, 0);
            }
            used += stop.step();
        }
        parts.push(&stops[start..]);
        parts
    }

    fn stop(&self, zone: ZoneId, number: usize, space: SpaceId) -> Stop {
        let mut stop = Stop {
            number: number.to_string(),
            signs: String::new(),
            named: Vec::new(),
        };
        let Some(seen) = self.on(space) else {
            stop.signs = self.marks.get(&space).cloned().unwrap_or_default();
            return stop;
        };
        for piece in &seen.pieces {
            match piece {
                ViewPiece::Known { component, owner, .. }
                    if symbol(&self.game().components[component.index()], *owner).is_some() =>
                {
                    stop.signs += &self.short(zone, piece);
                }
                _ => stop.named.push(self.piece_name(zone, piece)),
            }
        }
        for (token, count) in &seen.tokens {
            stop.named.push(format!(
                "{count} {}",
                self.game().label(self.names.lang, "token", token)
            ));
        }
        stop
    }
}
