//! The globals of scripts: verbs, lists, rules, variables and zones by their names, and
//! what is said of names that nothing has.

use std::ffi::{CString, c_int};

use mlua::ffi;

use super::api::{GLOBALS, LIBRARY, LIBRARY_TABLES, NATIVES, Receiver};
use super::fields::tag;
use super::handles::{Builder, lua_name};
use super::host::Stop;
use super::lists::Lists;
use super::raw::{Call, Pushed, entry};
use super::vm::MODULES;
use crate::game::{Holders, Item, KindId, Thing};

/// `require(name)` inside the package: gives back what the named script gave back.
fn require(call: &mut Call) -> Pushed {
    let Some(name) = call.text(1) else {
        return Err(call.wrong(1, "the name of a script"));
    };
    let (modules, key) = (
        CString::new(MODULES).unwrap_or_default(),
        CString::new(name.as_str()).unwrap_or_default(),
    );
    // SAFETY: reads a table of the registry that is there before any script runs.
    let found = unsafe {
        let lua = call.state_pointer();
        ffi::lua_rawgetfield(lua, ffi::LUA_REGISTRYINDEX, modules.as_ptr()) == ffi::LUA_TTABLE
            && ffi::lua_rawgetfield(lua, -1, key.as_ptr()) != ffi::LUA_TNIL
    };
    if found {
        Ok(1)
    } else {
        Err(Stop::Error(format!("there is no script `{name}` to require")))
    }
}

fn no_rule(call: &mut Call) -> Pushed {
    let name = call.text(2).unwrap_or_default();
    let known = call.game().rules.iter().chain(&call.game().options);
    let hint = crate::package::nearest(&name, known.map(|(name, _)| name.as_str()))
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    Err(Stop::Error(format!("there is no rule or option `{name}`{hint}")))
}

/// A name that nothing has.
fn no_global(call: &mut Call) -> Pushed {
    let name = call.text(2).unwrap_or_default();
    let natives = NATIVES
        .iter()
        .filter(|native| native.on == Receiver::Global)
        .map(|native| native.name);
    let known = natives
        .chain(GLOBALS.iter().map(|&(name, _)| name))
        .chain(LIBRARY.iter().copied());
    let known = known
        .chain(LIBRARY_TABLES.iter().map(|&(name, _)| name))
        .map(String::from);
    let zones = call.game().families.iter().filter(|family| family.on == Holders::Table);
    let known: Vec<String> = known.chain(zones.map(|family| lua_name(&family.id))).collect();
    let hint = crate::package::nearest(&name, known.iter().map(String::as_str))
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    Err(Stop::Error(format!("there is no `{name}`{hint}")))
}

fn no_new_global(call: &mut Call) -> Pushed {
    let name = call.text(2).unwrap_or_default();
    Err(Stop::Error(format!(
        "scripts keep nothing in globals: write `local {name}`, or declare a variable, `[var.{name}]`, in game.toml"
    )))
}

impl Builder<'_> {
    /// Fills the table on top with the globals of scripts.
    pub fn globals(&self) {
        let game = self.game;
        for native in NATIVES.iter().filter(|native| native.on == Receiver::Global) {
            self.native(native.entry(self.host().looks_only));
            self.set(native.name);
        }
        self.native(entry!(require));
        self.set("require");
        for (name, list) in [("seats", Lists::SEATS), ("players", Lists::PEOPLE)] {
            self.list(list);
            self.set(name);
        }
        // SAFETY: tables are built on the stack.
        unsafe { ffi::lua_createtable(self.lua, 0, game.kinds.len() as c_int) };
        for (index, kind) in game.kinds.iter().enumerate() {
            self.list(Lists::of_kind(KindId(index as u8)));
            self.set(&lua_name(&kind.id));
        }
        // SAFETY: closes the table on top.
        unsafe { ffi::lua_setreadonly(self.lua, -1, 1) };
        self.set("pieces");
        for (name, facts) in [("rules", &game.rules), ("option", &game.options)] {
            self.facts(facts);
            // SAFETY: opens the table, gives it a metatable, and closes it.
            unsafe {
                ffi::lua_setreadonly(self.lua, -1, 0);
                ffi::lua_createtable(self.lua, 0, 1);
                self.native(entry!(no_rule));
                self.set("__index");
                ffi::lua_setmetatable(self.lua, -2);
                ffi::lua_setreadonly(self.lua, -1, 1);
            }
            self.set(name);
        }
        let variables: Vec<String> = self.variables(Holders::Table).map(|var| lua_name(&var.id)).collect();
        let shape = self.shape(tag::VARS, None, &variables, Thing::Nothing);
        self.handle(shape, Item::NOTHING);
        for (place, var) in self.variables(Holders::Table).enumerate() {
            self.set_variable(place, var, 0);
        }
        self.set("vars");
        for family in game.families.iter().filter(|family| family.on == Holders::Table) {
            self.item(family.zones[0].into());
            self.set(&lua_name(&family.id));
        }
        // SAFETY: the table of the globals is on top, and gets a metatable.
        unsafe {
            ffi::lua_createtable(self.lua, 0, 2);
            self.native(entry!(no_global));
            self.set("__index");
            self.native(entry!(no_new_global));
            self.set("__newindex");
            ffi::lua_setmetatable(self.lua, -2);
        }
    }

    /// Adds what only tests can call to the table on top.
    pub fn test_globals(&self) {
        for native in NATIVES.iter().filter(|native| native.on == Receiver::Test) {
            self.native(native.entry(self.host().looks_only));
            self.set(native.name);
        }
    }
}
