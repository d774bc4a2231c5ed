//! The verbs: the only ways a script changes the table. Each makes an event, with
//! hooks around it if the game has any for it.

use super::fields::Field;
use super::hooks::{around, unheard};
use super::host::Stop;
use super::raw::{Arg, Call, Pushed};
use crate::game::{BOX_SPACE, Game, Holders, Item, PieceId, SeatId, SpaceId, Thing, TokenId, VarId};
use crate::package::manifest::{VarType, ZoneKind};
use crate::table::{End, Event, EventKind, EventName, KNOWN_TO_ALL, Outcome};

pub(crate) fn move_piece(call: &mut Call) -> Pushed {
    let piece = call.piece(1)?;
    let to = call.space(2)?;
    let end = match call.arg(3) {
        Arg::None => End::Top,
        Arg::Word(word) if call.host.words.text(word) == "bottom" => End::Bottom,
        Arg::Word(word) if call.host.words.text(word) == "top" => End::Top,
        _ => return Err(call.wrong(3, "\"top\" or \"bottom\"")),
    };
    shift(call, piece, to, end)?;
    Ok(0)
}

/// Moves a piece, with its hooks.
fn shift(call: &mut Call, piece: PieceId, to: SpaceId, end: End) -> Result<(), Stop> {
    room(call, piece, to)?;
    if unheard(call, EventKind::Move, Some(piece)) {
        let game = &call.host.game;
        call.host.dealer.move_piece(game, piece, to, end);
        return Ok(());
    }
    let from = call.host.state().piece(piece).space;
    let fields = [
        (c"piece", piece.into()),
        (c"from", place(call.game(), from)),
        (c"to", place(call.game(), to)),
    ];
    around(call, EventName::Verb(EventKind::Move), &fields, |call, event| {
        let to = event.space(call, c"to")?;
        let game = &call.host.game;
        call.host.dealer.move_piece(game, piece, to, end);
        Ok(())
    })
    .map(drop)
}

/// A full space takes no more pieces.
fn room(call: &Call, piece: PieceId, to: SpaceId) -> Result<(), Stop> {
    let game = call.game();
    let zone = game.zone(game.spaces[to.index()].zone);
    let state = call.host.state();
    match zone.capacity {
        Some(capacity) if state.size(to) >= capacity as usize && state.piece(piece).space != to => {
            Err(Stop::Error(format!(
                "there is no room: `{}` takes {capacity}",
                game.families[zone.family.index()].id
            )))
        }
        _ => Ok(()),
    }
}

/// A space as scripts know it: a zone with one space is its own space.
pub(super) fn place(game: &Game, space: SpaceId) -> Item {
    let zone = game.spaces[space.index()].zone;
    if game.zone(zone).spaces == 1 {
        zone.into()
    } else {
        space.into()
    }
}

pub(crate) fn put(call: &mut Call) -> Pushed {
    let (token, to) = (call.token(1)?, call.space(2)?);
    let amount = call.int(3, Some(1))?;
    hand_over(call, token, BOX_SPACE, to, amount)
}

pub(crate) fn take(call: &mut Call) -> Pushed {
    let (token, from) = (call.token(1)?, call.space(2)?);
    let amount = call.int(3, Some(1))?;
    hand_over(call, token, from, BOX_SPACE, amount)
}

pub(crate) fn give(call: &mut Call) -> Pushed {
    let (token, from, to) = (call.token(1)?, call.space(2)?, call.space(3)?);
    let amount = call.int(4, Some(1))?;
    hand_over(call, token, from, to, amount)
}

