//! The engine of Houserule: it reads a game, keeps its table and runs its flow,
//! and knows nothing of any one game.
//!
//! `package` reads files and resolves layers, and links them into a [`game::Game`];
//! `rules` are the expressions and setup steps of its data; `table` is what changes
//! in play; `script` runs its Lua; `flow` gives turns and asks questions.

pub mod flow;
pub mod game;
pub mod package;
pub mod rules;
pub mod script;
pub mod table;
