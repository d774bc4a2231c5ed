//! Agents that answer for a seat.

mod own;
mod random;

pub use own::Own;
pub use random::Random;

use std::sync::Arc;

use houserule_engine::flow::Agent;
use houserule_engine::game::Game;

/// The agents that can be named, with a line about each.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "chooses any option, each equally likely"),
    ("own", "the game's own bot, if it has one"),
];

/// Why an agent cannot sit at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAgent {
    /// There is none of that name.
    Unknown,
    /// The game has no bot of its own.
    NoBot,
}

/// An agent by its name.
pub fn agent(name: &str, game: &Arc<Game>, seat: u8) -> Result<Box<dyn Agent>, NoAgent> {
    match name {
        "random" => Ok(Box::new(Random::new(seat))),
        "own" if game.bot.is_none() => Err(NoAgent::NoBot),
        "own" => Ok(Box::new(Own::new(game, seat))),
        _ => Err(NoAgent::Unknown),
    }
}
