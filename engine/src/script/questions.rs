//! Questions: a script asks in the middle of an effect and goes on with the answer.

use super::host::{Ask, Stop};
use super::raw::{Arg, Call, Pushed};
use crate::game::{Game, Item, Thing};
use crate::table::{Coin, Payments, State};

/// More options than this are surely a mistake.
const MOST_OPTIONS: usize = 10_000;

/// A purse of many different coins can pay a high price in very many ways, all of them honest.
const MOST_PAYMENTS: usize = 60_000;

#[inline]
fn plain(call: &Call) -> Result<Ask, Stop> {
    let seat = call.seat(1)?;
    if call.game().seats[seat.index()].automatic {
        return Err(Stop::Error(format!(
            "seat `{}` is automatic: ask the seat that decides for it",
            call.game().seats[seat.index()].id
        )));
    }
    Ok(Ask {
        seat,
        prompt: call.word(2)?,
        min: 1,
        max: 1,
        about: [Item::NOTHING; 2],
    })
}

/// What the text of the prompt names: the arguments from this one on.
#[inline]
fn name(call: &Call, ask: &mut Ask, from: i32) -> Result<(), Stop> {
    let named = call.count() - from + 1;
    if named > ask.about.len() as i32 {
        return Err(Stop::Error("the text of a question names at most two things".into()));
    }
    for (offset, item) in (0..named).zip(&mut ask.about) {
        *item = call.item(from + offset)?;
    }
    Ok(())
}

#[inline]
pub(crate) fn choose(call: &mut Call) -> Pushed {
    let mut ask = plain(call)?;
    name(call, &mut ask, 4)?;
    let options = options(call, 3)?;
    settle(call, &ask, options)
}

#[inline]
pub(crate) fn may(call: &mut Call) -> Pushed {
    let mut ask = plain(call)?;
    name(call, &mut ask, 4)?;
    let mut options = options(call, 3)?;
    if !options.is_empty() {
        options.push(Item::NOTHING);
    }
    settle(call, &ask, options)
}

/// Asks, and pushes what was picked.
#[inline]
fn settle(call: &mut Call, ask: &Ask, options: Vec<Item>) -> Pushed {
    let picked = match options.as_slice() {
        [] => Item::NOTHING,
        [only] => *only,
        _ => {
            let pick = call.host.pick(ask, &options)?;
            options[pick]
        }
    };
    call.host.scratch = options;
    call.push_item(picked)
}

/// The options of an argument; those that are equal are one.
#[inline]
fn options(call: &mut Call, index: i32) -> Result<Vec<Item>, Stop> {
    let mut options = std::mem::take(&mut call.host.scratch);
    options.clear();
    let from_array = call.items(index, &mut options)?;
    if options.len() > MOST_OPTIONS {
        return Err(Stop::Error(format!("{} options are too many", options.len())));
    }
    if from_array || call.host.game.has_copies {
        let all = options.len();
        merge_equal(&call.host.game, &call.host.dealer.state, &mut options, from_array);
        // Each was compared with those kept before it, at most.
        call.spend(all * options.len() / 32)?;
    }
    Ok(options)
}

/// Makes one of options that are equal: the same thing, which a list has only once, or pieces that differ in nothing.
fn merge_equal(game: &Game, state: &State, options: &mut Vec<Item>, from_array: bool) {
    let copied = |item: Item| matches!(item.thing(), Thing::Piece(piece) if game.component_of(piece).count > 1);
    let mut kept = 0;
    for index in 0..options.len() {
        let item = options[index];
        let known = (from_array || copied(item)) && options[..kept].iter().any(|&other| state.alike(game, item, other));
        if !known {
            options[kept] = item;
            kept += 1;
        }
    }
    options.truncate(kept);
}

