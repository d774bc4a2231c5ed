//! What scripts get from a handle: with a dot a field, with a colon a method. A handle is an object of the virtual
//! machine that holds its item and its entries: printed facts as they are, and
//! where its variables are kept. For each field of a tag the virtual machine calls
//! a reader, without a frame: that takes a tenth of the time of a metamethod, and
//! most of what a rule does is to look at things. Methods are called directly too.

use std::ffi::{c_char, c_int, c_void};

use mlua::{lua_CFunction, lua_State};

use super::api::Receiver;
use super::host::Host;
use super::layout::Slot;
use super::raw::{enter, method, method_atom};
use super::verbs::{self, place};
use crate::game::{Game, Holder, Item, PieceId, Property, SeatId, SpaceId, Thing, Word, ZoneId};
use crate::package::manifest::{VarType, ZoneKind};
use crate::table::{KNOWN_TO_ALL, State};

/// The tags of handles. Every kind of piece has one of its own, because each has fields of its own.
pub(super) mod tag {
    use std::ffi::c_int;

    use crate::game::KindId;

    pub const VARS: c_int = 2;
    pub const SEAT: c_int = 3;
    pub const ZONE: c_int = 4;
    pub const SPACE: c_int = 5;
    /// Pieces of kinds for which no tag is left.
    pub const PIECE: c_int = 6;
    const FIRST_KIND: c_int = 7;
    /// Lists come behind all handles.
    pub const LIST: c_int = 100;

    pub fn of_kind(kind: KindId) -> c_int {
        match FIRST_KIND + c_int::from(kind.0) {
            tag if tag < LIST => tag,
            _ => PIECE,
        }
    }

    #[inline]
    pub fn is_handle(tag: u8) -> bool {
        (VARS as u8..LIST as u8).contains(&tag)
    }
}

/// The data of a handle; its entries follow behind it.
#[repr(C)]
pub(crate) struct Handle {
    pub item: Item,
    /// Its place among the shapes of the host.
    pub shape: u16,
    /// The spaces of a zone, or the one space it is.
    pub first: u16,
    pub count: u16,
    host: *const Host,
}

impl Handle {
    pub fn size(entries: usize) -> usize {
        size_of::<Handle>() + entries * size_of::<Slot>()
    }

    /// Sets up the data of a new object, with room for so many entries.
    ///
    /// # Safety
    /// `data` has [`Handle::size`] bytes; `host` lives as long as the object.
    pub unsafe fn write(data: *mut Handle, host: *const Host, item: Item, shape: u16, entries: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            let game = &(*host).game;
            let (first, count) = match item.thing() {
                Thing::Zone(zone) => (game.zone(zone).first_space.0, game.zone(zone).spaces),
                Thing::Space(space) => (space.0, 1),
                _ => (0, 0),
            };
            data.write(Handle {
                item,
                shape,
                first,
                count,
                host,
            });
            for index in 0..entries {
                Handle::entry(data, index).write(Slot::nil());
            }
        }
    }

    /// Where an entry is kept.
    ///
    /// # Safety
    /// The handle was made with room for it.
    pub unsafe fn entry(data: *mut Handle, index: usize) -> *mut Slot {
        // SAFETY: the entries lie behind the head, which ends where a slot may begin.
        unsafe { data.add(1).cast::<Slot>().add(index) }
    }
}

/// What all handles of a tag have in common.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub tag: c_int,
    /// How to read each field, by its name.
    pub fields: Vec<(Word, Field)>,
    pub entries: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Entry(usize),
    Property(Property),
}

impl Shape {
    pub fn find(&self, word: Word) -> Option<Field> {
        self.fields
            .iter()
            .find(|(name, _)| *name == word)
            .map(|&(_, field)| field)
    }
}

/// What the virtual machine calls to read a field: it writes the result in its place.
type Reader = unsafe extern "C" fn(data: *mut c_void, result: *mut c_void);

/// What the virtual machine calls to set a field, with the handle, the name and the value on the stack.
type Writer = unsafe extern "C-unwind" fn(*mut lua_State, *mut c_void, c_int, *mut u16, c_int);
/// What the virtual machine calls for a method, with the arguments on the stack; the first number is that of its name.
type Caller = unsafe extern "C-unwind" fn(*mut lua_State, *mut c_void, c_int, *mut u16, c_int) -> c_int;

// Declared by the virtual machine, but not yet by the crate that binds it.
unsafe extern "C-unwind" {
    fn lua_registeruserdatadirectfieldget(lua: *mut lua_State, tag: c_int, field: *const c_char, reader: Reader);
    fn lua_registeruserdatadirectaccess(
        lua: *mut lua_State,
        tag: c_int,
        reader: Option<Writer>,
        writer: Option<Writer>,
        caller: Option<Caller>,
    ) -> c_int;
}

