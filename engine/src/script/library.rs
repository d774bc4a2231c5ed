//! Lua's own functions on strings and tables, with a price: one call of them can
//! work through millions of bytes, which no count of calls would notice.

use std::ffi::{CStr, c_int, c_void};

use mlua::ffi;
use mlua::lua_CFunction;
use mlua::{Lua, Table, lua_State};

use super::host::Host;
use super::raw::raise;

/// Bytes that cost as much as a turn of a loop.
const BYTES: u64 = 64;
/// Entries of a table that cost as much.
const ENTRIES: u64 = 4;

/// What a call costs, judged by its arguments alone; what it gives back is counted afterwards.
type Price = unsafe fn(Values) -> u64;

/// Makes every function of a library table count what it works through.
pub(super) fn measure(lua: &Lua, library: &str, functions: &Table) -> mlua::Result<()> {
    // SAFETY: runs protected, with the table at place 1; the value of a key that is there may be exchanged while its
    // table is walked.
    unsafe {
        lua.exec_raw(functions, |state| {
            ffi::lua_pushnil(state);
            while ffi::lua_next(state, 1) != 0 {
                match measured_function(state, library) {
                    true => {
                        ffi::lua_pushvalue(state, -2);
                        ffi::lua_insert(state, -2);
                        ffi::lua_rawset(state, 1);
                    }
                    false => ffi::lua_settop(state, -2),
                }
            }
            ffi::lua_settop(state, 0);
        })
    }
}

/// Puts a function that counts in the place of the one on top; false if that is no native one.
///
/// # Safety
/// Runs inside a protected call on `state`, with a value on top.
unsafe fn measured_function(state: *mut lua_State, library: &str) -> bool {
    // SAFETY: the value on top stays there while its name is asked for; the name is one that never goes away.
    unsafe {
        let Some(original) = ffi::lua_tocfunction(state, -1) else {
            return false;
        };
        let mut info: ffi::lua_Debug = std::mem::zeroed();
        ffi::lua_getinfo(state, -1, c"n".as_ptr(), &raw mut info);
        let name = match info.name.is_null() {
            true => c"",
            false => CStr::from_ptr(info.name),
        };
        ffi::lua_settop(state, -2);
        ffi::lua_pushlightuserdata(state, original as *mut c_void);
        ffi::lua_pushcclosured(state, counting(library, name.to_bytes()), info.name, 1);
        true
    }
}

/// A function that counts, for each price.
macro_rules! measured {
    ($price:path) => {{
        unsafe extern "C-unwind" fn measured(lua: *mut lua_State) -> c_int {
            // SAFETY: called by Lua, on a thread that has the host as its data, with the function it stands for.
            unsafe { call(lua, $price) }
        }
        measured
    }};
}

/// The function that counts for one of Lua's.
fn counting(library: &str, name: &[u8]) -> lua_CFunction {
    match (library, name) {
        // What they look at is what they give back.
        ("string", b"sub" | b"byte" | b"len" | b"rep") => measured!(nothing),
        ("table", b"unpack" | b"freeze" | b"isfrozen") => measured!(nothing),
        ("table", b"insert") => measured!(insert),
        ("table", b"remove") => measured!(remove),
        ("table", b"move") => measured!(span),
        ("table", b"create") => measured!(create),
        ("table", b"sort") => measured!(sort),
        ("string", b"find" | b"match" | b"gmatch" | b"gsub") => measured!(search),
        _ => measured!(all),
    }
}

/// Calls the function that is kept with the running one, and spends what the call is worth.
///
/// # Safety
/// Called by Lua, on a thread that has the host as its data, as a function made by [`measured_function`].
unsafe fn call(lua: *mut lua_State, price: Price) -> c_int {
    // SAFETY: the function kept is a native one, and finds the stack as if Lua had called it. The host is borrowed only
    // while nothing else runs.
    unsafe {
        let host = ffi::lua_getthreaddata(lua) as *mut Host;
        if let Err(spent) = (*host).budget.spend(price(Values { lua, from: 1 })) {
            return raise(lua, &mut *host, spent.into());
        }
        let original = ffi::lua_tolightuserdata(lua, ffi::lua_upvalueindex(1));
        let given = std::mem::transmute::<*mut c_void, lua_CFunction>(original)(lua);
        let from = ffi::lua_gettop(lua) - given + 1;
        let worth = all(Values { lua, from }) + given as u64 / ENTRIES;
        match (*host).budget.spend(worth) {
            Ok(()) => given,
            Err(spent) => raise(lua, &mut *host, spent.into()),
        }
    }
}