#[inline]
fn hand_over(call: &mut Call, token: TokenId, from: SpaceId, to: SpaceId, amount: i32) -> Pushed {
    let game = &call.host.game;
    if game.spaces[to.index()].token_row.is_none() {
        let zone = game.family_of(game.spaces[to.index()].zone);
        return Err(Stop::Error(format!(
            "no tokens can lie in `{}`: it lacks `tokens = true`",
            zone.id
        )));
    }
    if amount < 0 {
        return Err(Stop::Error(format!("{amount} tokens cannot be moved")));
    }
    if unheard(call, EventKind::Give, None) {
        let moved = call.host.dealer.give(game, token, from, to, amount);
        return call.push_int(moved);
    }
    let fields = [
        (c"token", token.into()),
        (c"from", place(call.game(), from)),
        (c"to", place(call.game(), to)),
        (c"amount", Item::number(amount)),
    ];
    // A hook that stands in for it moves what it likes by itself.
    let mut moved = 0;
    around(call, EventName::Verb(EventKind::Give), &fields, |call, event| {
        let amount = event.int(call, c"amount")?;
        let to = event.space(call, c"to")?;
        let game = &call.host.game;
        moved = call.host.dealer.give(game, token, from, to, amount);
        event.set(call, c"amount", Item::number(moved));
        Ok(())
    })?;
    call.push_int(moved)
}

fn faces(call: &Call, die: PieceId) -> Result<u32, Stop> {
    let game = call.game();
    let kind = &game.kinds[game.piece(die).kind.index()];
    match kind.faces {
        Some(faces) => Ok(faces),
        None => Err(Stop::Error(format!("a {} is no die: its kind has no `faces`", kind.id))),
    }
}

#[inline]
pub(crate) fn roll(call: &mut Call) -> Pushed {
    let die = call.piece(1)?;
    let faces = faces(call, die)?;
    if unheard(call, EventKind::Roll, None) {
        let face = call.host.dealer.roll(die, faces);
        return call.push_int(face.into());
    }
    let fields = [(c"die", die.into())];
    let event = around(call, EventName::Verb(EventKind::Roll), &fields, |call, event| {
        let face = call.host.dealer.roll(die, faces);
        event.set(call, c"face", Item::number(face.into()));
        Ok(())
    })?;
    let face = event.int(call, c"face")?.clamp(1, faces as i32);
    if i32::from(call.host.state().piece(die).face) != face {
        call.host.dealer.turn(die, face as u8);
    }
    call.push_int(face)
}

pub(crate) fn turn(call: &mut Call) -> Pushed {
    let die = call.piece(1)?;
    let faces = faces(call, die)?;
    let face = call.int(2, None)?;
    if !(1..=faces as i32).contains(&face) {
        return Err(Stop::Error(format!(
            "the die has no face {face}: they go from 1 to {faces}"
        )));
    }
    let fields = [(c"die", die.into()), (c"face", Item::number(face))];
    if unheard(call, EventKind::Turn, None) {
        call.host.dealer.turn(die, face as u8);
        return Ok(0);
    }
    around(call, EventName::Verb(EventKind::Turn), &fields, |call, event| {
        let face = event.int(call, c"face")?.clamp(1, faces as i32);
        call.host.dealer.turn(die, face as u8);
        Ok(())
    })?;
    Ok(0)
}

pub(crate) fn shuffle(call: &mut Call) -> Pushed {
    let space = call.space(1)?;
    mix(call, space)?;
    Ok(0)
}

/// Shuffles the pieces of a space, with its hooks.
fn mix(call: &mut Call, space: SpaceId) -> Result<(), Stop> {
    call.spend(call.host.state().size(space))?;
    if unheard(call, EventKind::Shuffle, None) {
        let game = &call.host.game;
        call.host.dealer.shuffle(game, space);
        return Ok(());
    }
    let fields = [(c"zone", place(call.game(), space))];
    around(call, EventName::Verb(EventKind::Shuffle), &fields, |call, _| {
        let game = &call.host.game;
        call.host.dealer.shuffle(game, space);
        Ok(())
    })
    .map(drop)
}

