//! Zones drawn in columns: what lies on the pieces of a list stands under each
//! other by a number it has, wherever it lies now.

use std::collections::{BTreeMap, BTreeSet};

use houserule_engine::game::{Fact, FamilyId, Game, PieceId};
use houserule_engine::table::ViewPiece;

use super::Picture;
use crate::text::{Cell, TIED};

/// The columns of a list.
#[derive(Debug, Default)]
pub(super) struct Spread {
    /// The heads of the columns.
    pub numbers: BTreeSet<i64>,
    cells: BTreeMap<(PieceId, i64), String>,
}

impl Spread {
    /// What lies in the zones of these families that the carriers carry.
    pub fn of(picture: &Picture, families: &[FamilyId], carriers: impl Iterator<Item = PieceId>) -> Spread {
        let mut spread = Spread::default();
        for carrier in carriers {
            for &family in families {
                spread.add(picture, family, carrier);
            }
        }
        spread
    }

    fn add(&mut self, picture: &Picture, family: FamilyId, carrier: PieceId) {
        let game = picture.game();
        let facts = &game.families[family.index()];
        let (Some(field), Some(zone)) = (&facts.columns, picture.zone_of(family, carrier)) else {
            return;
        };
        for space in game.spaces_of(zone).filter_map(|space| picture.on(space)) {
            for piece in &space.pieces {
                let ViewPiece::Known { component, .. } = piece else {
                    continue;
                };
                let component = &game.components[component.index()];
                let Some(&Fact::Int(number)) = Game::fact(&component.fields, field) else {
                    continue;
                };
                let short = game.short(picture.names.lang, component);
                let name = short.map_or_else(|| picture.piece_name(zone, piece), str::to_string);
                let symbol = facts.symbol.as_deref().unwrap_or_default();
                let name = format!("{symbol}{name}").replace(' ', &TIED.to_string());
                let cell = match picture.carried(piece) {
                    Some(carried) => format!("{name} {carried}"),
                    None => name,
                };
                self.numbers.insert(number);
                self.cells.insert((carrier, number), cell);
            }
        }
    }

    /// The cells of one carrier, a column each.
    pub fn row(&self, carrier: PieceId) -> impl Iterator<Item = Cell> {
        let cell = move |&number: &i64| self.cells.get(&(carrier, number)).map_or_else(Cell::default, Cell::new);
        self.numbers.iter().map(cell)
    }
}
