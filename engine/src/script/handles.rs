//! Handles: the read-only tables that scripts hold for seats, zones, spaces and
//! pieces. They are made once for a virtual machine; printed facts are plain
//! fields, and what changes is looked up by the functions of their metatable.

use std::ffi::{CString, c_int};

use mlua::ffi;
use mlua::{lua_CFunction, lua_State};

use super::api::{GLOBALS, LIBRARY, LIBRARY_TABLES, NATIVES, Receiver};
use super::host::{Host, Stop};
use super::lists::Lists;
use super::raw::{Call, LIST_TAG, Pushed, entry, list_method, push_item, push_list};
use super::vm::MODULES;
use super::{list_methods, queries, verbs};
use crate::game::{Effect, Fact, Game, Holder, Holders, Item, KindId, PieceId, SeatId, SpaceId, Thing, ZoneId};
use crate::package::manifest::ZoneKind;

/// `for i, x in list`: gives the loop its function, the list and the start.
fn iterate(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    // SAFETY: C functions have room for at least 20 values.
    unsafe { ffi::lua_pushcfunction(call.state_pointer(), entry!(list_methods::next)) };
    call.push_list(handle)?;
    call.push_int(0)?;
    Ok(3)
}

fn no_loop(_: &mut Call) -> Pushed {
    Err(Stop::Error(
        "this is one thing, not a list: loop over `zone:pieces()` or `seats`".into(),
    ))
}

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

/// Builds all handles of a game on a fresh state.
pub(super) struct Builder<'a> {
    lua: *mut lua_State,
    host: *mut Host,
    game: &'a Game,
}

impl<'a> Builder<'a> {
    /// # Safety
    /// All methods run inside one protected call on `lua`, with `host` alive and not borrowed.
    pub unsafe fn new(lua: *mut lua_State, host: *mut Host, game: &'a Game) -> Builder<'a> {
        Builder { lua, host, game }
    }

    fn host(&self) -> &'a mut Host {
        // SAFETY: as promised to `new`.
        unsafe { &mut *self.host }
    }

    fn native(&self, entry: lua_CFunction) {
        // SAFETY: as promised to `new`.
        unsafe { ffi::lua_pushcfunction(self.lua, entry) };
    }

    /// Sets a field of the table on top but one to the value on top.
    fn set(&self, name: &str) {
        // A name with a zero byte cannot come out of TOML keys that passed the check; drop the value if it did.
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the table is at -2.
        unsafe { ffi::lua_rawsetfield(self.lua, -2, name.as_ptr()) };
    }

    fn text(&self, text: &str) {
        // SAFETY: Lua copies the text.
        unsafe { ffi::lua_pushlstring_(self.lua, text.as_ptr().cast(), text.len()) };
    }

    fn int(&self, n: i64) {
        // SAFETY: a plain push.
        unsafe { ffi::lua_pushnumber(self.lua, n as f64) };
    }

    fn item(&self, item: Item) {
        // SAFETY: as promised to `new`.
        unsafe { push_item(self.lua, self.host(), item) };
    }

    fn reference(&self) -> c_int {
        // SAFETY: takes a reference to the value on top, then drops it from the stack.
        unsafe {
            let reference = ffi::lua_ref(self.lua, -1);
            ffi::lua_settop(self.lua, -2);
            reference
        }
    }

