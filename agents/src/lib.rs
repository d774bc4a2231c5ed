//! Agents that answer for a seat.

mod random;

pub use random::Random;

use houserule_engine::flow::Agent;

/// The agents that can be named, with a line about each.
pub const AGENTS: &[(&str, &str)] = &[("random", "chooses any option, each equally likely")];

/// An agent by its name; `None` if there is none of that name.
pub fn agent(name: &str, seat: u8) -> Option<Box<dyn Agent>> {
    match name {
        "random" => Some(Box::new(Random::new(seat))),
        _ => None,
    }
}
