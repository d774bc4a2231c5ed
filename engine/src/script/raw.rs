//! The Lua stack, and nothing else: reading arguments, pushing results, raising
//! errors. Native functions go through one trampoline that hands them a [`Call`].
//! This is written against the C interface because the border between Rust and Lua
//! is where a game spends its time: a native call costs about a third of what it
//! costs through closures.

use std::ffi::{CStr, c_int, c_void};

use mlua::ffi;
use mlua::lua_State;

use super::api::Native;
use super::host::{Host, Stop};
use super::lists::ListHandle;
use crate::game::{Game, Item, SeatId, SpaceId, Thing, TokenId, Word};

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

/// Registers a native function as a Lua closure on the stack.
///
/// # Safety
/// `lua` must be a live state with the host as its thread data, which outlives it.
pub(crate) unsafe fn push_native(lua: *mut lua_State, native: &'static Native, host: *mut Host) {
    // SAFETY: the caller vouches for the state; both upvalues are plain pointers that outlive it.
    unsafe {
        ffi::lua_pushlightuserdata(lua, std::ptr::from_ref(native) as *mut c_void);
        ffi::lua_pushlightuserdata(lua, host.cast());
        ffi::lua_pushcclosure(lua, trampoline, 2);
    }
}

unsafe extern "C-unwind" fn trampoline(lua: *mut lua_State) -> c_int {
    // SAFETY: only `push_native` makes closures of this function, with these two upvalues.
    let (native, host) = unsafe {
        let native = ffi::lua_tolightuserdata(lua, ffi::lua_upvalueindex(1)) as *const Native;
        let host = ffi::lua_tolightuserdata(lua, ffi::lua_upvalueindex(2)) as *mut Host;
        (&*native, &mut *host)
    };
    let result = (native.call)(&mut Call { lua, host: &mut *host });
    match result {
        Ok(pushed) => pushed,
        // SAFETY: nothing that needs dropping is alive in this frame.
        Err(stop) => unsafe { raise(lua, host, stop) },
    }
}

/// The `__namecall` of lists: finds the method by the number of its name.
pub(crate) unsafe extern "C-unwind" fn list_method(lua: *mut lua_State) -> c_int {
    // SAFETY: registered by `handles` with the host as upvalue.
    let (host, name) = unsafe {
        let host = &mut *(ffi::lua_tolightuserdata(lua, ffi::lua_upvalueindex(1)) as *mut Host);
        let mut atom = -1;
        let name = ffi::lua_namecallatom(lua, &raw mut atom);
        let name = if name.is_null() { c"" } else { CStr::from_ptr(name) };
        (host, name)
    };
    let result = match super::api::list_method(name.to_bytes()) {
        Some(native) => (native.call)(&mut Call { lua, host: &mut *host }),
        None => Err(Stop::Error(super::api::no_list_method(&name.to_string_lossy()))),
    };
    match result {
        Ok(pushed) => pushed,
        // SAFETY: nothing that needs dropping is alive in this frame.
        Err(stop) => unsafe { raise(lua, host, stop) },
    }
}

/// Leaves the script with an error. `stop` is kept by the host, which knows what it means.
///
/// # Safety
/// `lua` must be live and called from a native function of `host`.
unsafe fn raise(lua: *mut lua_State, host: &mut Host, stop: Stop) -> c_int {
    // SAFETY: the message is copied by Lua before the jump; the jump unwinds this frame only.
    unsafe {
        match stop {
            Stop::Error(message) => {
                ffi::luaL_where(lua, 1);
                ffi::lua_pushlstring_(lua, message.as_ptr().cast(), message.len());
                drop(message);
                ffi::lua_concat(lua, 2);
            }
            Stop::Raised => {}
            stop => {
                host.stop = Some(stop);
                ffi::lua_pushnil(lua);
            }
        }
        ffi::lua_error(lua)
    }
}

