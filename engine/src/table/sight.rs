//! Whose eyes: what somebody may know of an event. A log line, a prompt or an
//! export is made of what [`Eyes::event`] gives, and so cannot show more.

use super::{Event, KNOWN_TO_ALL};
use crate::game::{Game, Item, PieceId, SeatId, Thing};
use crate::package::manifest::Visible;

/// Whose eyes the table is seen through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    Seat(SeatId),
    /// An onlooker, who sees what everybody sees.
    Public,
    /// The table itself, which has no secrets from a replay.
    All,
}

/// What an event's `known` says once it is seen through somebody's eyes: nothing is left to hide, or all of it was.
const HIDDEN: u16 = 0;

impl Eyes {
    /// Whether they are among the seats of a set.
    pub fn among(self, known: u16) -> bool {
        match self {
            Eyes::Seat(seat) => known & (1 << seat.0.min(15)) != 0,
            Eyes::Public => known == KNOWN_TO_ALL,
            Eyes::All => true,
        }
    }

    /// An event as these eyes see it: a piece that is hidden from them is replaced by the first one with the same back,
    /// a hidden choice by none. `None` if they see nothing of it.
    ///
    /// In what is given back, `known` is [`KNOWN_TO_ALL`] where everything is as it was, and 0 where something is hidden.
    pub fn event(self, game: &Game, event: &Event) -> Option<Event> {
        let mut event = event.clone();
        match &mut event {
            Event::Moved { piece, known, .. } | Event::Flipped { piece, known, .. } => {
                let seen = self.mark(known);
                if !seen {
                    *piece = first_with_same_back(game, *piece);
                }
            }
            Event::Chose { seat, picks, known, .. } => {
                if self == Eyes::Seat(*seat) {
                    *known = KNOWN_TO_ALL;
                } else if !self.mark(known) {
                    picks.clear();
                }
            }
            Event::Note { items, known, .. } => {
                let seen = self.mark(known);
                if !seen {
                    let pieces = items.iter_mut().filter(|item| matches!(item.thing(), Thing::Piece(_)));
                    pieces.for_each(|item| *item = Item::NOTHING);
                }
            }
            Event::Set { var, holder, known, .. } => {
                let visible = match game.vars[var.index()].visible {
                    _ if self == Eyes::All => true,
                    Visible::All | Visible::Top => true,
                    Visible::Owner => owner(game, *holder).is_some_and(|seat| self == Eyes::Seat(seat)),
                    Visible::None => false,
                };
                if !visible || !self.mark(known) {
                    return None;
                }
            }
            _ => {}
        }
        Some(event)
    }

    fn mark(self, known: &mut u16) -> bool {
        let seen = self.among(*known);
        *known = if seen { KNOWN_TO_ALL } else { HIDDEN };
        seen
    }
}

fn first_with_same_back(game: &Game, piece: PieceId) -> PieceId {
    let back = game.piece(piece).back;
    let first = game.pieces.iter().position(|other| other.back == back);
    first.map_or(piece, |first| PieceId(first as u16))
}

/// The seat that something belongs to.
fn owner(game: &Game, holder: Item) -> Option<SeatId> {
    match holder.thing() {
        Thing::Seat(seat) => Some(seat),
        Thing::Piece(piece) => game.piece(piece).owner,
        _ => None,
    }
}
