//! A session is a game that people sit at: it waits for answers, keeps a record of
//! them, goes back, and saves and loads as a playthrough.

use std::sync::Arc;

use houserule_grammar::playthrough::{Header, Line, LineKind, Playthrough};
use thiserror::Error;

use super::{Agent, GameResult, Progress, Record, RunError, Runner};
use crate::game::Game;
use crate::script::{Pending, ScriptError};
use crate::table::{Event, State, Tape};

/// A game with people at the table.
#[derive(Debug)]
pub struct Session {
    runner: Runner,
    seed: u64,
    /// The agents of the seats, for the header of a playthrough.
    seats: Vec<String>,
    /// The start of every step so far, to go back to.
    steps: Vec<StepStart>,
    /// What was forced, with the number of decisions made before.
    forced: Vec<(usize, LineKind)>,
}

#[derive(Debug, Clone)]
struct StepStart {
    state: State,
    tape: Tape,
    marks: (usize, u32, usize),
}

/// What a session comes to next.
#[derive(Debug, Clone)]
pub enum Next {
    Question(Pending),
    Over(GameResult),
}

/// What can go wrong in a session.
#[derive(Debug, Error)]
pub enum SessionError {
    #[error(transparent)]
    Run(#[from] RunError),
    #[error("the scripts of the game cannot be loaded")]
    Load(Vec<ScriptError>),
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// A playthrough that does not fit the game any more.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
#[error("line {line}: {message}")]
pub struct Mismatch {
    pub line: usize,
    pub message: String,
    pub help: Option<String>,
}

/// How going back went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// Back to the last question.
    Done,
    /// There is nothing to take back.
    Nothing,
    /// Something came out since then that cannot be unseen; asked for, it can be undone all the same.
    NewsSince,
}

impl Session {
    /// Starts a game: lays out the table.
    pub fn start(
        game: &Arc<Game>,
        seed: u64,
        agents: Vec<Box<dyn Agent>>,
        seats: Vec<String>,
    ) -> Result<Session, SessionError> {
        let mut runner = Runner::new(game).map_err(SessionError::Load)?;
        runner.seat(agents);
        runner.keep_log();
        runner.keep_records();
        runner.start(seed)?;
        Ok(Session {
            runner,
            seed,
            seats,
            steps: Vec::new(),
            forced: Vec::new(),
        })
    }

    pub fn game(&self) -> &Arc<Game> {
        self.runner.game()
    }

    pub fn state(&self) -> &State {
        self.runner.state()
    }

    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Every decision so far.
    pub fn records(&self) -> &[Record] {
        self.runner.host().records.as_deref().unwrap_or(&[])
    }

    /// The log, with what players have seen of a step that waits.
    pub fn log(&self) -> impl Iterator<Item = &Event> {
        let host = self.runner.host();
        let settled = host.dealer.log.iter().flatten();
        let shown = host.pending.as_ref().and(host.shown_log.as_ref());
        settled.chain(shown.into_iter().flatten())
    }

    /// The keys of the options of the question that waits.
    pub fn keys(&self) -> Vec<String> {
        let host = self.runner.host();
        match &host.pending {
            Some(pending) => host.game.option_keys(
                self.seen_state(),
                &host.words,
                pending.ask.seat,
                &pending.options,
                &pending.payments,
            ),
            None => Vec::new(),
        }
    }

    /// The table as it is when the question that waits is asked: in the middle of its step.
    pub fn seen_state(&self) -> &State {
        let host = self.runner.host();
        match (&host.pending, &host.asked_state) {
            (Some(_), Some(state)) => state,
            _ => host.state(),
        }
    }

    /// Goes on until a question waits or the game is over.
    pub fn advance(&mut self) -> Result<Next, SessionError> {
        if let Some(pending) = self.runner.pending() {
            return Ok(Next::Question(pending.clone()));
        }
        loop {
            let progress = self.runner.step();
            self.note_step();
            match progress? {
                None => {}
                Some(Progress::Over) => return Ok(Next::Over(self.runner.result()?)),
                Some(Progress::Waiting) => {
                    return match self.runner.pending() {
                        Some(pending) => Ok(Next::Question(pending.clone())),
                        None => Err(RunError::from(ScriptError::new("a step waits for nothing")).into()),
                    };
                }
            }
        }
    }

