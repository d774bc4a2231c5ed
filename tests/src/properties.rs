//! The properties that every game must keep, whatever its rules. Each is a function
//! of a subject and a seed that says what is wrong; which games go through them, and
//! with how many seeds, is for the tests to say.

use std::sync::Arc;

use houserule_engine::flow::{Agent, GameResult, Next, Position, Progress, Runner, Session, Undo, Waiter};
use houserule_engine::game::{BOX_SPACE, Game, PieceFacts, PieceId, SeatId, SpaceId, Thing, TokenId};
use houserule_engine::table::{Chance, Event, Eyes, Resume, State, Stream, View, deal_unknown, mix};
use houserule_grammar::playthrough::Playthrough;
use houserule_lab::{SimRequest, simulate};

use crate::catalogue::Subject;
use crate::golden::{random_session, waiting_session};
use crate::{Probe, Seen};

/// What is wrong, in words.
pub type Check = Result<(), String>;

/// A property: whether one game of a subject keeps it.
pub type Property = fn(&Subject, u64) -> Check;

/// The same seed gives the same games: in another order, in another virtual machine, with one job and with two.
pub fn same_seed_same_game(subject: &Subject, seed: u64) -> Check {
    let seeds: Vec<u64> = (seed..seed + 6).collect();
    let backwards: Vec<u64> = seeds.iter().rev().copied().collect();
    let there = results(&subject.game, &seeds)?;
    let back = results(&subject.game, &backwards)?;
    for ((seed, result), again) in seeds.iter().zip(&there).zip(back.iter().rev()) {
        ensure(result == again, || {
            format!("seed {seed} ended as {result:?}, then as {again:?}")
        })?;
    }
    let digest = |jobs: usize| {
        let request = SimRequest {
            games: 60,
            seed,
            jobs,
            agents: Vec::new(),
        };
        let report = simulate(&subject.game, &request, &|_| true).map_err(said)?;
        ensure(report.games == request.games, || {
            format!("{jobs} jobs played {} games", report.games)
        })?;
        Ok::<String, String>(report.digest)
    };
    let (one, two) = (digest(1)?, digest(2)?);
    ensure(one == two, || {
        format!("the digest is {one} with one job and {two} with two")
    })
}

/// The results of random games, played one after the other in one virtual machine.
fn results(game: &Arc<Game>, seeds: &[u64]) -> Result<Vec<GameResult>, String> {
    let mut runner = runner(game)?;
    runner.seat(Probe::seats(game.seats.len(), 0).0);
    seeds
        .iter()
        .map(|&seed| runner.play(seed).map_err(|error| format!("seed {seed}: {error:?}")))
        .collect()
}

/// A game that was saved and loaded goes on and ends as it would have, saved at any decision.
pub fn a_reloaded_playthrough_is_the_same_game(subject: &Subject, seed: u64) -> Check {
    let mut session = random_session(subject, seed).map_err(said)?;
    session.advance().map_err(said)?;
    let text = session.playthrough().to_string();
    let saved = Playthrough::parse(&text).map_err(|errors| format!("{errors:?}\n{text}"))?;
    ensure(saved == session.playthrough(), || {
        format!("it reads back differently:\n{text}")
    })?;

    let mut loaded = waiting_session(subject, seed).map_err(said)?;
    loaded
        .follow(&saved, None)
        .map_err(|error| format!("{error}\n{text}"))?;
    loaded.advance().map_err(said)?;
    same_state("the loaded game", loaded.state(), session.state())?;

    let half = mix(seed, 1) as usize % session.records().len().max(1);
    let mut middle = waiting_session(subject, seed).map_err(said)?;
    middle.follow(&saved, Some(half)).map_err(said)?;
    let seats = subject.game.seats.len();
    middle.seat(Probe::seats(seats, 0).0, vec!["random".into(); seats]);
    middle.advance().map_err(said)?;
    same_state(
        &format!("the game loaded at decision {half}"),
        middle.state(),
        session.state(),
    )
}

/// A clone in the middle of a decision, in another virtual machine, plays on as the original does; with chance of
/// its own it plays on too.
pub fn a_clone_plays_on_identically(subject: &Subject, seed: u64) -> Check {
    let (end, positions) = watched(subject, seed, 5)?;
    for position in positions.iter().take(12) {
        let at = position.start.cursor.decisions;
        let mut other = runner(&subject.game)?;
        other.seat(started(subject, seed));
        other.start_at(position, None);
        finish(&mut other)?;
        same_state(
            &format!("the clone of the step from decision {at}"),
            other.state(),
            &end,
        )?;
        other.start_at(position, Some(Chance::new(seed, Stream::Dream)));
        finish(&mut other)?;
    }
    Ok(())
}

