//! Playing at a terminal or from a pipe: who sits where, questions and answers,
//! saving. What the table looks like is in `table`.

mod answer;
mod host;
mod input;
mod question;
mod save;
mod seats;

pub use host::{Host, Opening};
pub use save::{check_writable, read_playthrough, write_playthrough};
pub use seats::{Seating, language, no_agent, usual_bot};
