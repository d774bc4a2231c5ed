//! The report of a simulation, as other programs read it.

use houserule_engine::game::{Fact, Game};
use houserule_engine::package::manifest::StatOn;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::gather::Gathered;
use crate::stats::{Interval, Running, Summary, wilson};

/// How some games came out.
#[derive(Debug, Clone, Serialize)]
pub struct SimReport {
    pub game: String,
    pub version: String,
    /// The content hash of the package.
    pub hash: String,
    pub layers: Vec<String>,
    pub options: Map<String, Value>,
    pub players: u32,
    pub seed: u64,
    /// Games that were played; fewer than asked for if the simulation was stopped.
    pub games: u64,
    pub rounds: Summary,
    pub decisions: Summary,
    pub seats: Vec<SeatFacts>,
    /// By seat; empty for a game without scores.
    pub score: Vec<Moments>,
    /// By seat; a shared win counts 1/n to each of n winners.
    pub wins: Vec<Interval>,
    /// Games that no single seat or team won: shared wins, and games that nobody won.
    pub ties: u64,
    /// Those of the ties that nobody won.
    pub unwon: u64,
    /// For games that all win or lose together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<Together>,
    /// The game's own statistics.
    pub stats: Vec<StatFacts>,
    pub jobs: usize,
    pub seconds: f64,
    pub games_per_second: f64,
    pub decisions_per_second: f64,
    /// Stands for all outcomes; does not depend on `jobs`.
    pub digest: String,
}

/// A seat of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatFacts {
    pub name: String,
    pub automatic: bool,
    pub agent: String,
}

/// Mean and standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Moments {
    pub mean: f64,
    pub sd: f64,
}

/// A statistic of the game: over the table, or over all seats and for each.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatFacts {
    pub id: String,
    pub label: String,
    #[serde(flatten)]
    pub all: Summary,
    /// By seat; left out for a statistic of the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Summary>,
}

/// How a game for all together came out: the share of the games that were won, which is `won` too.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Together {
    #[serde(flatten)]
    pub share: Interval,
    pub won: Interval,
    /// The most frequent first.
    pub reasons: Vec<Reason>,
}

/// Why games ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    pub won: bool,
    pub reason: String,
    /// The reason in the language of the game.
    pub label: String,
    pub games: u64,
}

/// How a simulation was made.
pub(crate) struct Made<'a> {
    pub agents: &'a [String],
    pub seed: u64,
    pub jobs: usize,
    pub seconds: f64,
}

impl SimReport {
    pub(crate) fn of(game: &Game, gathered: &Gathered, made: &Made) -> SimReport {
        let games = gathered.games;
        let decisions = gathered.decisions.mean() * games as f64;
        let options = game.options.iter();
        SimReport {
            game: game.id.clone(),
            version: game.version.clone(),
            hash: game.hash.clone(),
            layers: game.layers.clone(),
            options: options
                .map(|(name, value)| (name.clone(), option_json(value)))
                .collect(),
            players: game.players,
            seed: made.seed,
            games,
            rounds: gathered.rounds.summary(),
            decisions: gathered.decisions.summary(),
            seats: seats(game, made.agents),
            score: gathered
                .score
                .iter()
                .map(|score| Moments {
                    mean: score.mean(),
                    sd: score.sd(),
                })
                .collect(),
            wins: gathered.wins.iter().map(|&wins| wilson(wins, games)).collect(),
            ties: gathered.ties,
            unwon: gathered.unwon,
            together: together(game, gathered),
            stats: stats(game, gathered),
            jobs: made.jobs,
            seconds: made.seconds,
            games_per_second: games as f64 / made.seconds,
            decisions_per_second: decisions / made.seconds,
            digest: format!("{:016x}", gathered.digest),
        }
    }
}

fn seats(game: &Game, agents: &[String]) -> Vec<SeatFacts> {
    let named = game.seats.iter().zip(agents);
    named
        .map(|(seat, agent)| SeatFacts {
            name: seat.id.clone(),
            automatic: seat.automatic,
            agent: agent.clone(),
        })
        .collect()
}

fn stats(game: &Game, gathered: &Gathered) -> Vec<StatFacts> {
    let stats = game.stats.iter().zip(&gathered.stats);
    stats
        .map(|(stat, values)| {
            let mut all = Running::default();
            values.iter().for_each(|values| all.merge(values));
            StatFacts {
                id: stat.id.clone(),
                label: game.label(&game.language, "stat", &stat.id),
                all: all.summary(),
                seats: match stat.on {
                    StatOn::Table => Vec::new(),
                    StatOn::Seat => values.iter().map(Running::summary).collect(),
                },
            }
        })
        .collect()
}

fn together(game: &Game, gathered: &Gathered) -> Option<Together> {
    if gathered.together.is_empty() {
        return None;
    }
    let counted = gathered.together.iter();
    let won: u64 = counted
        .clone()
        .filter(|((won, _), _)| *won)
        .map(|(_, games)| games)
        .sum();
    let mut reasons: Vec<Reason> = counted
        .map(|((won, reason), &games)| Reason {
            won: *won,
            reason: reason.clone(),
            label: game.text(&game.language, "log", reason).unwrap_or(reason).to_string(),
            games,
        })
        .collect();
    reasons.sort_by(|a, b| (b.games, &a.reason).cmp(&(a.games, &b.reason)));
    let share = wilson(won as f64, gathered.games);
    Some(Together {
        share,
        won: share,
        reasons,
    })
}

fn option_json(value: &Fact) -> Value {
    match value {
        Fact::Bool(truth) => Value::from(*truth),
        Fact::Int(number) => Value::from(*number),
        Fact::Text(text) => Value::from(text.as_str()),
        // An option is nothing else.
        _ => Value::Null,
    }
}
