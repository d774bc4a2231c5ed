//! What scenario tests can call besides everything scripts can: they lay out a
//! table, force rolls, queue answers, run steps, and say what they expect.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::c_int;
use std::rc::Rc;

use mlua::ffi;

use super::error::ScriptError;
use super::host::Stop;
use super::raw::{Arg, Call, Pushed};
use crate::flow::{Agent, Progress, Question, Reply, Runner, jump, scores};
use crate::game::{BOX_SPACE, Item, PieceId, SpaceId, Thing, TokenId};
use crate::table::{End, Stage};

/// Answers that a test has queued, as `prompt: key`.
pub(crate) type Answers = Rc<RefCell<VecDeque<String>>>;

/// What a test run keeps besides the table.
#[derive(Debug, Default)]
pub(crate) struct Tester {
    /// The runner that plays the steps, while a test function runs.
    pub runner: Option<*mut Runner>,
    pub answers: Answers,
    /// The tests that the files have declared so far.
    pub cases: Vec<Case>,
}

/// `test(name, options, function)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    pub name: String,
    pub setting: Setting,
    pub seed: u64,
    /// A reference to the function.
    pub function: c_int,
    /// Where it is declared: `path:line: `.
    pub place: String,
    /// What is wrong with its options.
    pub wrong: Option<String>,
}

impl Case {
    /// An error about the test as such, at the place where it is declared.
    pub fn error(&self, message: &str) -> ScriptError {
        ScriptError::from_lua(&format!("{}{message}", self.place))
    }
}

/// How the game of a test is to be set up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Setting {
    pub players: Option<u32>,
    pub with: Vec<String>,
    pub set: Vec<(String, String)>,
}

/// Answers from the queue of a test; waits when it is empty.
#[derive(Debug)]
pub(crate) struct Queued(pub Answers);

impl Agent for Queued {
    fn answer(&mut self, question: &Question) -> Reply {
        let Some(answer) = self.0.borrow_mut().pop_front() else {
            return Reply::Wait;
        };
        let (prompt, keys) = match answer.split_once(": ") {
            Some((prompt, keys)) => (Some(prompt), keys),
            None => (None, answer.as_str()),
        };
        if prompt.is_some_and(|prompt| prompt != question.prompt()) {
            return Reply::Fail(format!(
                "the next answer is `{answer}`, but seat {} is asked for `{}`",
                question.game().seats[question.seat().index()].id,
                question.prompt()
            ));
        }
        let known = question.keys();
        let keys: Vec<&str> = match question.is_single() {
            true => vec![keys],
            false => keys.split(',').map(str::trim).filter(|key| !key.is_empty()).collect(),
        };
        let mut picks = Vec::new();
        for key in keys {
            match known.iter().position(|option| option == key) {
                Some(pick) => picks.push(pick as u32),
                None => {
                    return Reply::Fail(format!(
                        "`{key}` is no option of `{}`: the options are {}",
                        question.prompt(),
                        known.join(", ")
                    ));
                }
            }
        }
        match (question.is_single(), picks.as_slice()) {
            (true, [pick]) => Reply::Pick(*pick),
            _ => Reply::Picks(picks),
        }
    }

    fn looks_ahead(&self) -> bool {
        true
    }
}

fn tester<'a>(call: &'a mut Call) -> Result<&'a mut Tester, Stop> {
    match &mut call.host.tester {
        Some(tester) => Ok(tester),
        None => Err(Stop::Error("this works only in scenario tests".into())),
    }
}

