//! Events: what happened on the table. The log, the views of the log and the
//! hooks are all made from these.

use crate::game::{Item, PieceId, SeatId, SpaceId, TokenId, VarId, Word, ZoneId};

/// One change of the table, or one mark in the flow of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// A piece went from one space to another; only the seats in `known` saw which.
    Moved {
        piece: PieceId,
        from: SpaceId,
        to: SpaceId,
        known: u16,
    },
    /// Tokens went from one space to another.
    Given {
        token: TokenId,
        from: SpaceId,
        to: SpaceId,
        amount: i32,
    },
    Rolled {
        die: PieceId,
        face: u8,
    },
    Turned {
        die: PieceId,
        face: u8,
    },
    /// All pieces of a space were brought to another, to be shuffled there.
    Gathered {
        from: SpaceId,
        to: SpaceId,
    },
    Shuffled {
        zone: ZoneId,
    },
    Flipped {
        piece: PieceId,
        up: bool,
        known: u16,
    },
    /// A variable got a new value; if that is a piece, the seats in `known` know which.
    Set {
        var: VarId,
        holder: Item,
        value: i32,
        known: u16,
    },
    /// A random number was drawn.
    Drawn {
        number: i32,
        of: i32,
    },
    Round {
        number: u32,
    },
    Phase {
        phase: u16,
    },
    Turn {
        seat: SeatId,
    },
    /// A seat answered a question; besides it, the seats in `known` saw what was picked.
    Chose {
        seat: SeatId,
        prompt: Word,
        /// What the prompt names, as far as all know it.
        about: [Item; 2],
        picks: Vec<Item>,
        known: u16,
    },
    /// A line of a script; the seats in `known` know all the pieces it names.
    Note {
        word: Word,
        items: Vec<Item>,
        known: u16,
    },
    Finished,
}

/// The events that hooks can listen to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventKind {
    Move,
    Give,
    Roll,
    Turn,
    Shuffle,
    Flip,
    Set,
    /// An event named by the game's scripts.
    Own,
}

impl EventKind {
    pub const COUNT: usize = 8;

    /// The events of the engine's verbs with the names that data use.
    pub const NAMED: [(&'static str, EventKind); 7] = [
        ("move", EventKind::Move),
        ("give", EventKind::Give),
        ("roll", EventKind::Roll),
        ("turn", EventKind::Turn),
        ("shuffle", EventKind::Shuffle),
        ("flip", EventKind::Flip),
        ("set", EventKind::Set),
    ];
}

/// An event as a hook names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EventName {
    Verb(EventKind),
    Own(Word),
}

impl EventName {
    pub fn kind(self) -> EventKind {
        match self {
            EventName::Verb(kind) => kind,
            EventName::Own(_) => EventKind::Own,
        }
    }
}
