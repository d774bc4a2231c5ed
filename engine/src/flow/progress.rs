//! Rounds, phases and turns: which step comes next, and what follows from how one
//! ended. All of it is in the [`Cursor`](crate::table::Cursor) of the state.

use crate::game::{Game, SeatId};
use crate::package::manifest::{EndAt, Reset, Turns};
use crate::package::{FileId, Place};
use crate::rules::{RuleError, Scope, Value};
use crate::table::{Dealer, Event, Outcome, Stage};

/// A step that is to be run: the function of a phase, for a seat if the phase gives turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepRef {
    pub phase: usize,
    pub seat: Option<SeatId>,
}

impl StepRef {
    /// The step a state is at the start of.
    pub fn at(game: &Game, dealer: &Dealer) -> StepRef {
        let cursor = &dealer.state.cursor;
        let phase = cursor.phase as usize;
        let turns = game.phases.get(phase).is_some_and(|phase| phase.turns.is_some());
        StepRef {
            phase,
            seat: cursor.active.filter(|_| turns),
        }
    }
}

/// Starts the first round, once the table is laid out.
pub fn begin(game: &Game, dealer: &mut Dealer) {
    dealer.state.cursor.stage = Stage::Rounds;
    start_round(game, dealer);
}

fn start_round(game: &Game, dealer: &mut Dealer) {
    let cursor = &mut dealer.state.cursor;
    cursor.phase = 0;
    cursor.begun = false;
    cursor.round += 1;
    let number = cursor.round;
    dealer.note(|| Event::Round { number });
    reset(game, dealer, Reset::Round);
}

/// Finds the next step; `None` when the game is over.
#[inline]
pub fn next_step(game: &Game, dealer: &mut Dealer) -> Result<Option<StepRef>, RuleError> {
    loop {
        let cursor = &dealer.state.cursor;
        let last = match cursor.stage {
            Stage::Over | Stage::Setup => return Ok(None),
            Stage::Rounds => game.round_phases,
            Stage::Final => game.phases.len(),
        };
        let phase = cursor.phase as usize;
        if phase >= last {
            if cursor.stage == Stage::Final {
                dealer.state.cursor.stage = Stage::Over;
                return Ok(None);
            }
            if cursor.round >= game.cap {
                return Err(endless(
                    game,
                    format!(
                        "the game has not ended after {} rounds: the cap of game.toml is reached",
                        game.cap
                    ),
                ));
            }
            start_round(game, dealer);
            continue;
        }
        if !cursor.begun && !begin_phase(game, dealer, phase)? {
            dealer.state.cursor.phase += 1;
            continue;
        }
        if let Some(seat) = next_turn(game, dealer, phase)? {
            return Ok(Some(StepRef { phase, seat }));
        }
        end_phase(game, dealer)?;
    }
}

/// A game that goes on and on without asking anybody anything.
fn endless(game: &Game, message: String) -> RuleError {
    let file = game.files.by_path("game.toml").map_or(FileId(0), |(id, _)| id);
    RuleError {
        message,
        place: Place::whole(file),
    }
}

/// Starts a phase, unless its condition leaves it out.
fn begin_phase(game: &Game, dealer: &mut Dealer, phase: usize) -> Result<bool, RuleError> {
    let facts = &game.phases[phase];
    if let Some(when) = &facts.when
        && !when.bool(&scope(game, dealer, &[]))?
    {
        return Ok(false);
    }
    let first = match &facts.from {
        Some(from) => from.seat(&scope(game, dealer, &[]))?,
        None => None,
    };
    let cursor = &mut dealer.state.cursor;
    cursor.begun = true;
    cursor.turn = 0;
    cursor.passed = 0;
    cursor.active = None;
    cursor.first = first.unwrap_or(SeatId(0));
    dealer.note(|| Event::Phase { phase: phase as u16 });
    reset(game, dealer, Reset::Phase);
    Ok(true)
}

