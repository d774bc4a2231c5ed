//! What one seat sees of a table, and dealing the unknown anew so that it looks
//! the same to that seat.

use serde::Serialize;

use super::{Chance, State};
use crate::game::{ComponentId, Game, Holders, KindId, PieceId, SeatId, SpaceId, Thing};
use crate::package::manifest::{VarType, Visible};

/// The table as a seat sees it; as an onlooker does, without a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    pub seat: Option<u8>,
    pub round: u32,
    pub phase: String,
    pub active: Option<u8>,
    pub spaces: Vec<ViewSpace>,
    /// Variables that the seat may see, as `name`, `seat.name` or `piece.name`.
    pub vars: Vec<(String, i32)>,
}

/// A space on which something lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ViewSpace {
    pub key: String,
    #[serde(skip)]
    pub space: Option<SpaceId>,
    pub tokens: Vec<(String, i32)>,
    pub pieces: Vec<ViewPiece>,
}

/// A piece as a seat sees it, bottom to top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ViewPiece {
    Known {
        id: String,
        #[serde(skip)]
        component: ComponentId,
        #[serde(skip_serializing_if = "Option::is_none")]
        face: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        owner: Option<u8>,
        /// The seat it works for, if it belongs to nobody.
        #[serde(skip_serializing_if = "Option::is_none")]
        side: Option<u8>,
    },
    /// Only its back is seen.
    Hidden {
        back: String,
        #[serde(skip)]
        kind: KindId,
    },
}

impl View {
    pub fn of(game: &Game, state: &State, seat: Option<SeatId>) -> View {
        let cursor = &state.cursor;
        View {
            seat: seat.map(|seat| seat.0 + 1),
            round: cursor.round,
            phase: game
                .phases
                .get(cursor.phase as usize)
                .map_or_else(String::new, |phase| phase.id.clone()),
            active: cursor.active.map(|seat| seat.0 + 1),
            spaces: (1..game.spaces.len() as u16)
                .map(|space| view_space(game, state, seat, SpaceId(space)))
                .filter(|space| !space.pieces.is_empty() || !space.tokens.is_empty())
                .collect(),
            vars: vars(game, state, seat),
        }
    }
}

fn knows(state: &State, seat: Option<SeatId>, piece: PieceId) -> bool {
    match seat {
        Some(seat) => state.knows(seat, piece),
        None => state.piece(piece).known == super::KNOWN_TO_ALL,
    }
}

fn view_space(game: &Game, state: &State, seat: Option<SeatId>, space: SpaceId) -> ViewSpace {
    let tokens = state.token_row(game, space).iter().enumerate();
    let mut pieces: Vec<ViewPiece> = state
        .pieces_on(space)
        .map(|piece| view_piece(game, state, seat, piece))
        .collect();
    // Nobody can tell the order of a hidden hand.
    let zone = game.zone(game.spaces[space.index()].zone);
    if zone.visible == Visible::Owner {
        pieces.sort_by_key(|piece| match piece {
            ViewPiece::Known { id, .. } => (0, id.clone()),
            ViewPiece::Hidden { back, .. } => (1, back.clone()),
        });
    }
    ViewSpace {
        key: game.space_key(space),
        space: Some(space),
        tokens: tokens
            .filter(|&(_, &count)| count != 0)
            .map(|(token, &count)| (game.tokens[token].id.clone(), count))
            .collect(),
        pieces,
    }
}

fn view_piece(game: &Game, state: &State, seat: Option<SeatId>, piece: PieceId) -> ViewPiece {
    let facts = game.piece(piece);
    let kind = &game.kinds[facts.kind.index()];
    if knows(state, seat, piece) {
        ViewPiece::Known {
            id: game.component_of(piece).id.clone(),
            component: facts.component,
            face: kind.faces.map(|_| state.piece(piece).face),
            owner: facts.owner.map(|seat| seat.0 + 1),
            side: match facts.owner {
                Some(_) => None,
                None => state.side(game, piece).map(|seat| seat.0 + 1),
            },
        }
    } else {
        ViewPiece::Hidden {
            back: game.back_name(piece),
            kind: facts.kind,
        }
    }
}

fn vars(game: &Game, state: &State, seat: Option<SeatId>) -> Vec<(String, i32)> {
    let mut seen = Vec::new();
    for var in &game.vars {
        for offset in 0..var.slots {
            let (prefix, owner) = match var.on {
                Holders::Table => (String::new(), None),
                Holders::Seats => (format!("{}.", game.seats[offset].id), Some(SeatId(offset as u8))),
                Holders::Pieces(kind) => {
                    let piece = game.kinds[kind.index()].pieces[offset];
                    (format!("{}.", game.component_of(piece).id), game.piece(piece).owner)
                }
            };
            let visible = match var.visible {
                Visible::All | Visible::Top => true,
                Visible::Owner => owner.is_some() && owner == seat,
                Visible::None => false,
            };
            let value = state.var(var.first_slot + offset);
            if visible && value != var.default && !points_at_hidden(state, seat, var.kind, value) {
                seen.push((format!("{prefix}{}", var.id), value));
            }
        }
    }
    seen
}

/// Whether a variable names a piece the seat does not know.
fn points_at_hidden(state: &State, seat: Option<SeatId>, kind: VarType, value: i32) -> bool {
    kind == VarType::Piece
        && matches!(crate::game::Item::from_bits(value as u32).thing(), Thing::Piece(piece) if !knows(state, seat, piece))
}

/// Deals everything a seat does not know anew: pieces whose backs look the same change places. The seat's view stays
/// the same.
pub fn deal_unknown(game: &Game, state: &State, seat: SeatId, chance: &mut Chance) -> State {
    let mut dealt = state.clone();
    let unknown: Vec<PieceId> = (0..game.pieces.len() as u16)
        .map(PieceId)
        .filter(|&piece| state.piece(piece).space != crate::game::BOX_SPACE && !state.knows(seat, piece))
        .collect();
    for (index, &piece) in unknown.iter().enumerate().rev() {
        let same_back: Vec<PieceId> = unknown[..=index]
            .iter()
            .copied()
            .filter(|&other| game.piece(other).back == game.piece(piece).back)
            .collect();
        let other = same_back[chance.below(same_back.len() as u32) as usize];
        dealt.swap(piece, other);
    }
    dealt
}
