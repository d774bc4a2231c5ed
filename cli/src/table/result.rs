//! How a game came out: the ranking, and who has won.

use houserule_engine::flow::GameResult;
use houserule_engine::game::SeatId;
use houserule_engine::package::manifest::Wins;

use super::{Look, Names};
use crate::output::Ink;
use crate::text::{Cell, Columns};

/// Ranks, scores and the winners of a game that is over.
pub fn final_result(names: Names, result: &GameResult, look: Look) -> String {
    let mut parts = Vec::new();
    if let Some(scores) = &result.scores {
        parts.push(ranking(names, result, scores, look));
    }
    parts.push(look.paint.bold(winners(names, result)));
    let rounds = if result.rounds == 1 { "round" } else { "rounds" };
    let length = format!(
        "{} {rounds}, {} decisions, digest {:016x}",
        result.rounds, result.decisions, result.digest
    );
    parts.push(look.paint.dim(length));
    parts.join("\n")
}

fn ranking(names: Names, result: &GameResult, scores: &[i64], look: Look) -> String {
    let least = names.game.result.wins == Wins::Least;
    let better = |a: i64, b: i64| if least { a < b } else { a > b };
    let won = |seat: SeatId| result.winners.contains(&seat);
    let mut seats: Vec<SeatId> = (0..scores.len() as u8).map(SeatId).collect();
    seats.sort_by_key(|&seat| {
        let score = scores[seat.index()];
        (!won(seat), if least { score } else { -score })
    });
    let mut table = Columns::new(["", "", "score"]);
    for seat in seats {
        let score = scores[seat.index()];
        let facts = &names.game.seats[seat.index()];
        let rank = 1 + scores.iter().filter(|&&other| better(other, score)).count();
        // Who cannot win is not ranked; a winner is first, whatever broke the tie.
        let rank = match (won(seat), facts.can_win) {
            (true, _) => "1.".to_string(),
            (false, true) => format!("{rank}."),
            (false, false) => "–".into(),
        };
        let ink = if won(seat) { Ink::Good } else { Ink::Plain };
        table.row([
            Cell::number(rank),
            Cell::inked(names.seat(seat), ink),
            Cell::number(score.to_string()),
        ]);
    }
    table.indent(2).render(look.width, look.paint)
}

fn winners(names: Names, result: &GameResult) -> String {
    if let Some((won, reason)) = &result.together {
        let outcome = if *won { "Won together" } else { "Lost together" };
        let reason = match names.game.text(names.lang, "log", reason) {
            Some(text) => text,
            None => reason,
        };
        return match reason.is_empty() {
            true => format!("{outcome}."),
            false => format!("{outcome}: {reason}"),
        };
    }
    let seats: Vec<String> = result.winners.iter().map(|&seat| names.seat(seat)).collect();
    match seats.as_slice() {
        [] => "Nobody wins.".into(),
        [winner] => format!("{winner} wins."),
        [first @ .., last] => format!("{} and {last} share the win.", first.join(", ")),
    }
}
