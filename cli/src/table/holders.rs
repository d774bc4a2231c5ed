//! What carries zones and variables, as tables: a row for each seat or piece, a
//! column for each zone and variable.

use houserule_engine::game::{FamilyId, Holder, Holders, KindId, PieceId, SeatId, Var, ZoneId};
use houserule_engine::package::manifest::{Show, VarType, Visible};
use houserule_engine::table::ViewPiece;

use super::Picture;
use super::spread::Spread;
use crate::output::Ink;
use crate::text::{Cell, Columns, TIED, indent_by};

const INDENT: usize = 2;

impl Picture<'_> {
    /// The seats: scores, variables, and what lies before them.
    pub(super) fn seats(&self) -> Option<String> {
        let game = self.game();
        let families = self.families(Holders::Seats);
        let vars: Vec<&Var> = game.vars.iter().filter(|var| self.worth_a_column(var)).collect();
        let mut head = vec![String::new()];
        head.extend(self.scores.is_some().then(|| "score".to_string()));
        head.extend(vars.iter().map(|var| self.names.var(&var.id)));
        head.extend(families.iter().map(|&family| self.family_name(family)));
        let mut table = Columns::new(head).indent(INDENT);
        for seat in (0..game.seats.len() as u8).map(SeatId) {
            let mut row = vec![self.seat_cell(seat)];
            row.extend(
                self.scores
                    .as_ref()
                    .map(|scores| Cell::number(scores[seat.index()].to_string())),
            );
            row.extend(
                vars.iter()
                    .map(|var| self.var_cell(var, &game.seats[seat.index()].id, Some(seat))),
            );
            let zones = families
                .iter()
                .map(|family| game.families[family.index()].zones.get(seat.index()));
            row.extend(zones.map(|zone| Cell::new(zone.map_or_else(String::new, |&zone| self.contents(zone)))));
            table.row(row);
        }
        let mut parts = vec![table.without_empty().render(self.look.width, self.look.paint)];
        // Pieces before a seat that carry something of their own.
        for family in families {
            for &zone in &game.families[family.index()].zones {
                if let Some(carriers) = self.carriers(zone) {
                    parts.push(format!("{}\n{carriers}", self.names.place(zone)));
                }
            }
        }
        Some(parts.join("\n"))
    }

    /// Variables of seats, but not those that all have the same as ever, or that are the score.
    fn worth_a_column(&self, var: &Var) -> bool {
        if var.on != Holders::Seats || !var.told {
            return false;
        }
        let seats = self.game().seats.iter();
        let values: Vec<i32> = seats
            .map(|seat| self.var_value(var, &format!("{}.{}", seat.id, var.id)))
            .collect();
        let scores = self.scores.iter().flatten();
        let score = self.scores.is_some() && scores.zip(&values).all(|(score, &value)| *score == i64::from(value));
        !score && (var.visible != Visible::All || values.iter().any(|&value| value != var.default))
    }

    fn seat_cell(&self, seat: SeatId) -> Cell {
        let active = self.view.active == Some(seat.0 + 1) && !self.over;
        let mut name = format!("{} {}", if active { "▸" } else { " " }, self.names.seat(seat));
        if self.seat == Some(seat) {
            name += " (you)";
        }
        Cell::inked(
            name.replace(' ', &TIED.to_string()),
            if active { Ink::Bold } else { Ink::Plain },
        )
    }

    /// The table of the pieces in a zone that carry zones, if any of these holds something.
    pub(super) fn carriers(&self, zone: ZoneId) -> Option<String> {
        let game = self.game();
        let pieces: Vec<&ViewPiece> = game
            .spaces_of(zone)
            .filter_map(|space| self.on(space))
            .flat_map(|space| &space.pieces)
            .collect();
        let mut kinds: Vec<KindId> = pieces.iter().filter_map(|piece| self.kind_of(piece)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.retain(|kind| !game.kinds[kind.index()].families.is_empty());
        let tables: Vec<String> = kinds
            .iter()
            .filter_map(|&kind| self.carrier_table(zone, kind, &pieces))
            .collect();
        if tables.is_empty() {
            return None;
        }
        let others: Vec<String> = pieces
            .iter()
            .filter(|piece| !self.kind_of(piece).is_some_and(|kind| kinds.contains(&kind)))
            .map(|piece| self.piece_name(zone, piece))
            .collect();
        let others = (!others.is_empty()).then(|| indent_by(&others.join(", "), INDENT, INDENT + 2, self.look.width));
        Some(tables.into_iter().chain(others).collect::<Vec<_>>().join("\n"))
    }

    fn carrier_table(&self, zone: ZoneId, kind: KindId, pieces: &[&ViewPiece]) -> Option<String> {
        let game = self.game();
        let families = self.families(Holders::Pieces(kind));
        let (spread, families): (Vec<FamilyId>, Vec<FamilyId>) = families
            .into_iter()
            .partition(|family| game.families[family.index()].columns.is_some());
        let carriers: Vec<(&ViewPiece, PieceId)> = pieces
            .iter()
            .filter(|piece| self.kind_of(piece) == Some(kind))
            .filter_map(|&piece| Some((piece, self.only_piece(piece)?)))
            .collect();
        let spread = Spread::of(self, &spread, carriers.iter().map(|(_, id)| *id));
        let full = game.family_of(zone).show == Show::Full;
        // Whether something is so or not is for scripts to remember; numbers and names are for players.
        let vars: Vec<&Var> = game
            .vars
            .iter()
            .filter(|var| var.on == Holders::Pieces(kind) && var.told && var.kind != VarType::Bool)
            .collect();
        let mut head = vec![self.names.kind(&game.kinds[kind.index()].id)];
        head.extend(spread.numbers.iter().map(i64::to_string));
        head.extend(families.iter().map(|&family| self.family_name(family)));
        head.extend(vars.iter().map(|var| self.names.var(&var.id)));
        head.push(String::new());
        let mut table = Columns::new(head).indent(INDENT);
        let mut anything = !spread.numbers.is_empty();
        for (piece, id) in carriers {
            let mut row = vec![Cell::new(self.piece_name(zone, piece))];
            row.extend(spread.row(id));
            let zones = families.iter().filter_map(|&family| self.zone_of(family, id));
            let contents: Vec<String> = zones.map(|zone| self.contents(zone)).collect();
            anything |= contents.iter().any(|text| !text.is_empty());
            row.extend(contents.into_iter().map(Cell::new));
            row.extend(
                vars.iter()
                    .map(|var| self.var_cell(var, &game.component_of(id).id, None)),
            );
            let legend = self.legend(piece).filter(|_| full);
            row.push(Cell::inked(legend.unwrap_or_default(), Ink::Dim));
            table.row(row);
        }
        anything.then(|| table.without_empty().render(self.look.width, self.look.paint))
    }

    /// What lies on a piece that is shown in a line with others: the symbols of it, in brackets.
    pub(super) fn carried(&self, piece: &ViewPiece) -> Option<String> {
        let kind = self.kind_of(piece)?;
        let id = self.only_piece(piece)?;
        let families = self.families(Holders::Pieces(kind));
        let zones = families.iter().filter_map(|&family| self.zone_of(family, id));
        let symbols: Vec<String> = zones.flat_map(|zone| self.symbols(zone)).collect();
        (!symbols.is_empty()).then(|| format!("[{}]", symbols.join(&TIED.to_string())))
    }

    fn kind_of(&self, piece: &ViewPiece) -> Option<KindId> {
        match piece {
            ViewPiece::Known { component, .. } => Some(self.game().components[component.index()].kind),
            ViewPiece::Hidden { .. } => None,
        }
    }

    /// The piece itself, if there is only one like it: then what it carries is its own.
    fn only_piece(&self, seen: &ViewPiece) -> Option<PieceId> {
        let ViewPiece::Known { component, owner, .. } = seen else {
            return None;
        };
        let game = self.game();
        let alike = |piece: &PieceId| {
            let facts = game.piece(*piece);
            facts.component == *component && facts.owner.map(|seat| seat.0 + 1) == *owner
        };
        let kind = game.components[component.index()].kind;
        let mut alike = game.kinds[kind.index()].pieces.iter().copied().filter(alike);
        let only = alike.next()?;
        alike.next().is_none().then_some(only)
    }

    pub(super) fn zone_of(&self, family: FamilyId, piece: PieceId) -> Option<ZoneId> {
        let zones = &self.game().families[family.index()].zones;
        zones
            .iter()
            .copied()
            .find(|&zone| self.game().zone(zone).holder == Holder::Piece(piece))
    }

    fn families(&self, on: Holders) -> Vec<FamilyId> {
        let families = self.game().families.iter().enumerate();
        families
            .filter(|(_, family)| family.on == on)
            .map(|(index, _)| FamilyId(index as u16))
            .collect()
    }

    fn family_name(&self, family: FamilyId) -> String {
        self.game()
            .label(self.names.lang, "zone", &self.game().families[family.index()].id)
    }

    fn var_cell(&self, var: &Var, holder: &str, seat: Option<SeatId>) -> Cell {
        let seen = match var.visible {
            Visible::All | Visible::Top => true,
            Visible::Owner => seat.is_some() && seat == self.seat,
            Visible::None => false,
        };
        if !seen {
            return Cell {
                right: var.kind == VarType::Int,
                ..Cell::new("?")
            };
        }
        let text = self
            .names
            .value(var.kind, self.var_value(var, &format!("{holder}.{}", var.id)));
        match var.kind {
            VarType::Int => Cell::number(text),
            VarType::Bool if text == "no" => Cell::default(),
            _ => Cell::new(text),
        }
    }

    /// The view leaves out variables that are at their default.
    fn var_value(&self, var: &Var, name: &str) -> i32 {
        let seen = self.view.vars.iter().find(|(known, _)| known == name);
        seen.map_or(var.default, |(_, value)| *value)
    }

    /// The variables of the table.
    pub(super) fn table_vars(&self) -> Option<String> {
        let seen = |var: &&Var| var.on == Holders::Table && matches!(var.visible, Visible::All | Visible::Top);
        let told = |var: &&Var| seen(var) && var.told && self.var_value(var, &var.id) != var.default;
        let vars = self.game().vars.iter().filter(told).map(|var| {
            let value = self.names.value(var.kind, self.var_value(var, &var.id));
            format!("{}: {value}", self.names.var(&var.id))
        });
        let vars: Vec<String> = vars.collect();
        (!vars.is_empty()).then(|| indent_by(&vars.join(" · "), 0, INDENT, self.look.width))
    }
}