unsafe extern "C-unwind" fn write(lua: *mut lua_State, _: *mut c_void, _: c_int, _: *mut u16, _: c_int) {
    // SAFETY: called by Lua, on a thread that has the host as its data.
    unsafe { enter(lua, verbs::assign) };
}

unsafe extern "C-unwind" fn call<const ON: usize>(
    lua: *mut lua_State,
    _: *mut c_void,
    atom: c_int,
    _: *mut u16,
    _: c_int,
) -> c_int {
    // SAFETY: as above.
    unsafe { enter(lua, |call| method(call, Receiver::ALL[ON], atom)) }
}

unsafe extern "C-unwind" fn call_by_name<const ON: usize>(lua: *mut lua_State) -> c_int {
    // SAFETY: as above.
    unsafe { enter(lua, |call| method(call, Receiver::ALL[ON], method_atom(call))) }
}

/// Lets the virtual machine set fields and call methods of a tag without a metamethod. Its metatable must be set.
///
/// # Safety
/// Runs protected, on a state whose objects of this tag are handles or lists.
pub(super) unsafe fn register_access(lua: *mut lua_State, tag: c_int, on: Option<Receiver>) {
    let caller: Option<Caller> = match on {
        Some(Receiver::Seat) => Some(call::<{ Receiver::Seat as usize }>),
        Some(Receiver::Place) => Some(call::<{ Receiver::Place as usize }>),
        Some(Receiver::List) => Some(call::<{ Receiver::List as usize }>),
        _ => None,
    };
    // SAFETY: as the caller promises; what is missing is left to the metatable.
    unsafe { lua_registeruserdatadirectaccess(lua, tag, None, Some(write), caller) };
}

/// The `__namecall` of a receiver, where the virtual machine does not call methods by itself.
pub(super) fn namecall(on: Receiver) -> lua_CFunction {
    match on {
        Receiver::Seat => call_by_name::<{ Receiver::Seat as usize }>,
        Receiver::Place => call_by_name::<{ Receiver::Place as usize }>,
        _ => call_by_name::<{ Receiver::List as usize }>,
    }
}

/// Lets the virtual machine read a field of all handles of a tag by itself.
///
/// # Safety
/// All objects of the tag are handles of a shape that has this field; runs protected.
pub(super) unsafe fn register(lua: *mut lua_State, tag: c_int, name: &std::ffi::CStr, field: Field) {
    let reader = match field {
        Field::Entry(index) => READERS.get(index).copied(),
        Field::Property(property) => Some(PROPERTIES[property as usize]),
    };
    if let Some(reader) = reader {
        // SAFETY: as the caller promises.
        unsafe { lua_registeruserdatadirectfieldget(lua, tag, name.as_ptr(), reader) };
    }
}

/// A field of a handle, for names that are known only when a script runs.
///
/// # Safety
/// `data` is that of a handle whose shape has this field.
pub(super) unsafe fn read(data: *const Handle, field: Field) -> Slot {
    // SAFETY: as the caller promises.
    unsafe {
        match field {
            Field::Entry(index) => read_entry(data, index),
            Field::Property(property) => read_property(data, property),
        }
    }
}

unsafe extern "C" fn entry_reader<const INDEX: usize>(data: *mut c_void, result: *mut c_void) {
    // SAFETY: called by the virtual machine with the data of a handle and the place of the result, which has the
    // layout of a slot. It lies on the stack of the running thread, so no barrier is needed.
    unsafe { result.cast::<Slot>().write(read_entry(data.cast::<Handle>(), INDEX)) };
}

macro_rules! readers {
    ($($index:literal)*) => { &[$(entry_reader::<$index>),*] };
}

/// A reader for each of the first entries; the rest are read by the metamethod.
static READERS: &[Reader] = readers!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
);

/// Stands in a slot for the place of a variable, whose type is in `extra`.
pub(super) const VARIABLE: c_int = -1;

#[inline(always)]
unsafe fn read_entry(data: *const Handle, index: usize) -> Slot {
    // SAFETY: the shape has this entry; the host outlives the handle.
    unsafe {
        let entry = *Handle::entry(data.cast_mut(), index);
        if entry.kind != VARIABLE {
            return entry;
        }
        let host = &*(*data).host;
        let raw = host.dealer.state.var(entry.value as usize);
        match entry.extra {
            INT => Slot::number(raw),
            BOOL => Slot::bool(raw != 0),
            _ => host.shelf.slot(Item::from_bits(raw as u32).thing()),
        }
    }
}