/// `test(name, options?, function)`
pub(crate) fn test(call: &mut Call) -> Pushed {
    let Some(name) = call.text(1) else {
        return Err(call.wrong(1, "the test's name"));
    };
    let (options, function) = match call.arg(2) {
        Arg::Function => (None, 2),
        Arg::Table => (Some(2), 3),
        _ => return Err(call.wrong(2, "a table of options or a function")),
    };
    if call.arg(function) != Arg::Function {
        return Err(call.wrong(function, "a function"));
    }
    let mut setting = Setting::default();
    let mut seed = 1;
    let mut wrong = None;
    if let Some(table) = options {
        for (key, value) in fields(call, table) {
            match (key.as_str(), value) {
                ("players", Value::Number(n)) => setting.players = Some(n as u32),
                ("seed", Value::Number(n)) => seed = n as u64,
                ("with", Value::List(names)) => setting.with = names,
                ("set", Value::Table(options)) => setting.set = options,
                _ => {
                    let known = ["players", "seed", "with", "set"];
                    let hint = crate::package::nearest(&key, known)
                        .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                    // The other tests of the file are none the worse for it.
                    wrong = Some(format!("a test has no option `{key}` of this kind{hint}"));
                }
            }
        }
    }
    let place = call.place();
    call.push_value(function);
    // SAFETY: takes a reference to the function on top.
    let function = unsafe {
        let reference = ffi::lua_ref(call.state_pointer(), -1);
        call.set_top(call.count() - 1);
        reference
    };
    tester(call)?.cases.push(Case {
        name,
        setting,
        seed,
        function,
        place,
        wrong,
    });
    Ok(0)
}

enum Value {
    Number(f64),
    List(Vec<String>),
    Table(Vec<(String, String)>),
    Other,
}

