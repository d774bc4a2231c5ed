//! A runner plays games of one kind in one virtual machine: it lays out the table
//! and runs step after step until somebody has to be waited for or the game is over.

use std::sync::Arc;

use thiserror::Error;

use super::progress::{self, StepRef};
use super::result::GameResult;
use super::{Agent, Position};
use crate::game::{Game, SeatId};
use crate::rules::{RuleError, lay_out};
use crate::script::{Host, Pending, ScriptError, StepEnd, Vm};
use crate::table::{Chance, Dealer, Entry, Resume, State, Stream, Tape};

/// What can go wrong in the middle of a game.
#[derive(Debug, Clone, Error)]
pub enum RunError {
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// How far a game got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// A question waits; it is in [`Runner::pending`].
    Waiting,
    Over,
}

/// A decision that was made.
#[derive(Debug, Clone)]
pub struct Record {
    pub seat: SeatId,
    pub prompt: String,
    /// The keys of the options picked.
    pub keys: Vec<String>,
    /// What was known when it was made; see [`Dealer::news`].
    pub news: u32,
    /// Where chance stood when it was made.
    pub resume: Resume,
}

/// Plays games.
#[derive(Debug)]
pub struct Runner {
    game: Arc<Game>,
    vm: Vm,
    /// The step that waits for an answer.
    waiting: Option<StepRef>,
    /// Whether the start of each step is kept.
    careful: bool,
    log_start: usize,
    news_start: u32,
    records_start: usize,
}

impl Runner {
    pub fn new(game: &Arc<Game>) -> Result<Runner, Vec<ScriptError>> {
        Ok(Runner {
            game: game.clone(),
            vm: Vm::new(game)?,
            waiting: None,
            careful: false,
            log_start: 0,
            news_start: 0,
            records_start: 0,
        })
    }

    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub fn vm(&self) -> &Vm {
        &self.vm
    }

    pub(crate) fn vm_mut(&mut self) -> &mut Vm {
        &mut self.vm
    }

    pub fn state(&self) -> &State {
        self.vm.host().state()
    }

    pub fn host(&self) -> &Host {
        self.vm.host()
    }

    pub fn dealer(&mut self) -> &mut Dealer {
        &mut self.vm.host_mut().dealer
    }

    /// The question that waits.
    pub fn pending(&self) -> Option<&Pending> {
        self.host().pending.as_ref()
    }

    /// Sets who answers for each seat.
    pub fn seat(&mut self, agents: Vec<Box<dyn Agent>>) {
        self.careful = agents.iter().any(|agent| agent.looks_ahead());
        self.vm.host_mut().agents = agents;
    }

    /// Keeps the log of events.
    pub fn keep_log(&mut self) {
        self.dealer().log = Some(Vec::new());
    }

    /// Keeps a record of every decision.
    pub fn keep_records(&mut self) {
        self.vm.host_mut().records = Some(Vec::new());
        self.careful = true;
    }

    /// Lays out the table for a new game.
    pub fn start(&mut self, seed: u64) -> Result<(), RunError> {
        let host = self.vm.host_mut();
        host.dealer.reset(&self.game, seed);
        host.pending = None;
        if let Some(records) = &mut host.records {
            records.clear();
        }
        for agent in &mut host.agents {
            agent.start(seed);
        }
        self.waiting = None;
        host.dealer.recording = false;
        lay_out(&self.game, &mut host.dealer)?;
        host.dealer.state.chance = Chance::new(seed, Stream::Play);
        progress::begin(&self.game, &mut host.dealer);
        host.dealer.recording = self.careful;
        Ok(())
    }

    /// Goes on from a moment in the middle of a step, with chance of its own.
    pub fn start_at(&mut self, position: &Position, chance: Option<Chance>) {
        let host = self.vm.host_mut();
        host.dealer.state.clone_from(&position.start);
        host.dealer.tape = position.tape.clone();
        host.dealer.tape.rewind();
        host.dealer.recording = self.careful;
        let mut resume = position.resume.clone();
        if let Some(chance) = chance {
            resume.chance = chance;
        }
        host.dealer.resume = Some(resume);
        host.pending = None;
        host.step_start = self.careful.then(|| position.start.clone());
        self.waiting = Some(StepRef::at(&self.game, &host.dealer));
    }

