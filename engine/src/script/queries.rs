//! Queries: what a script asks of the table without changing it. Those that rules
//! ask often are one native call, not a loop of Lua over many.

use super::api::Receiver;
use super::host::Stop;
use super::lists::ListHandle;
use super::raw::{Arg, Call, Pushed};
use super::verbs::{place, var_slot};
use crate::game::{
    Game, Holder, Holders, Item, KindId, Meaning, PieceId, Property, SeatId, SpaceId, Thing, TokenId, Word, Zone, ZoneId,
};
use crate::package::manifest::{VarType, ZoneKind};
use crate::table::{KNOWN_TO_ALL, State};

/// Fills a new list with a function of the game and the state.
#[inline]
fn list(call: &mut Call, fill: impl FnOnce(&Game, &State, &mut Vec<Item>)) -> Pushed {
    let host = &mut *call.host;
    let Some((handle, items)) = host.lists.fresh() else {
        return Err(too_many());
    };
    fill(&host.game, &host.dealer.state, items);
    call.push_list(handle)
}

fn too_many() -> Stop {
    Stop::Error("the step makes too many lists".into())
}

/// Makes a list from the one the method is called on.
fn derive(call: &mut Call, make: impl FnOnce(&Game, &State, &[Item], &mut Vec<Item>)) -> Pushed {
    let from = call.list(1)?;
    let host = &mut *call.host;
    let Some((handle, source, items)) = host.lists.derive(from) else {
        return Err(too_many());
    };
    make(&host.game, &host.dealer.state, source, items);
    call.push_list(handle)
}

#[inline]
fn zone(call: &Call) -> Result<ZoneId, Stop> {
    match call.handle(1).map(Item::thing) {
        Some(Thing::Zone(zone)) => Ok(zone),
        Some(Thing::Space(space)) => Ok(call.game().spaces[space.index()].zone),
        _ => Err(call.wrong(1, "a zone")),
    }
}

/// The spaces an argument covers, as first and number.
#[inline]
fn range(call: &Call) -> Result<(u16, u16), Stop> {
    match call.handle(1).map(Item::thing) {
        Some(Thing::Zone(zone)) => {
            let zone = call.game().zone(zone);
            Ok((zone.first_space.0, zone.spaces))
        }
        Some(Thing::Space(space)) => Ok((space.0, 1)),
        _ => Err(call.wrong(1, "a zone or a space")),
    }
}

