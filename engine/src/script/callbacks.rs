//! What the virtual machine calls by itself: to number a word, and to count the
//! steps of a script. And where an error came from.

use std::ffi::{CStr, c_int};

use mlua::ffi;
use mlua::lua_State;

use super::budget::Spent;
use super::host::Host;

/// The number of a string of this game, for the virtual machine's own cache.
pub(crate) unsafe extern "C-unwind" fn atom_of(lua: *mut lua_State, text: *const std::ffi::c_char, len: usize) -> i16 {
    // SAFETY: the virtual machine gives a valid string; the thread data is the host, or null before it is set.
    unsafe {
        let host = ffi::lua_getthreaddata(lua) as *mut Host;
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
        let host = ffi::lua_getthreaddata(lua) as *mut Host;
        if host.is_null() {
            return;
        }
        if let Err(spent) = (*host).budget.spend(1) {
            stop(lua, spent);
        }
    }
}

/// Ends a step that has nothing left to spend.
///
/// # Safety
/// Called out of a running script, whose frames may all be unwound.
#[cold]
unsafe fn stop(lua: *mut lua_State, spent: Spent) {
    // SAFETY: the message is copied by Lua before the jump, and nothing else is alive.
    unsafe {
        let message = spent.to_string();
        ffi::luaL_where(lua, 0);
        ffi::lua_pushlstring_(lua, message.as_ptr().cast(), message.len());
        drop(message);
        ffi::lua_concat(lua, 2);
        ffi::lua_error(lua);
    }
}

/// Where an error came from: the Lua lines of a thread that stopped with one, innermost first.
///
/// # Safety
/// `lua` must be a thread that has not been reset since.
pub(crate) unsafe fn trace(lua: *mut lua_State) -> Vec<String> {
    let mut calls = Vec::new();
    // SAFETY: `info` is filled before it is read; its strings live as long as the thread.
    unsafe {
        let mut info: ffi::lua_Debug = std::mem::zeroed();
        for level in 0..24 {
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
            calls.push(format!("{name} ({source}:{})", info.currentline));
        }
    }
    calls
}