const INT: i32 = VarType::Int as i32;
const BOOL: i32 = VarType::Bool as i32;

/// The entry of a variable.
pub(super) fn variable(slot: usize, kind: VarType) -> Slot {
    Slot {
        value: slot as u64,
        extra: kind as i32,
        kind: VARIABLE,
    }
}

unsafe extern "C" fn property_reader<const PROPERTY: usize>(data: *mut c_void, result: *mut c_void) {
    let (_, property) = Property::ALL[PROPERTY];
    // SAFETY: as for entries.
    unsafe {
        result
            .cast::<Slot>()
            .write(read_property(data.cast::<Handle>(), property))
    };
}

/// A reader for each property, in their order.
static PROPERTIES: [Reader; Property::ALL.len()] = [
    property_reader::<0>,
    property_reader::<1>,
    property_reader::<2>,
    property_reader::<3>,
    property_reader::<4>,
    property_reader::<5>,
    property_reader::<6>,
    property_reader::<7>,
    property_reader::<8>,
    property_reader::<9>,
    property_reader::<10>,
    property_reader::<11>,
    property_reader::<12>,
    property_reader::<13>,
    property_reader::<14>,
];

/// The properties that things of a kind have.
pub(super) fn properties_of(thing: Thing) -> &'static [Property] {
    match thing {
        Thing::Nothing => &[Property::Round, Property::Active, Property::Phase],
        Thing::Piece(_) => &[
            Property::Face,
            Property::Place,
            Property::Zone,
            Property::Holder,
            Property::Owner,
            Property::Up,
            Property::Position,
        ],
        Thing::Zone(_) | Thing::Space(_) => &[
            Property::Size,
            Property::Total,
            Property::Top,
            Property::Bottom,
            Property::IsEmpty,
        ],
        _ => &[],
    }
}

#[inline(always)]
unsafe fn read_property(data: *const Handle, property: Property) -> Slot {
    // SAFETY: the host outlives the handle.
    let (handle, host) = unsafe { (&*data, &*(*data).host) };
    let (game, state): (&Game, &State) = (&host.game, &host.dealer.state);
    let optional = |item: Option<Item>| item.map_or(Slot::nil(), |item| host.shelf.slot(item.thing()));
    // Only handles of pieces have the properties of pieces, and so on: see `properties_of`.
    let piece = || match handle.item.thing() {
        Thing::Piece(piece) => piece,
        _ => PieceId(0),
    };
    let first = SpaceId(handle.first);
    let spaces = || (handle.first..handle.first + handle.count).map(SpaceId);
    match property {
        Property::Round => Slot::number(state.cursor.round as i32),
        Property::Active => optional(state.cursor.active.map(SeatId::into)),
        Property::Phase => host.shelf.phase(state.cursor.phase as usize),
        Property::Face => Slot::number(state.piece(piece()).face.into()),
        Property::Place => host.shelf.slot(place(game, state.piece(piece()).space).thing()),
        Property::Zone => host.shelf.slot(Thing::Zone(state.zone_of(game, piece()))),
        Property::Holder => optional(holder(game, state.zone_of(game, piece()))),
        Property::Owner => optional(state.owner(game, piece()).map(SeatId::into)),
        Property::Position => Slot::number(position(game, state.piece(piece()).space)),
        Property::Up => Slot::bool(state.piece(piece()).known == KNOWN_TO_ALL),
        Property::Size => Slot::number(state.size_of(first, handle.count) as i32),
        Property::Total if handle.count == 1 => Slot::number(state.token_row(game, first).iter().sum()),
        Property::Total => Slot::number(spaces().flat_map(|space| state.token_row(game, space)).sum()),
        Property::Top => optional(state.top(first).map(PieceId::into)),
        Property::Bottom => optional(state.bottom(first).map(PieceId::into)),
        Property::IsEmpty => Slot::bool(!spaces().any(|space| state.holds_anything(game, space))),
    }
}

/// The number of a space in its zone: a track counts from 0, the others from 1.
#[inline]
pub(super) fn position(game: &Game, space: SpaceId) -> i32 {
    let facts = &game.spaces[space.index()];
    i32::from(facts.index) + i32::from(game.zone(facts.zone).kind != ZoneKind::Track)
}

/// What carries a zone.
pub(super) fn holder(game: &Game, zone: ZoneId) -> Option<Item> {
    match game.zone(zone).holder {
        Holder::Table => None,
        Holder::Seat(seat) => Some(seat.into()),
        Holder::Piece(piece) => Some(piece.into()),
    }
}
