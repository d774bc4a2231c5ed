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
}

/// What scripts hold for a list.
pub(crate) type ListHandle = usize;

/// More lists than this in one step are surely a mistake.
const MOST: usize = 10_000;

impl Lists {
    pub const SEATS: ListHandle = 0;
    pub const PEOPLE: ListHandle = 1;

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
        }
    }

    /// The list of all pieces of a kind.
    pub fn of_kind(kind: KindId) -> ListHandle {
        kind.index() + 2
    }

    /// The kind whose pieces a list has, if it is one of those that never change.
    #[inline]
    pub fn kind_of(&self, handle: ListHandle) -> Option<KindId> {
        (2..self.fixed).contains(&handle).then(|| KindId(handle as u8 - 2))
    }

    /// How many lists never change.
    pub fn fixed(&self) -> usize {
        self.fixed
    }

    /// Forgets the lists of the last step.
    #[inline]
    pub fn next_step(&mut self) {
        self.used = self.fixed;
    }

    /// Forgets all lists but those that never change and the `kept` first of this step.
    pub fn forget_after(&mut self, kept: usize) {
        self.used = self.used.min(self.fixed + kept);
    }

    #[inline]
    pub fn get(&self, handle: ListHandle) -> Option<&[Item]> {
        (handle < self.used).then(|| self.lists[handle].as_slice())
    }

    /// A new, empty list; `None` if a step makes too many.
    #[inline]
    pub fn fresh(&mut self) -> Option<(ListHandle, &mut Vec<Item>)> {
        let handle = self.used;
        if handle >= MOST {
            return None;
        }
        if handle == self.lists.len() {
            self.lists.push(Vec::new());
        }
        self.used += 1;
        let list = &mut self.lists[handle];
        list.clear();
        Some((handle, list))
    }

    /// A new list made from another, with both at hand.
    pub fn derive(&mut self, from: ListHandle) -> Option<(ListHandle, &[Item], &mut Vec<Item>)> {
        self.get(from)?;
        let (handle, _) = self.fresh()?;
        // A fresh list always lies behind the one it is made from.
        let (before, behind) = self.lists.split_at_mut(handle);
        Some((handle, before.get(from)?.as_slice(), behind.first_mut()?))
    }
}