    /// A new handle on the stack, made from the template of its methods.
    fn handle(&self, template: c_int, metatable: c_int, item: Item) {
        // SAFETY: both references are tables of this state.
        unsafe {
            ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, template);
            ffi::lua_clonetable(self.lua, -1);
            ffi::lua_remove(self.lua, -2);
            self.host().shelf.insert(ffi::lua_topointer(self.lua, -1), item);
            ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, metatable);
            ffi::lua_setmetatable(self.lua, -2);
        }
    }

    fn template(&self, on: Option<Receiver>) -> c_int {
        // SAFETY: builds a table on the stack.
        unsafe { ffi::lua_createtable(self.lua, 0, 16) };
        for native in NATIVES.iter().filter(|native| Some(native.on) == on) {
            self.native(native.entry);
            self.set(native.name);
        }
        self.reference()
    }

    fn metatable(&self) -> c_int {
        // SAFETY: builds a table on the stack.
        unsafe { ffi::lua_createtable(self.lua, 0, 4) };
        let entries: [(&str, lua_CFunction); 3] = [
            ("__index", entry!(queries::index)),
            ("__newindex", entry!(verbs::assign)),
            ("__iter", entry!(no_loop)),
        ];
        for (name, entry) in entries {
            self.native(entry);
            self.set(name);
        }
        // SAFETY: closes the table on top.
        unsafe { ffi::lua_setreadonly(self.lua, -1, 1) };
        self.reference()
    }

    /// Makes every handle and notes the references to them.
    pub fn handles(&self) {
        let game = self.game;
        let metatable = self.metatable();
        let plain = self.template(None);
        let seat = self.template(Some(Receiver::Seat));
        let place = self.template(Some(Receiver::Place));
        let shelf = &mut self.host().shelf;
        let counts = game.seats.len() + game.zones.len() + game.spaces.len() + game.pieces.len() + game.tokens.len();
        let fields = game.components.iter().flat_map(|component| &component.fields);
        let effects = fields.filter(|(_, fact)| matches!(fact, Fact::Effect(_))).count() + game.hooks.len();
        shelf.reserve(counts + effects + self.host().lists.fixed() + 1);
        // SAFETY: the thread is kept alive by a reference; its stack has room for everything that is put there.
        unsafe {
            shelf.thread = ffi::lua_newthread(self.lua);
            ffi::lua_ref(self.lua, -1);
            ffi::lua_settop(self.lua, -2);
            ffi::lua_rawcheckstack(shelf.thread, counts as c_int + 1);
        }
        // SAFETY: moves the value on top to the shelf and says where it lies there.
        let keep = || unsafe {
            let thread = self.host().shelf.thread;
            ffi::lua_xmove(self.lua, thread, 1);
            ffi::lua_gettop(thread)
        };
        let make = |template: c_int, item: Item| {
            self.handle(template, metatable, item);
            keep()
        };
        for token in &game.tokens {
            self.text(&token.id);
            let place = keep();
            if self.host().shelf.tokens == 0 {
                self.host().shelf.tokens = place;
            }
        }
        let first = |places: Vec<c_int>| places.first().copied().unwrap_or(0);
        let seats = (0..game.seats.len() as u8)
            .map(|id| make(seat, SeatId(id).into()))
            .collect();
        let zones = (0..game.zones.len() as u16)
            .map(|id| make(place, ZoneId(id).into()))
            .collect();
        let pieces = (0..game.pieces.len() as u16)
            .map(|id| make(plain, PieceId(id).into()))
            .collect();
        let shelf = &mut self.host().shelf;
        (shelf.seats, shelf.zones, shelf.pieces) = (first(seats), first(zones), first(pieces));
        shelf.spaces = (0..game.spaces.len() as u16)
            .map(|id| {
                let zone = game.spaces[id as usize].zone;
                match game.zone(zone).spaces {
                    1 => self.host().shelf.zones + c_int::from(zone.0),
                    _ => make(place, SpaceId(id).into()),
                }
            })
            .collect();
        self.fill();
        self.list_metatable();
        self.fixed_lists();
    }

    /// Lists that never change are arrays, which Lua reads by itself, with the methods of lists.
    fn fixed_lists(&self) {
        let methods = self.template(Some(Receiver::List));
        // The methods are looked up behind the array, so that Lua can loop over it by itself.
        // SAFETY: builds tables on the stack.
        unsafe {
            ffi::lua_createtable(self.lua, 0, 1);
            ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, methods);
            ffi::lua_createtable(self.lua, 0, 1);
            self.native(entry!(list_methods::entry_of_array));
            self.set("__index");
            ffi::lua_setmetatable(self.lua, -2);
            self.set("__index");
        }
        let metatable = self.reference();
        let array = self.template(None);
        for number in 0..self.host().lists.fixed() {
            self.handle(array, metatable, Thing::List(number as u16).into());
            let items = self.host().lists.get(number).unwrap_or(&[]).to_vec();
            // SAFETY: fills the table on top, closes it and moves it to the shelf.
            unsafe {
                for (index, item) in items.into_iter().enumerate() {
                    self.item(item);
                    ffi::lua_rawseti_(self.lua, -2, index as c_int + 1);
                }
                ffi::lua_setreadonly(self.lua, -1, 1);
                let shelf = &mut self.host().shelf;
                ffi::lua_rawcheckstack(shelf.thread, 1);
                ffi::lua_xmove(self.lua, shelf.thread, 1);
                shelf.lists.push(ffi::lua_gettop(shelf.thread));
            }
        }
    }

    /// The plain fields of all handles; then they are closed.
    fn fill(&self) {
        let game = self.game;
        for (index, facts) in game.seats.iter().enumerate() {
            let id = SeatId(index as u8);
            self.item(id.into());
            self.int(index as i64 + 1);
            self.set("index");
            self.text(&facts.id);
            self.set("id");
            self.bool(facts.automatic);
            self.set("automatic");
            self.item(game.next_seat(id).into());
            self.set("next");
            for family in game.families.iter().filter(|family| family.on == Holders::Seats) {
                self.item(family.zones[index].into());
                self.set(&lua_name(&family.id));
            }
            self.close();
        }
        for (index, zone) in game.zones.iter().enumerate() {
            self.item(ZoneId(index as u16).into());
            self.text(&game.families[zone.family.index()].id);
            self.set("id");
            self.holder(zone.holder);
            self.close();
        }
        for (index, space) in game.spaces.iter().enumerate() {
            let zone = game.zone(space.zone);
            if zone.spaces > 1 {
                self.item(SpaceId(index as u16).into());
                self.item(space.zone.into());
                self.set("zone");
                self.int(i64::from(space.index) + i64::from(zone.kind != ZoneKind::Track));
                self.set("index");
                let width = i64::from(zone.width.max(1));
                self.int(i64::from(space.index) % width + 1);
                self.set("x");
                self.int(i64::from(space.index) / width + 1);
                self.set("y");
                self.holder(zone.holder);
                self.close();
            }
        }
        for index in 0..game.pieces.len() as u16 {
            self.piece(PieceId(index));
        }
    }

    fn holder(&self, holder: Holder) {
        match holder {
            Holder::Table => return,
            Holder::Seat(seat) => self.item(seat.into()),
            Holder::Piece(piece) => self.item(piece.into()),
        }
        self.set("holder");
    }

    fn bool(&self, b: bool) {
        // SAFETY: a plain push.
        unsafe { ffi::lua_pushboolean(self.lua, b.into()) };
    }

    /// Makes the table on top read-only and drops it from the stack.
    fn close(&self) {
        // SAFETY: a table is on top.
        unsafe {
            ffi::lua_setreadonly(self.lua, -1, 1);
            ffi::lua_settop(self.lua, -2);
        }
    }

    fn piece(&self, id: PieceId) {
        let game = self.game;
        let component = game.component_of(id);
        self.item(id.into());
        self.text(&component.id);
        self.set("id");
        let kind = &game.kinds[component.kind.index()];
        self.text(&kind.id);
        self.set("kind");
        for (name, fact) in &component.fields {
            if !matches!(fact, Fact::Effect(_)) {
                self.fact(fact);
                self.set(&lua_name(name));
            }
        }
        for &zone in &game.piece(id).zones {
            self.item(zone.into());
            self.set(&lua_name(&game.family_of(zone).id));
        }
        self.close();
    }

    /// Pushes a fact; tables and lists are read-only.
    pub fn fact(&self, fact: &Fact) {
        match fact {
            Fact::Bool(b) => self.bool(*b),
            Fact::Int(n) => self.int(*n),
            Fact::Text(text) => self.text(text),
            Fact::Token(token) => self.item((*token).into()),
            Fact::Zone(zone) => self.item((*zone).into()),
            Fact::Piece(piece) => self.item((*piece).into()),
            // SAFETY: a table is built on the stack and closed to changes.
            Fact::List(entries) => unsafe {
                ffi::lua_createtable(self.lua, entries.len() as c_int, 0);
                for (index, entry) in entries.iter().enumerate() {
                    self.fact(entry);
                    ffi::lua_rawseti_(self.lua, -2, index as c_int + 1);
                }
                ffi::lua_setreadonly(self.lua, -1, 1);
            },
            Fact::Table(entries) => self.facts(entries),
            Fact::Effect(effect) => self.facts(&effect.parameters),
        }
    }

    /// A read-only table of facts.
    fn facts(&self, entries: &[(String, Fact)]) {
        // SAFETY: a table is built on the stack and closed to changes.
        unsafe {
            ffi::lua_createtable(self.lua, 0, entries.len() as c_int);
            for (name, entry) in entries {
                self.fact(entry);
                self.set(&lua_name(name));
            }
            ffi::lua_setreadonly(self.lua, -1, 1);
        }
    }

    /// Makes an effect: a table of its parameters, with its function and its name. It is left on the stack.
    pub fn effect(&self, effect: &Effect, function: c_int) -> u16 {
        self.facts(&effect.parameters);
        let shelf = &mut self.host().shelf;
        let number = shelf.effects.len() as u16;
        // SAFETY: the table is opened, filled and closed again; it and its function are put on the shelf.
        unsafe {
            ffi::lua_setreadonly(self.lua, -1, 0);
            ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, function);
            self.set("run");
            self.text(&effect.run.to_string());
            self.set("name");
            ffi::lua_setreadonly(self.lua, -1, 1);
            shelf.insert(ffi::lua_topointer(self.lua, -1), Thing::Effect(number).into());
            ffi::lua_rawcheckstack(shelf.thread, 2);
            ffi::lua_xpush(self.lua, shelf.thread, -1);
            shelf.effects.push(ffi::lua_gettop(shelf.thread));
            ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, function);
            ffi::lua_xmove(self.lua, shelf.thread, 1);
        }
        self.host().effect_names.push(effect.run.to_string());
        number
    }

    /// Sets the effects of pieces, once the functions are known.
    pub fn effects(&self, function: impl Fn(&Effect) -> Option<c_int>) {
        for component in 0..self.game.components.len() {
            for (name, fact) in &self.game.components[component].fields {
                if let Fact::Effect(effect) = fact
                    && let Some(function) = function(effect)
                {
                    let number = self.effect(effect, function);
                    // SAFETY: the effect is on the shelf.
                    unsafe { ffi::lua_settop(self.lua, -2) };
                    self.give_effect(component, name, number);
                }
            }
        }
    }

    /// Sets a field of all pieces of a component to an effect.
    fn give_effect(&self, component: usize, name: &str, effect: u16) {
        let pieces = (0..self.game.pieces.len() as u16).map(PieceId);
        for piece in pieces.filter(|&piece| self.game.piece(piece).component.index() == component) {
            self.item(piece.into());
            // SAFETY: the handle on top is opened, filled and closed again.
            unsafe { ffi::lua_setreadonly(self.lua, -1, 0) };
            self.item(Thing::Effect(effect).into());
            self.set(&lua_name(name));
            self.close();
        }
    }

    /// What lists can do.
    fn list_metatable(&self) {
        // SAFETY: sets the metatable shared by all objects of this tag.
        unsafe {
            ffi::lua_createtable(self.lua, 0, 4);
            let entries: [(&str, lua_CFunction); 4] = [
                ("__namecall", entry!(list_method)),
                ("__len", entry!(list_methods::length)),
                ("__index", entry!(list_methods::entry)),
                ("__iter", entry!(iterate)),
            ];
            for (name, entry) in entries {
                self.native(entry);
                self.set(name);
            }
            ffi::lua_setreadonly(self.lua, -1, 1);
            ffi::lua_setuserdatametatable(self.lua, LIST_TAG);
        }
    }

    /// Fills the table on top with the globals of scripts.
    pub fn globals(&self) {
        let game = self.game;
        for native in NATIVES.iter().filter(|native| native.on == Receiver::Global) {
            self.native(native.entry);
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
        let metatable = self.metatable();
        let template = self.template(None);
        self.handle(template, metatable, Item::NOTHING);
        // SAFETY: closes the table on top.
        unsafe { ffi::lua_setreadonly(self.lua, -1, 1) };
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
            self.native(native.entry);
            self.set(native.name);
        }
    }

    fn list(&self, handle: usize) {
        // SAFETY: as promised to `new`.
        unsafe { push_list(self.lua, self.host(), handle) };
    }
}

/// An id as a name in Lua.
pub fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}