pub(crate) fn draw(call: &mut Call) -> Pushed {
    let (from, to) = (call.space(1)?, call.space(2)?);
    let amount = call.int(3, Some(1))?;
    let mut drawn = 0;
    while drawn < amount {
        let Some(piece) = top_or_refill(call, from)? else {
            break;
        };
        shift(call, piece, to, End::Top)?;
        call.spend(1)?;
        drawn += 1;
        // A piece that goes back to where it came from would never run out.
        if call.host.state().piece(piece).space == from {
            break;
        }
    }
    call.push_int(drawn)
}

/// The top piece of a space; if none is left, those that refill its zone are shuffled into it first.
fn top_or_refill(call: &mut Call, from: SpaceId) -> Result<Option<PieceId>, Stop> {
    if let Some(top) = call.host.state().top(from) {
        return Ok(Some(top));
    }
    let game = &call.host.game;
    let Some(source) = game.zone(game.spaces[from.index()].zone).refill else {
        return Ok(None);
    };
    if call.host.state().size(source) > 0 {
        call.host.dealer.gather(game, source, from);
        mix(call, from)?;
    }
    Ok(call.host.state().top(from))
}

pub(crate) fn flip(call: &mut Call) -> Pushed {
    let piece = call.piece(1)?;
    let up = match call.arg(2) {
        Arg::Bool(up) => up,
        Arg::None => call.host.state().piece(piece).known != KNOWN_TO_ALL,
        _ => return Err(call.wrong(2, "true or false")),
    };
    if unheard(call, EventKind::Flip, None) {
        call.host.dealer.flip(piece, up);
        return Ok(0);
    }
    let fields = [(c"piece", piece.into())];
    around(call, EventName::Verb(EventKind::Flip), &fields, |call, _| {
        call.host.dealer.flip(piece, up);
        Ok(())
    })?;
    Ok(0)
}

pub(crate) fn advance(call: &mut Call) -> Pushed {
    let piece = call.piece(1)?;
    let steps = call.int(2, None)?;
    let game = call.game();
    let at = call.host.state().piece(piece).space;
    let facts = &game.spaces[at.index()];
    let zone = game.zone(facts.zone);
    if !matches!(zone.kind, ZoneKind::Path | ZoneKind::Track) {
        return Err(Stop::Error("only a piece on a path or a track can be advanced".into()));
    }
    let target = i32::from(facts.index)
        .saturating_add(steps)
        .clamp(0, i32::from(zone.spaces) - 1);
    let space = SpaceId(zone.first_space.0 + target as u16);
    if space != at {
        shift(call, piece, space, End::Top)?;
    }
    call.push_item(space.into())
}

pub(crate) fn random(call: &mut Call) -> Pushed {
    let n = call.int(1, None)?;
    if n < 1 {
        return Err(call.wrong(1, "a number of at least 1"));
    }
    let number = call.host.dealer.draw_number(n as u32);
    call.push_int(number)
}

pub(crate) fn finish(call: &mut Call) -> Pushed {
    let outcome = match call.arg(1) {
        Arg::None => Outcome::Scored,
        Arg::Word(word) => {
            let won = match call.host.words.text(word) {
                "won" => true,
                "lost" => false,
                _ => return Err(call.wrong(1, "\"won\", \"lost\" or seats")),
            };
            Outcome::Together {
                won,
                reason: call.text(2).unwrap_or_default(),
            }
        }
        Arg::Item(item) => match item.thing() {
            Thing::Seat(seat) => Outcome::Winners(seat_bit(seat)),
            _ => return Err(call.wrong(1, "seats")),
        },
        _ => {
            let mut seats = Vec::new();
            call.items(1, &mut seats)?;
            let bits = seats.iter().filter_map(|seat| match seat.thing() {
                Thing::Seat(seat) => Some(seat_bit(seat)),
                _ => None,
            });
            Outcome::Winners(bits.fold(0, |all, bit| all | bit))
        }
    };
    call.host.dealer.state.outcome = Some(outcome);
    call.host.dealer.note(|| Event::Finished);
    Err(Stop::Finished)
}

fn seat_bit(seat: SeatId) -> u16 {
    1 << seat.0.min(15)
}