/// The fields of a table of options, in the order of their names.
fn fields(call: &Call, table: c_int) -> Vec<(String, Value)> {
    let mut found: Vec<(String, Value)> = entries(call, table)
        .into_iter()
        .filter_map(|(key, at)| {
            let value = match call.arg(at) {
                Arg::Number(n) => Value::Number(n),
                Arg::Table => {
                    let inner = entries(call, at);
                    let strings = |at: c_int| text_of(call, at);
                    if call.length(at) > 0 {
                        Value::List(inner.iter().map(|&(_, at)| strings(at)).collect())
                    } else {
                        let named = inner.iter().filter_map(|(key, at)| Some((key.clone()?, strings(*at))));
                        let mut named: Vec<_> = named.collect();
                        named.sort();
                        Value::Table(named)
                    }
                }
                _ => Value::Other,
            };
            Some((key?, value))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The entries of a table: the key if it is a text, and where the value was pushed.
fn entries(call: &Call, table: c_int) -> Vec<(Option<String>, c_int)> {
    let mut found = Vec::new();
    let lua = call.state_pointer();
    // SAFETY: walks a table with `lua_next`; values stay on the stack, keys are copied.
    unsafe {
        ffi::lua_pushnil(lua);
        while ffi::lua_checkstack(lua, 4) != 0 && ffi::lua_next(lua, table) != 0 {
            let key = call.text(call.count() - 1);
            ffi::lua_insert(lua, -2);
            found.push((key, call.count() - 1));
        }
    }
    found
}

fn text_of(call: &Call, at: c_int) -> String {
    match call.arg(at) {
        Arg::Bool(b) => b.to_string(),
        Arg::Number(n) => n.to_string(),
        _ => call.text(at).unwrap_or_default(),
    }
}

/// `go(phase, seat?)`
pub(crate) fn go(call: &mut Call) -> Pushed {
    let word = call.word(1)?;
    let seat = match call.arg(2) {
        Arg::None => None,
        _ => Some(call.seat(2)?),
    };
    let game = call.host.game.clone();
    let Some(phase) = game.phase_named(call.host.words.text(word)) else {
        return Err(call.unknown_word("phase", word, game.phases.iter().map(|phase| phase.id.as_str())));
    };
    runner(call)?.forget_step();
    jump(&game, &mut call.host.dealer, phase, seat).map_err(|error| Stop::Error(error.message))?;
    Ok(0)
}

/// The runner of this test. The host is reached through it too, so nothing else may be done with `call` meanwhile.
fn runner<'a>(call: &mut Call) -> Result<&'a mut Runner, Stop> {
    match tester(call)?.runner {
        // SAFETY: set only while the test function runs, by the runner that runs it and does nothing else meanwhile.
        Some(runner) => Ok(unsafe { &mut *runner }),
        None => Err(Stop::Error("steps can be run only inside a test".into())),
    }
}

/// `clear()`
pub(crate) fn clear(call: &mut Call) -> Pushed {
    let game = call.host.game.clone();
    let state = &mut call.host.dealer.state;
    for piece in (0..game.pieces.len() as u16).map(PieceId) {
        state.move_piece(&game, piece, BOX_SPACE, End::Top);
    }
    for space in (1..game.spaces.len() as u16).map(SpaceId) {
        for token in (0..game.tokens.len() as u8).map(TokenId) {
            let count = state.tokens(&game, space, token);
            state.give(&game, token, space, BOX_SPACE, count);
        }
    }
    Ok(0)
}

/// `rolls { 6, 1 }`
pub(crate) fn rolls(call: &mut Call) -> Pushed {
    let faces = numbers(call)?;
    let dealer = &mut call.host.dealer;
    // What was left over from before does not come later as a surprise.
    dealer.forced.rolls.truncate(dealer.state.cursor.forced.rolls as usize);
    dealer.forced.rolls.extend(faces);
    Ok(0)
}

/// `picks { 3, 1 }`
pub(crate) fn picks(call: &mut Call) -> Pushed {
    let picks = numbers(call)?;
    let dealer = &mut call.host.dealer;
    dealer.forced.picks.truncate(dealer.state.cursor.forced.picks as usize);
    dealer.forced.picks.extend(picks);
    Ok(0)
}

fn numbers(call: &mut Call) -> Result<Vec<u32>, Stop> {
    let mut items = Vec::new();
    call.items(1, &mut items)?;
    let number = |item: &Item| match item.thing() {
        Thing::Number(n) if n > 0 => Ok(n as u32),
        _ => Err(Stop::Error(format!(
            "expected a number of at least 1, found {}",
            call.describe(*item)
        ))),
    };
    items.iter().map(number).collect()
}

/// `answers { "prompt: key", … }`
pub(crate) fn answers(call: &mut Call) -> Pushed {
    if call.arg(1) != Arg::Table {
        return Err(call.wrong(1, "a list of answers"));
    }
    let mut queued = Vec::new();
    for entry in 1..=call.length(1) {
        call.push_entry(1, entry);
        queued.push(text_of(call, call.count()));
        call.set_top(1);
    }
    tester(call)?.answers.borrow_mut().extend(queued);
    Ok(0)
}

/// `step()`
pub(crate) fn step(call: &mut Call) -> Pushed {
    run_steps(call, Some(1))
}

/// `play()`
pub(crate) fn play(call: &mut Call) -> Pushed {
    run_steps(call, None)
}

fn run_steps(call: &mut Call, most: Option<usize>) -> Pushed {
    let runner = runner(call)?;
    let mut done = 0;
    while most.is_none_or(|most| done < most) {
        let progress = runner.step();
        runner.refill_budget();
        match progress {
            Ok(None) => done += 1,
            Ok(Some(Progress::Over)) => break,
            Ok(Some(Progress::Waiting)) => return push_question(call),
            Err(error) => {
                let at = match &error {
                    crate::flow::RunError::Script(script) => match (&script.path, script.line) {
                        (Some(path), Some(line)) => format!(" ({path}:{line})"),
                        _ => String::new(),
                    },
                    crate::flow::RunError::Rule(_) => String::new(),
                };
                return Err(Stop::Error(format!("the step fails: {error}{at}")));
            }
        }
    }
    call.push_nil()
}

/// The question that waits, as a table.
fn push_question(call: &mut Call) -> Pushed {
    let host = &mut *call.host;
    let Some(pending) = host.pending.clone() else {
        return call.push_nil();
    };
    let state = host.asked_state.as_ref().unwrap_or(&host.dealer.state);
    let keys = host.game.option_keys(
        state,
        &host.words,
        pending.ask.seat,
        &pending.options,
        &pending.payments,
    );
    let lua = call.state_pointer();
    // SAFETY: builds a table on the stack.
    unsafe {
        ffi::lua_checkstack(lua, 6);
        ffi::lua_createtable(lua, 0, 3);
        call.push_int(i32::from(pending.ask.seat.0) + 1)?;
        ffi::lua_rawsetfield(lua, -2, c"seat".as_ptr());
        let prompt = call.host.words.text(pending.ask.prompt).to_string();
        call.push_text(&prompt)?;
        ffi::lua_rawsetfield(lua, -2, c"prompt".as_ptr());
        ffi::lua_createtable(lua, keys.len() as c_int, 0);
        for (index, key) in keys.iter().enumerate() {
            call.push_text(key)?;
            ffi::lua_rawseti_(lua, -2, index as c_int + 1);
        }
        ffi::lua_rawsetfield(lua, -2, c"options".as_ptr());
    }
    Ok(1)
}

/// `over()`
pub(crate) fn over(call: &mut Call) -> Pushed {
    let over = call.host.state().cursor.stage == Stage::Over;
    call.push_bool(over)
}

/// `score(seat)`
pub(crate) fn score(call: &mut Call) -> Pushed {
    let seat = call.seat(1)?;
    let all = scores(call.game(), call.host.state()).map_err(|error| Stop::Error(error.message))?;
    match all {
        Some(all) => call.push_int(all[seat.index()] as i32),
        None => call.push_nil(),
    }
}

/// `winners()`
pub(crate) fn winners(call: &mut Call) -> Pushed {
    let result = crate::flow::GameResult::of(call.game(), call.host.state());
    let result = result.map_err(|error| Stop::Error(error.message))?;
    let seats: Vec<Item> = result.winners.iter().map(|&seat| seat.into()).collect();
    call.push_array(&seats)
}

/// `expect(found, expected, what?)`
pub(crate) fn expect(call: &mut Call) -> Pushed {
    if call.count() < 2 {
        return Err(Stop::Error("expect takes what was found and what is expected".into()));
    }
    if same(call, 1, 2) {
        return Ok(0);
    }
    let what = call.text(3).map_or(String::new(), |what| format!("{what}: "));
    let (found, expected) = (show(call, 1), show(call, 2));
    Err(Stop::Error(format!("{what}expected {expected}, found {found}")))
}

fn same(call: &Call, a: c_int, b: c_int) -> bool {
    match (contents(call, a), contents(call, b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => match (call.arg(a), call.arg(b)) {
            (Arg::Other, Arg::Other) => call.text(a) == call.text(b),
            (a, b) => a == b,
        },
        _ => false,
    }
}

/// The items of a list or an array.
fn contents(call: &Call, index: c_int) -> Option<Vec<Item>> {
    if !matches!(call.arg(index), Arg::List(_) | Arg::Table) {
        return None;
    }
    let mut items = Vec::new();
    call.items(index, &mut items).ok()?;
    Some(items)
}

fn show(call: &Call, index: c_int) -> String {
    if let Some(items) = contents(call, index) {
        let shown: Vec<String> = items.iter().map(|&item| call.describe(item)).collect();
        return format!("[{}]", shown.join(", "));
    }
    match call.arg(index) {
        Arg::None => "nil".into(),
        Arg::Bool(b) => b.to_string(),
        Arg::Number(n) => n.to_string(),
        Arg::Item(item) => call.describe(item),
        Arg::Word(word) => format!("\"{}\"", call.host.words.text(word)),
        _ => call
            .text(index)
            .map_or("something else".into(), |text| format!("\"{text}\"")),
    }
}