/// The number of a string of this game, for the virtual machine's own cache.
pub(crate) unsafe extern "C-unwind" fn atom_of(lua: *mut lua_State, text: *const std::ffi::c_char, len: usize) -> i16 {
    // SAFETY: the virtual machine gives a valid string; the thread data is the host, or null before it is set.
    unsafe {
        let host = ffi::lua_getthreaddata(ffi::lua_mainthread(lua)) as *mut Host;
        if host.is_null() {
            return -1;
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len);
        match std::str::from_utf8(bytes) {
            Ok(text) if len <= 120 => (*host).words.intern(text).map_or(-1, |word| word.0 as i16),
            _ => -1,
        }
    }
}

/// Counts down the budget of a step; called at every loop edge and call.
pub(crate) unsafe extern "C-unwind" fn interrupt(lua: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        return;
    }
    // SAFETY: the thread data is the host while scripts run.
    unsafe {
        let host = ffi::lua_getthreaddata(ffi::lua_mainthread(lua)) as *mut Host;
        if host.is_null() {
            return;
        }
        let budget = &mut (*host).budget;
        if *budget == 0 {
            let message = c"the script ran too long: is there an endless loop?";
            ffi::luaL_where(lua, 0);
            ffi::lua_pushstring_(lua, message.as_ptr());
            ffi::lua_concat(lua, 2);
            ffi::lua_error(lua);
        }
        *budget -= 1;
    }
}

/// Notes where an error came from, as the message handler of a protected call.
pub(crate) unsafe extern "C-unwind" fn trace(lua: *mut lua_State) -> c_int {
    // SAFETY: the thread data is the host while scripts run; `info` is filled before it is read.
    unsafe {
        let host = ffi::lua_getthreaddata(ffi::lua_mainthread(lua)) as *mut Host;
        if host.is_null() || (*host).stop.is_some() || !(*host).trace.is_empty() {
            return 1;
        }
        let mut info: ffi::lua_Debug = std::mem::zeroed();
        for level in 1..24 {
            if ffi::lua_getinfo(lua, level, c"sln".as_ptr(), &raw mut info) == 0 {
                break;
            }
            if info.currentline < 0 || info.short_src.is_null() {
                continue;
            }
            let source = CStr::from_ptr(info.short_src).to_string_lossy();
            let name = match info.name.is_null() {
                true => "a function".into(),
                false => CStr::from_ptr(info.name).to_string_lossy(),
            };
            (*host).trace.push(format!("{name} ({source}:{})", info.currentline));
        }
        1
    }
}

