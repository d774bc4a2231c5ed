//! Agents answer questions. One that can answer at once is called in the middle of
//! a step; one that has to be waited for says so.

use crate::game::{Game, Item, SeatId, Words};
use crate::script::{Ask, ScriptError};
use crate::table::{Resume, State, Tape, View};

/// Whoever decides for a seat.
pub trait Agent {
    /// Answers a question, or says that somebody has to be waited for.
    fn answer(&mut self, question: &Question) -> Reply;

    /// Whether it needs [`Question::position`], or ever answers [`Reply::Wait`].
    fn looks_ahead(&self) -> bool {
        false
    }

    /// A new game begins with this seed.
    fn start(&mut self, _seed: u64) {}
}

/// An agent's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The option at this place.
    Pick(u32),
    /// These options, for a question that wants several.
    Picks(Vec<u32>),
    /// The answer will come later.
    Wait,
    /// There will be no answer.
    Fail(String),
    /// There will be no answer, because of a mistake in a script of the agent's own.
    Broken(Box<ScriptError>),
}

/// A question with its options, as an agent gets it. What the seat may see is in
/// [`Question::view`]; an honest agent uses nothing else of the table.
#[derive(Debug)]
pub struct Question<'a> {
    pub(crate) game: &'a Game,
    pub(crate) state: &'a State,
    pub(crate) words: &'a Words,
    pub(crate) ask: &'a Ask,
    pub(crate) options: &'a [Item],
    pub(crate) payments: &'a [String],
    pub(crate) step_start: Option<&'a State>,
    pub(crate) tape: &'a Tape,
}

impl Question<'_> {
    /// How many options there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.options.len()
    }

    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The seat that is asked.
    pub fn seat(&self) -> SeatId {
        self.ask.seat
    }

    /// How many options must be picked, and how many may be.
    #[inline]
    pub fn picks(&self) -> (u32, u32) {
        (self.ask.min, self.ask.max)
    }

    /// Whether the answer is one option, as opposed to a set of them.
    #[inline]
    pub fn is_single(&self) -> bool {
        self.ask.min == 1 && self.ask.max == 1
    }

    /// How many decisions were made before this one.
    #[inline]
    pub fn number(&self) -> u32 {
        self.state.cursor.decisions
    }

    pub fn prompt(&self) -> &str {
        self.words.text(self.ask.prompt)
    }

    pub fn keys(&self) -> Vec<String> {
        self.game
            .option_keys(self.state, self.words, self.ask.seat, self.options, self.payments)
    }

    pub fn game(&self) -> &Game {
        self.game
    }

    /// What the seat sees of the table.
    pub fn view(&self) -> View {
        View::of(self.game, self.state, Some(self.ask.seat))
    }

    /// This very moment, to go on from in another virtual machine.
    pub fn position(&self) -> Option<Position> {
        Some(Position {
            start: self.step_start?.clone(),
            tape: self.tape.clone(),
            resume: Resume {
                chance: self.state.chance.clone(),
                forced: self.state.cursor.forced,
            },
        })
    }
}

/// A moment in the middle of a step: where the step began, and what came out of it so far.
#[derive(Debug, Clone)]
pub struct Position {
    pub start: State,
    pub tape: Tape,
    pub resume: Resume,
}

/// The agent of whoever has to be waited for: a person, a script, another program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Waiter;

impl Agent for Waiter {
    fn answer(&mut self, _: &Question) -> Reply {
        Reply::Wait
    }

    fn looks_ahead(&self) -> bool {
        true
    }
}
