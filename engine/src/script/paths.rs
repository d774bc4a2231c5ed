//! Queries along a path: what comes next, what lies behind, where the gaps are.

use std::ops::Range;

use super::host::Stop;
use super::list_methods::value_of;
use super::queries::{kind_named, list, zone};
use super::raw::{Arg, Call, Pushed};
use crate::game::{Item, KindId, PieceId, SpaceId, Thing, Word, Zone};
use crate::table::State;

/// `path:next(from, kind, field?, value?)`
pub(crate) fn next(call: &mut Call) -> Pushed {
    along(call, true)
}

/// `path:previous(from, kind, field?, value?)`
pub(crate) fn previous(call: &mut Call) -> Pushed {
    along(call, false)
}

/// Looks along a path from a space, or from its end if the space is none of its own.
fn along(call: &mut Call, forward: bool) -> Pushed {
    let (before, after) = sides(call)?;
    let spaces = if forward { after } else { before };
    let kind = kind_named(call, 3)?;
    let (game, state) = (call.game(), call.host.state());
    let pieces = game.pieces_of(kind);
    let top = |space: u16| top_among(state, SpaceId(space), &pieces);
    let found = match field(call, kind)? {
        None => nearest(spaces, forward, top),
        Some((word, wanted)) => match game.printed(kind, word) {
            Some(printed) => {
                let has = |piece: &PieceId| printed[(piece.0 - pieces.start) as usize] == wanted;
                nearest(spaces, forward, |space| top(space).filter(has))
            }
            None => {
                let has = |piece: &PieceId| value_of(call, (*piece).into(), word) == Some(wanted);
                nearest(spaces, forward, |space| top(space).filter(has))
            }
        },
    };
    let covered = found.is_some_and(|piece| state.above(piece).is_some());
    call.push_item(found.map_or(Item::NOTHING, Item::from))?;
    call.push_bool(covered)?;
    Ok(2)
}

/// The first piece that is found on a run of spaces, from its start or from its end.
#[inline]
fn nearest(mut spaces: Range<u16>, forward: bool, find: impl FnMut(u16) -> Option<PieceId>) -> Option<PieceId> {
    match forward {
        true => spaces.find_map(find),
        false => spaces.rev().find_map(find),
    }
}

/// `path:around(space, kind)`
pub(crate) fn around(call: &mut Call) -> Pushed {
    let (before, after) = sides(call)?;
    let kind = kind_named(call, 3)?;
    let (state, pieces) = (call.host.state(), call.game().pieces_of(kind));
    let top = |space: u16| top_among(state, SpaceId(space), &pieces);
    let found = [nearest(before, false, top), nearest(after, true, top)];
    for piece in found {
        call.push_item(piece.map_or(Item::NOTHING, Item::from))?;
    }
    Ok(2)
}

/// The spaces of a path before and behind where a search begins; all of them, if that is nowhere on the path.
#[inline]
fn sides(call: &mut Call) -> Result<(Range<u16>, Range<u16>), Stop> {
    let id = zone(call)?;
    call.spend(usize::from(call.game().zone(id).spaces / 4))?;
    let zone = call.game().zone(id);
    let all = zone.first_space.0..zone.first_space.0 + zone.spaces;
    Ok(match start(call)?.filter(|space| all.contains(&space.0)) {
        Some(from) => (all.start..from.0, from.0 + 1..all.end),
        None => (all.clone(), all),
    })
}

/// Where a search begins: the space of a piece, a space itself, or nowhere.
#[inline]
fn start(call: &Call) -> Result<Option<SpaceId>, Stop> {
    match call.arg(2) {
        Arg::None => Ok(None),
        Arg::Item(item) => match item.thing() {
            Thing::Piece(piece) => Ok(Some(call.host.state().piece(piece).space)),
            Thing::Space(space) => Ok(Some(space)),
            Thing::Zone(zone) => Ok(Some(call.game().zone(zone).first_space)),
            _ => Err(call.wrong(2, "a piece, a space or nil")),
        },
        _ => Err(call.wrong(2, "a piece, a space or nil")),
    }
}

/// The field that pieces are compared by, and the value it must have.
#[inline]
fn field(call: &Call, kind: KindId) -> Result<Option<(Word, Item)>, Stop> {
    if call.arg(4) == Arg::None {
        return Ok(None);
    }
    let (word, value) = (call.word(4)?, call.item(5)?);
    if let Some(&piece) = call.game().kinds[kind.index()].pieces.first()
        && value_of(call, piece.into(), word).is_none()
    {
        return Err(super::queries::no_field(call, piece.into(), call.host.words.text(word)));
    }
    Ok(Some((word, value)))
}

/// The highest piece on a space that is one of a kind: what stands on it does not hide it.
#[inline]
fn top_among(state: &State, space: SpaceId, pieces: &Range<u16>) -> Option<PieceId> {
    let mut piece = state.top(space);
    while let Some(found) = piece {
        if pieces.contains(&found.0) {
            return Some(found);
        }
        piece = state.below(found);
    }
    None
}

/// `path:gaps(kind, without?)`: the first space of each run of spaces without a piece of a kind, between two that have
/// one; not of those in which a piece of the other kind lies.
pub(crate) fn gaps(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    call.spend(usize::from(call.game().zone(id).spaces / 4))?;
    let kind = kind_named(call, 2)?;
    let without = match call.arg(3) {
        Arg::None => None,
        _ => Some(kind_named(call, 3)?),
    };
    list(call, |game, state, items| {
        let Zone {
            first_space, spaces, ..
        } = *game.zone(id);
        let (kind, without) = (game.pieces_of(kind), without.map(|kind| game.pieces_of(kind)));
        let has = |space, pieces: &Range<u16>| top_among(state, space, pieces).is_some();
        let mut gap = None;
        let mut spanned = true;
        for space in (first_space.0..first_space.0 + spaces).map(SpaceId) {
            if has(space, &kind) {
                items.extend(gap.take().filter(|_| !spanned).map(Item::from));
                // Only from the first piece on can there be a gap between two.
                spanned = false;
            } else {
                gap = gap.or(Some(space));
                spanned |= without.as_ref().is_some_and(|without| has(space, without));
            }
        }
    })
}
