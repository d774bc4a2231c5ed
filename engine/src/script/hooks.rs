//! Hooks around events. The order is fixed: all before, at most one instead, all
//! after; the active seat's first, then clockwise, then by the time a piece came
//! into its zone; each once per event.

use std::ffi::{CStr, c_int};

use mlua::ffi;

use super::host::Stop;
use super::raw::{Arg, Call, Pushed, push_item};
use crate::game::{BOX_ZONE, Game, Hook, Item, PieceId, SeatId, SpaceId, Thing, Timing};
use crate::rules::Scope;
use crate::table::{EventKind, EventName, State};

/// Events within events within events … are cut off here.
const DEEPEST: u32 = 32;

/// The table that hooks see of an event, by its place on the stack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EventTable(c_int);

impl EventTable {
    pub fn set(self, call: &Call, name: &CStr, item: Item) {
        // SAFETY: the table is on the stack at this index for as long as the event lasts.
        unsafe {
            push_item(call.state_pointer(), call.host, item);
            ffi::lua_rawsetfield(call.state_pointer(), self.0, name.as_ptr());
        }
    }

    /// Pushes a field.
    pub fn push(self, call: &Call, name: &CStr) {
        call.push_field(self.0, name);
    }

    pub fn int(self, call: &Call, name: &CStr) -> Result<i32, Stop> {
        self.push(call, name);
        let value = call.int(call.count(), None);
        call.set_top(call.count() - 1);
        value.map_err(|_| {
            Stop::Error(format!(
                "a hook left no whole number in `event.{}`",
                name.to_string_lossy()
            ))
        })
    }

    pub fn space(self, call: &Call, name: &CStr) -> Result<SpaceId, Stop> {
        self.push(call, name);
        let space = call.space(call.count());
        call.set_top(call.count() - 1);
        space
    }
}

/// A hook that applies now: its number among the game's hooks, and the piece that carries it.
#[derive(Debug, Clone, Copy)]
struct Active {
    hook: usize,
    piece: Option<PieceId>,
}

/// Whether no hook can hear an event of a verb: none is there, or none of their pieces lies where it would work. A piece that is
/// moved may come to where it does.
pub(crate) fn unheard(call: &Call, kind: EventKind, moved: Option<PieceId>) -> bool {
    let (game, state) = (&call.host.game, call.host.state());
    if !game.hooked[kind as usize] {
        return true;
    }
    let hooks = game.listeners.of(EventName::Verb(kind)).into_iter().flatten().flatten();
    hooks.map(|&hook| &game.hooks[usize::from(hook)]).all(|hook| {
        let deaf = |&piece: &PieceId| Some(piece) != moved && !works(game, state, hook, piece);
        hook.component.is_some() && hook.pieces.iter().all(deaf)
    })
}

/// Whether a piece lies where its hook works.
#[inline]
fn works(game: &Game, state: &State, hook: &Hook, piece: PieceId) -> bool {
    let space = &game.spaces[state.piece(piece).space.index()];
    match hook.within.as_slice() {
        [] => space.zone != BOX_ZONE,
        families => families.contains(&space.family),
    }
}

/// Runs an event with its hooks; the event's table stays on the stack.
pub(crate) fn around(
    call: &mut Call,
    name: EventName,
    fields: &[(&CStr, Item)],
    act: impl FnOnce(&mut Call, EventTable) -> Result<(), Stop>,
) -> Result<EventTable, Stop> {
    // SAFETY: room for the table and the calls of hooks is made first.
    unsafe {
        if ffi::lua_checkstack(call.state_pointer(), 12) == 0 {
            return Err(Stop::Error("events run too deep".into()));
        }
        ffi::lua_createtable(call.state_pointer(), 0, fields.len() as c_int + 1);
    }
    let event = EventTable(call.count());
    for &(name, item) in fields {
        event.set(call, name, item);
    }
    run(call, name, event, act)?;
    Ok(event)
}

fn run(
    call: &mut Call,
    name: EventName,
    event: EventTable,
    act: impl FnOnce(&mut Call, EventTable) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if call.host.game.listeners.of(name).is_none() {
        return act(call, event);
    }
    call.host.depth += 1;
    if call.host.depth > DEEPEST {
        return Err(Stop::Error(format!(
            "events run {DEEPEST} deep: do hooks call each other for ever?"
        )));
    }
    for active in applying(call, name, Timing::Before)? {
        run_hook(call, active, event)?;
    }
    let mut replaced = false;
    for active in applying(call, name, Timing::Instead)? {
        if run_hook(call, active, event)? {
            replaced = true;
            break;
        }
    }
    if !replaced {
        act(call, event)?;
    }
    for active in applying(call, name, Timing::After)? {
        run_hook(call, active, event)?;
    }
    call.host.depth -= 1;
    Ok(())
}