    /// Keeps the start and the tape of the step that has just run.
    fn note_step(&mut self) {
        let marks = self.runner.step_marks();
        let host = self.runner.host();
        let Some(state) = host.step_start.clone() else {
            return;
        };
        let start = StepStart {
            state,
            tape: host.dealer.tape.clone(),
            marks,
        };
        match self.steps.last_mut() {
            Some(last) if last.marks == marks && last.state == start.state => *last = start,
            _ => self.steps.push(start),
        }
    }

    /// Answers the question that waits, by the places of the options.
    pub fn answer(&mut self, picks: &[u32]) {
        self.runner.answer(picks);
    }

    /// Forces the next rolls or picks: a line of a playthrough.
    pub fn force(&mut self, line: &LineKind) {
        let forced = &mut self.runner.dealer().forced;
        let number = |n: i64| u32::try_from(n).unwrap_or(0);
        match line {
            LineKind::Roll(rolls) => forced.rolls.extend(rolls.iter().map(|&roll| number(roll))),
            LineKind::Pick(picks) => forced
                .picks
                .extend(picks.iter().map(|pick| number(pick.parse().unwrap_or(0)))),
            LineKind::Decision { .. } | LineKind::Result(_) => return,
        }
        self.forced.push((self.decisions_made(), line.clone()));
    }

    /// Decisions made, those of the step that waits included.
    fn decisions_made(&self) -> usize {
        let (_, _, records) = self.runner.step_marks();
        match self.runner.pending() {
            Some(_) => records + self.runner.host().dealer.tape.answers(),
            None => self.records().len(),
        }
    }

    /// Takes back the last decision of somebody who was waited for.
    pub fn undo(&mut self, even_after_news: bool) -> Result<Undo, SessionError> {
        let waited = |seat: usize| self.seats.get(seat).is_some_and(|agent| agent == "human");
        let made = self.decisions_made();
        let all = self.all_records();
        let Some(target) = all[..made.min(all.len())]
            .iter()
            .rposition(|record| waited(record.seat.index()))
        else {
            return Ok(Undo::Nothing);
        };
        let news = match self.runner.pending() {
            Some(_) => self.runner.host().news_asked,
            None => self.runner.host().dealer.news,
        };
        if news != all[target].news && !even_after_news {
            return Ok(Undo::NewsSince);
        }
        let resume = all[target].resume.clone();
        let Some(step) = self.steps.iter().rposition(|step| step.marks.2 <= target) else {
            return Ok(Undo::Nothing);
        };
        self.steps.truncate(step + 1);
        let StepStart { state, mut tape, marks } = self.steps[step].clone();
        tape.truncate_answers(target - marks.2);
        let host = self.runner.vm_mut().host_mut();
        if let Some(log) = &mut host.dealer.log {
            log.truncate(marks.0);
        }
        if let Some(records) = &mut host.records {
            records.truncate(marks.2);
        }
        host.dealer.news = marks.1;
        self.runner.restore(&state, tape, Some(resume));
        self.runner.set_step_marks(marks);
        self.forced.retain(|&(decisions, _)| decisions <= target);
        Ok(Undo::Done)
    }

    /// All decisions, with those of the step that waits.
    fn all_records(&self) -> Vec<Record> {
        let host = self.runner.host();
        let mut all = self.records().to_vec();
        if host.pending.is_some() {
            all.extend(host.shown_records.iter().cloned());
        }
        all
    }