pub(crate) fn choose_some(call: &mut Call) -> Pushed {
    let mut ask = plain(call)?;
    name(call, &mut ask, 6)?;
    let mut options = options(call, 3)?;
    let most = options.len() as u32;
    ask.max = call.int(5, Some(most as i32))?.clamp(0, most as i32) as u32;
    ask.min = call.int(4, Some(0))?.clamp(0, ask.max as i32) as u32;
    let picked: Vec<Item> = if ask.max == 0 {
        Vec::new()
    } else if ask.min == most {
        std::mem::take(&mut options)
    } else {
        let picks = call.host.pick_some(&ask, &options)?;
        picks.iter().map(|&pick| options[pick as usize]).collect()
    };
    call.push_array(&picked)
}

pub(crate) fn confirm(call: &mut Call) -> Pushed {
    let mut ask = plain(call)?;
    name(call, &mut ask, 3)?;
    let pick = call.host.pick(&ask, &[Thing::Yes.into(), Thing::No.into()])?;
    call.push_bool(pick == 0)
}

pub(crate) fn number(call: &mut Call) -> Pushed {
    let mut ask = plain(call)?;
    name(call, &mut ask, 5)?;
    let (min, max) = (call.int(3, None)?, call.int(4, None)?);
    ask_number(call, &ask, min, max)
}

pub(crate) fn amount(call: &mut Call) -> Pushed {
    let ask = plain(call)?;
    let (space, token) = (call.space(3)?, call.token(4)?);
    let there = call.host.state().tokens(call.game(), space, token);
    let min = call.int(5, Some(0))?;
    let max = call.int(6, Some(there))?.min(there);
    ask_number(call, &ask, min, max)
}

fn ask_number(call: &mut Call, ask: &Ask, min: i32, max: i32) -> Pushed {
    if max < min {
        return Err(Stop::Error(format!("there is no number from {min} to {max}")));
    }
    if i64::from(max) - i64::from(min) >= MOST_OPTIONS as i64 {
        return Err(Stop::Error(format!(
            "{min} to {max} are too many numbers to choose from"
        )));
    }
    let options: Vec<Item> = (min..=max).map(Item::number).collect();
    call.spend(options.len())?;
    settle(call, ask, options)
}

/// `seat:pay(prompt, price, coins)`
pub(crate) fn pay(call: &mut Call) -> Pushed {
    let ask = plain(call)?;
    let price = call.int(3, None)?.max(0) as u32;
    let coins = coins(call)?;
    if price == 0 {
        return call.push_array(&vec![Item::number(0); coins.len()]);
    }
    let Some(ways) = Payments::find(price, coins, MOST_PAYMENTS) else {
        return Err(Stop::Error(format!(
            "there are more than {MOST_PAYMENTS} ways to pay {price}"
        )));
    };
    call.spend(ways.len())?;
    let way = match ways.len() {
        0 => return call.push_nil(),
        1 => 0,
        many => {
            let options: Vec<Item> = (0..many as u16).map(|way| Thing::Payment(way).into()).collect();
            call.host.payments = ways.clone();
            call.host.pick(&ask, &options)?
        }
    };
    let counts: Vec<Item> = ways.way(way).iter().map(|&count| Item::number(count as i32)).collect();
    call.push_array(&counts)
}

fn coins(call: &Call) -> Result<Vec<Coin>, Stop> {
    let mut coins = Vec::new();
    for entry in 1..=call.length(4) {
        call.push_entry(4, entry);
        let table = call.count();
        if call.arg(table) != Arg::Table {
            return Err(Stop::Error(
                "every coin is a table { value = …, count = …, name = … }".into(),
            ));
        }
        call.push_field(table, c"value");
        let value = call.int(table + 1, None)?;
        call.push_field(table, c"count");
        let count = call.int(table + 2, Some(1))?;
        call.push_field(table, c"name");
        let name = call.text(table + 3).unwrap_or_else(|| value.to_string());
        call.set_top(table - 1);
        if value < 1 || count < 0 {
            return Err(Stop::Error("a coin is worth at least 1".into()));
        }
        coins.push(Coin {
            value: value as u32,
            count: count as u32,
            name,
        });
    }
    Ok(coins)
}
