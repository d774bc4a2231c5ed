//! The Lua stack, and nothing else: reading arguments, pushing results, raising
//! errors. Native functions go through one trampoline that hands them a [`Call`].
//! This is written against the C interface because the border between Rust and Lua
//! is where a game spends its time: a native call costs about a third of what it
//! costs through closures.

use std::ffi::{CStr, c_int};

use mlua::ffi;
use mlua::lua_State;

use super::api::Receiver;
use super::fields::{Field, Handle, tag};
use super::host::{Host, Stop};
use super::layout::{NO_ATOM, Object, Slot, Text, Thread};
use super::lists::ListHandle;
use crate::game::{Game, Item, PieceId, SeatId, SpaceId, Thing, TokenId, Word};

/// A call from Lua: its arguments and the host.
pub(crate) struct Call<'a> {
    lua: *mut lua_State,
    pub host: &'a mut Host,
}

/// How many values a native function leaves on the stack.
pub(crate) type Pushed = Result<c_int, Stop>;

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Arg {
    None,
    Bool(bool),
    Number(f64),
    Item(Item),
    List(ListHandle),
    Word(Word),
    /// A table that is no handle.
    Table,
    Function,
    /// Text that is no word, or something scripts should not have.
    Other,
}

/// The function behind a native: what it does with a call.
pub(crate) type Body = fn(&mut Call) -> Pushed;

/// Runs the body of a native function for a call from Lua.
///
/// # Safety
/// `lua` must be a thread of a state whose thread data is its host, which is not borrowed elsewhere.
#[inline(always)]
pub(crate) unsafe fn enter(lua: *mut lua_State, body: impl FnOnce(&mut Call) -> Pushed) -> c_int {
    // SAFETY: the caller vouches for the state and its host.
    let host = unsafe { &mut *(ffi::lua_getthreaddata(lua) as *mut Host) };
    match body(&mut Call { lua, host: &mut *host }) {
        Ok(pushed) => pushed,
        // SAFETY: nothing that needs dropping is alive in this frame.
        Err(stop) => unsafe { raise(lua, host, stop) },
    }
}

/// The entry that Lua calls for a body: one function for each, so that nothing has to be looked up.
macro_rules! entry {
    ($body:path) => {{
        unsafe extern "C-unwind" fn entry(lua: *mut mlua::lua_State) -> std::ffi::c_int {
            // SAFETY: called by Lua, on a thread that has the host as its data.
            unsafe { $crate::script::raw::enter(lua, $body) }
        }
        entry
    }};
}
pub(crate) use entry;

/// Calls a method, found by the number of its name.
#[inline]
pub(super) fn method(call: &mut Call, on: Receiver, atom: c_int) -> Pushed {
    let methods = &call.host.methods[on as usize];
    match usize::try_from(atom).ok().and_then(|word| methods.get(word)) {
        Some(Some(body)) => body(call),
        _ => Err(no_method(call)),
    }
}

/// The number of the name of the method that is called, if it is a word.
pub(super) fn method_atom(call: &Call) -> c_int {
    let mut atom = -1;
    // SAFETY: Lua sets the name before it calls.
    unsafe { ffi::lua_namecallatom(call.lua, &raw mut atom) };
    atom
}

#[cold]
fn no_method(call: &Call) -> Stop {
    // SAFETY: Lua sets the name before it calls; it lives as long as the call.
    let name = unsafe {
        let name = ffi::lua_namecallatom(call.lua, std::ptr::null_mut());
        if name.is_null() { c"" } else { CStr::from_ptr(name) }
    };
    let name = name.to_string_lossy();
    match call.handle(1) {
        Some(item) => super::queries::no_field(call, item, &name),
        None => Stop::Error(super::api::no_list_method(&name)),
    }
}

