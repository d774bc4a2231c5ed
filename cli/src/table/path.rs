//! A path as a line of spaces, in as many rows as it takes. Under its number each
//! space shows what the path is made of there, and under that what stands on it:
//! pieces that belong to a seat.

use houserule_engine::game::{SpaceId, ZoneId};
use houserule_engine::table::ViewPiece;

use super::Picture;
use super::contents::symbol;
use crate::output::Ink;
use crate::text::{pad, wide};

const INDENT: usize = 2;

/// A space: its number, what it is made of, what stands on it. Texts with their colours.
struct Spot {
    number: String,
    ground: (String, Ink),
    standing: Vec<(String, Ink)>,
}

impl Spot {
    fn width(&self) -> usize {
        let standing: usize = self.standing.iter().map(|(text, _)| wide(text)).sum();
        wide(&self.number).max(wide(&self.ground.0)).max(standing)
    }
}

impl Picture<'_> {
    /// Whether all that lies on a path can be drawn by a symbol.
    pub(super) fn has_symbols(&self, zone: ZoneId) -> bool {
        let has_symbol = |piece: &ViewPiece| match piece {
            ViewPiece::Hidden { .. } => true,
            ViewPiece::Known { component, owner, .. } => {
                symbol(&self.game().components[component.index()], *owner).is_some()
            }
        };
        let mut seen = self.game().spaces_of(zone).filter_map(|space| self.on(space));
        seen.all(|space| space.tokens.is_empty() && space.pieces.iter().all(has_symbol))
    }

    pub(super) fn path(&self, zone: ZoneId) -> String {
        let spaces = self.game().spaces_of(zone).enumerate();
        let spots: Vec<Spot> = spaces.map(|(index, space)| self.spot(zone, index + 1, space)).collect();
        let step = spots.iter().map(Spot::width).max().unwrap_or(1) + 1;
        let in_row = (self.look.width.saturating_sub(INDENT) / step).max(1);
        let mut lines = vec![self.title(zone)];
        for row in spots.chunks(in_row) {
            let numbers = row.iter().map(|spot| (vec![(spot.number.clone(), Ink::Dim)], step));
            lines.push(self.cells(numbers));
            lines.push(self.cells(row.iter().map(|spot| (vec![spot.ground.clone()], step))));
            if row.iter().any(|spot| !spot.standing.is_empty()) {
                lines.push(self.cells(row.iter().map(|spot| (spot.standing.clone(), step))));
            }
        }
        lines.join("\n")
    }

    /// A line of cells, each of parts in their colours, and padded to a width.
    fn cells(&self, cells: impl Iterator<Item = (Vec<(String, Ink)>, usize)>) -> String {
        let mut line = " ".repeat(INDENT);
        for (parts, width) in cells {
            let used: usize = parts.iter().map(|(text, _)| wide(text)).sum();
            for (text, ink) in parts {
                line += &self.look.paint.ink(ink, text);
            }
            line += &pad("", width.saturating_sub(used));
        }
        line.trim_end().to_string()
    }

    fn spot(&self, zone: ZoneId, number: usize, space: SpaceId) -> Spot {
        let pieces = self.on(space).map_or(&[][..], |seen| &seen.pieces);
        let of_a_seat = |piece: &&ViewPiece| matches!(piece, ViewPiece::Known { owner: Some(_), .. });
        let ground: Vec<&ViewPiece> = pieces.iter().filter(|piece| !of_a_seat(piece)).collect();
        let standing = pieces.iter().filter(of_a_seat);
        let mark = self.marks.get(&space).map(|mark| (format!("({mark})"), Ink::Accent));
        Spot {
            number: number.to_string(),
            ground: self.ground(zone, &ground),
            standing: standing.map(|piece| self.inked(zone, piece)).chain(mark).collect(),
        }
    }

    /// The top of what lies on a space, with a `+` for what it covers.
    fn ground(&self, zone: ZoneId, pieces: &[&ViewPiece]) -> (String, Ink) {
        let Some((top, under)) = pieces.split_last() else {
            let empty = self.game().family_of(zone).symbol.clone();
            return (empty.unwrap_or_else(|| "·".into()), Ink::Dim);
        };
        let (mut text, ink) = self.inked(zone, top);
        match under.len() {
            0 => {}
            1 => text.push('+'),
            more => text += &format!("+{more}"),
        }
        (text, ink)
    }

    /// The symbol of a piece in its colour.
    fn inked(&self, zone: ZoneId, piece: &ViewPiece) -> (String, Ink) {
        let ink = match piece {
            ViewPiece::Hidden { .. } => Ink::Dim,
            ViewPiece::Known { owner: Some(owner), .. } => Ink::Seat(owner - 1),
            ViewPiece::Known { component, .. } => {
                let color = self.game().components[component.index()].color;
                color.map_or(Ink::Plain, Ink::Printed)
            }
        };
        (self.short(zone, piece), ink)
    }
}
