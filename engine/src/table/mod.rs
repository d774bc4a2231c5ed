//! The table: what changes while a game is played. [`State`] is plain data;
//! [`Event`] is the record of one change; a [`View`] is what one seat sees.
//! Verbs with their hooks are in `script`, which calls the plain ones here.

mod chance;
mod dealer;
mod event;
mod guess;
mod payment;
mod sight;
mod state;
mod view;

pub use chance::{Chance, Stream, mix};
pub use dealer::{Dealer, Entry, Forced, ForcedUsed, Resume, Tape};
pub use event::{Event, EventKind, EventName};
pub use guess::Guess;
pub use payment::{Coin, ways_to_pay};
pub use sight::Eyes;
pub use state::{Cursor, End, KNOWN_TO_ALL, Outcome, Piece, Stage, State};
pub use view::{View, ViewPiece, ViewSpace, deal_unknown};