/// A whole game with probes: how it ended, and one in `every` of its decisions.
fn watched(subject: &Subject, seed: u64, every: u64) -> Result<(State, Vec<Position>), String> {
    let (probes, seen) = Probe::seats(subject.game.seats.len(), every);
    let mut runner = runner(&subject.game)?;
    runner.seat(probes);
    runner.play(seed).map_err(|error| format!("{error:?}"))?;
    let Seen { positions, faults, .. } = seen.take();
    ensure(faults.is_empty(), || faults.join("\n"))?;
    Ok((runner.state().clone(), positions))
}

/// Agents that are in the middle of a game of this seed.
fn started(subject: &Subject, seed: u64) -> Vec<Box<dyn Agent>> {
    let (mut agents, _) = Probe::seats(subject.game.seats.len(), 0);
    agents.iter_mut().for_each(|agent| agent.start(seed));
    agents
}

fn finish(runner: &mut Runner) -> Check {
    match runner.advance() {
        Ok(Progress::Over) => Ok(()),
        Ok(Progress::Waiting) => Err("it waits for somebody".into()),
        Err(error) => Err(format!("{error:?}")),
    }
}

/// Undo brings back the very question and state, and the same answer leads where it led before.
pub fn undo_restores_the_exact_state(subject: &Subject, seed: u64) -> Check {
    let mut session = waiting_session(subject, seed).map_err(said)?;
    let mut moments: Vec<Moment> = Vec::new();
    for number in 0.. {
        let now = Moment::of(&mut session)?;
        let over = now.keys.is_empty();
        moments.push(now);
        let roll = mix(seed, number) % 7;
        if number > 0 && (over || roll == 0) {
            let back = 1 + (mix(seed, number + 1) as usize % 3).min(moments.len() - 2);
            take_back(&mut session, &moments, back)?;
        }
        if over {
            return Ok(());
        }
        if let Some(moment) = moments.last_mut() {
            moment.picks = picks(&session, seed, number);
            session.answer(&moment.picks);
        }
    }
    Ok(())
}

/// A moment of a session: what is asked, and everything there is.
#[derive(Debug)]
struct Moment {
    keys: Vec<String>,
    seen: State,
    start: State,
    log: usize,
    records: usize,
    /// What was answered here.
    picks: Vec<u32>,
}

impl Moment {
    fn of(session: &mut Session) -> Result<Moment, String> {
        let next = session.advance().map_err(said)?;
        let keys = session.keys();
        ensure(matches!(next, Next::Over(_)) == keys.is_empty(), || {
            "a question without options waits".into()
        })?;
        Ok(Moment {
            keys,
            seen: session.seen_state().clone(),
            start: session.state().clone(),
            log: session.log().count(),
            records: session.playthrough().lines.len(),
            picks: Vec::new(),
        })
    }

    fn same(&self, then: &Moment, when: &str) -> Check {
        ensure(self.keys == then.keys, || {
            format!("{when}, the options are {:?}, they were {:?}", self.keys, then.keys)
        })?;
        same_state(&format!("{when}, the table"), &self.seen, &then.seen)?;
        same_state(&format!("{when}, the start of the step"), &self.start, &then.start)?;
        let (now, before) = ((self.log, self.records), (then.log, then.records));
        ensure(now == before, || {
            format!("{when}, events and decisions are {now:?}, they were {before:?}")
        })
    }
}

/// Takes back so many decisions and makes them again, the same way; and once more: what may be undone stays so.
fn take_back(session: &mut Session, moments: &[Moment], back: usize) -> Check {
    let first = back_and_forth(session, moments, back)?;
    let again = back_and_forth(session, moments, back)?;
    ensure(first == again, || {
        format!("undo was refused for {first:?}, the second time for {again:?}")
    })
}

/// Gives back the decisions that cannot be taken back without being asked for: something came out since.
fn back_and_forth(session: &mut Session, moments: &[Moment], back: usize) -> Result<Vec<usize>, String> {
    let last = moments.len() - 1;
    let mut refused = Vec::new();
    for target in (last - back..last).rev() {
        let mut undone = session.undo(false).map_err(said)?;
        if undone == Undo::NewsSince {
            refused.push(target);
            Moment::of(session)?.same(
                &moments[target + 1],
                &format!("after undo of decision {target} was refused"),
            )?;
            undone = session.undo(true).map_err(said)?;
        }
        ensure(undone == Undo::Done, || {
            format!("undo of decision {target}: {undone:?}")
        })?;
        Moment::of(session)?.same(&moments[target], &format!("after undo of decision {target}"))?;
    }
    for target in last - back..last {
        session.answer(&moments[target].picks);
        Moment::of(session)?.same(&moments[target + 1], &format!("with decision {target} made again"))?;
    }
    Ok(refused)
}

