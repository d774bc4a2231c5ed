//! A runner plays games of one kind in one virtual machine: it lays out the table
//! and runs step after step until somebody has to be waited for or the game is over.

use std::sync::Arc;

use thiserror::Error;

use super::progress::{self, StepRef};
use super::result::GameResult;
use super::{Agent, Position};
use crate::game::{Game, SeatId};
use crate::package::{Files, Problem};
use crate::rules::{RuleError, lay_out, lay_step};
use crate::script::{Case, Host, LoadedTests, Pending, Queued, ScriptError, StepEnd, TestFile, Vm};
use crate::table::{Chance, Dealer, Entry, Event, Resume, State, Stream, Tape};

/// What can go wrong in the middle of a game.
#[derive(Debug, Clone, Error)]
pub enum RunError {
    #[error(transparent)]
    Script(#[from] ScriptError),
    #[error(transparent)]
    Rule(#[from] RuleError),
}

impl RunError {
    /// The error as part of a report, with the line it came from.
    pub fn problem(&self, files: &Files) -> Problem {
        match self {
            RunError::Script(error) => error.problem(files),
            RunError::Rule(error) => Problem::new(&error.message).at(error.place.clone()),
        }
    }
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
    /// The table after the steps of the setup that leave nothing to chance, and how many they are.
    laid: Option<(State, usize)>,
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
            laid: None,
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

    /// The table when the step at hand, or the last one, began; kept only with agents that look ahead.
    pub fn step_start(&self) -> Option<&State> {
        self.host().step_start.as_ref()
    }

    /// The table when the question that waits was asked.
    pub fn asked_state(&self) -> Option<&State> {
        self.host().asked_state.as_ref()
    }

    /// What happened in the step that waits, if a log is kept.
    pub fn shown_log(&self) -> &[Event] {
        self.host().shown_log.as_deref().unwrap_or_default()
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
        host.pending = None;
        if let Some(records) = &mut host.records {
            records.clear();
        }
        for agent in &mut host.agents {
            agent.start(seed);
        }
        self.waiting = None;
        host.dealer.recording = false;
        self.lay_out(seed)?;
        let host = self.vm.host_mut();
        host.dealer.state.chance = Chance::new(seed, Stream::Play);
        progress::begin(&self.game, &mut host.dealer);
        host.dealer.recording = self.careful;
        Ok(())
    }

    /// Lays out the table. What is the same in every game is done only once, unless a log is kept of it.
    fn lay_out(&mut self, seed: u64) -> Result<(), RunError> {
        let game = &self.game;
        let dealer = &mut self.vm.host_mut().dealer;
        if dealer.log.is_some() {
            dealer.reset(&game.initial, seed);
            return Ok(lay_out(game, dealer, 0)?);
        }
        if self.laid.is_none() {
            dealer.reset(&game.initial, seed);
            let mut laid = (dealer.state.clone(), 0);
            for (index, step) in game.setup.iter().enumerate() {
                let chance = dealer.state.chance.clone();
                lay_step(game, dealer, step)?;
                if dealer.state.chance != chance {
                    break;
                }
                laid = (dealer.state.clone(), index + 1);
            }
            self.laid = Some(laid);
        }
        if let Some((state, steps)) = &self.laid {
            dealer.reset(state, seed);
            lay_out(game, dealer, *steps)?;
        }
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
        if end != StepEnd::Waiting {
            // A step may end right behind its last answer: then chance goes on from there too.
            dealer.end_of_tape();
        }
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
        let single = host
            .pending
            .take()
            .is_none_or(|pending| pending.ask.min == 1 && pending.ask.max == 1);
        let entry = match picks {
            [pick] if single => Entry::Pick(*pick),
            picks => Entry::Picks(picks.to_vec()),
        };
        let standing = host.dealer.resume.clone().unwrap_or_else(|| host.dealer.standing());
        host.dealer.tape.extend(entry, standing);
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

    /// Loads scenario tests.
    pub(crate) fn load_tests(&mut self, sources: &[TestFile]) -> Result<LoadedTests, ScriptError> {
        self.vm.load_tests(sources)
    }

    /// The tests that were loaded.
    pub(crate) fn test_cases(&self) -> Vec<Case> {
        let cases = self.host().tester.iter().flat_map(|tester| &tester.cases);
        cases.cloned().collect()
    }

    /// Runs a test on a freshly laid table.
    pub(crate) fn run_test(&mut self, index: usize) -> Result<(), ScriptError> {
        let Some((function, seed, answers)) = self.vm.host().tester.as_ref().and_then(|tester| {
            let case = tester.cases.get(index)?;
            Some((case.function, case.seed, tester.answers.clone()))
        }) else {
            return Err(ScriptError::new("there is no such test"));
        };
        answers.borrow_mut().clear();
        self.seat(
            (0..self.game.seats.len())
                .map(|_| Box::new(Queued(answers.clone())) as Box<dyn Agent>)
                .collect(),
        );
        self.dealer().forced = Default::default();
        self.start(seed).map_err(|error| ScriptError::new(error.to_string()))?;
        let this = std::ptr::from_mut(self);
        if let Some(tester) = &mut self.vm.host_mut().tester {
            tester.runner = Some(this);
        }
        let done = self.vm.call_test(function);
        if let Some(tester) = &mut self.vm.host_mut().tester {
            tester.runner = None;
        }
        done?;
        let left: Vec<String> = answers.borrow().iter().map(|answer| format!("`{answer}`")).collect();
        match left.is_empty() {
            true => Ok(()),
            false => Err(ScriptError::new(format!("answers were left over: {}", left.join(", ")))),
        }
    }

    /// Gives up a step that waits.
    pub(crate) fn forget_step(&mut self) {
        self.waiting = None;
        self.vm.host_mut().pending = None;
    }

    /// A test function goes on after a step, with a budget of its own.
    pub(crate) fn refill_budget(&mut self) {
        self.vm.host_mut().budget.refill();
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