/// Leaves the script with an error. `stop` is kept by the host, which knows what it means.
///
/// # Safety
/// `lua` must be live and called from a native function of `host`.
pub(super) unsafe fn raise(lua: *mut lua_State, host: &mut Host, stop: Stop) -> c_int {
    // SAFETY: the message is copied by Lua before the jump; the jump unwinds this frame only.
    unsafe {
        match stop {
            Stop::Error(message) => {
                ffi::luaL_where(lua, 1);
                ffi::lua_pushlstring_(lua, message.as_ptr().cast(), message.len());
                drop(message);
                ffi::lua_concat(lua, 2);
            }
            stop => {
                host.stop = Some(stop);
                // To yield is far cheaper than to throw; inside a hook or an effect only throwing gets out.
                if ffi::lua_isyieldable(lua) != 0 {
                    return ffi::lua_yield(lua, 0);
                }
                ffi::lua_pushnil(lua);
            }
        }
        ffi::lua_error(lua)
    }
}

impl Call<'_> {
    /// How many arguments there are.
    #[inline]
    pub fn count(&self) -> c_int {
        // SAFETY: `lua` is live for the length of the call, and its layout was checked.
        unsafe {
            let thread = &*(self.lua as *const Thread);
            thread.top.offset_from(thread.base) as c_int
        }
    }

    /// An argument in its place on the stack, counted from 1.
    #[inline]
    fn slot(&self, index: c_int) -> Option<&Slot> {
        // SAFETY: as above; the place lies between the ends of the arguments.
        unsafe {
            let thread = &*(self.lua as *const Thread);
            let slot = thread.base.offset(index as isize - 1);
            (slot < thread.top).then(|| &*slot)
        }
    }

    #[inline]
    pub fn arg(&self, index: c_int) -> Arg {
        let Some(slot) = self.slot(index) else {
            return Arg::None;
        };
        match slot.kind {
            ffi::LUA_TNIL => Arg::None,
            ffi::LUA_TBOOLEAN => Arg::Bool(slot.value as u32 != 0),
            ffi::LUA_TNUMBER => Arg::Number(f64::from_bits(slot.value)),
            ffi::LUA_TTABLE => match self.host.shelf.find(slot.value as usize) {
                Some(item) => match item.thing() {
                    Thing::List(list) => Arg::List(list.into()),
                    _ => Arg::Item(item),
                },
                None => Arg::Table,
            },
            ffi::LUA_TUSERDATA => match self.data(index) {
                // SAFETY: the data are those of a live handle.
                Some(handle) => Arg::Item(unsafe { (*handle).item }),
                None => self.list_at(index).map_or(Arg::Other, Arg::List),
            },
            ffi::LUA_TSTRING => match self.atom(index) {
                Some(word) => Arg::Word(word),
                None => Arg::Other,
            },
            ffi::LUA_TFUNCTION => Arg::Function,
            _ => Arg::Other,
        }
    }

    /// The item of a handle, if the argument is one.
    #[inline]
    pub fn handle(&self, index: c_int) -> Option<Item> {
        let slot = self.slot(index)?;
        match slot.kind {
            // SAFETY: the data are those of a live handle.
            ffi::LUA_TUSERDATA => self.data(index).map(|handle| unsafe { (*handle).item }),
            ffi::LUA_TTABLE => self.host.shelf.find(slot.value as usize),
            _ => None,
        }
    }

    /// The data of a handle, if the argument is one.
    #[inline]
    pub fn data(&self, index: c_int) -> Option<*const Handle> {
        let slot = self.slot(index).filter(|slot| slot.kind == ffi::LUA_TUSERDATA)?;
        let object = slot.value as *const Object;
        // SAFETY: the slot holds an object, whose layout was checked; those of these tags are handles.
        unsafe { tag::is_handle((*object).tag).then(|| Object::data(object)) }
    }

    /// How a field of the handle at `index` is read, if it has one of that name.
    pub fn field(&self, index: c_int, word: Word) -> Option<Field> {
        // SAFETY: the data are those of a live handle.
        let shape = self.data(index).map(|handle| unsafe { (*handle).shape })?;
        self.host.shapes[shape as usize].find(word)
    }

    /// The data of a handle of a zone or a space.
    #[inline]
    pub fn place_data(&self, index: c_int) -> Option<&Handle> {
        let slot = self.slot(index).filter(|slot| slot.kind == ffi::LUA_TUSERDATA)?;
        let object = slot.value as *const Object;
        // SAFETY: as above; the stack holds the handle for the length of the call.
        unsafe {
            matches!(c_int::from((*object).tag), tag::ZONE | tag::SPACE).then(|| &*Object::data::<Handle>(object))
        }
    }

    #[inline]
    fn atom(&self, index: c_int) -> Option<Word> {
        let slot = self.slot(index).filter(|slot| slot.kind == ffi::LUA_TSTRING)?;
        // SAFETY: the slot holds a string, whose layout was checked.
        let known = unsafe { (*(slot.value as *const Text)).atom };
        if known >= 0 {
            return Some(Word(known as u16));
        }
        if known != NO_ATOM {
            return None;
        }
        let mut atom = -1;
        // SAFETY: `index` is a string; the number is kept in it from now on.
        unsafe { ffi::lua_tostringatom(self.lua, index, &raw mut atom) };
        u16::try_from(atom).ok().map(Word)
    }

    /// The item an argument stands for; words of tokens are token types, other words are themselves.
    pub fn item(&self, index: c_int) -> Result<Item, Stop> {
        Ok(match self.arg(index) {
            Arg::Item(item) => item,
            Arg::None => Item::NOTHING,
            Arg::Word(word) => self.word_item(word),
            Arg::Number(n) => Item::number(n as i32),
            Arg::Bool(true) => Thing::Yes.into(),
            Arg::Bool(false) => Thing::No.into(),
            _ => return Err(self.wrong(index, "something of the table")),
        })
    }

    fn word_item(&self, word: Word) -> Item {
        match self.host.game.meaning(word).and_then(|meaning| meaning.token) {
            Some(token) => token.into(),
            None => word.into(),
        }
    }

    /// An error about an argument.
    #[cold]
    pub fn wrong(&self, index: c_int, expected: &str) -> Stop {
        let found = match self.arg(index) {
            Arg::None => "nothing".to_string(),
            Arg::Bool(b) => b.to_string(),
            Arg::Number(n) => n.to_string(),
            Arg::Item(item) => self.describe(item),
            Arg::List(_) => "a list".into(),
            Arg::Word(word) => format!("\"{}\"", self.host.words.text(word)),
            Arg::Table => "a table".into(),
            Arg::Function => "a function".into(),
            Arg::Other => "something else".into(),
        };
        Stop::Error(format!("expected {expected}, found {found}"))
    }

    pub fn describe(&self, item: Item) -> String {
        let game = &self.host.game;
        match item.thing() {
            Thing::Piece(piece) => format!("the piece {}", game.component_of(piece).id),
            Thing::Zone(zone) => format!("the zone {}", game.zone_key(zone)),
            Thing::Space(space) => format!("the space {}", game.space_key(space)),
            Thing::Seat(seat) => format!("seat {}", seat.0 + 1),
            Thing::Token(token) => format!("the token {}", game.tokens[token.index()].id),
            Thing::Number(n) => n.to_string(),
            Thing::Word(word) => format!("\"{}\"", self.host.words.text(word)),
            _ => "nothing".into(),
        }
    }

    #[inline]
    pub fn piece(&self, index: c_int) -> Result<PieceId, Stop> {
        match self.handle(index).map(Item::thing) {
            Some(Thing::Piece(piece)) => Ok(piece),
            _ => Err(self.wrong(index, "a piece")),
        }
    }

    #[inline]
    pub fn seat(&self, index: c_int) -> Result<SeatId, Stop> {
        match self.handle(index).map(Item::thing) {
            Some(Thing::Seat(seat)) => Ok(seat),
            _ => Err(self.wrong(index, "a seat")),
        }
    }

    /// A space, or a zone that has only one.
    #[inline]
    pub fn space(&self, index: c_int) -> Result<SpaceId, Stop> {
        match self.place_data(index) {
            Some(place) if place.count == 1 => Ok(SpaceId(place.first)),
            Some(_) => Err(Stop::Error(
                "this zone has many spaces: name one with `zone:space(…)`".into(),
            )),
            None => Err(self.wrong(index, "a zone or a space")),
        }
    }

    #[inline]
    pub fn token(&self, index: c_int) -> Result<TokenId, Stop> {
        let Ok(word) = self.word(index) else {
            return Err(self.wrong(index, "a token type"));
        };
        match self.host.game.meaning(word).and_then(|meaning| meaning.token) {
            Some(token) => Ok(token),
            None => {
                let known = self.host.game.tokens.iter().map(|token| token.id.as_str());
                Err(self.unknown_word("token type", word, known))
            }
        }
    }

    pub fn unknown_word<'w>(&self, what: &str, word: Word, known: impl Iterator<Item = &'w str>) -> Stop {
        let text = self.host.words.text(word);
        let hint = crate::package::nearest(text, known)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        Stop::Error(format!("there is no {what} `{text}`{hint}"))
    }

    #[inline]
    pub fn word(&self, index: c_int) -> Result<Word, Stop> {
        match self.atom(index) {
            Some(word) => Ok(word),
            None => Err(self.wrong(index, "a word")),
        }
    }

    /// A whole number; `default` if the argument is left out.
    #[inline]
    pub fn int(&self, index: c_int, default: Option<i32>) -> Result<i32, Stop> {
        match (self.slot(index), default) {
            (Some(slot), _) if slot.kind == ffi::LUA_TNUMBER => {
                let n = f64::from_bits(slot.value);
                let whole = n as i32;
                if f64::from(whole) == n {
                    Ok(whole)
                } else {
                    Err(self.wrong(index, "a whole number"))
                }
            }
            (None, Some(default)) => Ok(default),
            (Some(slot), Some(default)) if slot.kind == ffi::LUA_TNIL => Ok(default),
            _ => Err(self.wrong(index, "a whole number")),
        }
    }

    /// The list that an argument stands for, which may be of an earlier step.
    #[inline]
    fn list_at(&self, index: c_int) -> Option<ListHandle> {
        let slot = self.slot(index)?;
        if slot.kind == ffi::LUA_TTABLE {
            return match self.host.shelf.find(slot.value as usize)?.thing() {
                Thing::List(list) => Some(list.into()),
                _ => None,
            };
        }
        if slot.kind != ffi::LUA_TUSERDATA {
            return None;
        }
        // SAFETY: the slot holds an object, whose layout was checked; those of this tag hold a number.
        unsafe {
            let object = slot.value as *const Object;
            ((*object).tag == tag::LIST as u8).then(|| *Object::data::<ListHandle>(object))
        }
    }

    #[inline]
    pub fn list(&self, index: c_int) -> Result<ListHandle, Stop> {
        let Some(handle) = self.list_at(index) else {
            return Err(self.wrong(index, "a list"));
        };
        if self.host.lists.get(handle).is_none() {
            return Err(Stop::Error(
                "this list is of an earlier step: nothing is kept between steps".into(),
            ));
        }
        Ok(handle)
    }

    /// Spends what it costs to go through so many things.
    #[inline]
    pub fn spend(&mut self, things: usize) -> Result<(), Stop> {
        Ok(self.host.budget.spend(things as u64)?)
    }

    /// How many items a list has.
    #[inline]
    pub fn size(&self, list: ListHandle) -> usize {
        self.host.lists.get(list).map_or(0, <[Item]>::len)
    }

    /// The items of a list or of a Lua array, appended to `items`; true if it was an array.
    #[inline]
    pub fn items(&self, index: c_int, items: &mut Vec<Item>) -> Result<bool, Stop> {
        if let Some(list) = self.list_at(index).and_then(|handle| self.host.lists.get(handle)) {
            items.extend_from_slice(list);
            return Ok(false);
        }
        match self.arg(index) {
            Arg::List(_) => self.list(index).map(|_| false),
            Arg::Table => {
                // SAFETY: `index` is a table; each entry is read and popped.
                unsafe {
                    let length = ffi::lua_objlen(self.lua, index) as c_int;
                    if ffi::lua_checkstack(self.lua, 4) == 0 {
                        return Err(Stop::Error("the Lua stack is full".into()));
                    }
                    for entry in 1..=length {
                        ffi::lua_rawgeti_(self.lua, index, entry);
                        let item = self.item(ffi::lua_gettop(self.lua));
                        ffi::lua_settop(self.lua, -2);
                        items.push(item?);
                    }
                }
                Ok(true)
            }
            _ => Err(self.wrong(index, "a list of options")),
        }
    }

    #[inline]
    pub fn push_int(&self, n: i32) -> Pushed {
        // SAFETY: called by Lua as a C function.
        unsafe { Thread::push(self.lua, Slot::number(n)) };
        Ok(1)
    }

    #[inline]
    pub fn push_bool(&self, b: bool) -> Pushed {
        // SAFETY: as above.
        unsafe { Thread::push(self.lua, Slot::bool(b)) };
        Ok(1)
    }

    #[inline]
    pub fn push_list(&mut self, handle: ListHandle) -> Pushed {
        match self.host.shelf.list(handle) {
            Some(slot) => self.push_slot(slot),
            None => {
                // SAFETY: as above.
                unsafe { push_list(self.lua, self.host, handle) };
                Ok(1)
            }
        }
    }

    pub fn push_nil(&self) -> Pushed {
        // SAFETY: as above.
        unsafe { Thread::push(self.lua, Slot::nil()) };
        Ok(1)
    }

    pub fn push_native(&self, entry: mlua::lua_CFunction) -> Pushed {
        // SAFETY: as above.
        unsafe { ffi::lua_pushcfunction(self.lua, entry) };
        Ok(1)
    }

    /// Pushes what a reader of a field gave.
    #[inline]
    pub fn push_slot(&self, slot: Slot) -> Pushed {
        // SAFETY: as above.
        unsafe { Thread::push(self.lua, slot) };
        Ok(1)
    }

    pub fn push_text(&self, text: &str) -> Pushed {
        // SAFETY: Lua copies the text.
        unsafe { ffi::lua_pushlstring_(self.lua, text.as_ptr().cast(), text.len()) };
        Ok(1)
    }

    #[inline]
    pub fn push_item(&self, item: Item) -> Pushed {
        // SAFETY: as above; what is on the shelf stays there.
        unsafe {
            let slot = match item.thing() {
                Thing::Word(word) => return self.push_text(self.host.words.text(word)),
                thing => self.host.shelf.slot(thing),
            };
            Thread::push(self.lua, slot);
        }
        Ok(1)
    }

    /// A Lua array of items.
    pub fn push_array(&self, items: &[Item]) -> Pushed {
        // SAFETY: the table is on top of the stack while entries are set.
        unsafe {
            ffi::lua_createtable(self.lua, items.len() as c_int, 0);
            for (index, &item) in items.iter().enumerate() {
                push_item(self.lua, self.host, item);
                ffi::lua_rawseti_(self.lua, -2, index as c_int + 1);
            }
        }
        Ok(1)
    }

    /// A Lua table with a number for each item.
    pub fn push_counts(&self, counts: &[(Item, i32)]) -> Pushed {
        // SAFETY: the table is on top of the stack while entries are set; no item is nil.
        unsafe {
            ffi::lua_createtable(self.lua, 0, counts.len() as c_int);
            for &(item, count) in counts {
                push_item(self.lua, self.host, item);
                ffi::lua_pushinteger_(self.lua, count);
                ffi::lua_rawset(self.lua, -3);
            }
        }
        Ok(1)
    }

    /// Leaves the stack with only the first `count` values.
    pub fn set_top(&self, count: c_int) {
        // SAFETY: shrinking, or filling with nil within the room of a C function.
        unsafe { ffi::lua_settop(self.lua, count) };
    }

    /// Calls the function below the `args` values on top; leaves `results` values. An error in it passes right through
    /// the native function that called it, to the step.
    pub fn invoke(&mut self, args: c_int, results: c_int) {
        // SAFETY: a function and `args` values are on top. All frames in between may be unwound.
        unsafe { ffi::lua_call(self.lua, args, results) };
    }

    /// The function of an effect.
    pub fn push_effect_function(&self, effect: u16) -> Pushed {
        let shelf = &self.host.shelf;
        // SAFETY: the function of an effect lies right behind it on the shelf.
        unsafe { ffi::lua_xpush(shelf.thread, self.lua, shelf.effects[effect as usize] + 1) };
        Ok(1)
    }

    pub fn push_value(&self, index: c_int) {
        // SAFETY: copies a stack slot.
        unsafe { ffi::lua_pushvalue(self.lua, index) };
    }

    pub fn truthy(&self, index: c_int) -> bool {
        // SAFETY: reads a stack slot.
        unsafe { ffi::lua_toboolean(self.lua, index) != 0 }
    }

    /// A text argument, whether or not it is a word.
    pub fn text(&self, index: c_int) -> Option<String> {
        // SAFETY: the bytes are copied before the stack changes; only strings are read, so nothing is converted in place.
        unsafe {
            if ffi::lua_type(self.lua, index) != ffi::LUA_TSTRING {
                return None;
            }
            let mut len = 0;
            let bytes = ffi::lua_tolstring(self.lua, index, &raw mut len);
            let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), len);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// Entry `n` of the table at `index`, pushed; false if it is nil.
    pub fn push_entry(&self, index: c_int, n: c_int) -> bool {
        // SAFETY: raw read of a table.
        unsafe { ffi::lua_rawgeti_(self.lua, index, n) != ffi::LUA_TNIL }
    }

    pub fn length(&self, index: c_int) -> c_int {
        // SAFETY: raw length of a table.
        unsafe { ffi::lua_objlen(self.lua, index) as c_int }
    }

    /// A field of the table at `index`, pushed; false if it is nil.
    pub fn push_field(&self, index: c_int, name: &CStr) -> bool {
        // SAFETY: raw read of a table.
        unsafe { ffi::lua_rawgetfield(self.lua, index, name.as_ptr()) != ffi::LUA_TNIL }
    }

    /// Where the script is that called: `path:line: `.
    pub fn place(&self) -> String {
        // SAFETY: pushes a text, which is taken off again.
        unsafe {
            ffi::luaL_where(self.lua, 1);
            let place = self.text(ffi::lua_gettop(self.lua)).unwrap_or_default();
            ffi::lua_settop(self.lua, -2);
            place
        }
    }

    pub fn state_pointer(&self) -> *mut lua_State {
        self.lua
    }

    pub fn game(&self) -> &Game {
        &self.host.game
    }
}