impl Call<'_> {
    /// How many arguments there are.
    pub fn count(&self) -> c_int {
        // SAFETY: `lua` is live for the length of the call.
        unsafe { ffi::lua_gettop(self.lua) }
    }

    #[inline]
    pub fn arg(&self, index: c_int) -> Arg {
        // SAFETY: reading the type and value of a stack slot; a missing one is `LUA_TNONE`.
        unsafe {
            match ffi::lua_type(self.lua, index) {
                ffi::LUA_TNONE | ffi::LUA_TNIL => Arg::None,
                ffi::LUA_TBOOLEAN => Arg::Bool(ffi::lua_toboolean(self.lua, index) != 0),
                ffi::LUA_TNUMBER => Arg::Number(ffi::lua_tonumber(self.lua, index)),
                ffi::LUA_TTABLE => match self.handle(index) {
                    Some(item) => Arg::Item(item),
                    None => Arg::Table,
                },
                ffi::LUA_TLIGHTUSERDATA => Arg::List(ffi::lua_tolightuserdata(self.lua, index) as ListHandle),
                ffi::LUA_TSTRING => match self.atom(index) {
                    Some(word) => Arg::Word(word),
                    None => Arg::Other,
                },
                ffi::LUA_TFUNCTION => Arg::Function,
                _ => Arg::Other,
            }
        }
    }

    /// The item of a handle: a read-only table keeps it at index 1, with the mark of the host at 2.
    #[inline]
    unsafe fn handle(&self, index: c_int) -> Option<Item> {
        // SAFETY: `index` is a table; raw reads do not call into Lua.
        unsafe {
            if ffi::lua_getreadonly(self.lua, index) == 0 {
                return None;
            }
            let found = ffi::lua_rawgeti_(self.lua, index, 1);
            let item = (found == ffi::LUA_TLIGHTUSERDATA)
                .then(|| Item::from_bits(ffi::lua_tolightuserdata(self.lua, -1) as usize as u32));
            ffi::lua_settop(self.lua, -2);
            item
        }
    }

    #[inline]
    fn atom(&self, index: c_int) -> Option<Word> {
        let mut atom = -1;
        // SAFETY: `index` is a string; the atom is cached in it.
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
            Thing::Zone(_) => "a zone".into(),
            Thing::Space(_) => "a space".into(),
            Thing::Seat(seat) => format!("seat {}", seat.0 + 1),
            Thing::Token(token) => format!("the token {}", game.tokens[token.index()].id),
            Thing::Number(n) => n.to_string(),
            Thing::Word(word) => format!("\"{}\"", self.host.words.text(word)),
            _ => "nothing".into(),
        }
    }

    pub fn piece(&self, index: c_int) -> Result<crate::game::PieceId, Stop> {
        match self.arg(index) {
            Arg::Item(item) => match item.thing() {
                Thing::Piece(piece) => Ok(piece),
                _ => Err(self.wrong(index, "a piece")),
            },
            _ => Err(self.wrong(index, "a piece")),
        }
    }

    pub fn seat(&self, index: c_int) -> Result<SeatId, Stop> {
        match self.arg(index) {
            Arg::Item(item) => match item.thing() {
                Thing::Seat(seat) => Ok(seat),
                _ => Err(self.wrong(index, "a seat")),
            },
            _ => Err(self.wrong(index, "a seat")),
        }
    }

    /// A space, or a zone that has only one.
    #[inline]
    pub fn space(&self, index: c_int) -> Result<SpaceId, Stop> {
        if let Arg::Item(item) = self.arg(index) {
            match item.thing() {
                Thing::Space(space) => return Ok(space),
                Thing::Zone(zone) => {
                    let zone = self.host.game.zone(zone);
                    if zone.spaces == 1 {
                        return Ok(zone.first_space);
                    }
                    return Err(Stop::Error(
                        "this zone has many spaces: name one with `zone:space(…)`".into(),
                    ));
                }
                _ => {}
            }
        }
        Err(self.wrong(index, "a zone or a space"))
    }

    #[inline]
    pub fn token(&self, index: c_int) -> Result<TokenId, Stop> {
        match self.arg(index) {
            Arg::Word(word) => match self.host.game.meaning(word).and_then(|meaning| meaning.token) {
                Some(token) => Ok(token),
                None => Err(self.unknown_word("token type", word, self.host.game.tokens.iter().map(|token| token.id.as_str()))),
            },
            _ => Err(self.wrong(index, "a token type")),
        }
    }

    pub fn unknown_word<'w>(&self, what: &str, word: Word, known: impl Iterator<Item = &'w str>) -> Stop {
        let text = self.host.words.text(word);
        let hint = crate::package::nearest(text, known)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        Stop::Error(format!("there is no {what} `{text}`{hint}"))
    }

    pub fn word(&self, index: c_int) -> Result<Word, Stop> {
        match self.arg(index) {
            Arg::Word(word) => Ok(word),
            _ => Err(self.wrong(index, "a word")),
        }
    }

    /// A whole number; `default` if the argument is left out.
    #[inline]
    pub fn int(&self, index: c_int, default: Option<i32>) -> Result<i32, Stop> {
        match (self.arg(index), default) {
            (Arg::Number(n), _) if n.fract() == 0.0 && n.abs() < 1e9 => Ok(n as i32),
            (Arg::None, Some(default)) => Ok(default),
            _ => Err(self.wrong(index, "a whole number")),
        }
    }

    pub fn list(&self, index: c_int) -> Result<ListHandle, Stop> {
        match self.arg(index) {
            Arg::List(handle) if self.host.lists.get(handle).is_some() => Ok(handle),
            Arg::List(_) => Err(Stop::Error("this list is of an earlier step: nothing is kept between steps".into())),
            _ => Err(self.wrong(index, "a list")),
        }
    }

    /// The items of a list or of a Lua array, appended to `items`.
    #[inline]
    pub fn items(&self, index: c_int, items: &mut Vec<Item>) -> Result<(), Stop> {
        match self.arg(index) {
            Arg::List(_) => {
                let handle = self.list(index)?;
                items.extend_from_slice(self.host.lists.get(handle).unwrap_or(&[]));
                Ok(())
            }
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
                Ok(())
            }
            _ => Err(self.wrong(index, "a list of options")),
        }
    }

    #[inline]
    pub fn push_int(&self, n: i32) -> Pushed {
        // SAFETY: C functions have room for at least 20 values.
        unsafe { ffi::lua_pushinteger_(self.lua, n) };
        Ok(1)
    }

    #[inline]
    pub fn push_bool(&self, b: bool) -> Pushed {
        // SAFETY: as above.
        unsafe { ffi::lua_pushboolean(self.lua, b.into()) };
        Ok(1)
    }

    #[inline]
    pub fn push_list(&self, handle: ListHandle) -> Pushed {
        // SAFETY: as above; the pointer is a number that is never followed.
        unsafe { ffi::lua_pushlightuserdata(self.lua, handle as *mut c_void) };
        Ok(1)
    }

    pub fn push_nil(&self) -> Pushed {
        // SAFETY: as above.
        unsafe { ffi::lua_pushnil(self.lua) };
        Ok(1)
    }

    pub fn push_text(&self, text: &str) -> Pushed {
        // SAFETY: Lua copies the text.
        unsafe { ffi::lua_pushlstring_(self.lua, text.as_ptr().cast(), text.len()) };
        Ok(1)
    }

    #[inline]
    pub fn push_item(&self, item: Item) -> Pushed {
        // SAFETY: the references are of this state and live as long as it.
        unsafe { push_item(self.lua, self.host, item) };
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

    /// Leaves the stack with only the first `count` values.
    pub fn set_top(&self, count: c_int) {
        // SAFETY: shrinking, or filling with nil within the room of a C function.
        unsafe { ffi::lua_settop(self.lua, count) };
    }

    /// Calls the function at `function` with the items pushed behind it; leaves `results` values.
    pub fn protected(&mut self, args: c_int, results: c_int) -> Result<(), Stop> {
        // SAFETY: a function and `args` values are on top; errors are caught and passed on by `Stop::Raised`.
        let status = unsafe { ffi::lua_pcall(self.lua, args, results, 0) };
        if status == 0 { Ok(()) } else { Err(Stop::Raised) }
    }

    pub fn push_ref(&self, reference: c_int) {
        // SAFETY: references are made once and never freed.
        unsafe { ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, reference) };
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

    pub fn state_pointer(&self) -> *mut lua_State {
        self.lua
    }

    pub fn game(&self) -> &Game {
        &self.host.game
    }
}

