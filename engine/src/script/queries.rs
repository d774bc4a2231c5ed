//! Queries: what a script asks of the table without changing it. Those that rules
//! ask often are one native call, not a loop of Lua over many.

use std::ffi::c_int;

use super::api::{NATIVES, Receiver};
use super::fields;
use super::host::Stop;
use super::list_methods::{value_of, zone_word};
use super::raw::{Arg, Call, Pushed};
use crate::game::{Game, Item, KindId, Property, SpaceId, Thing, TokenId, ZoneId};
use crate::package::manifest::ZoneKind;
use crate::table::State;

/// Fills a new list with a function of the game and the state.
#[inline]
pub(super) fn list(call: &mut Call, fill: impl FnOnce(&Game, &State, &mut Vec<Item>)) -> Pushed {
    let host = &mut *call.host;
    let Some((handle, items)) = host.lists.fresh() else {
        return Err(too_many());
    };
    fill(&host.game, &host.dealer.state, items);
    host.budget.spend(items.len() as u64)?;
    call.push_list(handle)
}

pub(super) fn too_many() -> Stop {
    Stop::Error("the step makes too many lists".into())
}

#[inline]
pub(super) fn zone(call: &Call) -> Result<ZoneId, Stop> {
    match call.handle(1).map(Item::thing) {
        Some(Thing::Zone(zone)) => Ok(zone),
        Some(Thing::Space(space)) => Ok(call.game().spaces[space.index()].zone),
        _ => Err(call.wrong(1, "a zone")),
    }
}

/// The spaces an argument covers, as first and number.
#[inline]
fn range(call: &mut Call) -> Result<(u16, u16), Stop> {
    let Some((first, count)) = call.place_data(1).map(|place| (place.first, place.count)) else {
        return Err(call.wrong(1, "a zone or a space"));
    };
    call.spend(usize::from(count / 4))?;
    Ok((first, count))
}

/// The same, to look at all pieces that lie there.
#[inline]
fn range_of_pieces(call: &mut Call) -> Result<(u16, u16), Stop> {
    let (first, count) = range(call)?;
    call.spend(call.host.state().size_of(SpaceId(first), count))?;
    Ok((first, count))
}

pub(super) fn spaces_in((first, count): (u16, u16)) -> impl Iterator<Item = SpaceId> {
    (first..first + count).map(SpaceId)
}

#[inline]
pub(crate) fn count(call: &mut Call) -> Pushed {
    let range = range(call)?;
    let token = call.token(2)?;
    let (game, state) = (call.game(), call.host.state());
    let sum: i32 = spaces_in(range).map(|space| state.tokens(game, space, token)).sum();
    call.push_int(sum)
}

#[inline]
pub(crate) fn tokens(call: &mut Call) -> Pushed {
    let range = range(call)?;
    list(call, |game, state, items| {
        if range.1 == 1 {
            for (index, &count) in state.token_row(game, SpaceId(range.0)).iter().enumerate() {
                if count > 0 {
                    items.push(TokenId(index as u8).into());
                }
            }
            return;
        }
        for token in (0..game.tokens.len() as u8).map(TokenId) {
            if spaces_in(range).any(|space| state.tokens(game, space, token) > 0) {
                items.push(token.into());
            }
        }
    })
}

/// An argument that names a kind of piece.
#[inline]
pub(super) fn kind_named(call: &Call, index: c_int) -> Result<KindId, Stop> {
    let Arg::Word(word) = call.arg(index) else {
        return Err(call.wrong(index, "a kind of piece"));
    };
    let kind = call.game().meaning(word).and_then(|meaning| meaning.kind);
    kind.ok_or_else(|| {
        let known = call.game().kinds.iter().map(|kind| kind.id.as_str());
        call.unknown_word("kind of piece", word, known)
    })
}

/// `zone:sum(field)`
pub(crate) fn sum(call: &mut Call) -> Pushed {
    let mut sum = 0_i32;
    each_value(call, |value| match value.thing() {
        Thing::Number(n) => sum = sum.saturating_add(n),
        Thing::Yes => sum = sum.saturating_add(1),
        _ => {}
    })?;
    call.push_int(sum)
}

/// `zone:tally(field)`
pub(crate) fn tally(call: &mut Call) -> Pushed {
    let mut counts: Vec<(Item, i32)> = Vec::new();
    each_value(call, |value| {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    })?;
    counts.retain(|(value, _)| *value != Item::NOTHING);
    call.push_counts(&counts)
}

/// Looks at a field of each piece of a place.
fn each_value(call: &mut Call, mut see: impl FnMut(Item)) -> Result<(), Stop> {
    let range = range_of_pieces(call)?;
    let word = call.word(2)?;
    for piece in spaces_in(range).flat_map(|space| call.host.state().pieces_on(space)) {
        match value_of(call, piece.into(), word) {
            Some(value) => see(value),
            None => return Err(no_field(call, piece.into(), call.host.words.text(word))),
        }
    }
    Ok(())
}

