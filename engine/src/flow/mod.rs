//! The flow of a game: phases and turns, questions and who answers them, sessions
//! that can wait, save and go back, and the result.

mod agent;
mod progress;
mod result;
mod runner;
mod scenario;
mod session;

pub use agent::{Agent, Position, Question, Reply, Waiter};
pub use progress::StepRef;
pub(crate) use progress::jump;
pub use result::{GameResult, scores};
pub use runner::{Progress, Record, RunError, Runner};
pub use scenario::{TestFailure, TestOutcome, Tests, run_tests};
pub use session::{Mismatch, Next, Session, SessionError, Undo};