/// The values on the stack from a place on.
#[derive(Clone, Copy)]
struct Values {
    lua: *mut lua_State,
    from: c_int,
}

impl Values {
    unsafe fn count(self) -> c_int {
        // SAFETY: the state is live while a call is priced.
        unsafe { ffi::lua_gettop(self.lua) - self.from + 1 }
    }

    /// How long a value is: a string in bytes, a table in entries of its list.
    unsafe fn length(self, index: c_int) -> u64 {
        // SAFETY: as above; only strings and tables are asked for their length.
        unsafe {
            match ffi::lua_type(self.lua, index) {
                ffi::LUA_TSTRING | ffi::LUA_TTABLE => ffi::lua_objlen(self.lua, index) as u64,
                _ => 0,
            }
        }
    }

    /// Whether a string has these bytes in it.
    unsafe fn has(self, index: c_int, bytes: &[u8]) -> bool {
        // SAFETY: as above; the string is an argument, and stays where it is.
        unsafe {
            if ffi::lua_type(self.lua, index) != ffi::LUA_TSTRING {
                return false;
            }
            let mut length = 0;
            let text = ffi::lua_tolstring(self.lua, index, &raw mut length);
            let text = std::slice::from_raw_parts(text.cast::<u8>(), length);
            text.windows(bytes.len()).any(|window| window == bytes)
        }
    }

    /// A number, if there is one.
    unsafe fn number(self, index: c_int) -> Option<f64> {
        // SAFETY: as above.
        unsafe { (ffi::lua_type(self.lua, index) == ffi::LUA_TNUMBER).then(|| ffi::lua_tonumber(self.lua, index)) }
    }
}

/// As much as all values are long.
unsafe fn all(values: Values) -> u64 {
    // SAFETY: only values that are there are looked at.
    unsafe {
        let places = values.from..values.from + values.count();
        places
            .map(|index| match ffi::lua_type(values.lua, index) {
                ffi::LUA_TSTRING => values.length(index) / BYTES,
                ffi::LUA_TTABLE => values.length(index) / ENTRIES,
                _ => 0,
            })
            .sum()
    }
}

unsafe fn nothing(_: Values) -> u64 {
    0
}

/// `table.insert(t, at, value)` moves what comes behind; at the end nothing does.
unsafe fn insert(values: Values) -> u64 {
    // SAFETY: as above.
    unsafe {
        match values.count() {
            3.. => remove(values),
            _ => 0,
        }
    }
}

/// `table.remove(t, at)` moves what comes behind.
unsafe fn remove(values: Values) -> u64 {
    // SAFETY: as above.
    unsafe {
        let behind = |at: f64| (values.length(1) as f64 - at).max(0.0) as u64;
        values.number(2).map_or(0, behind) / ENTRIES
    }
}

/// `table.move(t, from, to, …)` says by itself how much it does.
unsafe fn span(values: Values) -> u64 {
    // SAFETY: as above.
    unsafe {
        match (values.number(2), values.number(3)) {
            (Some(from), Some(to)) => (to - from + 1.0).max(0.0) as u64 / ENTRIES,
            _ => 0,
        }
    }
}

/// And so does `table.create(n)`.
unsafe fn create(values: Values) -> u64 {
    // SAFETY: as above.
    unsafe { values.number(1).map_or(0, |size| size.max(0.0) as u64 / ENTRIES) }
}

/// `table.sort(t)` looks at every entry about as often as their number has binary digits.
unsafe fn sort(values: Values) -> u64 {
    // SAFETY: as above.
    let length = unsafe { values.length(1) };
    length * u64::from(length.checked_ilog2().unwrap_or(0) + 1) / ENTRIES
}

/// `string.find(text, pattern)` may try the whole pattern at every place of the text; what is matched one by one counts by
/// itself, but for `%b`, which may look for its other end up to the end of the text.
unsafe fn search(values: Values) -> u64 {
    // SAFETY: as above.
    let (text, pattern, balanced) = unsafe { (values.length(1), values.length(2), values.has(2, b"%b")) };
    let tried = if balanced { text } else { pattern };
    (text + pattern) / BYTES + text.saturating_mul(tried) / (4 * BYTES)
}