pub(crate) fn log(call: &mut Call) -> Pushed {
    if call.host.dealer.log.is_none() {
        return Ok(0);
    }
    let word = call.word(1)?;
    let items = (2..=call.count())
        .map(|index| call.item(index))
        .collect::<Result<Vec<_>, _>>()?;
    let known = call.host.dealer.known_to_seats(items.iter().copied());
    call.host.dealer.note(|| Event::Note { word, items, known });
    Ok(0)
}

/// `handle.name = value`: sets a declared variable.
pub(crate) fn assign(call: &mut Call) -> Pushed {
    if call.host.looks_only {
        return super::api::forbidden(call);
    }
    let Some(holder) = call.handle(1) else {
        return Err(call.wrong(1, "something that has variables"));
    };
    let word = call.word(2)?;
    let Some((var, slot)) = var_slot(call, holder, word) else {
        let name = call.host.words.text(word);
        return Err(match call.field(1, word) {
            Some(Field::Property(_)) => Stop::Error(format!("`{name}` can be read but not set: use a verb")),
            Some(Field::Entry(_)) => Stop::Error(format!(
                "`{name}` is fixed and cannot be set: what changes is a variable, `[var]` in game.toml"
            )),
            None => super::queries::no_field(call, holder, name),
        });
    };
    let value = var_value(call, var, 3)?;
    if unheard(call, EventKind::Set, None) {
        let game = &call.host.game;
        call.host.dealer.set(game, var, slot, holder, value);
        return Ok(0);
    }
    let fields = [
        (c"holder", holder),
        (c"variable", word.into()),
        (c"value", call.item(3)?),
    ];
    around(call, EventName::Verb(EventKind::Set), &fields, |call, event| {
        event.push(call, c"value");
        let value = var_value(call, var, call.count())?;
        let game = &call.host.game;
        call.host.dealer.set(game, var, slot, holder, value);
        Ok(())
    })?;
    Ok(0)
}

/// The variable of that name of a holder, and where it is kept.
#[inline]
pub(super) fn var_slot(call: &Call, holder: Item, word: crate::game::Word) -> Option<(VarId, usize)> {
    let game = call.game();
    let meaning = game.meaning(word)?;
    match holder.thing() {
        Thing::Nothing => {
            let var = meaning.table_var?;
            Some((var, game.vars[var.index()].first_slot))
        }
        Thing::Seat(seat) => {
            let var = meaning.seat_var?;
            Some((var, game.vars[var.index()].first_slot + seat.index()))
        }
        Thing::Piece(piece) => {
            let kind = game.piece(piece).kind;
            let &(_, var) = meaning.piece_vars.iter().find(|(of, _)| *of == kind)?;
            debug_assert_eq!(game.vars[var.index()].on, Holders::Pieces(kind));
            Some((var, game.piece_slot(var, piece)))
        }
        _ => None,
    }
}

/// An argument as the number a variable keeps.
fn var_value(call: &Call, var: VarId, index: std::ffi::c_int) -> Result<i32, Stop> {
    let arg = call.arg(index);
    let item = |fits: fn(Thing) -> bool, expected: &str| {
        let item = call.item(index)?;
        if item == Item::NOTHING || fits(item.thing()) {
            Ok(item.bits() as i32)
        } else {
            Err(call.wrong(index, expected))
        }
    };
    match call.game().vars[var.index()].kind {
        VarType::Int => call.int(index, None),
        VarType::Bool => match arg {
            Arg::Bool(b) => Ok(b.into()),
            _ => Err(call.wrong(index, "true or false")),
        },
        VarType::Seat => item(|thing| matches!(thing, Thing::Seat(_)), "a seat"),
        VarType::Piece => item(|thing| matches!(thing, Thing::Piece(_)), "a piece"),
        VarType::Space => item(|thing| matches!(thing, Thing::Space(_) | Thing::Zone(_)), "a space"),
        VarType::Token => item(|thing| matches!(thing, Thing::Token(_)), "a token type"),
    }
}
