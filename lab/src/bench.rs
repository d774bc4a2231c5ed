//! How fast a game runs, on one thread: random playouts, copies of its table, and
//! the time from nothing to the first question.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use houserule_agents::Random;
use houserule_engine::flow::{Agent, Progress, RunError, Runner, Waiter};
use houserule_engine::game::Game;
use houserule_engine::script::ScriptError;
use houserule_engine::table::State;
use serde::Serialize;
use thiserror::Error;

/// Every measurement is taken so often; the one in the middle counts.
const TIMES: usize = 3;

/// Speeds of a game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bench {
    pub game: String,
    pub version: String,
    pub players: u32,
    pub playouts_per_second: f64,
    pub decisions_per_second: f64,
    pub decisions_per_game: f64,
    pub clones_per_second: f64,
    /// From the files in memory to the first question, in milliseconds.
    pub cold_start_ms: f64,
}

/// Why there is nothing to measure.
#[derive(Debug, Error)]
pub enum BenchError<E> {
    #[error("the game cannot be read")]
    Read(E),
    #[error("the scripts of the game cannot be loaded")]
    Load(Vec<ScriptError>),
    #[error("the game of seed {seed} stopped: {error}")]
    Game { seed: u64, error: RunError },
}

/// Measures a game, `seconds` for each sample of its playouts. `read` makes the game from its files; it is a
/// part of the cold start.
pub fn bench<E>(read: impl Fn() -> Result<Arc<Game>, E>, seconds: f64) -> Result<Bench, BenchError<E>> {
    let mut starts = Vec::new();
    for _ in 0..TIMES {
        let start = Instant::now();
        first_question(&read().map_err(BenchError::Read)?)?;
        starts.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    let game = read().map_err(BenchError::Read)?;
    let mut runner = Runner::new(&game).map_err(BenchError::Load)?;
    let random = |seat: usize| -> Box<dyn Agent> { Box::new(Random::new(seat as u8)) };
    runner.seat((0..game.seats.len()).map(random).collect());
    let (playouts, decisions) = playouts(&mut runner, seconds)?;
    let table = middle(&mut runner)?;
    Ok(Bench {
        game: game.id.clone(),
        version: game.version.clone(),
        players: game.players,
        playouts_per_second: playouts,
        decisions_per_second: decisions,
        decisions_per_game: decisions / playouts,
        clones_per_second: clones(&table, seconds / 4.0),
        cold_start_ms: median(starts),
    })
}

fn first_question<E>(game: &Arc<Game>) -> Result<(), BenchError<E>> {
    let mut runner = Runner::new(game).map_err(BenchError::Load)?;
    let waiter = |_| -> Box<dyn Agent> { Box::new(Waiter) };
    runner.seat(game.seats.iter().map(waiter).collect());
    let begun = runner.start(0).and_then(|()| runner.advance());
    black_box(begun).map_err(|error| BenchError::Game { seed: 0, error })?;
    Ok(())
}

/// Games and decisions a second.
fn playouts<E>(runner: &mut Runner, seconds: f64) -> Result<(f64, f64), BenchError<E>> {
    let mut samples = Vec::new();
    let mut seed = 0;
    for _ in 0..TIMES {
        let start = Instant::now();
        let (mut games, mut decisions) = (0u64, 0u64);
        // The clock is not free: it is read after every few games.
        while start.elapsed() < Duration::from_secs_f64(seconds) {
            for _ in 0..8 {
                let result = runner.play(seed).map_err(|error| BenchError::Game { seed, error })?;
                games += 1;
                decisions += u64::from(result.decisions);
                seed += 1;
            }
        }
        let taken = start.elapsed().as_secs_f64();
        samples.push((games as f64 / taken, decisions as f64 / taken));
    }
    let (games, decisions): (Vec<f64>, Vec<f64>) = samples.into_iter().unzip();
    Ok((median(games), median(decisions)))
}

/// The table in the middle of a game.
fn middle<E>(runner: &mut Runner) -> Result<State, BenchError<E>> {
    let stopped = |error| BenchError::Game { seed: 0, error };
    let half = runner.play(0).map_err(stopped)?.decisions / 2;
    runner.start(0).map_err(stopped)?;
    while runner.state().cursor.decisions < half && runner.step().map_err(stopped)? != Some(Progress::Over) {}
    Ok(runner.state().clone())
}

fn clones(table: &State, seconds: f64) -> f64 {
    let samples = (0..TIMES).map(|_| {
        let start = Instant::now();
        let mut made = 0u64;
        while start.elapsed() < Duration::from_secs_f64(seconds) {
            for _ in 0..256 {
                black_box(table.clone());
            }
            made += 256;
        }
        made as f64 / start.elapsed().as_secs_f64()
    });
    median(samples.collect())
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(Vec::new()), 0.0);
    }
}
