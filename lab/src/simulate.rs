//! Many games at once: threads take chunks of games, each with a virtual machine
//! of its own, and the chunks are put together in their order. So the report is
//! the same for any number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use houserule_agents::NoAgent;
use houserule_engine::flow::{Agent, RunError, Runner};
use houserule_engine::game::Game;
use houserule_engine::script::ScriptError;
use houserule_engine::table::mix;
use thiserror::Error;

use crate::gather::Gathered;
use crate::report::{Made, SimReport};

/// What is to be simulated.
#[derive(Debug, Clone)]
pub struct SimRequest {
    pub games: u64,
    pub seed: u64,
    /// Threads; 0 for as many as the machine has.
    pub jobs: usize,
    /// One agent for all seats, or one for each person's seat.
    pub agents: Vec<String>,
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum SimError {
    #[error("the scripts of the game cannot be loaded")]
    Load(Vec<ScriptError>),
    #[error("there is no agent `{0}`")]
    UnknownAgent(String),
    #[error("the game has no bot of its own")]
    NoBot,
    #[error("there are {given} agents for {seats} players")]
    AgentCount { given: usize, seats: usize },
    #[error("game {index} (seed {seed}) stopped: {error}")]
    Game {
        index: u64,
        seed: u64,
        error: Box<RunError>,
    },
}

/// The seed of the game of this number; `houserule play --seed` with it brings the game back.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    mix(seed, index)
}

/// The agent of every seat: one name for all, or one for each person's seat.
pub fn agents_for(game: &Arc<Game>, names: &[String]) -> Result<Vec<String>, SimError> {
    for name in names {
        seated(game, name, 0)?;
    }
    let people = game.people().count();
    let mut given = names.iter().cycle();
    match names.len() {
        0 => return agents_for(game, &["random".to_string()]),
        1 => {}
        n if n == people => {}
        n => {
            return Err(SimError::AgentCount {
                given: n,
                seats: people,
            });
        }
    }
    // Somebody else decides for an automatic seat; an agent sits there all the same, should a script ask it.
    let of_seat = |automatic: bool| {
        if automatic { names.first() } else { given.next() }
    };
    Ok(game
        .seats
        .iter()
        .map(|seat| seat.automatic)
        .filter_map(of_seat)
        .cloned()
        .collect())
}

/// Plays games and says how they came out. `progress` hears now and then how many are done; when it gives
/// back `false`, the simulation stops, and the report has the games so far.
pub fn simulate(
    game: &Arc<Game>,
    request: &SimRequest,
    progress: &(dyn Fn(u64) -> bool + Sync),
) -> Result<SimReport, SimError> {
    let agents = agents_for(game, &request.agents)?;
    // A game that cannot be loaded is better said once than by every thread.
    drop(runner(game, &agents)?);
    let jobs = match request.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let start = Instant::now();
    let work = Work::new(game, request, &agents, progress);
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(work.chunks as usize).max(1) {
            scope.spawn(|| work.run());
        }
    });
    let made = Made {
        agents: &agents,
        seed: request.seed,
        jobs,
        seconds: start.elapsed().as_secs_f64(),
    };
    let done = work.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    match done.error {
        Some(error) => Err(error),
        None => Ok(SimReport::of(game, &done.total, &made)),
    }
}

fn runner(game: &Arc<Game>, agents: &[String]) -> Result<Runner, SimError> {
    let mut runner = Runner::new(game).map_err(SimError::Load)?;
    let named = agents.iter().enumerate();
    let seated: Result<Vec<_>, _> = named.map(|(seat, name)| seated(game, name, seat as u8)).collect();
    runner.seat(seated?);
    Ok(runner)
}

fn seated(game: &Arc<Game>, name: &str, seat: u8) -> Result<Box<dyn Agent>, SimError> {
    houserule_agents::agent(name, game, seat).map_err(|missing| match missing {
        NoAgent::Unknown => SimError::UnknownAgent(name.to_string()),
        NoAgent::NoBot => SimError::NoBot,
    })
}

