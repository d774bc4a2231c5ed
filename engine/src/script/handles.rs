//! Handles: the objects that scripts hold for seats, zones, spaces and pieces. They
//! are made once for a virtual machine; how their fields are read is in `fields`.

use std::ffi::{CString, c_int};

use mlua::ffi;
use mlua::{lua_CFunction, lua_State};

use super::api::{NATIVES, Receiver};
use super::fields::{Field, Handle, Shape, holder, namecall, properties_of, register, register_access, tag, variable};
use super::host::{Host, Stop};
use super::layout::Thread;
use super::raw::{Call, Pushed, entry, push_item, push_list};
use super::{list_methods, queries, verbs};
use crate::game::{
    Effect, Fact, Family, Game, Holders, Item, KindId, PieceId, Property, SeatId, SpaceId, Thing, Var, Word, ZoneId,
};
use crate::package::manifest::ZoneKind;

/// The fields that all handles of a sort have, in the order of their entries.
const SEAT_ENTRIES: [&str; 4] = ["index", "id", "automatic", "next"];
const ZONE_ENTRIES: [&str; 3] = ["id", "holder", "length"];
const SPACE_ENTRIES: [&str; 5] = ["zone", "index", "x", "y", "holder"];
const PIECE_ENTRIES: [&str; 2] = ["id", "kind"];

fn names(entries: &[&str]) -> Vec<String> {
    entries.iter().map(ToString::to_string).collect()
}

/// `for i, x in list`: gives the loop its function, the list and the start.
fn iterate(call: &mut Call) -> Pushed {
    let handle = call.list(1)?;
    let shelf = &call.host.shelf;
    // SAFETY: C functions have room for at least 20 values; the function was put on the shelf with the handles.
    unsafe { ffi::lua_xpush(shelf.thread, call.state_pointer(), shelf.next) };
    call.push_list(handle)?;
    call.push_int(0)?;
    Ok(3)
}

fn no_loop(_: &mut Call) -> Pushed {
    Err(Stop::Error(
        "this is one thing, not a list: loop over `zone:pieces()` or `seats`".into(),
    ))
}

/// Builds all handles of a game on a fresh state.
pub(super) struct Builder<'a> {
    pub(super) lua: *mut lua_State,
    host: *mut Host,
    pub(super) game: &'a Game,
}

impl<'a> Builder<'a> {
    /// # Safety
    /// All methods run inside one protected call on `lua`, with `host` alive and not borrowed.
    pub unsafe fn new(lua: *mut lua_State, host: *mut Host, game: &'a Game) -> Builder<'a> {
        Builder { lua, host, game }
    }

    pub(super) fn host(&self) -> &'a mut Host {
        // SAFETY: as promised to `new`.
        unsafe { &mut *self.host }
    }

    pub(super) fn native(&self, entry: lua_CFunction) {
        // SAFETY: as promised to `new`.
        unsafe { ffi::lua_pushcfunction(self.lua, entry) };
    }