    /// Goes on from the start of a step, along a tape.
    pub(crate) fn restore(&mut self, start: &State, tape: Tape, resume: Option<Resume>) {
        let host = self.vm.host_mut();
        host.dealer.state.clone_from(start);
        host.dealer.tape = tape;
        host.dealer.tape.rewind();
        host.dealer.resume = resume;
        host.pending = None;
        host.step_start = Some(start.clone());
        self.waiting = Some(StepRef::at(&self.game, &host.dealer));
    }

    /// Runs steps until a question waits or the game is over.
    pub fn advance(&mut self) -> Result<Progress, RunError> {
        loop {
            if let Some(progress) = self.step()? {
                return Ok(progress);
            }
        }
    }

    /// Runs one step; gives back `None` when it is done and there are more.
    #[inline]
    pub fn step(&mut self) -> Result<Option<Progress>, RunError> {
        let step = match self.waiting.take() {
            Some(step) => step,
            None => {
                let dealer = &mut self.vm.host_mut().dealer;
                let Some(step) = progress::next_step(&self.game, dealer)? else {
                    return Ok(Some(Progress::Over));
                };
                if self.careful {
                    self.keep_start();
                }
                step
            }
        };
        let end = match self.vm.run_step(step.phase, step.seat) {
            Ok(end) => end,
            Err(error) => return Err(self.with_context(error, step).into()),
        };
        let dealer = &mut self.vm.host_mut().dealer;
        match end {
            StepEnd::Done(going) => progress::after_step(&self.game, dealer, step, going)?,
            StepEnd::Finished => progress::finish(&self.game, dealer),
            StepEnd::Waiting => {
                self.back_to_start();
                self.waiting = Some(step);
                return Ok(Some(Progress::Waiting));
            }
        }
        Ok(None)
    }

    fn keep_start(&mut self) {
        let host = self.vm.host_mut();
        host.dealer.tape.clear();
        match &mut host.step_start {
            Some(start) => start.clone_from(&host.dealer.state),
            None => host.step_start = Some(host.dealer.state.clone()),
        }
        self.log_start = host.dealer.log.as_ref().map_or(0, Vec::len);
        self.news_start = host.dealer.news;
        self.records_start = host.records.as_ref().map_or(0, Vec::len);
    }

    /// Undoes what a step did before it had to wait.
    fn back_to_start(&mut self) {
        let host = self.vm.host_mut();
        host.asked_state = Some(host.dealer.state.clone());
        if let Some(start) = &host.step_start {
            host.dealer.state.clone_from(start);
        }
        if let Some(log) = &mut host.dealer.log {
            host.shown_log = Some(log.split_off(self.log_start.min(log.len())));
        }
        if let Some(records) = &mut host.records {
            host.shown_records = records.split_off(self.records_start.min(records.len()));
        }
        host.news_asked = host.dealer.news;
        host.dealer.news = self.news_start;
        host.dealer.tape.rewind();
    }

    /// Where the log, the news and the records were when the step at hand began.
    pub(crate) fn step_marks(&self) -> (usize, u32, usize) {
        (self.log_start, self.news_start, self.records_start)
    }

    pub(crate) fn set_step_marks(&mut self, (log, news, records): (usize, u32, usize)) {
        (self.log_start, self.news_start, self.records_start) = (log, news, records);
    }

    /// Answers the question that waits, by the places of the options.
    pub fn answer(&mut self, picks: &[u32]) {
        let host = self.vm.host_mut();
        let single = host.pending.take().is_none_or(|pending| pending.ask.min == 1 && pending.ask.max == 1);
        let entry = match picks {
            [pick] if single => Entry::Pick(*pick),
            picks => Entry::Picks(picks.to_vec()),
        };
        host.dealer.tape.extend(entry);
    }

    /// The result of a game that is over.
    pub fn result(&self) -> Result<GameResult, RunError> {
        Ok(GameResult::of(&self.game, self.state())?)
    }

    /// Plays a whole game with agents that answer at once.
    pub fn play(&mut self, seed: u64) -> Result<GameResult, RunError> {
        self.start(seed)?;
        match self.advance()? {
            Progress::Over => self.result(),
            Progress::Waiting => Err(ScriptError::new("a seat that cannot answer at once was asked").into()),
        }
    }

    fn with_context(&self, mut error: ScriptError, step: StepRef) -> ScriptError {
        let phase = &self.game.phases[step.phase];
        let mut context = format!("in phase `{}`", phase.id);
        if let Some(seat) = step.seat {
            context += &format!(", turn of seat {}", self.game.seats[seat.index()].id);
        }
        context += &format!(", round {}", self.state().cursor.round);
        error.context.push(context);
        error
    }
}