fn spaces_in((first, count): (u16, u16)) -> impl Iterator<Item = SpaceId> {
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

pub(crate) fn pieces(call: &mut Call) -> Pushed {
    let range = range(call)?;
    let kind = match call.arg(2) {
        Arg::None => None,
        Arg::Word(word) => match call.game().meaning(word).and_then(|meaning| meaning.kind) {
            Some(kind) => Some(kind),
            None => return Err(call.unknown_word("kind of piece", word, call.game().kinds.iter().map(|kind| kind.id.as_str()))),
        },
        _ => return Err(call.wrong(2, "a kind of piece")),
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

pub(crate) fn spaces(call: &mut Call) -> Pushed {
    let range = range(call)?;
    list(call, |_, _, items| items.extend(spaces_in(range).map(Item::from)))
}

pub(crate) fn space(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    let number = call.int(2, None)?;
    let zone = call.game().zone(id);
    let index = match call.arg(3) {
        Arg::None => number - i32::from(zone.kind != ZoneKind::Track),
        _ => {
            let row = call.int(3, None)?;
            if !(1..=i32::from(zone.width)).contains(&number) {
                return call.push_nil();
            }
            (row - 1) * i32::from(zone.width) + number - 1
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
        for space in spaces_in(range) {
            if state.size(space) == 0 {
                items.push(space.into());
            }
        }
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
    let range = range(call)?;
    let word = call.word(2)?;
    let (game, state) = (call.game(), call.host.state());
    let id = call.host.words.text(word);
    let found = spaces_in(range)
        .flat_map(|space| state.pieces_on(space))
        .find(|&piece| game.component_of(piece).id == id);
    call.push_item(found.map_or(Item::NOTHING, Item::from))
}

/// Straight lines through a space: pieces of one owner, or of one component where pieces have no owner.
pub(crate) fn line(call: &mut Call) -> Pushed {
    let id = zone(call)?;
    let space = call.space(2)?;
    let wanted = call.int(3, None)?;
    let (game, state) = (call.game(), call.host.state());
    let zone = game.zone(id);
    let side = |space: i32| {
        let top = state.top(SpaceId(space as u16));
        top.map_or(u16::MAX, |piece| game.sides[piece.index()])
    };
    let first = i32::from(zone.first_space.0);
    let at = i32::from(space.0) - first;
    let mine = side(first + at);
    if mine == u16::MAX {
        return call.push_bool(false);
    }
    let width = i32::from(zone.width.max(1));
    let height = i32::from(zone.spaces) / width;
    let (x, y) = (at % width, at / width);
    // How many in a row behind the space in one direction, with so many spaces up to the edge.
    let run = |step: i32, room: i32| (1..=room).take_while(|&n| side(first + at + n * step) == mine).count() as i32;
    let (left, right, up, down) = (x, width - 1 - x, y, height - 1 - y);
    let found = 1 + run(-1, left) + run(1, right) >= wanted
        || 1 + run(-width, up) + run(width, down) >= wanted
        || 1 + run(-width - 1, up.min(left)) + run(width + 1, down.min(right)) >= wanted
        || 1 + run(-width + 1, up.min(right)) + run(width - 1, down.min(left)) >= wanted;
    call.push_bool(found)
}

pub(crate) fn except(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    derive(call, |_, _, source, items| items.extend(source.iter().filter(|&&other| other != item)))
}

pub(crate) fn with(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    derive(call, |_, _, source, items| {
        items.extend_from_slice(source);
        items.push(item);
    })
}

pub(crate) fn has(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    let handle = call.list(1)?;
    let found = call.host.lists.get(handle).is_some_and(|items| items.contains(&item));
    call.push_bool(found)
}

pub(crate) fn from(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    derive(call, |_, _, source, items| {
        let start = source.iter().position(|&other| other == item).unwrap_or(0);
        items.extend_from_slice(&source[start..]);
        items.extend_from_slice(&source[..start]);
    })
}

pub(crate) fn first(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let item = call.host.lists.get(handle).and_then(|items| items.first().copied());
    call.push_item(item.unwrap_or(Item::NOTHING))
}

pub(crate) fn array(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    call.push_array(items)
}

/// `list:having(zone, token?)`
pub(crate) fn having(call: &mut Call) -> Pushed {
    with_zone(call, true)
}

/// `list:lacking(zone, token?)`
pub(crate) fn lacking(call: &mut Call) -> Pushed {
    with_zone(call, false)
}

/// Those whose zone of an id holds something, or holds nothing.
fn with_zone(call: &mut Call, wanted: bool) -> Pushed {
    let word = call.word(2)?;
    let token = match call.arg(3) {
        Arg::None => None,
        _ => Some(call.token(3)?),
    };
    let families = call.game().meaning(word).is_some_and(|meaning| !meaning.families.is_empty());
    if !families {
        return Err(call.unknown_word("zone", word, call.game().families.iter().map(|family| family.id.as_str())));
    }
    derive(call, |game, state, source, items| {
        let Some(meaning) = game.meaning(word) else { return };
        let mut zones = ZonesOn::new(game, meaning);
        for &item in source {
            let Some(zone) = zones.of(item) else { continue };
            let (first, count) = (zone.first_space.0, zone.spaces);
            let holds = match (token, count) {
                (None, 1) => state.holds_anything(game, SpaceId(first)),
                (None, _) => spaces_in((first, count)).any(|space| state.holds_anything(game, space)),
                (Some(token), _) => spaces_in((first, count)).any(|space| state.tokens(game, space, token) > 0),
            };
            if holds == wanted {
                items.push(item);
            }
        }
    })
}

/// Finds the zones of one id on many things; those of one kind are found at once after the first.
struct ZonesOn<'a> {
    game: &'a Game,
    meaning: &'a Meaning,
    /// The kind found last, its first piece, and the zones of its pieces.
    last: Option<(KindId, usize, &'a [ZoneId])>,
}

impl<'a> ZonesOn<'a> {
    fn new(game: &'a Game, meaning: &'a Meaning) -> ZonesOn<'a> {
        ZonesOn {
            game,
            meaning,
            last: None,
        }
    }

    #[inline]
    fn of(&mut self, item: Item) -> Option<&'a Zone> {
        let game = self.game;
        let Thing::Piece(piece) = item.thing() else {
            return game.zone_on(item, self.meaning).map(|zone| game.zone(zone));
        };
        let kind = game.piece(piece).kind;
        if self.last.is_none_or(|(last, _, _)| last != kind) {
            let families = self.meaning.families.iter().map(|family| &game.families[family.index()]);
            let family = families.into_iter().find(|family| family.on == Holders::Pieces(kind))?;
            let first = game.kinds[kind.index()].pieces.first()?.index();
            self.last = Some((kind, first, &family.zones));
        }
        let (_, first, zones) = self.last?;
        zones.get(piece.index() - first).map(|&zone| game.zone(zone))
    }
}

/// `list:where(field, value)`
pub(crate) fn where_equal(call: &mut Call) -> Pushed {
    let word = call.word(2)?;
    let wanted = call.item(3)?;
    let handle = call.list(1)?;
    let mut kept = std::mem::take(&mut call.host.scratch);
    kept.clear();
    if where_var(call, handle, word, wanted, &mut kept) {
        let pushed = list(call, |_, _, items| items.extend_from_slice(&kept));
        call.host.scratch = kept;
        return pushed;
    }
    for &item in call.host.lists.get(handle).unwrap_or(&[]) {
        match value_of(call, item, word) {
            Some(value) if value == wanted => kept.push(item),
            Some(_) => {}
            None => return Err(no_field(call, item, word)),
        }
    }
    let pushed = list(call, |_, _, items| items.extend_from_slice(&kept));
    call.host.scratch = kept;
    pushed
}

/// The common case of `where`: pieces of one kind, and a variable of it. False if it is another case.
fn where_var(call: &Call, handle: ListHandle, word: Word, wanted: Item, kept: &mut Vec<Item>) -> bool {
    let (game, state) = (call.game(), call.host.state());
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    let Some(Thing::Piece(first)) = items.first().map(|item| item.thing()) else { return false };
    let Some((var, slot)) = var_slot(call, first.into(), word) else { return false };
    let raw = match (game.vars[var.index()].kind, wanted.thing()) {
        (VarType::Bool, Thing::Yes) => 1,
        (VarType::Bool, Thing::No) => 0,
        (VarType::Int, Thing::Number(n)) => n,
        _ => return false,
    };
    let kind = game.piece(first).kind;
    for &item in items {
        let Thing::Piece(piece) = item.thing() else { return false };
        if game.piece(piece).kind != kind {
            kept.clear();
            return false;
        }
        if state.var((slot + piece.index()) - first.index()) == raw {
            kept.push(item);
        }
    }
    true
}

pub(crate) fn distinct(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let fields = (2..=call.count()).map(|index| call.word(index)).collect::<Result<Vec<_>, _>>()?;
    let mut seen: Vec<Vec<Item>> = Vec::new();
    let mut kept = Vec::new();
    for &item in call.host.lists.get(handle).unwrap_or(&[]) {
        let mut values = Vec::new();
        for &field in &fields {
            match value_of(call, item, field) {
                Some(value) => values.push(value),
                None => return Err(no_field(call, item, field)),
            }
        }
        if !seen.contains(&values) {
            seen.push(values);
            kept.push(item);
        }
    }
    list(call, |_, _, items| items.extend(kept))
}

pub(crate) fn filter(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    if call.arg(2) != Arg::Function {
        return Err(call.wrong(2, "a function"));
    }
    let items = call.host.lists.get(handle).unwrap_or(&[]).to_vec();
    let mut kept = Vec::new();
    for item in items {
        call.push_value(2);
        call.push_item(item)?;
        call.invoke(1, 1);
        if call.truthy(call.count()) {
            kept.push(item);
        }
        call.set_top(2);
    }
    list(call, |_, _, items| items.extend(kept))
}

/// `most(seats, zone, token?)`
pub(crate) fn most(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
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
                None => game.spaces_of(zone).flat_map(|space| state.token_row(game, space)).sum(),
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
    let second = counts.iter().map(|&(_, count)| count).filter(|&count| count < highest).max().unwrap_or(0);
    for wanted in [highest, second] {
        list(call, |_, _, items| {
            items.extend(counts.iter().filter(|&&(_, count)| count == wanted).map(|&(item, _)| item));
        })?;
    }
    Ok(2)
}

/// `handle.name` for what is no plain field: properties and variables.
#[inline]
pub(crate) fn index(call: &mut Call) -> Pushed {
    let Some(item) = call.handle(1) else {
        return Err(call.wrong(1, "something of the table"));
    };
    let Ok(word) = call.word(2) else {
        return call.push_nil();
    };
    let place = matches!(item.thing(), Thing::Zone(_) | Thing::Space(_));
    if !place && let Some((var, slot)) = var_slot(call, item, word) {
        let raw = call.host.state().var(slot);
        return match call.game().vars[var.index()].kind {
            VarType::Int => call.push_int(raw),
            VarType::Bool => call.push_bool(raw != 0),
            _ => call.push_item(Item::from_bits(raw as u32)),
        };
    }
    if let Some(property) = call.game().meaning(word).and_then(|meaning| meaning.property)
        && let Some(pushed) = property_of(call, item, property)
    {
        return pushed;
    }
    if let Thing::Piece(piece) = item.thing() {
        let game = call.game();
        let kind = &game.kinds[game.piece(piece).kind.index()];
        // A field that may be left out, and is.
        if kind.fields.iter().any(|field| field == call.host.words.text(word)) {
            return call.push_nil();
        }
    }
    Err(no_field(call, item, word))
}

/// What a property is; `None` if such a thing has no such property.
fn property_of(call: &Call, item: Item, property: Property) -> Option<Pushed> {
    let (game, state) = (call.game(), call.host.state());
    let optional = |item: Option<Item>| Some(call.push_item(item.unwrap_or(Item::NOTHING)));
    let holder = |zone: ZoneId| match game.zone(zone).holder {
        Holder::Table => None,
        Holder::Seat(seat) => Some(Item::from(seat)),
        Holder::Piece(piece) => Some(Item::from(piece)),
    };
    match (item.thing(), property) {
        (Thing::Nothing, Property::Round) => Some(call.push_int(state.cursor.round as i32)),
        (Thing::Nothing, Property::Active) => optional(state.cursor.active.map(Item::from)),
        (Thing::Nothing, Property::Phase) => {
            let phase = game.phases.get(state.cursor.phase as usize);
            Some(call.push_text(phase.map_or("", |phase| &phase.id)))
        }
        (Thing::Piece(piece), property) => {
            let facts = state.piece(piece);
            match property {
                Property::Face => Some(call.push_int(facts.face.into())),
                Property::Place => Some(call.push_item(place(call, facts.space))),
                Property::Zone => Some(call.push_item(state.zone_of(game, piece).into())),
                Property::Holder => optional(holder(state.zone_of(game, piece))),
                Property::Owner => optional(state.owner(game, piece).map(Item::from)),
                Property::Up => Some(call.push_bool(facts.known == KNOWN_TO_ALL)),
                _ => None,
            }
        }
        (Thing::Zone(_) | Thing::Space(_), property) => {
            let range = range(call).ok()?;
            let only = SpaceId(range.0);
            match property {
                Property::Size => {
                    let size: usize = spaces_in(range).map(|space| state.size(space)).sum();
                    Some(call.push_int(size as i32))
                }
                Property::Total => {
                    let total: i32 = spaces_in(range).flat_map(|space| state.token_row(game, space)).sum();
                    Some(call.push_int(total))
                }
                Property::Top => optional(state.top(only).map(Item::from)),
                Property::Bottom => optional(state.bottom(only).map(Item::from)),
                Property::IsEmpty => {
                    let empty = spaces_in(range).all(|space| {
                        state.size(space) == 0 && state.token_row(game, space).iter().all(|&count| count == 0)
                    });
                    Some(call.push_bool(empty))
                }
                Property::Holder => match item.thing() {
                    Thing::Zone(zone) => optional(holder(zone)),
                    _ => optional(holder(game.spaces[only.index()].zone)),
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// A field, variable or simple property of an item, to compare with.
fn value_of(call: &Call, item: Item, word: Word) -> Option<Item> {
    let (game, state) = (call.game(), call.host.state());
    if let Some((var, slot)) = var_slot(call, item, word) {
        let raw = state.var(slot);
        return Some(match game.vars[var.index()].kind {
            VarType::Int => Item::number(raw),
            VarType::Bool => truth(raw != 0),
            _ => Item::from_bits(raw as u32),
        });
    }
    match item.thing() {
        Thing::Piece(piece) => {
            let values = &game.component_of(piece).values;
            match values.iter().find(|(known, _)| *known == word) {
                Some(&(_, value)) => Some(value),
                None => piece_value(call, piece, call.host.words.text(word)),
            }
        }
        Thing::Seat(seat) => seat_value(game, seat, call.host.words.text(word)),
        _ => None,
    }
}

fn truth(b: bool) -> Item {
    if b { Thing::Yes.into() } else { Thing::No.into() }
}

fn seat_value(game: &Game, seat: SeatId, name: &str) -> Option<Item> {
    match name {
        "automatic" => Some(truth(game.seats[seat.index()].automatic)),
        "index" => Some(Item::number(i32::from(seat.0) + 1)),
        _ => None,
    }
}

/// A property of a piece that is no field; `None` if there is none of that name.
fn piece_value(call: &Call, piece: PieceId, name: &str) -> Option<Item> {
    let (game, state) = (call.game(), call.host.state());
    let component = game.component_of(piece);
    match name {
        "face" => Some(Item::number(state.piece(piece).face.into())),
        "place" => Some(place(call, state.piece(piece).space)),
        "zone" => Some(state.zone_of(game, piece).into()),
        "owner" => Some(state.owner(game, piece).map_or(Item::NOTHING, Item::from)),
        "id" => Some(call.host.words.get(&component.id).map_or(Item::NOTHING, Item::from)),
        "up" => Some(truth(state.piece(piece).known == KNOWN_TO_ALL)),
        _ => {
            let kind = &game.kinds[component.kind.index()];
            kind.fields.iter().any(|field| field == name).then_some(Item::NOTHING)
        }
    }
}

/// The error for a name that a thing does not have.
pub(super) fn no_field(call: &Call, item: Item, word: Word) -> Stop {
    let game = call.game();
    let name = call.host.words.text(word);
    let mut known: Vec<&str> = Property::ALL.iter().map(|&(name, _)| name).collect();
    known.extend(game.vars.iter().map(|var| var.id.as_str()));
    known.extend(game.families.iter().map(|family| family.id.as_str()));
    if let Thing::Piece(piece) = item.thing() {
        known.extend(game.kinds[game.piece(piece).kind.index()].fields.iter().map(String::as_str));
    }
    let receiver = match item.thing() {
        Thing::Seat(_) => Some(Receiver::Seat),
        Thing::Zone(_) | Thing::Space(_) => Some(Receiver::Place),
        _ => None,
    };
    let natives = super::api::NATIVES.iter().filter(|native| Some(native.on) == receiver);
    known.extend(natives.map(|native| native.name));
    let hint = crate::package::nearest(name, known.into_iter())
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    let what = match item.thing() {
        Thing::Nothing => "the table".to_string(),
        _ => call.describe(item),
    };
    Stop::Error(format!("{what} has no `{name}`{hint}"))
}

/// `#list`
pub(crate) fn length(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let length = call.host.lists.get(handle).map_or(0, <[Item]>::len);
    call.push_int(length as i32)
}

/// `list[i]`
pub(crate) fn entry(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let Arg::Number(n) = call.arg(2) else {
        let name = call.text(2).unwrap_or_default();
        return Err(Stop::Error(super::api::no_list_method(&name)));
    };
    let item = item_at(call, handle, n as i64 - 1);
    call.push_item(item)
}

fn item_at(call: &Call, handle: ListHandle, index: i64) -> Item {
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    usize::try_from(index).ok().and_then(|index| items.get(index).copied()).unwrap_or(Item::NOTHING)
}

/// One step of `for i, x in list do`.
pub(crate) fn next(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let index = call.int(2, Some(0))?;
    let length = call.host.lists.get(handle).map_or(0, <[Item]>::len);
    if index as usize >= length {
        return call.push_nil();
    }
    let item = item_at(call, handle, index.into());
    call.push_int(index + 1)?;
    call.push_item(item)?;
    Ok(2)
}
