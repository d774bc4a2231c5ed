//! What scripts can do with a list: narrow it, turn it, look into it.

use super::host::Stop;
use super::lists::ListHandle;
use super::queries::{list, no_field, spaces_in, too_many};
use super::raw::{Arg, Call, Pushed};
use super::verbs::{place, var_slot};
use crate::game::{
    FamilyId, Game, Holders, Item, KindId, Meaning, PieceId, SeatId, SpaceId, Thing, Word, Zone, ZoneId,
};
use crate::package::manifest::VarType;
use crate::table::{KNOWN_TO_ALL, State};

/// Makes a list from the one the method is called on.
fn derive(call: &mut Call, make: impl FnOnce(&Game, &State, &[Item], &mut Vec<Item>)) -> Pushed {
    let from = call.list(1)?;
    call.spend(call.size(from))?;
    let host = &mut *call.host;
    let Some((handle, source, items)) = host.lists.derive(from) else {
        return Err(too_many());
    };
    make(&host.game, &host.dealer.state, source, items);
    call.push_list(handle)
}

pub(crate) fn except(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    derive(call, |_, _, source, items| {
        items.extend(source.iter().filter(|&&other| other != item))
    })
}

pub(crate) fn with(call: &mut Call) -> Pushed {
    let mut more = std::mem::take(&mut call.host.scratch);
    more.clear();
    for index in 2..=call.count() {
        match call.arg(index) {
            Arg::List(_) | Arg::Table => drop(call.items(index, &mut more)?),
            _ => more.push(call.item(index)?),
        }
    }
    let handle = call.list(1)?;
    call.spend((call.size(handle) + more.len()) * more.len() / 8)?;
    let pushed = derive(call, |_, _, source, items| {
        items.extend_from_slice(source);
        for item in &more {
            if !items.contains(item) {
                items.push(*item);
            }
        }
    });
    call.host.scratch = more;
    pushed
}

/// `list:take(n)`
pub(crate) fn take(call: &mut Call) -> Pushed {
    let count = call.int(2, None)?.max(0) as usize;
    derive(call, |_, _, source, items| items.extend(source.iter().take(count)))
}