/// Pushes what scripts see of an item.
///
/// # Safety
/// `lua` must be the state of `host`, with room for one value.
#[inline]
pub(crate) unsafe fn push_item(lua: *mut lua_State, host: &Host, item: Item) {
    let refs = &host.refs;
    let reference = match item.thing() {
        Thing::Piece(piece) => refs.pieces[piece.index()],
        Thing::Space(space) => refs.spaces[space.index()],
        Thing::Zone(zone) => refs.zones[zone.index()],
        Thing::Seat(seat) => refs.seats[seat.index()],
        Thing::Token(token) => refs.tokens[token.index()],
        // SAFETY: plain pushes.
        Thing::Number(n) => return unsafe { ffi::lua_pushinteger_(lua, n) },
        Thing::Yes => return unsafe { ffi::lua_pushboolean(lua, 1) },
        Thing::No => return unsafe { ffi::lua_pushboolean(lua, 0) },
        Thing::Word(word) => {
            let text = host.words.text(word);
            return unsafe { ffi::lua_pushlstring_(lua, text.as_ptr().cast(), text.len()) };
        }
        Thing::Nothing | Thing::Payment(_) => return unsafe { ffi::lua_pushnil(lua) },
    };
    // SAFETY: the reference is of this state.
    unsafe { ffi::lua_rawgeti_(lua, ffi::LUA_REGISTRYINDEX, reference) };
}