    /// Sets a field of the table on top but one to the value on top.
    pub(super) fn set(&self, name: &str) {
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

    pub(super) fn item(&self, item: Item) {
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

    /// Declares what handles of a tag can do: their methods and their fields. Where two fields have one name, the first
    /// counts. Gives back the number of the shape.
    pub(super) fn shape(&self, tag: c_int, on: Option<Receiver>, entries: &[String], like: Thing) -> u16 {
        if tag != tag::PIECE || !self.host().shapes.iter().any(|shape| shape.tag == tag) {
            self.metatable(tag, on);
        }
        let entries_and_places = entries.iter().enumerate();
        let own = entries_and_places.map(|(place, name)| (name.as_str(), Field::Entry(place)));
        let properties = properties_of(like).iter().map(|&property| {
            let (name, _) = Property::ALL[property as usize];
            (name, Field::Property(property))
        });
        let mut fields: Vec<(Word, Field)> = Vec::new();
        for (name, field) in own.chain(properties) {
            let Some(word) = self.host().words.intern(name) else {
                continue;
            };
            if fields.iter().any(|&(known, _)| known == word) {
                continue;
            }
            fields.push((word, field));
            if tag != tag::PIECE {
                let name = CString::new(name).unwrap_or_default();
                // SAFETY: all objects of this tag are handles of this shape.
                unsafe { register(self.lua, tag, &name, field) };
            }
        }
        let shapes = &mut self.host().shapes;
        shapes.push(Shape {
            tag,
            fields,
            entries: entries.len(),
        });
        shapes.len() as u16 - 1
    }

    /// A new handle on the stack.
    pub(super) fn handle(&self, shape: u16, item: Item) {
        let Shape { tag, entries, .. } = self.host().shapes[shape as usize];
        // SAFETY: the object has room for its data and entries.
        unsafe {
            let data = ffi::lua_newuserdatataggedwithmetatable(self.lua, Handle::size(entries), tag);
            Handle::write(data.cast(), self.host, item, shape, entries);
        }
    }

    /// What all handles of a tag answer to.
    fn metatable(&self, tag: c_int, on: Option<Receiver>) {
        // SAFETY: builds a table on the stack, which becomes the metatable of the tag.
        unsafe { ffi::lua_createtable(self.lua, 0, 4) };
        let entries: [(&str, lua_CFunction); 3] = [
            ("__index", entry!(queries::index)),
            ("__newindex", entry!(verbs::assign)),
            ("__iter", entry!(no_loop)),
        ];
        for (name, entry) in entries.into_iter().chain(on.map(|on| ("__namecall", namecall(on)))) {
            self.native(entry);
            self.set(name);
        }
        // SAFETY: as above.
        unsafe {
            ffi::lua_setreadonly(self.lua, -1, 1);
            ffi::lua_setuserdatametatable(self.lua, tag);
            register_access(self.lua, tag, on);
        }
    }

    /// Makes every handle and notes where they lie.
    pub fn handles(&self) {
        let game = self.game;
        let shelf = &mut self.host().shelf;
        let fields = game.components.iter().flat_map(|component| &component.fields);
        let effects = fields.filter(|(_, fact)| matches!(fact, Fact::Effect(_))).count() + game.hooks.len();
        let effects = effects + usize::from(game.bot.is_some());
        shelf.reserve(effects + self.host().lists.fixed() + 1);
        // SAFETY: the thread is kept alive by a reference.
        unsafe {
            shelf.thread = ffi::lua_newthread(self.lua);
            ffi::lua_ref(self.lua, -1);
            ffi::lua_settop(self.lua, -2);
        }
        let make = |shape: u16, item: Item| {
            self.handle(shape, item);
            self.keep()
        };
        // Where nothing is put, any place will do: it is never looked at.
        let first = |places: Vec<c_int>| places.first().copied().unwrap_or(1);
        let texts = |ids: Vec<&String>| {
            let place = |id: &String| {
                self.text(id);
                self.keep()
            };
            first(ids.into_iter().map(place).collect())
        };
        let tokens = texts(game.tokens.iter().map(|token| &token.id).collect());
        let phases = texts(game.phases.iter().map(|phase| &phase.id).collect());
        let seat = self.shape(
            tag::SEAT,
            Some(Receiver::Seat),
            &self.seat_entries(),
            Thing::Seat(SeatId(0)),
        );
        let zone = self.shape(
            tag::ZONE,
            Some(Receiver::Place),
            &names(&ZONE_ENTRIES),
            Thing::Zone(ZoneId(0)),
        );
        let space = self.shape(
            tag::SPACE,
            Some(Receiver::Place),
            &names(&SPACE_ENTRIES),
            Thing::Space(SpaceId(0)),
        );
        let kinds: Vec<u16> = (0..game.kinds.len())
            .map(|kind| {
                let kind = KindId(kind as u8);
                let like = Thing::Piece(PieceId(0));
                self.shape(tag::of_kind(kind), None, &self.piece_entries(kind), like)
            })
            .collect();
        let seats = (0..game.seats.len() as u8).map(|id| make(seat, SeatId(id).into()));
        let seats = first(seats.collect());
        let zones = (0..game.zones.len() as u16).map(|id| make(zone, ZoneId(id).into()));
        let zones = first(zones.collect());
        let pieces = (0..game.pieces.len() as u16).map(PieceId);
        let pieces = pieces.map(|id| make(kinds[game.piece(id).kind.index()], id.into()));
        let pieces = first(pieces.collect());
        let spaces = game.spaces.iter().enumerate().map(|(id, facts)| {
            let id = SpaceId(id as u16);
            match game.zone(facts.zone).spaces {
                1 => zones + c_int::from(facts.zone.0),
                _ => make(space, id.into()),
            }
        });
        let spaces = spaces.collect();
        let shelf = &mut self.host().shelf;
        (shelf.tokens, shelf.phases, shelf.phase_count) = (tokens, phases, game.phases.len());
        (shelf.seats, shelf.zones, shelf.pieces, shelf.spaces) = (seats, zones, pieces, spaces);
        self.fill();
        self.list_metatable();
        self.native(entry!(list_methods::next));
        self.host().shelf.next = self.keep();
        self.fixed_lists();
    }

    /// Moves the value on top to the shelf and says where it lies there.
    fn keep(&self) -> c_int {
        let thread = self.host().shelf.thread;
        // SAFETY: there is room on the shelf for one more.
        unsafe {
            ffi::lua_rawcheckstack(thread, 1);
            ffi::lua_xmove(self.lua, thread, 1);
            ffi::lua_gettop(thread)
        }
    }

    /// Sets an entry of the handle at `-2` to the value on top, which is kept alive on the shelf.
    fn set_entry(&self, index: usize) {
        // SAFETY: the handle below the value was made with room for this entry.
        unsafe {
            let data = ffi::lua_touserdata(self.lua, -2).cast::<Handle>();
            let thread = &*(self.lua as *const Thread);
            let slot = *thread.top.sub(1);
            Handle::entry(data, index).write(slot);
            if slot.kind >= ffi::LUA_TSTRING {
                self.keep();
            } else {
                ffi::lua_settop(self.lua, -2);
            }
        }
    }

    /// Sets an entry of the handle on top to where a variable is kept.
    pub(super) fn set_variable(&self, index: usize, var: &Var, holder: usize) {
        // SAFETY: the handle on top was made with room for this entry.
        unsafe {
            let data = ffi::lua_touserdata(self.lua, -1).cast::<Handle>();
            Handle::entry(data, index).write(variable(var.first_slot + holder, var.kind));
        }
    }

    /// The fields of a seat: what is always there, its zones, its variables.
    fn seat_entries(&self) -> Vec<String> {
        let mut entries = names(&SEAT_ENTRIES);
        entries.extend(self.families(Holders::Seats).map(|family| lua_name(&family.id)));
        entries.extend(self.variables(Holders::Seats).map(|var| lua_name(&var.id)));
        entries
    }

    /// The fields of pieces of a kind: what is always there, what is printed, their zones, their variables.
    fn piece_entries(&self, kind: KindId) -> Vec<String> {
        let mut entries = names(&PIECE_ENTRIES);
        entries.extend(self.game.kinds[kind.index()].fields.iter().map(|field| lua_name(field)));
        entries.extend(self.families(Holders::Pieces(kind)).map(|family| lua_name(&family.id)));
        entries.extend(self.variables(Holders::Pieces(kind)).map(|var| lua_name(&var.id)));
        entries
    }

    fn families(&self, on: Holders) -> impl Iterator<Item = &'a Family> + use<'a> {
        self.game.families.iter().filter(move |family| family.on == on)
    }

    pub(super) fn variables(&self, on: Holders) -> impl Iterator<Item = &'a Var> + use<'a> {
        self.game.vars.iter().filter(move |var| var.on == on)
    }

    fn list_methods(&self) -> c_int {
        // SAFETY: builds a table on the stack.
        unsafe { ffi::lua_createtable(self.lua, 0, 16) };
        for native in NATIVES.iter().filter(|native| native.on == Receiver::List) {
            self.native(native.entry(self.host().looks_only));
            self.set(native.name);
        }
        self.reference()
    }

    /// Lists that never change are arrays, which Lua reads by itself, with the methods of lists.
    fn fixed_lists(&self) {
        let methods = self.list_methods();
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
        for number in 0..self.host().lists.fixed() {
            let items = self.host().lists.get(number).unwrap_or(&[]).to_vec();
            // SAFETY: builds a table on the stack, which is known by its address from now on.
            unsafe {
                ffi::lua_createtable(self.lua, items.len() as c_int, 0);
                let address = ffi::lua_topointer(self.lua, -1);
                self.host().shelf.insert(address, Thing::List(number as u16).into());
                ffi::lua_rawgeti_(self.lua, ffi::LUA_REGISTRYINDEX, metatable);
                ffi::lua_setmetatable(self.lua, -2);
            }
            // SAFETY: fills the table on top, closes it and moves it to the shelf.
            unsafe {
                for (index, item) in items.into_iter().enumerate() {
                    self.item(item);
                    ffi::lua_rawseti_(self.lua, -2, index as c_int + 1);
                }
                ffi::lua_setreadonly(self.lua, -1, 1);
            }
            let place = self.keep();
            self.host().shelf.lists.push(place);
        }
    }

    /// The entries of all handles.
    fn fill(&self) {
        let game = self.game;
        for (index, facts) in game.seats.iter().enumerate() {
            let id = SeatId(index as u8);
            self.item(id.into());
            self.int(index as i64 + 1);
            self.set_entry(0);
            self.text(&facts.id);
            self.set_entry(1);
            self.bool(facts.automatic);
            self.set_entry(2);
            self.item(game.next_seat(id).into());
            self.set_entry(3);
            let mut next = SEAT_ENTRIES.len();
            for family in self.families(Holders::Seats) {
                self.item(family.zones[index].into());
                self.set_entry(next);
                next += 1;
            }
            for var in self.variables(Holders::Seats) {
                self.set_variable(next, var, index);
                next += 1;
            }
            self.drop_top();
        }
        for (index, zone) in game.zones.iter().enumerate() {
            let id = ZoneId(index as u16);
            self.item(id.into());
            self.text(&game.families[zone.family.index()].id);
            self.set_entry(0);
            self.item(holder(game, id).unwrap_or(Item::NOTHING));
            self.set_entry(1);
            self.int(zone.spaces.into());
            self.set_entry(2);
            self.drop_top();
        }
        for (index, space) in game.spaces.iter().enumerate() {
            let zone = game.zone(space.zone);
            if zone.spaces > 1 {
                self.item(SpaceId(index as u16).into());
                self.item(space.zone.into());
                self.set_entry(0);
                self.int(i64::from(space.index) + i64::from(zone.kind != ZoneKind::Track));
                self.set_entry(1);
                let width = i64::from(zone.width.max(1));
                self.int(i64::from(space.index) % width + 1);
                self.set_entry(2);
                self.int(i64::from(space.index) / width + 1);
                self.set_entry(3);
                self.item(holder(game, space.zone).unwrap_or(Item::NOTHING));
                self.set_entry(4);
                self.drop_top();
            }
        }
        for index in 0..game.pieces.len() as u16 {
            self.piece(PieceId(index));
        }
    }

    fn bool(&self, b: bool) {
        // SAFETY: a plain push.
        unsafe { ffi::lua_pushboolean(self.lua, b.into()) };
    }

    fn drop_top(&self) {
        // SAFETY: something is on the stack.
        unsafe { ffi::lua_settop(self.lua, -2) };
    }

    fn piece(&self, id: PieceId) {
        let game = self.game;
        let component = game.component_of(id);
        let kind = &game.kinds[component.kind.index()];
        self.item(id.into());
        self.text(&component.id);
        self.set_entry(0);
        self.text(&kind.id);
        self.set_entry(1);
        let mut next = PIECE_ENTRIES.len();
        for field in &kind.fields {
            match Game::fact(&component.fields, field) {
                // Effects come when their functions are known.
                Some(Fact::Effect(_)) | None => {}
                Some(fact) => {
                    self.fact(fact);
                    self.set_entry(next);
                }
            }
            next += 1;
        }
        let place = id.index() - kind.pieces[0].index();
        for family in self.families(Holders::Pieces(component.kind)) {
            self.item(family.zones[place].into());
            self.set_entry(next);
            next += 1;
        }
        for var in self.variables(Holders::Pieces(component.kind)) {
            self.set_variable(next, var, place);
            next += 1;
        }
        self.drop_top();
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
    pub(super) fn facts(&self, entries: &[(String, Fact)]) {
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
        let kind = &self.game.kinds[self.game.components[component].kind.index()];
        let Some(place) = kind.fields.iter().position(|field| field == name) else {
            return;
        };
        for &piece in &kind.pieces {
            if self.game.piece(piece).component.index() == component {
                self.item(piece.into());
                self.item(Thing::Effect(effect).into());
                self.set_entry(PIECE_ENTRIES.len() + place);
                self.drop_top();
            }
        }
    }

    /// What lists can do.
    fn list_metatable(&self) {
        // SAFETY: sets the metatable shared by all objects of this tag.
        unsafe {
            ffi::lua_createtable(self.lua, 0, 4);
            let entries: [(&str, lua_CFunction); 4] = [
                ("__namecall", namecall(Receiver::List)),
                ("__len", entry!(list_methods::length)),
                ("__index", entry!(list_methods::entry)),
                ("__iter", entry!(iterate)),
            ];
            for (name, entry) in entries {
                self.native(entry);
                self.set(name);
            }
            ffi::lua_setreadonly(self.lua, -1, 1);
            ffi::lua_setuserdatametatable(self.lua, tag::LIST);
            register_access(self.lua, tag::LIST, Some(Receiver::List));
        }
    }

    pub(super) fn list(&self, handle: usize) {
        // SAFETY: as promised to `new`.
        unsafe { push_list(self.lua, self.host(), handle) };
    }
}

/// An id as a name in Lua.
pub fn lua_name(id: &str) -> String {
    id.replace('-', "_")
}