pub(crate) fn has(call: &mut Call) -> Pushed {
    let item = call.item(2)?;
    let handle = call.list(1)?;
    call.spend(call.size(handle) / 4)?;
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
    call.spend(call.size(handle))?;
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
    let word = zone_word(call, 2)?;
    let token = match call.arg(3) {
        Arg::None => None,
        _ => Some(call.token(3)?),
    };
    derive(call, |game, state, source, items| {
        let Some(meaning) = game.meaning(word) else {
            return;
        };
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

/// An argument that is the id of a zone.
pub(super) fn zone_word(call: &Call, index: i32) -> Result<Word, Stop> {
    let word = call.word(index)?;
    let game = call.game();
    match game.meaning(word) {
        Some(meaning) if !meaning.families.is_empty() => Ok(word),
        _ => Err(call.unknown_word("zone", word, game.families.iter().map(|family| family.id.as_str()))),
    }
}

/// `list:lying(zone)`
pub(crate) fn lying(call: &mut Call) -> Pushed {
    let word = zone_word(call, 2)?;
    let from = call.list(1)?;
    let kind = call.host.lists.kind_of(from);
    derive(call, |game, state, source, items| {
        let Some(meaning) = game.meaning(word) else {
            return;
        };
        let families = &meaning.families;
        let zones = families.iter().map(|family| game.families[family.index()].zones.len());
        match kind {
            // A few zones are sooner looked into than many pieces asked where they lie.
            Some(kind) if zones.sum::<usize>() * 3 <= source.len() => {
                in_zones(game, state, kind, families, items);
            }
            _ => lying_in(game, state, families, source, items),
        }
    })
}

/// The pieces of a kind in the zones of some families, in the order of all pieces.
fn in_zones(game: &Game, state: &State, kind: KindId, families: &[FamilyId], items: &mut Vec<Item>) {
    for &zone in families.iter().flat_map(|family| &game.families[family.index()].zones) {
        for space in game.spaces_of(zone) {
            let pieces = state.pieces_on(space).filter(|&piece| game.piece(piece).kind == kind);
            items.extend(pieces.map(Item::from));
        }
    }
    items.sort_unstable_by_key(|item| item.bits());
}

/// Those of a list that lie in a zone of one of some families.
fn lying_in(game: &Game, state: &State, families: &[FamilyId], source: &[Item], items: &mut Vec<Item>) {
    for &item in source {
        if let Thing::Piece(piece) = item.thing() {
            let family = game.spaces[state.piece(piece).space.index()].family;
            if families.contains(&family) {
                items.push(item);
            }
        }
    }
}

/// `list:room(zone, field)`
pub(crate) fn room(call: &mut Call) -> Pushed {
    let word = zone_word(call, 2)?;
    let field = call.word(3)?;
    derive(call, |game, state, source, items| {
        let Some(meaning) = game.meaning(word) else {
            return;
        };
        let mut zones = ZonesOn::new(game, meaning);
        for &item in source {
            let (Thing::Piece(piece), Some(zone)) = (item.thing(), zones.of(item)) else {
                continue;
            };
            let kind = game.piece(piece).kind;
            let printed = game.printed(kind, field);
            let limit = printed.map(|printed| printed[(piece.0 - game.pieces_of(kind).start) as usize].thing());
            let size = state.size_of(zone.first_space, zone.spaces);
            match limit {
                Some(Thing::Number(limit)) if size as i64 >= i64::from(limit) => {}
                _ => items.push(item),
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
            let families = self
                .meaning
                .families
                .iter()
                .map(|family| &game.families[family.index()]);
            let family = families.into_iter().find(|family| family.on == Holders::Pieces(kind))?;
            let first = game.kinds[kind.index()].pieces.first()?.index();
            self.last = Some((kind, first, &family.zones));
        }
        let (_, first, zones) = self.last?;
        zones.get(piece.index() - first).map(|&zone| game.zone(zone))
    }
}

/// `list:where(field, value)` and `list:where(field, comparison, number)`
pub(crate) fn matching(call: &mut Call) -> Pushed {
    let word = call.word(2)?;
    let handle = call.list(1)?;
    let wanted = match call.arg(4) {
        Arg::None => Wanted::Equal(call.item(3)?),
        _ => Wanted::number(call)?,
    };
    call.spend(call.size(handle))?;
    let mut kept = std::mem::take(&mut call.host.scratch);
    kept.clear();
    if let Wanted::Equal(item) = wanted
        && where_var(call, handle, word, item, &mut kept)
    {
        let pushed = list(call, |_, _, items| items.extend_from_slice(&kept));
        call.host.scratch = kept;
        return pushed;
    }
    for &item in call.host.lists.get(handle).unwrap_or(&[]) {
        match value_of(call, item, word) {
            Some(value) if wanted.fits(value) => kept.push(item),
            Some(_) => {}
            None => return Err(no_field(call, item, call.host.words.text(word))),
        }
    }
    let pushed = list(call, |_, _, items| items.extend_from_slice(&kept));
    call.host.scratch = kept;
    pushed
}

/// What the field of an item must be to stay in a list.
enum Wanted {
    Equal(Item),
    Number(fn(&i32, &i32) -> bool, i32),
}

impl Wanted {
    /// A comparison and the number to compare with, as arguments.
    fn number(call: &Call) -> Result<Wanted, Stop> {
        let compare: fn(&i32, &i32) -> bool = match call.text(3).as_deref() {
            Some("==") => i32::eq,
            Some("~=") => i32::ne,
            Some("<") => i32::lt,
            Some("<=") => i32::le,
            Some(">") => i32::gt,
            Some(">=") => i32::ge,
            _ => return Err(call.wrong(3, "\"==\", \"~=\", \"<\", \"<=\", \">\" or \">=\"")),
        };
        Ok(Wanted::Number(compare, call.int(4, None)?))
    }

    #[inline]
    fn fits(&self, value: Item) -> bool {
        match (self, value.thing()) {
            (Wanted::Equal(item), _) => value == *item,
            (Wanted::Number(compare, n), Thing::Number(value)) => compare(&value, n),
            (Wanted::Number(..), _) => false,
        }
    }
}

/// The common case of `where`: pieces of one kind, and a variable of it. False if it is another case.
fn where_var(call: &Call, handle: ListHandle, word: Word, wanted: Item, kept: &mut Vec<Item>) -> bool {
    let (game, state) = (call.game(), call.host.state());
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    let Some(Thing::Piece(first)) = items.first().map(|item| item.thing()) else {
        return false;
    };
    let Some((var, slot)) = var_slot(call, first.into(), word) else {
        return false;
    };
    let raw = match (game.vars[var.index()].kind, wanted.thing()) {
        (VarType::Bool, Thing::Yes) => 1,
        (VarType::Bool, Thing::No) => 0,
        (VarType::Int, Thing::Number(n)) => n,
        _ => return false,
    };
    let kind = game.piece(first).kind;
    for &item in items {
        let Thing::Piece(piece) = item.thing() else {
            return false;
        };
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
    let fields = (2..=call.count())
        .map(|index| call.word(index))
        .collect::<Result<Vec<_>, _>>()?;
    let mut kept: Vec<Item> = Vec::new();
    // The values of those that are kept, one after the other.
    let mut seen: Vec<Item> = Vec::new();
    for &item in call.host.lists.get(handle).unwrap_or(&[]) {
        let known = seen.len();
        for &field in &fields {
            match value_of(call, item, field) {
                Some(value) => seen.push(value),
                None => return Err(no_field(call, item, call.host.words.text(field))),
            }
        }
        let (before, values) = seen.split_at(known);
        let again = !values.is_empty() && before.chunks(values.len()).any(|other| other == values);
        match again {
            true => seen.truncate(known),
            false => kept.push(item),
        }
    }
    call.spend(call.size(handle) * (kept.len() + 1) / 8)?;
    list(call, |_, _, items| items.extend(kept))
}

pub(crate) fn filter(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    if call.arg(2) != Arg::Function {
        return Err(call.wrong(2, "a function"));
    }
    call.spend(call.size(handle))?;
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

/// A field, variable or simple property of an item, to compare with.
pub(super) fn value_of(call: &Call, item: Item, word: Word) -> Option<Item> {
    let (game, state) = (call.game(), call.host.state());
    if let Thing::Piece(piece) = item.thing()
        && let kind = game.piece(piece).kind
        && let Some(printed) = game.printed(kind, word)
    {
        return printed.get((piece.0 - game.pieces_of(kind).start) as usize).copied();
    }
    if let Some((var, slot)) = var_slot(call, item, word) {
        let raw = state.var(slot);
        return Some(match game.vars[var.index()].kind {
            VarType::Int => Item::number(raw),
            VarType::Bool => truth(raw != 0),
            _ => Item::from_bits(raw as u32),
        });
    }
    match item.thing() {
        Thing::Piece(piece) => piece_value(call, piece, call.host.words.text(word)),
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
        "place" => Some(place(game, state.piece(piece).space)),
        "zone" => Some(state.zone_of(game, piece).into()),
        "position" => Some(Item::number(super::fields::position(game, state.piece(piece).space))),
        "owner" => Some(state.owner(game, piece).map_or(Item::NOTHING, Item::from)),
        "id" => Some(call.host.words.get(&component.id).map_or(Item::NOTHING, Item::from)),
        "up" => Some(truth(state.piece(piece).known == KNOWN_TO_ALL)),
        _ => {
            let kind = &game.kinds[component.kind.index()];
            kind.fields.iter().any(|field| field == name).then_some(Item::NOTHING)
        }
    }
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

/// What is neither an entry nor a method of a list that never changes.
pub(crate) fn entry_of_array(call: &mut Call) -> Pushed {
    match call.text(2) {
        Some(name) => Err(Stop::Error(super::api::no_list_method(&name))),
        None => call.push_nil(),
    }
}

fn item_at(call: &Call, handle: ListHandle, index: i64) -> Item {
    let items = call.host.lists.get(handle).unwrap_or(&[]);
    usize::try_from(index)
        .ok()
        .and_then(|index| items.get(index).copied())
        .unwrap_or(Item::NOTHING)
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