/// Options for the question that waits, by chance.
fn picks(session: &Session, seed: u64, number: u64) -> Vec<u32> {
    let Some(pending) = session.runner().pending() else {
        return Vec::new();
    };
    let options = pending.options.len() as u64;
    let (min, max) = (u64::from(pending.ask.min), u64::from(pending.ask.max));
    let count = min + mix(seed, number ^ 0xC0DE) % (max - min + 1);
    let mut left: Vec<u32> = (0..options as u32).collect();
    let draw = |draw: u64| left.remove((mix(seed, number << 8 | draw) % left.len() as u64) as usize);
    (0..count).map(draw).collect()
}

/// Every question has at least two options, all with different keys, and asks for no more of them than there are.
pub fn option_keys_are_unique(subject: &Subject, seed: u64) -> Check {
    watched(subject, seed, 0).map(drop)
}

/// No token and no piece is lost or made, and none is in two places, after any step.
pub fn tokens_and_pieces_are_conserved(subject: &Subject, seed: u64) -> Check {
    let game = &subject.game;
    let mut runner = runner(game)?;
    runner.seat(Probe::seats(game.seats.len(), 0).0);
    runner.start(seed).map_err(|error| format!("{error:?}"))?;
    let sums = game.initial.token_sums(game);
    for step in 0.. {
        let found = runner.state().token_sums(game);
        ensure(found == sums, || {
            format!("after {step} steps there are {found:?} tokens, at first {sums:?}")
        })?;
        nothing_negative(game, runner.state())?;
        every_piece_once(game, runner.state())?;
        if runner.step().map_err(|error| format!("{error:?}"))? == Some(Progress::Over) {
            break;
        }
    }
    Ok(())
}

fn nothing_negative(game: &Game, state: &State) -> Check {
    for space in (0..game.spaces.len() as u16).map(SpaceId) {
        for token in (0..game.tokens.len() as u8).map(TokenId) {
            let endless = space == BOX_SPACE && game.tokens[token.index()].count.is_none();
            let count = state.tokens(game, space, token);
            ensure(count >= 0 || endless, || {
                format!(
                    "{} has {count} {}",
                    game.space_key(space),
                    game.tokens[token.index()].id
                )
            })?;
        }
    }
    Ok(())
}

fn every_piece_once(game: &Game, state: &State) -> Check {
    let mut times = vec![0; game.pieces.len()];
    for space in (0..game.spaces.len() as u16).map(SpaceId) {
        let lying: Vec<PieceId> = state.pieces_on(space).collect();
        let key = || game.space_key(space);
        ensure(lying.len() == state.size(space), || {
            format!(
                "{} counts {} pieces, {} lie there",
                key(),
                state.size(space),
                lying.len()
            )
        })?;
        let capacity = game.zone(game.spaces[space.index()].zone).capacity;
        ensure(capacity.is_none_or(|most| lying.len() <= most as usize), || {
            format!("{} holds {} pieces", key(), lying.len())
        })?;
        for piece in lying {
            times[piece.index()] += 1;
            ensure(state.piece(piece).space == space, || {
                format!("a piece on {} believes to be elsewhere", key())
            })?;
        }
    }
    let lost = times.iter().position(|&times| times != 1);
    ensure(lost.is_none(), || {
        format!(
            "a piece is in {:?} places: {:?}",
            lost.map(|lost| times[lost]),
            lost.map(|lost| &game.component_of(PieceId(lost as u16)).id)
        )
    })
}

/// What a seat does not know can be dealt anew without a change in what it sees, and what it knows stays.
pub fn hidden_facts_do_not_show(subject: &Subject, seed: u64) -> Check {
    redealt(subject, seed).map(drop)
}