/// Whose turn is next in a phase: `Some(None)` for a phase without turns that has yet to run, `None` at its end.
#[inline]
fn next_turn(game: &Game, dealer: &mut Dealer, phase: usize) -> Result<Option<Option<SeatId>>, RuleError> {
    let facts = &game.phases[phase];
    let Some(turns) = facts.turns else {
        return Ok((dealer.state.cursor.turn == 0).then_some(None));
    };
    // Automatic seats come behind those of people.
    let seats = if facts.automatic {
        game.seats.len() as u16
    } else {
        game.players as u16
    };
    let everybody = (1u32 << seats) as u16 - 1;
    let limit = match turns {
        Turns::Clockwise => {
            let each = facts.each.int(&scope(game, dealer, &[]))?.clamp(0, 1000) as u16;
            each.saturating_mul(seats)
        }
        Turns::Free | Turns::UntilAllPass | Turns::UntilOut => u16::MAX,
    };
    loop {
        let cursor = &dealer.state.cursor;
        if cursor.turn == u16::MAX {
            return Err(endless(
                game,
                format!("the phase `{}` has not ended after {} turns", facts.id, u16::MAX),
            ));
        }
        if cursor.turn >= limit || cursor.passed & everybody == everybody {
            return Ok(None);
        }
        let seat = match turns {
            Turns::Free => cursor.first,
            _ => SeatId(((u16::from(cursor.first.0) + cursor.turn) % seats) as u8),
        };
        let out = turns == Turns::UntilOut && cursor.passed & (1 << seat.0) != 0;
        let wanted = match &facts.seat_when {
            Some(when) if !out => when.bool(&scope(game, dealer, &[Value::Item(seat.into())]))?,
            _ => !out,
        };
        if wanted {
            dealer.state.cursor.active = Some(seat);
            dealer.note(|| Event::Turn { seat });
            reset(game, dealer, Reset::Turn);
            return Ok(Some(Some(seat)));
        }
        let cursor = &mut dealer.state.cursor;
        cursor.turn += 1;
        if turns != Turns::Clockwise {
            cursor.passed |= 1 << seat.0;
        }
        if turns == Turns::Free {
            cursor.passed = everybody;
        }
    }
}

/// Notes that a step is done; `going` is false if its script gave back `false`.
#[inline]
pub fn after_step(game: &Game, dealer: &mut Dealer, step: StepRef, going: bool) -> Result<(), RuleError> {
    let cursor = &mut dealer.state.cursor;
    cursor.turn = cursor.turn.saturating_add(1);
    if let Some(seat) = step.seat {
        match game.phases[step.phase].turns {
            Some(Turns::Free) if !going => cursor.passed = u16::MAX,
            Some(Turns::UntilAllPass) if going => cursor.passed = 0,
            Some(Turns::UntilAllPass | Turns::UntilOut) if !going => cursor.passed |= 1 << seat.0,
            _ => {}
        }
    }
    check_end(game, dealer, EndAt::Step)
}

fn end_phase(game: &Game, dealer: &mut Dealer) -> Result<(), RuleError> {
    check_end(game, dealer, EndAt::Phase)?;
    let cursor = &mut dealer.state.cursor;
    // The check may have moved on to the final phases.
    if cursor.begun {
        cursor.phase += 1;
        cursor.begun = false;
        cursor.active = None;
        if cursor.stage == Stage::Rounds && cursor.phase as usize >= game.round_phases {
            check_end(game, dealer, EndAt::Round)?;
        }
    }
    Ok(())
}

#[inline]
fn check_end(game: &Game, dealer: &mut Dealer, at: EndAt) -> Result<(), RuleError> {
    let Some(end) = &game.end else { return Ok(()) };
    let cursor = &dealer.state.cursor;
    if end.at != at || cursor.stage != Stage::Rounds {
        return Ok(());
    }
    if end.after.is_some_and(|phase| phase != cursor.phase as usize) {
        return Ok(());
    }
    if end.when.bool(&scope(game, dealer, &[]))? {
        dealer.note(|| Event::Finished);
        finish(game, dealer);
    }
    Ok(())
}

/// The game has ended: on to the final phases, or to the result.
pub fn finish(game: &Game, dealer: &mut Dealer) {
    let cursor = &mut dealer.state.cursor;
    cursor.stage = match cursor.stage {
        Stage::Final => Stage::Over,
        _ => Stage::Final,
    };
    cursor.phase = game.round_phases as u16;
    cursor.begun = false;
    cursor.active = None;
    dealer.state.outcome.get_or_insert(Outcome::Scored);
}

fn scope<'a>(game: &'a Game, dealer: &'a Dealer, locals: &'a [Value]) -> Scope<'a> {
    Scope {
        game,
        state: &dealer.state,
        locals,
    }
}

/// Sets variables back that last only so long.
fn reset(game: &Game, dealer: &mut Dealer, when: Reset) {
    if !game.resets[when as usize] {
        return;
    }
    for var in game.vars.iter().filter(|var| var.reset == Some(when)) {
        for slot in var.first_slot..var.first_slot + var.slots {
            dealer.state.set_var(slot, var.default);
        }
    }
}

/// Jumps to a phase and a seat's turn in it, for scenario tests.
pub fn jump(game: &Game, dealer: &mut Dealer, phase: usize, seat: Option<SeatId>) -> Result<(), RuleError> {
    let cursor = &mut dealer.state.cursor;
    cursor.stage = if phase < game.round_phases {
        Stage::Rounds
    } else {
        Stage::Final
    };
    cursor.phase = phase as u16;
    cursor.begun = false;
    begin_phase(game, dealer, phase)?;
    let cursor = &mut dealer.state.cursor;
    // A condition of the phase does not stop a test that asks for it.
    cursor.begun = true;
    if let Some(seat) = seat {
        cursor.first = seat;
    }
    Ok(())
}