/// The hooks that listen to an event, in order.
fn applying(call: &Call, name: EventName, timing: Timing) -> Result<Vec<Active>, Stop> {
    let (game, state) = (&call.host.game, call.host.state());
    let mut found = Vec::new();
    let listening = game.listeners.of(name).map_or(&[][..], |hooks| &hooks[timing as usize]);
    for index in listening.iter().map(|&hook| usize::from(hook)) {
        let hook = &game.hooks[index];
        let before = found.len();
        if hook.component.is_none() {
            found.push(Active {
                hook: index,
                piece: None,
            });
        }
        for &piece in &hook.pieces {
            if works(game, state, hook, piece) {
                found.push(Active {
                    hook: index,
                    piece: Some(piece),
                });
            }
        }
        if let Some(when) = hook.when.as_ref().filter(|_| found.len() > before) {
            let scope = Scope {
                game,
                state,
                locals: &[],
            };
            if !when.bool(&scope).map_err(|error| Stop::Error(error.message))? {
                found.truncate(before);
            }
        }
    }
    if found.len() > 1 {
        put_in_order(call, &mut found);
    }
    Ok(found)
}

/// The active seat's first, then clockwise, then by the time a piece came into its zone; rules that no piece
/// carries come last.
fn put_in_order(call: &Call, found: &mut [Active]) {
    let (game, state) = (&call.host.game, call.host.state());
    let seats = game.seats.len() as u8;
    let first = state.cursor.active.map_or(0, |seat| seat.0);
    let distance = |seat: SeatId| (seat.0 + seats - first) % seats.max(1);
    found.sort_by_key(|active| match active.piece {
        Some(piece) => {
            let seat = state.owner(game, piece).map_or(u8::MAX, distance);
            (seat, state.piece(piece).since, active.hook)
        }
        None => (u8::MAX, u32::MAX, active.hook),
    });
}

/// Calls `hook(effect, event, piece)`; true if it gave back true.
fn run_hook(call: &mut Call, active: Active, event: EventTable) -> Result<bool, Stop> {
    // The hooks are known once all scripts are loaded.
    let Some(&effect) = call.host.hooks.get(active.hook) else {
        return Err(Stop::Error(
            "the table is changed in play only, not while scripts are loaded".into(),
        ));
    };
    let depth = call.host.effects.len();
    call.push_effect_function(effect)?;
    call.host.effects.push(effect);
    call.push_item(Thing::Effect(effect).into())?;
    call.push_value(event.0);
    match active.piece {
        Some(piece) => call.push_item(piece.into())?,
        None => call.push_nil()?,
    };
    call.invoke(3, 1);
    let answer = call.truthy(call.count());
    call.set_top(call.count() - 1);
    call.host.effects.truncate(depth);
    Ok(answer)
}

/// `happen(name, event, body)`: an event of the game's own.
pub(crate) fn happen(call: &mut Call) -> Pushed {
    let word = call.word(1)?;
    if call.arg(2) != Arg::Table || call.arg(3) != Arg::Function {
        return Err(Stop::Error("happen takes a name, a table and a function".into()));
    }
    let event = EventTable(2);
    let body = |call: &mut Call, event: EventTable| {
        call.push_value(3);
        call.push_value(event.0);
        call.invoke(1, 0);
        Ok(())
    };
    if call.host.game.hooked[EventKind::Own as usize] {
        run(call, EventName::Own(word), event, body)?;
    } else {
        body(call, event)?;
    }
    call.push_value(2);
    Ok(1)
}

/// `apply(effect, …)`: runs an effect, and notes for error reports whose it is.
#[inline]
pub(crate) fn apply(call: &mut Call) -> Pushed {
    let Some(Thing::Effect(effect)) = call.handle(1).map(Item::thing) else {
        return Err(call.wrong(1, "an effect"));
    };
    let args = call.count();
    call.push_effect_function(effect)?;
    // SAFETY: the function is moved under its arguments.
    unsafe { ffi::lua_insert(call.state_pointer(), 1) };
    let depth = call.host.effects.len();
    call.host.effects.push(effect);
    call.invoke(args, 1);
    call.host.effects.truncate(depth);
    Ok(1)
}
