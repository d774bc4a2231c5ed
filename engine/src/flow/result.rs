//! The result of a game: scores, ranks, winners.

use crate::game::{Game, SeatId};
use crate::package::manifest::{StatOn, Wins};
use crate::rules::{RuleError, Scope, Value};
use crate::table::{Outcome, State, mix};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// The score of every seat, automatic ones too; `None` for games without scores.
    pub scores: Option<Vec<i64>>,
    /// The seats that won; several share it.
    pub winners: Vec<SeatId>,
    /// For cooperative games: whether all won, and why the game ended.
    pub together: Option<(bool, String)>,
    pub rounds: u32,
    pub decisions: u32,
    /// The statistics of the game, each for the table or for every seat.
    pub stats: Vec<Vec<i64>>,
    /// Stands for the table at the end.
    pub digest: u64,
}

impl GameResult {
    /// The result of a table whose game is over.
    pub fn of(game: &Game, state: &State) -> Result<GameResult, RuleError> {
        let scores = scores(game, state)?;
        let (winners, together) = match state.outcome.clone().unwrap_or(Outcome::Scored) {
            Outcome::Winners(bits) => (seats(game, |seat| bits & (1 << seat.0) != 0), None),
            Outcome::Together { won, reason } => {
                let winners = if won { game.people().collect() } else { Vec::new() };
                (winners, Some((won, reason)))
            }
            Outcome::Scored => (best(game, state, scores.as_deref())?, None),
        };
        let mut digest = state.digest();
        for &score in scores.iter().flatten() {
            digest = mix(digest, score as u64);
        }
        for winner in &winners {
            digest = mix(digest, winner.0.into());
        }
        Ok(GameResult {
            scores,
            winners,
            together,
            rounds: state.cursor.round,
            decisions: state.cursor.decisions,
            stats: stats(game, state)?,
            digest,
        })
    }

    /// The share of the win that a seat has: one of n winners has 1/n.
    pub fn share(&self, seat: SeatId) -> f64 {
        match self.winners.contains(&seat) {
            true if self.together.is_some() => 1.0,
            true => 1.0 / self.winners.len() as f64,
            false => 0.0,
        }
    }
}

fn seats(game: &Game, keep: impl Fn(SeatId) -> bool) -> Vec<SeatId> {
    (0..game.seats.len() as u8)
        .map(SeatId)
        .filter(|&seat| keep(seat))
        .collect()
}

/// The score of every seat as it is now.
pub fn scores(game: &Game, state: &State) -> Result<Option<Vec<i64>>, RuleError> {
    match &game.result.score {
        Some(score) => seats(game, |_| true)
            .into_iter()
            .map(|seat| of_seat(game, state, score, seat))
            .collect::<Result<_, _>>()
            .map(Some),
        None => Ok(None),
    }
}

fn stats(game: &Game, state: &State) -> Result<Vec<Vec<i64>>, RuleError> {
    let values = game.stats.iter().map(|stat| match stat.on {
        StatOn::Table => {
            let value = stat.value.int(&Scope {
                game,
                state,
                locals: &[],
            });
            value.map(|value| vec![value])
        }
        StatOn::Seat => {
            let seats = seats(game, |_| true).into_iter();
            seats.map(|seat| of_seat(game, state, &stat.value, seat)).collect()
        }
    });
    values.collect()
}

fn of_seat(game: &Game, state: &State, code: &crate::rules::Code, seat: SeatId) -> Result<i64, RuleError> {
    code.int(&Scope {
        game,
        state,
        locals: &[Value::Item(seat.into())],
    })
}

/// The seats with the best score, after tie-breaks; a team counts the sum of its seats.
fn best(game: &Game, state: &State, scores: Option<&[i64]>) -> Result<Vec<SeatId>, RuleError> {
    let Some(scores) = scores else {
        return Ok(Vec::new());
    };
    let sign = match game.result.wins {
        Wins::Most => 1,
        Wins::Least => -1,
        Wins::Script | Wins::Together => return Ok(Vec::new()),
    };
    let team = |seat: SeatId| game.seats[seat.index()].team;
    let of_team = |values: &[i64], seat: SeatId| -> i64 {
        let mates = seats(game, |other| team(other) == team(seat));
        mates.iter().map(|mate| values[mate.index()]).sum()
    };
    let mut left = seats(game, |seat| game.seats[seat.index()].can_win);
    let mut keep_best = |values: &[i64], sign: i64| {
        let best = left.iter().map(|&seat| sign * of_team(values, seat)).max();
        left.retain(|&seat| Some(sign * of_team(values, seat)) == best);
    };
    keep_best(scores, sign);
    for tiebreak in &game.result.tiebreak {
        let values = seats(game, |_| true)
            .into_iter()
            .map(|seat| of_seat(game, state, tiebreak, seat))
            .collect::<Result<Vec<_>, _>>()?;
        keep_best(&values, 1);
    }
    Ok(left)
}
