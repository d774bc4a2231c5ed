//! How the virtual machine keeps values in memory, as far as natives read them in
//! place, and the check that it does.

use std::ffi::c_int;

use mlua::ffi;
use mlua::lua_State;

use super::fields::tag;
use super::lists::ListHandle;

/// A value on the stack, as the virtual machine keeps it. Reading arguments in place, instead of through a function of
/// the C interface for each, saves a third of the time of a native call. [`layout_holds`] checks at the start that this
/// is how they are kept.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub value: u64,
    pub extra: i32,
    pub kind: c_int,
}

impl Slot {
    pub fn nil() -> Slot {
        Slot {
            value: 0,
            extra: 0,
            kind: ffi::LUA_TNIL,
        }
    }

    pub fn bool(b: bool) -> Slot {
        Slot {
            value: b.into(),
            extra: 0,
            kind: ffi::LUA_TBOOLEAN,
        }
    }

    pub fn number(n: i32) -> Slot {
        Slot {
            value: f64::from(n).to_bits(),
            extra: 0,
            kind: ffi::LUA_TNUMBER,
        }
    }
}

/// The head of a thread: where the arguments of the running function begin and end.
#[repr(C)]
pub(super) struct Thread {
    header: u64,
    pub top: *const Slot,
    pub base: *const Slot,
}

impl Thread {
    /// Puts a value on top of the stack of a running thread.
    ///
    /// # Safety
    /// `lua` runs a C function, which has room for at least 20 values above its arguments; the stack of a thread that
    /// runs is looked through anew by the garbage collector, so no barrier is needed.
    #[inline]
    pub unsafe fn push(lua: *mut lua_State, slot: Slot) {
        // SAFETY: as the caller promises.
        unsafe {
            let thread = &mut *(lua as *mut Thread);
            thread.top.cast_mut().write(slot);
            thread.top = thread.top.add(1);
        }
    }
}

/// The head of a string.
#[repr(C)]
pub(super) struct Text {
    header: u32,
    /// The number of the word, once it was asked for.
    pub atom: i16,
}

/// The head of an object; its data follow.
#[repr(C)]
pub(super) struct Object {
    header: [u8; 3],
    pub tag: u8,
    length: c_int,
    metatable: usize,
}

impl Object {
    /// The data of an object, which are what its tag says.
    ///
    /// # Safety
    /// `object` is the address of an object whose data are a `T`.
    #[inline]
    pub unsafe fn data<T>(object: *const Object) -> *const T {
        // SAFETY: the data lie behind the head.
        unsafe { object.add(1).cast() }
    }
}

/// No number has been asked for yet.
pub(super) const NO_ATOM: i16 = i16::MIN;

/// Whether the virtual machine keeps its values as [`Slot`] and the others say. It is vendored and pinned, so this
/// can only fail when it is exchanged for another version.
///
/// # Safety
/// Runs inside a protected call on `lua`, with an empty stack, after the functions of atoms and lists are set.
pub(super) unsafe fn layout_holds(lua: *mut lua_State) -> bool {
    // SAFETY: the four values are on the stack while they are read.
    unsafe {
        ffi::lua_settop(lua, 0);
        ffi::lua_pushnumber(lua, 42.5);
        ffi::lua_pushboolean(lua, 1);
        ffi::lua_pushstring_(lua, c"layout".as_ptr());
        let object = ffi::lua_newuserdatatagged(lua, size_of::<ListHandle>(), tag::LIST) as *mut ListHandle;
        object.write(77);
        let mut atom = -1;
        ffi::lua_tostringatom(lua, 3, &raw mut atom);
        let thread = &*(lua as *const Thread);
        let slot = |index: usize| &*thread.base.add(index);
        let kinds = (0..4).all(|index| slot(index).kind == ffi::lua_type(lua, index as c_int + 1));
        let end = thread.base.add(4) == thread.top;
        let holds = kinds
            && end
            && f64::from_bits(slot(0).value) == 42.5
            && slot(1).value as u32 == 1
            && c_int::from((*(slot(2).value as *const Text)).atom) == atom
            && (*(slot(3).value as *const Object)).tag == tag::LIST as u8
            && *Object::data::<ListHandle>(slot(3).value as *const Object) == 77;
        ffi::lua_settop(lua, 0);
        holds
    }
}
