//! The flow of a game: phases and turns, questions and who answers them, sessions
//! that can wait, save and go back, and the result.

mod agent;
mod progress;
mod result;
mod runner;
mod session;

pub use agent::{Agent, Position, Question, Reply, Waiter};
pub use progress::StepRef;
pub use result::{GameResult, scores};
pub use runner::{Progress, Record, RunError, Runner};
pub use session::{Mismatch, Next, Session, SessionError, Undo};