/// Pushes the object of a list, which is made if it is needed for the first time.
///
/// # Safety
/// `lua` must be a thread of the state of `host`, with room for two values.
#[inline]
pub(crate) unsafe fn push_list(lua: *mut lua_State, host: &mut Host, handle: ListHandle) {
    let shelf = &mut host.shelf;
    // SAFETY: objects are made in order and kept on the shelf for good.
    unsafe {
        while shelf.lists.len() <= handle {
            let object = ffi::lua_newuserdatataggedwithmetatable(lua, size_of::<ListHandle>(), tag::LIST);
            (object as *mut ListHandle).write(shelf.lists.len());
            ffi::lua_rawcheckstack(shelf.thread, 1);
            ffi::lua_xmove(lua, shelf.thread, 1);
            shelf.lists.push(ffi::lua_gettop(shelf.thread));
        }
        ffi::lua_xpush(shelf.thread, lua, shelf.lists[handle]);
    }
}

/// Pushes what scripts see of an item.
///
/// # Safety
/// `lua` must be a thread of the state of `host`, with room for one value.
#[inline]
pub(crate) unsafe fn push_item(lua: *mut lua_State, host: &Host, item: Item) {
    // SAFETY: plain pushes; there is room, as the caller promises, and the place is one of the shelf of this state.
    unsafe {
        match item.thing() {
            Thing::Number(n) => ffi::lua_pushinteger_(lua, n),
            Thing::Yes => ffi::lua_pushboolean(lua, 1),
            Thing::No => ffi::lua_pushboolean(lua, 0),
            Thing::Word(word) => {
                let text = host.words.text(word);
                ffi::lua_pushlstring_(lua, text.as_ptr().cast(), text.len());
            }
            Thing::Nothing | Thing::Payment(_) => ffi::lua_pushnil(lua),
            thing => ffi::lua_xpush(host.shelf.thread, lua, host.shelf.place(thing)),
        }
    }
}
