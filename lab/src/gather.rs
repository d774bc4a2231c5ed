//! What is gathered from the games of a simulation: one for every chunk of games,
//! and one for all of them, put together in the order of the chunks.

use std::collections::BTreeMap;

use houserule_engine::flow::GameResult;
use houserule_engine::game::{Game, SeatId, Stat};
use houserule_engine::package::manifest::StatOn;
use houserule_engine::table::mix;

use crate::stats::Running;

/// A script may make up reasons; more different ones than this are counted as others.
const MOST_REASONS: usize = 100;

/// Statistics of some games.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Gathered {
    pub games: u64,
    pub rounds: Running,
    pub decisions: Running,
    pub score: Vec<Running>,
    /// Wins by seat; a shared one counts in parts.
    pub wins: Vec<f64>,
    pub ties: u64,
    pub unwon: u64,
    /// Won or lost together, and why: how often.
    pub together: BTreeMap<(bool, String), u64>,
    /// The statistics of the game, each for the table or by seat.
    pub stats: Vec<Vec<Running>>,
    pub digest: u64,
}

impl Gathered {
    pub fn new(game: &Game) -> Gathered {
        Gathered {
            games: 0,
            rounds: Running::default(),
            decisions: Running::default(),
            score: match game.result.score {
                Some(_) => vec![Running::default(); game.seats.len()],
                None => Vec::new(),
            },
            wins: vec![0.0; game.seats.len()],
            ties: 0,
            unwon: 0,
            together: BTreeMap::new(),
            stats: game
                .stats
                .iter()
                .map(|stat| vec![Running::default(); values(game, stat)])
                .collect(),
            digest: 0,
        }
    }

    /// Adds the game of this number.
    pub fn add(&mut self, game: &Game, index: u64, result: &GameResult) {
        self.games += 1;
        self.rounds.add(f64::from(result.rounds));
        self.decisions.add(f64::from(result.decisions));
        for (score, &points) in self.score.iter_mut().zip(result.scores.iter().flatten()) {
            score.add(points as f64);
        }
        for (seat, wins) in self.wins.iter_mut().enumerate() {
            *wins += result.share(SeatId(seat as u8));
        }
        match &result.together {
            Some((won, reason)) => self.count_reason(*won, reason, 1),
            None => {
                self.ties += u64::from(is_tie(game, result));
                self.unwon += u64::from(result.winners.is_empty());
            }
        }
        for (ours, values) in self.stats.iter_mut().zip(&result.stats) {
            for (ours, &value) in ours.iter_mut().zip(values) {
                ours.add(value as f64);
            }
        }
        // A sum does not depend on the order, and the number of the game keeps equal results apart.
        self.digest = self.digest.wrapping_add(mix(result.digest, index));
    }

    fn count_reason(&mut self, won: bool, reason: &str, games: u64) {
        let key = (won, reason.to_string());
        let full = self.together.len() >= MOST_REASONS && !self.together.contains_key(&key);
        let key = if full { (won, "(other)".to_string()) } else { key };
        *self.together.entry(key).or_default() += games;
    }

    /// Adds the games of the next chunk.
    pub fn merge(&mut self, next: &Gathered) {
        self.games += next.games;
        self.rounds.merge(&next.rounds);
        self.decisions.merge(&next.decisions);
        for (ours, theirs) in self.score.iter_mut().zip(&next.score) {
            ours.merge(theirs);
        }
        for (ours, theirs) in self.wins.iter_mut().zip(&next.wins) {
            *ours += theirs;
        }
        self.ties += next.ties;
        self.unwon += next.unwon;
        for ((won, reason), games) in &next.together {
            self.count_reason(*won, reason, *games);
        }
        for (ours, theirs) in self.stats.iter_mut().flatten().zip(next.stats.iter().flatten()) {
            ours.merge(theirs);
        }
        self.digest = self.digest.wrapping_add(next.digest);
    }
}

/// How many values a statistic has in each game.
fn values(game: &Game, stat: &Stat) -> usize {
    match stat.on {
        StatOn::Table => 1,
        StatOn::Seat => game.seats.len(),
    }
}

/// Whether no single seat, or team, has won.
fn is_tie(game: &Game, result: &GameResult) -> bool {
    let mut teams = result.winners.iter().map(|seat| game.seats[seat.index()].team);
    match teams.next() {
        Some(first) => teams.any(|team| team != first),
        None => true,
    }
}
