//! A guess: the whole table as one seat could imagine it. What the seat does not
//! know is dealt anew, so that a script can be let loose on it and learn nothing.

use super::{Chance, State};
use crate::game::{Game, Holders, Item, PieceId, SeatId, SpaceId, Thing};
use crate::package::manifest::{VarType, Visible};

/// A table as a seat imagines it. It depends on what the seat sees and on chance, and on nothing else.
#[derive(Debug)]
pub struct Guess {
    pub state: State,
    /// Which piece lies where each piece really lies.
    places: Vec<PieceId>,
    /// All pieces, those with equal backs side by side.
    by_back: Vec<PieceId>,
    hidden: Vec<PieceId>,
    cards: Vec<PieceId>,
}

impl Guess {
    pub fn new(game: &Game) -> Guess {
        let pieces = (0..game.pieces.len() as u16).map(PieceId);
        let mut by_back: Vec<PieceId> = pieces.clone().collect();
        by_back.sort_by_key(|&piece| game.piece(piece).back);
        Guess {
            state: game.initial.clone(),
            places: pieces.collect(),
            by_back,
            hidden: Vec::new(),
            cards: Vec::new(),
        }
    }

    /// Imagines a table anew. Pieces whose backs look the same change places, hidden dice lie unrolled, and hidden
    /// variables have their defaults.
    pub fn imagine(&mut self, game: &Game, state: &State, seat: SeatId, chance: &mut Chance) {
        self.state.clone_from(state);
        self.cards.clear();
        let unknown = self.by_back.iter().copied();
        self.cards.extend(unknown.filter(|&piece| !state.knows(seat, piece)));
        for (index, place) in self.places.iter_mut().enumerate() {
            *place = PieceId(index as u16);
        }
        if !self.cards.is_empty() {
            self.deal(game, state, seat, chance);
        }
        self.hide_variables(game, state, seat);
    }

    /// What stands for a thing on the imagined table.
    pub fn item(&self, item: Item) -> Item {
        match item.thing() {
            Thing::Piece(piece) => self.places[piece.index()].into(),
            _ => item,
        }
    }

    fn deal(&mut self, game: &Game, state: &State, seat: SeatId, chance: &mut Chance) {
        let back = |piece: PieceId| game.piece(piece).back;
        // From here on nothing may depend on which hidden piece lies where: the places come in the order of the
        // table, and the pieces in the order of the box.
        self.hidden.clear();
        for space in (0..game.spaces.len() as u16).map(SpaceId) {
            let pieces = state.pieces_on(space);
            self.hidden.extend(pieces.filter(|&piece| !state.knows(seat, piece)));
        }
        self.hidden.sort_by_key(|&piece| back(piece));
        for same in self.cards.chunk_by_mut(|&a, &b| back(a) == back(b)) {
            for last in (1..same.len()).rev() {
                same.swap(last, chance.below(last as u32 + 1) as usize);
            }
        }
        for (hidden, card) in self.hidden.iter().zip(&self.cards) {
            self.places[hidden.index()] = *card;
        }
        self.state.relabel(state, &self.places);
        for &card in &self.cards {
            self.state.set_face(card, 0);
        }
    }

    fn hide_variables(&mut self, game: &Game, state: &State, seat: SeatId) {
        for var in &game.vars {
            let shown = matches!(var.visible, Visible::All | Visible::Top);
            if shown && var.kind != VarType::Piece {
                continue;
            }
            for offset in 0..var.slots {
                let slot = var.first_slot + offset;
                let owner = match var.on {
                    Holders::Table => None,
                    Holders::Seats => Some(SeatId(offset as u8)),
                    Holders::Pieces(kind) => game.piece(game.kinds[kind.index()].pieces[offset]).owner,
                };
                let shown = shown || (var.visible == Visible::Owner && owner == Some(seat));
                if !shown || (var.kind == VarType::Piece && names_hidden(state, seat, state.var(slot))) {
                    self.state.set_var(slot, var.default);
                }
            }
        }
    }
}

fn names_hidden(state: &State, seat: SeatId, value: i32) -> bool {
    matches!(Item::from_bits(value as u32).thing(), Thing::Piece(piece) if !state.knows(seat, piece))
}