/// Deals the unknown anew at every decision, for every seat; gives back how often the table was another one then.
pub fn redealt(subject: &Subject, seed: u64) -> Result<usize, String> {
    let game = &subject.game;
    let mut session = waiting_session(subject, seed).map_err(said)?;
    let mut chance = Chance::new(seed, Stream::Dream);
    let mut changed = 0;
    for number in 0.. {
        let over = matches!(session.advance().map_err(said)?, Next::Over(_));
        let state = session.seen_state();
        for seat in (0..game.seats.len() as u8).map(SeatId) {
            let dealt = deal_unknown(game, state, seat, &mut chance);
            changed += usize::from(dealt != *state);
            let (before, after) = (View::of(game, state, Some(seat)), View::of(game, &dealt, Some(seat)));
            ensure(before == after, || {
                format!(
                    "decision {number}: seat {} sees {after:#?}\nand not {before:#?}",
                    seat.0 + 1
                )
            })?;
            every_piece_once(game, &dealt)?;
            let known = (0..game.pieces.len() as u16)
                .map(PieceId)
                .filter(|&piece| state.knows(seat, piece));
            for piece in known {
                let same = dealt.piece(piece).space == state.piece(piece).space && dealt.knows(seat, piece);
                ensure(same, || {
                    format!(
                        "decision {number}: {} is dealt anew though seat {} knows it",
                        game.component_of(piece).id,
                        seat.0 + 1
                    )
                })?;
            }
        }
        if over {
            return Ok(changed);
        }
        let answer = picks(&session, seed, number);
        session.answer(&answer);
    }
    Ok(changed)
}

/// What a seat does not know changes neither its log nor its questions: where a step is run again with the unknown dealt
/// anew, and the seat sees the same table then, it has heard the same and is asked the same.
pub fn hidden_facts_are_not_told(subject: &Subject, seed: u64) -> Check {
    retold(subject, seed).map(drop)
}

/// Tells steps again with the unknown dealt anew; gives back how often the table was another one and looked the same.
pub fn retold(subject: &Subject, seed: u64) -> Result<usize, String> {
    let game = &subject.game;
    let (_, positions) = watched(subject, seed, 3)?;
    let mut chance = Chance::new(seed, Stream::Dream);
    let mut teller = runner(game)?;
    let waiters = (0..game.seats.len()).map(|_| Box::new(Waiter) as Box<dyn Agent>);
    teller.seat(waiters.collect());
    let mut compared = 0;
    for position in &positions {
        let Some(truth) = Told::of(&mut teller, position)? else {
            return Err("a step that waited does not wait when it is run again".into());
        };
        for seat in (0..game.seats.len() as u8).map(SeatId) {
            let start = deal_unknown(game, &position.start, seat, &mut chance);
            let other = Position {
                start,
                ..position.clone()
            };
            let differs = other.start != position.start;
            // With other cards the step may take another course, and then the seat may learn something else.
            let Ok(Some(told)) = Told::of(&mut teller, &other) else {
                continue;
            };
            let view = |told: &Told| View::of(game, &told.state, Some(seat));
            if !differs || view(&told) != view(&truth) {
                continue;
            }
            compared += 1;
            let (heard, expected) = (told.heard(game, seat), truth.heard(game, seat));
            ensure(heard == expected, || {
                format!("seat {} hears {heard:#?}\nand not {expected:#?}", seat.0 + 1)
            })?;
            ensure(
                (told.asked, &told.keys) == (truth.asked, &truth.keys) || truth.asked != seat,
                || {
                    format!(
                        "seat {} is offered {:?} and not {:?}",
                        seat.0 + 1,
                        told.keys,
                        truth.keys
                    )
                },
            )?;
        }
    }
    Ok(compared)
}

/// What came out of a step up to a question.
struct Told {
    state: State,
    log: Vec<Event>,
    asked: SeatId,
    keys: Vec<String>,
}

impl Told {
    /// Runs a step along its tape, with a log of its own; `None` if no question waits then.
    fn of(teller: &mut Runner, position: &Position) -> Result<Option<Told>, String> {
        teller.keep_log();
        teller.start_at(position, None);
        let progress = teller.step().map_err(said)?;
        let host = teller.host();
        let (Some(Progress::Waiting), Some(pending)) = (progress, teller.pending()) else {
            return Ok(None);
        };
        let state = teller.asked_state().ok_or("no table was kept")?.clone();
        let keys = host.game.option_keys(
            &state,
            &host.words,
            pending.ask.seat,
            &pending.options,
            &pending.payments,
        );
        Ok(Some(Told {
            log: teller.shown_log().to_vec(),
            asked: pending.ask.seat,
            keys,
            state,
        }))
    }

    fn heard(&self, game: &Game, seat: SeatId) -> Vec<Event> {
        let eyes = Eyes::Seat(seat);
        let seen = self.log.iter().filter_map(|event| eyes.event(game, event));
        let mut heard: Vec<Event> = seen.map(|event| without_copies(game, event)).collect();
        sort_draws(&mut heard);
        heard
    }
}

