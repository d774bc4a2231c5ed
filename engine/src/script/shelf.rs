//! The shelf: all handles of a virtual machine on the stack of a thread of their
//! own, where they can be fetched by their place. Effects and lists that never
//! change are tables, which are known by their addresses.

use std::ffi::{c_int, c_void};

use mlua::lua_State;

use super::layout::{Slot, Thread};
use crate::game::{Item, Thing};

/// Where the handles are.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The thread whose stack holds them.
    pub thread: *mut lua_State,
    /// The places of the first seat, zone, piece and token; the others follow.
    pub seats: c_int,
    pub zones: c_int,
    pub pieces: c_int,
    pub tokens: c_int,
    /// The ids of the phases, as texts.
    pub phases: c_int,
    pub phase_count: usize,
    /// The place of every space; a zone with one space is its own.
    pub spaces: Vec<c_int>,
    /// The places of effects; the function of each lies right behind it.
    pub effects: Vec<c_int>,
    /// The places of the objects that stand for lists; they are made when first needed and used again in every step.
    pub lists: Vec<c_int>,
    /// The place of the function that loops over lists call.
    pub next: c_int,
    /// Addresses and items: a hash table with open addressing, never more than a quarter full.
    slots: Vec<(usize, Item)>,
    shift: u32,
}

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf {
            thread: std::ptr::null_mut(),
            seats: 0,
            zones: 0,
            pieces: 0,
            tokens: 0,
            phases: 0,
            phase_count: 0,
            spaces: Vec::new(),
            effects: Vec::new(),
            lists: Vec::new(),
            next: 1,
            slots: vec![(0, Item::NOTHING); 2],
            shift: 63,
        }
    }
}

impl Shelf {
    /// Makes room for so many addresses.
    pub fn reserve(&mut self, count: usize) {
        let size = (count * 4).next_power_of_two().max(2);
        self.slots = vec![(0, Item::NOTHING); size];
        self.shift = 64 - size.trailing_zeros();
    }

    /// Where the handle of a thing lies.
    #[inline]
    pub fn place(&self, thing: Thing) -> c_int {
        match thing {
            Thing::Piece(piece) => self.pieces + c_int::from(piece.0),
            Thing::Space(space) => self.spaces[space.index()],
            Thing::Zone(zone) => self.zones + c_int::from(zone.0),
            Thing::Seat(seat) => self.seats + c_int::from(seat.0),
            Thing::Token(token) => self.tokens + c_int::from(token.0),
            Thing::Effect(effect) => self.effects[effect as usize],
            Thing::List(list) => self.lists[list as usize],
            // The others have no handle; what lies first on the shelf is at least a value.
            Thing::Nothing | Thing::Number(_) | Thing::Word(_) | Thing::Payment(_) | Thing::Yes | Thing::No => 1,
        }
    }

    /// What scripts see of a thing that is no word, ready for the stack.
    #[inline]
    pub fn slot(&self, thing: Thing) -> Slot {
        match thing {
            Thing::Number(n) => Slot::number(n),
            Thing::Yes => Slot::bool(true),
            Thing::No => Slot::bool(false),
            Thing::Nothing | Thing::Payment(_) | Thing::Word(_) => Slot::nil(),
            thing => self.at(self.place(thing)),
        }
    }

    /// The object of a list, if it was made before.
    #[inline]
    pub fn list(&self, list: usize) -> Option<Slot> {
        self.lists.get(list).map(|&place| self.at(place))
    }

    /// The id of a phase.
    pub fn phase(&self, phase: usize) -> Slot {
        match phase < self.phase_count {
            true => self.at(self.phases + phase as c_int),
            false => Slot::nil(),
        }
    }

    #[inline]
    fn at(&self, place: c_int) -> Slot {
        // SAFETY: the thread is idle and kept alive; what was put on the shelf stays in its place.
        unsafe {
            let thread = &*(self.thread as *const Thread);
            *thread.base.offset(place as isize - 1)
        }
    }

    #[inline]
    fn start(&self, address: usize) -> usize {
        ((address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    pub fn insert(&mut self, address: *const c_void, item: Item) {
        let mask = self.slots.len() - 1;
        let mut slot = self.start(address as usize);
        while self.slots[slot].0 != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = (address as usize, item);
    }

    /// The item whose handle is at an address.
    #[inline]
    pub fn find(&self, address: usize) -> Option<Item> {
        let mask = self.slots.len() - 1;
        let mut slot = self.start(address);
        loop {
            let (known, item) = self.slots[slot & mask];
            if known == address {
                return Some(item);
            }
            if known == 0 {
                return None;
            }
            slot += 1;
        }
    }
}