/// What the threads share.
struct Work<'a> {
    game: &'a Arc<Game>,
    request: &'a SimRequest,
    agents: &'a [String],
    progress: &'a (dyn Fn(u64) -> bool + Sync),
    /// Games of a chunk; depends on the number of games alone, so that sums come out the same.
    chunk: u64,
    chunks: u64,
    next: AtomicU64,
    stop: AtomicBool,
    played: AtomicU64,
    done: Mutex<Done>,
}

/// Chunks that are done: those put together, and those that came too early.
struct Done {
    total: Gathered,
    merged: u64,
    early: BTreeMap<u64, Chunk>,
    error: Option<SimError>,
}

enum Chunk {
    Whole(Gathered),
    /// Stopped before its end: nothing after it counts.
    Cut(Gathered),
    Failed(SimError),
}

impl<'a> Work<'a> {
    fn new(
        game: &'a Arc<Game>,
        request: &'a SimRequest,
        agents: &'a [String],
        progress: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> Work<'a> {
        let chunk = (request.games / 512).clamp(1, 1024);
        Work {
            game,
            request,
            agents,
            progress,
            chunk,
            chunks: request.games.div_ceil(chunk),
            next: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            played: AtomicU64::new(0),
            done: Mutex::new(Done {
                total: Gathered::new(game),
                merged: 0,
                early: BTreeMap::new(),
                error: None,
            }),
        }
    }

    fn done(&self) -> MutexGuard<'_, Done> {
        // A thread that panicked takes the whole scope down with it; what it left is of no use to anybody.
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread: takes chunk after chunk until there are no more.
    fn run(&self) {
        let mut runner = match runner(self.game, self.agents) {
            Ok(runner) => runner,
            Err(error) => {
                self.stop.store(true, Ordering::Relaxed);
                self.done().error.get_or_insert(error);
                return;
            }
        };
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.chunks {
                break;
            }
            let chunk = self.play(&mut runner, number);
            // Chunks before this one are taken already and will be finished, so the first error is always the same.
            if !matches!(chunk, Chunk::Whole(_)) {
                self.stop.store(true, Ordering::Relaxed);
            }
            self.done().take(number, chunk);
        }
    }

    fn play(&self, runner: &mut Runner, number: u64) -> Chunk {
        let mut gathered = Gathered::new(self.game);
        let first = number * self.chunk;
        let end = (first + self.chunk).min(self.request.games);
        let mut told = Instant::now();
        let mut untold = 0;
        for index in first..end {
            let seed = game_seed(self.request.seed, index);
            match runner.play(seed) {
                Ok(result) => gathered.add(self.game, index, &result),
                Err(error) => {
                    let error = Box::new(error);
                    return Chunk::Failed(SimError::Game { index, seed, error });
                }
            }
            untold += 1;
            // Somebody may be waiting for slow agents; fast ones must not be slowed down by telling.
            let due = index + 1 == end || (untold % 16 == 0 && told.elapsed().as_millis() > 50) || self.chunk == 1;
            if due {
                let played = self.played.fetch_add(untold, Ordering::Relaxed) + untold;
                (untold, told) = (0, Instant::now());
                if !(self.progress)(played) {
                    return if index + 1 == end {
                        self.last(gathered)
                    } else {
                        Chunk::Cut(gathered)
                    };
                }
            }
        }
        Chunk::Whole(gathered)
    }

    /// A whole chunk after which no other is begun.
    fn last(&self, gathered: Gathered) -> Chunk {
        self.stop.store(true, Ordering::Relaxed);
        Chunk::Whole(gathered)
    }
}

impl Done {
    fn take(&mut self, number: u64, chunk: Chunk) {
        self.early.insert(number, chunk);
        while let Some(chunk) = self.early.remove(&self.merged) {
            match chunk {
                Chunk::Whole(gathered) => {
                    self.total.merge(&gathered);
                    self.merged += 1;
                }
                // What comes after is not next to it, and stays where it is.
                Chunk::Cut(gathered) => {
                    self.total.merge(&gathered);
                    self.merged = u64::MAX;
                }
                Chunk::Failed(error) => {
                    self.error.get_or_insert(error);
                    self.merged = u64::MAX;
                }
            }
        }
    }
}