/// Puts pieces that went the same way one after the other in order: a hand has none, and so does not show it.
fn sort_draws(heard: &mut [Event]) {
    let way = |event: &Event| match event {
        Event::Moved { from, to, .. } => Some((*from, *to)),
        _ => None,
    };
    let piece = |event: &Event| match event {
        Event::Moved { piece, .. } => *piece,
        _ => PieceId(0),
    };
    for run in heard.chunk_by_mut(|a, b| way(a).is_some() && way(a) == way(b)) {
        run.sort_by_key(piece);
    }
}

/// An event with the first piece of each component in place of any: nobody can tell copies apart.
fn without_copies(game: &Game, mut event: Event) -> Event {
    let first = |piece: PieceId| {
        let same = |other: &PieceFacts| {
            let facts = game.piece(piece);
            (other.component, other.owner) == (facts.component, facts.owner)
        };
        let found = game.pieces.iter().position(same);
        found.map_or(piece, |found| PieceId(found as u16))
    };
    match &mut event {
        Event::Moved { piece, .. } | Event::Flipped { piece, .. } => *piece = first(*piece),
        Event::Rolled { die, .. } | Event::Turned { die, .. } => *die = first(*die),
        Event::Chose {
            picks: items, about, ..
        } => {
            for item in items.iter_mut().chain(about) {
                if let Thing::Piece(piece) = item.thing() {
                    *item = first(piece).into();
                }
            }
        }
        Event::Note { items, .. } => {
            for item in items {
                if let Thing::Piece(piece) = item.thing() {
                    *item = first(piece).into();
                }
            }
        }
        _ => {}
    }
    event
}

/// A game of random answers ends before the cap, with a result that makes sense.
pub fn every_random_game_ends(subject: &Subject, seed: u64) -> Check {
    let game = &subject.game;
    for result in results(game, &(seed * 8..seed * 8 + 8).collect::<Vec<_>>())? {
        ensure(result.decisions < game.cap, || {
            format!("{} decisions", result.decisions)
        })?;
        let scored = result
            .scores
            .as_ref()
            .is_none_or(|scores| scores.len() == game.seats.len());
        ensure(scored, || {
            format!("scores {:?} for {} seats", result.scores, game.seats.len())
        })?;
        let unable = result.winners.iter().find(|seat| !game.seats[seat.index()].can_win);
        ensure(unable.is_none(), || format!("seat {unable:?} won and cannot"))?;
    }
    Ok(())
}

/// A step that is run again, in a virtual machine that has run nothing before, does the same.
pub fn a_step_run_again_gives_the_same(subject: &Subject, seed: u64) -> Check {
    let game = &subject.game;
    let mut runner_ = runner(game)?;
    runner_.seat(Probe::seats(game.seats.len(), 0).0);
    runner_.start(seed).map_err(|error| format!("{error:?}"))?;
    for step in 0.. {
        if runner_.step().map_err(|error| format!("{error:?}"))? == Some(Progress::Over) {
            break;
        }
        if !mix(seed, step).is_multiple_of(6) {
            continue;
        }
        let after = runner_.state().clone();
        let position = Position {
            start: runner_.step_start().ok_or("no start was kept")?.clone(),
            tape: runner_.host().dealer.tape.clone(),
            resume: Resume {
                chance: after.chance.clone(),
                forced: after.cursor.forced,
            },
        };
        let mut fresh = runner(game)?;
        fresh.seat(started(subject, seed));
        fresh.start_at(&position, None);
        fresh
            .step()
            .map_err(|error| format!("step {step} run again: {error:?}"))?;
        same_state(&format!("step {step} run again"), fresh.state(), &after)?;
    }
    Ok(())
}

fn runner(game: &Arc<Game>) -> Result<Runner, String> {
    Runner::new(game).map_err(|errors| format!("{errors:?}"))
}

fn said(error: impl std::fmt::Debug) -> String {
    format!("{error:?}")
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// Says in which part two states differ; all of it would fill screens.
fn same_state(what: &str, found: &State, expected: &State) -> Check {
    if found == expected {
        return Ok(());
    }
    let part = if found.cursor != expected.cursor {
        format!("is at {:?}, not at {:?}", found.cursor, expected.cursor)
    } else if found.chance != expected.chance {
        "has other chance ahead".into()
    } else if found.outcome != expected.outcome {
        format!("ends with {:?}, not {:?}", found.outcome, expected.outcome)
    } else {
        "has pieces, tokens or variables elsewhere".into()
    };
    Err(format!("{what} {part}"))
}
