//! A grid as a board, with letters for its columns and numbers for its rows.

use houserule_engine::game::{SpaceId, ZoneId};
use houserule_engine::table::ViewPiece;

use super::Picture;
use super::contents::{die, symbol};
use crate::output::Ink;
use crate::text::{pad, wide};

/// Boards with more rows are drawn without lines between them.
const LINED_ROWS: usize = 4;

impl Picture<'_> {
    pub(super) fn grid(&self, zone: ZoneId) -> String {
        let columns = usize::from(self.game().zone(zone).width.max(1));
        let spaces: Vec<SpaceId> = self.game().spaces_of(zone).collect();
        let cells: Vec<(String, Ink)> = spaces.iter().map(|&space| self.cell(zone, space)).collect();
        let width = cells.iter().map(|(text, _)| wide(text)).max().unwrap_or(1).max(1);
        let rows: Vec<&[(String, Ink)]> = cells.chunks(columns).collect();
        let lined = rows.len() <= LINED_ROWS;
        let gutter = rows.len().to_string().len() + 2;
        let step = if lined { width + 3 } else { width + 1 };

        let letters = (0..columns).map(|column| pad(&((b'a' + column.min(25) as u8) as char).to_string(), step));
        let letters = format!(
            "{}{}",
            " ".repeat(gutter + if lined { 3 } else { 1 }),
            letters.collect::<String>()
        );
        let mut lines = vec![self.title(zone), self.look.paint.dim(letters.trim_end())];
        let rule = |left: &str, middle: &str, right: &str| {
            let bars = vec!["─".repeat(width + 2); columns];
            let line = format!("{}{left}{}{right}", " ".repeat(gutter + 1), bars.join(middle));
            self.look.paint.dim(line)
        };
        if lined {
            lines.push(rule("┌", "┬", "┐"));
        }
        for (number, row) in rows.iter().enumerate() {
            if lined && number > 0 {
                lines.push(rule("├", "┼", "┤"));
            }
            lines.push(self.grid_row(number + 1, row, width, gutter, lined));
        }
        if lined {
            lines.push(rule("└", "┴", "┘"));
        }
        lines.join("\n")
    }

    fn grid_row(&self, number: usize, row: &[(String, Ink)], width: usize, gutter: usize, lined: bool) -> String {
        let paint = self.look.paint;
        let bar = paint.dim("│");
        let cells = row.iter().map(|(text, ink)| {
            let left = (width - wide(text)) / 2;
            let right = width - wide(text) - left;
            format!("{}{}{}", " ".repeat(left), paint.ink(*ink, text), " ".repeat(right))
        });
        let cells: Vec<String> = cells.collect();
        let number = paint.dim(format!("{number:>gutter$}"));
        match lined {
            true => format!("{number} {bar} {} {bar}", cells.join(&format!(" {bar} "))),
            false => format!("{number} {}", cells.join(" ")).trim_end().to_string(),
        }
    }

    /// The symbols of what lies on a space, or what is written into it.
    fn cell(&self, zone: ZoneId, space: SpaceId) -> (String, Ink) {
        let Some(seen) = self.on(space) else {
            return match self.marks.get(&space) {
                Some(mark) => (mark.clone(), Ink::Dim),
                None => ("·".into(), Ink::Dim),
            };
        };
        let mut text = String::new();
        let mut ink = Ink::Plain;
        for piece in &seen.pieces {
            text += &self.short(zone, piece);
            if let ViewPiece::Known { owner: Some(owner), .. } = piece {
                ink = Ink::Seat(owner - 1);
            }
        }
        for (token, count) in &seen.tokens {
            let facts = self.game().tokens.iter().find(|facts| facts.id == *token);
            let symbol = facts.and_then(|facts| facts.symbol.as_deref()).unwrap_or(token);
            text += &format!("{count}{symbol}");
        }
        (text, ink)
    }

    /// A piece in a character or two: its symbol, its face, or the beginning of its name.
    pub(super) fn short(&self, zone: ZoneId, piece: &ViewPiece) -> String {
        match piece {
            ViewPiece::Hidden { .. } => "?".into(),
            ViewPiece::Known { face: Some(face), .. } => die(*face),
            ViewPiece::Known {
                component, owner, side, ..
            } => {
                let component = &self.game().components[component.index()];
                match (symbol(component, *owner), side) {
                    (Some(symbol), Some(side)) => format!("{symbol}{side}"),
                    (Some(symbol), None) => symbol.to_string(),
                    (None, _) => self.piece_name(zone, piece).chars().take(2).collect(),
                }
            }
        }
    }
}