pub(crate) fn pieces(call: &mut Call) -> Pushed {
    let range = range_of_pieces(call)?;
    let kind = match call.arg(2) {
        Arg::None => None,
        _ => Some(kind_named(call, 2)?),
    };
    list(call, |game, state, items| {
        let found = spaces_in(range).flat_map(|space| state.pieces_on(space));
        items.extend(
            found
                .filter(|&piece| kind.is_none_or(|kind| game.piece(piece).kind == kind))
                .map(Item::from),
        );
    })
}

pub(crate) fn knows(call: &mut Call) -> Pushed {
    let (seat, piece) = (call.seat(1)?, call.piece(2)?);
    call.push_bool(call.host.state().knows(seat, piece))
}

pub(crate) fn spaces(call: &mut Call) -> Pushed {
    let range = range(call)?;
    list(call, |_, _, items| items.extend(spaces_in(range).map(Item::from)))
}

pub(crate) fn space(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    let number = call.int(2, None)?;
    let zone = call.game().zone(id);
    let index = match call.arg(3) {
        Arg::None => number.saturating_sub(i32::from(zone.kind != ZoneKind::Track)),
        _ => {
            let row = call.int(3, None)?;
            if !(1..=i32::from(zone.width)).contains(&number) {
                return call.push_nil();
            }
            row.saturating_sub(1)
                .saturating_mul(i32::from(zone.width))
                .saturating_add(number - 1)
        }
    };
    if !(0..i32::from(zone.spaces)).contains(&index) {
        return call.push_nil();
    }
    let space = SpaceId(zone.first_space.0 + index as u16);
    call.push_item(space.into())
}

#[inline]
pub(crate) fn empty(call: &mut Call) -> Pushed {
    let range = range(call)?;
    list(call, |_, state, items| {
        items.extend(state.empty_spaces(SpaceId(range.0), range.1).map(Item::from));
    })
}

pub(crate) fn column(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    let x = call.int(2, None)?;
    list(call, |game, _, items| {
        let zone = game.zone(id);
        if (1..=i32::from(zone.width)).contains(&x) {
            let rows = (0..zone.spaces / zone.width.max(1)).rev();
            items.extend(rows.map(|row| Item::from(SpaceId(zone.first_space.0 + row * zone.width + x as u16 - 1))));
        }
    })
}

pub(crate) fn open_columns(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    call.spend(usize::from(call.game().zone(id).spaces / 4))?;
    list(call, |game, state, items| {
        let zone = game.zone(id);
        let rows = zone.spaces / zone.width.max(1);
        for x in 0..zone.width {
            let lowest = (0..rows)
                .rev()
                .map(|row| SpaceId(zone.first_space.0 + row * zone.width + x))
                .find(|&space| state.size(space) == 0);
            items.extend(lowest.map(Item::from));
        }
    })
}

pub(crate) fn find(call: &mut Call) -> Pushed {
    let range = range_of_pieces(call)?;
    let word = call.word(2)?;
    let (game, state) = (call.game(), call.host.state());
    let id = call.host.words.text(word);
    let mut last = None;
    let found = spaces_in(range)
        .flat_map(|space| state.pieces_on(space))
        .find(|&piece| {
            // Pieces of one component often lie together.
            let component = game.piece(piece).component;
            last.replace(component) != Some(component) && game.component_of(piece).id == id
        });
    call.push_item(found.map_or(Item::NOTHING, Item::from))
}

/// Straight lines through a space: pieces of one owner, or of one component where pieces have no owner.
pub(crate) fn line(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    let space = call.space(2)?;
    let wanted = call.int(3, None)?;
    let (game, state) = (call.game(), call.host.state());
    let zone = game.zone(id);
    let (width, first) = (i32::from(zone.width.max(1)), i32::from(zone.first_space.0));
    let at = i32::from(space.0) - first;
    let side = |at: i32| {
        let top = state.top(SpaceId((first + at) as u16));
        top.map(|piece| game.sides[piece.index()])
    };
    let mine = side(at);
    if mine.is_none() {
        return call.push_bool(false);
    }
    // How many in a row behind the space in one direction, with so many spaces up to the edge.
    let run = |step: i32, room: i32| {
        let mut length = 0;
        while length < room && side(at + (length + 1) * step) == mine {
            length += 1;
        }
        length
    };
    let (x, y) = (at % width, at / width);
    let (left, right, up, down) = (x, width - 1 - x, y, i32::from(zone.spaces) / width - 1 - y);
    let found = 1 + run(-1, left) + run(1, right) >= wanted
        || 1 + run(-width, up) + run(width, down) >= wanted
        || 1 + run(-width - 1, up.min(left)) + run(width + 1, down.min(right)) >= wanted
        || 1 + run(-width + 1, up.min(right)) + run(width - 1, down.min(left)) >= wanted;
    call.push_bool(found)
}