    /// The game so far as a file.
    pub fn playthrough(&self) -> Playthrough {
        let game = self.game();
        let mut lines = Vec::new();
        let mut forced = self.forced.iter().peekable();
        let records = self.all_records();
        for (index, record) in records.iter().enumerate() {
            while let Some((_, line)) = forced.next_if(|(before, _)| *before <= index) {
                lines.push(line.clone());
            }
            lines.push(LineKind::Decision {
                seat: u32::from(record.seat.0) + 1,
                prompt: record.prompt.clone(),
                answer: record.keys.clone(),
            });
        }
        lines.extend(forced.map(|(_, line)| line.clone()));
        if let Ok(result) = self.runner.result()
            && self.state().cursor.stage == crate::table::Stage::Over
        {
            lines.push(LineKind::Result(format!("{:016x}", result.digest)));
        }
        Playthrough {
            header: Header {
                game: game.id.clone(),
                version: game.version.clone(),
                hash: game.hash.clone(),
                layers: game.asked_layers.clone(),
                options: game
                    .set_options
                    .iter()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
                players: game.players,
                seats: self
                    .seats
                    .iter()
                    .enumerate()
                    .map(|(seat, agent)| (seat as u32 + 1, agent.clone()))
                    .collect(),
                seed: self.seed,
                lang: None,
            },
            lines: lines.into_iter().map(|kind| Line { number: 0, kind }).collect(),
        }
    }

    /// Answers questions from the lines of a playthrough, the first `most` decisions of it.
    pub fn follow(&mut self, playthrough: &Playthrough, most: Option<usize>) -> Result<(), SessionError> {
        let mut decisions = 0;
        for line in &playthrough.lines {
            if most.is_some_and(|most| decisions >= most) {
                return Ok(());
            }
            match &line.kind {
                LineKind::Roll(_) | LineKind::Pick(_) => self.force(&line.kind),
                LineKind::Decision { seat, prompt, answer } => {
                    self.follow_decision(line.number, *seat, prompt, answer)?;
                    decisions += 1;
                }
                LineKind::Result(digest) => self.check_result(line.number, digest)?,
            }
        }
        Ok(())
    }

    fn follow_decision(&mut self, line: usize, seat: u32, prompt: &str, answer: &[String]) -> Result<(), SessionError> {
        let differs = |message: String, help: Option<String>| Mismatch { line, message, help };
        let pending = match self.advance()? {
            Next::Question(pending) => pending,
            Next::Over(_) => {
                return Err(differs("the game is over before this decision".into(), None).into());
            }
        };
        let words = &self.runner.host().words;
        let asked = words.text(pending.ask.prompt).to_string();
        let asked_seat = u32::from(pending.ask.seat.0) + 1;
        if (asked_seat, asked.as_str()) != (seat, prompt) {
            return Err(differs(
                format!("the file answers `{prompt}` for seat {seat}, the game asks seat {asked_seat} for `{asked}`"),
                None,
            )
            .into());
        }
        let keys = self.keys();
        let mut picks = Vec::new();
        for key in answer {
            match keys.iter().position(|known| known == key) {
                Some(pick) => picks.push(pick as u32),
                None => {
                    let help = match crate::package::nearest(key, keys.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{near}`? the options are: {}", keys.join(", ")),
                        None => format!("the options are: {}", keys.join(", ")),
                    };
                    return Err(differs(format!("`{key}` is no option of `{prompt}`"), Some(help)).into());
                }
            }
        }
        let (min, max) = (pending.ask.min as usize, pending.ask.max as usize);
        if !(min..=max).contains(&picks.len()) {
            return Err(differs(
                format!("`{prompt}` takes {min} to {max} options, here are {}", picks.len()),
                None,
            )
            .into());
        }
        self.answer(&picks);
        Ok(())
    }

    fn check_result(&mut self, line: usize, digest: &str) -> Result<(), SessionError> {
        let message = match self.advance()? {
            Next::Over(result) => {
                let found = format!("{:016x}", result.digest);
                if found == digest {
                    return Ok(());
                }
                format!("the game ends differently: the file has {digest}, this game gives {found}")
            }
            Next::Question(_) => "the game is not over here".into(),
        };
        Err(Mismatch {
            line,
            message,
            help: None,
        }
        .into())
    }

    /// Gives the seats to other agents from here on.
    pub fn seat(&mut self, agents: Vec<Box<dyn Agent>>, seats: Vec<String>) {
        self.runner.vm_mut().host_mut().agents = agents;
        self.seats = seats;
        // A question that waits is put again, to whoever answers now.
        let host = self.runner.vm_mut().host_mut();
        if host.pending.take().is_some() {
            host.shown_records.clear();
        }
        let seed = self.seed;
        for agent in &mut host.agents {
            agent.start(seed);
        }
    }
}
