//! Lists of things for scripts. They live in Rust and scripts hold a number for
//! them, so that a query and the choice from it never cross the border item by item.

use crate::game::{Game, Item, KindId, SeatId};

/// All lists of a step. Lists of what never changes (seats, pieces of a kind) come
/// first and stay; the rest are gone when the next step begins.
#[derive(Debug)]
pub(crate) struct Lists {
    lists: Vec<Vec<Item>>,
    used: usize,
    fixed: usize,
    /// Counts steps, to know a list of an earlier one.
    step: u32,
}

/// What scripts hold for a list.
pub(crate) type ListHandle = usize;

const INDEX_BITS: u32 = 20;

impl Lists {
    pub const SEATS: ListHandle = 1;
    pub const PEOPLE: ListHandle = 2;

    pub fn new(game: &Game) -> Lists {
        let mut lists = vec![
            (0..game.seats.len() as u8).map(|seat| SeatId(seat).into()).collect(),
            game.people().map(Item::from).collect(),
        ];
        for kind in &game.kinds {
            lists.push(kind.pieces.iter().map(|&piece| piece.into()).collect());
        }
        let fixed = lists.len();
        Lists {
            lists,
            used: fixed,
            fixed,
            step: 1,
        }
    }

    /// The list of all pieces of a kind.
    pub fn of_kind(kind: KindId) -> ListHandle {
        kind.index() + 3
    }

    /// Forgets the lists of the last step.
    #[inline]
    pub fn next_step(&mut self) {
        self.used = self.fixed;
        self.step = self.step.wrapping_add(1);
    }

    pub fn get(&self, handle: ListHandle) -> Option<&[Item]> {
        let index = (handle & ((1 << INDEX_BITS) - 1)).checked_sub(1)?;
        let step = (handle >> INDEX_BITS) as u32;
        let alive = index < self.fixed || (index < self.used && step == self.step);
        alive.then(|| self.lists[index].as_slice())
    }

    /// A new, empty list; `None` if a step makes too many.
    pub fn fresh(&mut self) -> Option<(ListHandle, &mut Vec<Item>)> {
        let index = self.used;
        if index >= (1 << INDEX_BITS) - 2 {
            return None;
        }
        if index == self.lists.len() {
            self.lists.push(Vec::new());
        }
        self.used += 1;
        let list = &mut self.lists[index];
        list.clear();
        let handle = (self.step as usize) << INDEX_BITS | (index + 1);
        Some((handle, list))
    }

    /// A new list made from another, with both at hand.
    pub fn derive(&mut self, from: ListHandle) -> Option<(ListHandle, &[Item], &mut Vec<Item>)> {
        self.get(from)?;
        let source = (from & ((1 << INDEX_BITS) - 1)) - 1;
        let (handle, _) = self.fresh()?;
        let target = (handle & ((1 << INDEX_BITS) - 1)) - 1;
        // A fresh list always lies behind the one it is made from.
        let (before, behind) = self.lists.split_at_mut(target);
        Some((handle, before.get(source)?.as_slice(), behind.first_mut()?))
    }
}