/// `most(seats, zone, token?)`
pub(crate) fn most(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    call.spend(call.size(handle))?;
    let word = call.word(2)?;
    let token = match call.arg(3) {
        Arg::None => None,
        _ => Some(call.token(3)?),
    };
    let (game, state) = (call.game(), call.host.state());
    let Some(meaning) = game.meaning(word).filter(|meaning| !meaning.families.is_empty()) else {
        return Err(call.unknown_word("zone", word, game.families.iter().map(|family| family.id.as_str())));
    };
    let held = |item: Item| -> i32 {
        match game.zone_on(item, meaning) {
            Some(zone) => match token {
                Some(token) => game.spaces_of(zone).map(|space| state.tokens(game, space, token)).sum(),
                None => game
                    .spaces_of(zone)
                    .flat_map(|space| state.token_row(game, space))
                    .sum(),
            },
            None => 0,
        }
    };
    let counts: Vec<(Item, i32)> = call
        .host
        .lists
        .get(handle)
        .unwrap_or(&[])
        .iter()
        .map(|&item| (item, held(item)))
        .filter(|&(_, count)| count > 0)
        .collect();
    let highest = counts.iter().map(|&(_, count)| count).max().unwrap_or(0);
    let second = counts
        .iter()
        .map(|&(_, count)| count)
        .filter(|&count| count < highest)
        .max()
        .unwrap_or(0);
    for wanted in [highest, second] {
        list(call, |_, _, items| {
            items.extend(
                counts
                    .iter()
                    .filter(|&&(_, count)| count == wanted)
                    .map(|&(item, _)| item),
            );
        })?;
    }
    Ok(2)
}

/// `list:total(zone, token)`
pub(crate) fn total(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    call.spend(call.size(handle))?;
    let word = zone_word(call, 2)?;
    let token = call.token(3)?;
    let (game, state) = (call.game(), call.host.state());
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    let zones = game.meaning(word).into_iter().flat_map(|meaning| {
        let zone = move |&item: &Item| game.zone_on(item, meaning);
        items.iter().filter_map(zone)
    });
    let sum: i32 = zones
        .flat_map(|zone| game.spaces_of(zone))
        .map(|space| state.tokens(game, space, token))
        .sum();
    call.push_int(sum)
}

/// `handle[name]`, and `handle.name` where the virtual machine does not read the field by itself.
pub(crate) fn index(call: &mut Call) -> Pushed {
    let Some(handle) = call.data(1) else {
        return Err(call.wrong(1, "something of the table"));
    };
    let Ok(word) = call.word(2) else {
        return call.push_nil();
    };
    if let Some(field) = call.field(1, word) {
        // SAFETY: the field is one of its own shape.
        return call.push_slot(unsafe { fields::read(handle, field) });
    }
    // SAFETY: the handle is an argument of this call.
    let item = unsafe { (*handle).item };
    let name = call.host.words.text(word);
    match receiver(item).and_then(|on| NATIVES.iter().find(|native| native.on == on && native.name == name)) {
        Some(native) => call.push_native(native.entry(call.host.looks_only)),
        None => Err(no_field(call, item, name)),
    }
}

fn receiver(item: Item) -> Option<Receiver> {
    match item.thing() {
        Thing::Seat(_) => Some(Receiver::Seat),
        Thing::Zone(_) | Thing::Space(_) => Some(Receiver::Place),
        _ => None,
    }
}

/// The error for a name that a thing does not have.
pub(super) fn no_field(call: &Call, item: Item, name: &str) -> Stop {
    let game = call.game();
    let mut known: Vec<&str> = Property::ALL.iter().map(|&(name, _)| name).collect();
    known.extend(game.vars.iter().map(|var| var.id.as_str()));
    known.extend(game.families.iter().map(|family| family.id.as_str()));
    if let Thing::Piece(piece) = item.thing() {
        known.extend(
            game.kinds[game.piece(piece).kind.index()]
                .fields
                .iter()
                .map(String::as_str),
        );
    }
    let receiver = receiver(item);
    let natives = NATIVES.iter().filter(|native| Some(native.on) == receiver);
    known.extend(natives.map(|native| native.name));
    let hint = crate::package::nearest(name, known)
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    let what = match item.thing() {
        Thing::Nothing => "the table".to_string(),
        _ => call.describe(item),
    };
    Stop::Error(format!("{what} has no `{name}`{hint}"))
}
