//! The laboratory: many games played by agents, and what they say about a game.
//! `simulate` answers how a game comes out, `bench` how fast it runs. Nothing here
//! prints, and nothing depends on how many threads did the work.

mod bench;
mod gather;
mod report;
mod simulate;
mod stats;

pub use bench::{Bench, BenchError, bench};
pub use report::{Moments, Reason, SeatFacts, SimReport, StatFacts, Together};
pub use simulate::{SimError, SimRequest, agents_for, game_seed, simulate};
pub use stats::{Interval, Running, Summary, wilson};
