//! A virtual machine for the scripts of one game: loads them into a sandbox and
//! runs steps. Text only, no bytecode; no files, no clock, no chance of its own;
//! a budget of instructions and of memory.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_int;
use std::ptr::NonNull;
use std::sync::Arc;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::ffi;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value, lua_State};

use super::api::{LIBRARY, LIBRARY_TABLES};
use super::callbacks::{atom_of, interrupt, trace};
use super::error::ScriptError;
use super::handles::{Builder, lua_name};
use super::host::{Host, Stop};
use super::layout::layout_holds;
use super::library::measure;
use super::raw::push_item;
use crate::game::{FunctionName, Game, Holders, SeatId};

/// Bytes the scripts of one virtual machine may hold.
pub const MEMORY_LIMIT: usize = 64 << 20;

/// What `require` finds.
pub(super) const MODULES: &str = "houserule.modules";

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepEnd {
    /// It ran to its end; `false` if the script gave back `false`.
    Done(bool),
    /// It waits for an answer and will be run again.
    Waiting,
    /// It ended the game.
    Finished,
}

/// Scripts of one game, loaded, with the table they act on.
pub struct Vm {
    pub(super) lua: Lua,
    state: *mut lua_State,
    pub(super) host: NonNull<Host>,
    modules: BTreeMap<String, Table>,
    pub(super) environment: Table,
    /// The functions of the phases.
    phases: Vec<c_int>,
    /// The thread that steps run on.
    pub(super) thread: *mut lua_State,
    /// Functions that have been looked through for tables.
    seen: RefCell<BTreeSet<usize>>,
}

impl std::fmt::Debug for Vm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vm").field("host", self.host()).finish_non_exhaustive()
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        // SAFETY: no script runs any more; the pointer came out of a box and is used nowhere else. The callbacks that
        // follow it are cut off first, because closing the state may still call them.
        unsafe {
            let main = ffi::lua_mainthread(self.state);
            (*ffi::lua_callbacks(main)).interrupt = None;
            (*ffi::lua_callbacks(main)).useratom = None;
            ffi::lua_setthreaddata(main, std::ptr::null_mut());
            drop(Box::from_raw(self.host.as_ptr()));
        }
    }
}

impl Vm {
    /// Loads every script of the game; all that cannot be loaded is reported at once.
    pub fn new(game: &Arc<Game>) -> Result<Vm, Vec<ScriptError>> {
        Vm::load(game, false)
    }

    /// Loads the scripts; with `looks_only` they can look at the table and nothing else.
    pub(super) fn load(game: &Arc<Game>, looks_only: bool) -> Result<Vm, Vec<ScriptError>> {
        let one = |error: mlua::Error| vec![script_error(&error)];
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE | StdLib::BIT;
        let lua = Lua::new_with(libraries, LuaOptions::default()).map_err(one)?;
        let host = Box::into_raw(Box::new(Host::new(game.clone(), looks_only)));
        // SAFETY: `Box::into_raw` is never null.
        let host = unsafe { NonNull::new_unchecked(host) };
        let state = attach(&lua, host);
        if state.is_null() {
            // SAFETY: nothing was attached to the state.
            drop(unsafe { Box::from_raw(host.as_ptr()) });
            return Err(vec![ScriptError::new(
                "this version of the Lua virtual machine cannot be used: its layout is unknown",
            )]);
        }
        let environment = lua.create_table().map_err(one)?;
        let mut vm = Vm {
            lua,
            state,
            host,
            modules: BTreeMap::new(),
            environment,
            phases: Vec::new(),
            thread: state,
            seen: RefCell::default(),
        };
        vm.prepare(game).map_err(one)?;
        vm.lua.set_memory_limit(MEMORY_LIMIT).map_err(one)?;
        vm.load_modules(game)?;
        vm.bind(game)?;
        Ok(vm)
    }

    #[inline]
    pub fn host(&self) -> &Host {
        // SAFETY: the host lives as long as the machine; natives use it only while a step runs, which borrows `self`.
        unsafe { self.host.as_ref() }
    }

    #[inline]
    pub fn host_mut(&mut self) -> &mut Host {
        // SAFETY: as above.
        unsafe { self.host.as_mut() }
    }

    /// The sandbox: handles, globals, and what is left of the library.
    fn prepare(&mut self, game: &Arc<Game>) -> mlua::Result<()> {
        let globals = self.lua.globals();
        // Strings find their methods in the table itself, so it is changed before the sandbox gets its copy.
        for library in ["string", "table"] {
            measure(&self.lua, library, &globals.raw_get(library)?)?;
        }
        globals.raw_set("unpack", globals.raw_get::<Table>("table")?.raw_get::<Value>("unpack")?)?;
        for &name in LIBRARY {
            self.environment.raw_set(name, globals.raw_get::<Value>(name)?)?;
        }
        for &(name, without) in LIBRARY_TABLES {
            let original: Table = globals.raw_get(name)?;
            let copy = self.lua.create_table()?;
            for pair in original.pairs::<Value, Value>() {
                let (key, value) = pair?;
                copy.raw_set(key, value)?;
            }
            for &taken in without {
                copy.raw_set(taken, Value::Nil)?;
            }
            copy.set_readonly(true);
            self.environment.raw_set(name, copy)?;
        }
        let host = self.host.as_ptr();
        // The sandbox takes the place of the globals: only then does Lua look names up once, when a script is loaded.
        // SAFETY: runs protected; the host is alive and not borrowed elsewhere.
        self.thread = unsafe {
            let mut thread = std::ptr::null_mut();
            self.lua.exec_raw::<()>(self.environment.clone(), |state| {
                let builder = Builder::new(state, host, game);
                builder.handles();
                builder.globals();
                ffi::lua_replace(state, ffi::LUA_GLOBALSINDEX);
                thread = ffi::lua_newthread(state);
                ffi::lua_setthreaddata(thread, host.cast());
                ffi::lua_ref(state, -1);
                ffi::lua_settop(state, 0);
            })?;
            thread
        };
        Ok(())
    }

    /// Loads the modules, each after those it requires.
    fn load_modules(&mut self, game: &Game) -> Result<(), Vec<ScriptError>> {
        let mut errors = Vec::new();
        let functions = self.compile(game, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let order = load_order(game)?;
        for name in order {
            let Some((path, function)) = functions.get(&name) else {
                continue;
            };
            // What requires a script that failed fails too; that need not be said.
            let source = game
                .scripts
                .iter()
                .find(|script| script.module == name)
                .map_or("", |script| &script.source);
            let required = crate::package::required_modules(source);
            if required
                .iter()
                .any(|module| functions.contains_key(module) && !self.modules.contains_key(module))
            {
                continue;
            }
            self.host_mut().budget.refill();
            match function.call::<Value>(()) {
                Ok(Value::Table(table)) => {
                    self.freeze(Value::Table(table.clone()));
                    if let Ok(loaded) = self.lua.named_registry_value::<Table>(MODULES) {
                        let _ = loaded.raw_set(name.as_str(), table.clone());
                    }
                    self.modules.insert(name.clone(), table);
                }
                Ok(_) => errors.push(ScriptError {
                    path: Some(path.clone()),
                    ..ScriptError::new(format!(
                        "the script `{name}` must give back a table of functions (`return {name}`)"
                    ))
                }),
                Err(error) => {
                    let mut error = script_error(&error);
                    error.path.get_or_insert_with(|| path.clone());
                    errors.push(error);
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Makes a table and everything a script could reach through it read-only: the tables in it, and those its functions
    /// hold. So nothing can be kept between steps in a table of a module.
    fn freeze(&self, value: Value) {
        match value {
            Value::Table(table) if !table.is_readonly() => {
                table.set_readonly(true);
                for (_, inner) in table.pairs::<Value, Value>().flatten() {
                    self.freeze(inner);
                }
            }
            Value::Function(function) if self.seen.borrow_mut().insert(function.to_pointer() as usize) => {
                for index in 1.. {
                    // SAFETY: the function is on top; the value it holds, if there is one more, is left on the stack.
                    let held: mlua::Result<Option<Value>> = unsafe {
                        self.lua.exec_raw(function.clone(), |state| {
                            if ffi::lua_getupvalue(state, 1, index).is_null() {
                                ffi::lua_settop(state, 0);
                            } else {
                                ffi::lua_replace(state, 1);
                                ffi::lua_settop(state, 1);
                            }
                        })
                    };
                    match held {
                        Ok(Some(held)) => self.freeze(held),
                        _ => break,
                    }
                }
            }
            _ => {}
        }
    }

    fn compile(&mut self, game: &Game, errors: &mut Vec<ScriptError>) -> BTreeMap<String, (String, Function)> {
        let loaded = self.lua.create_table();
        if let Err(error) = loaded.and_then(|loaded| self.lua.set_named_registry_value(MODULES, loaded)) {
            errors.push(script_error(&error));
        }
        self.environment.set_readonly(true);
        self.environment.set_safeenv(true);
        let compiler = self.compiler();
        let mut functions = BTreeMap::new();
        for script in &game.scripts {
            let chunk = self
                .lua
                .load(&script.source)
                .set_name(format!("={}", script.path))
                .set_mode(ChunkMode::Text)
                .set_compiler(compiler.clone());
            match chunk.into_function() {
                Ok(function) => {
                    functions.insert(script.module.clone(), (script.path.clone(), function));
                }
                Err(error) => errors.push(script_error(&error)),
            }
        }
        functions
    }

    pub(super) fn compiler(&self) -> Compiler {
        // Handles of zones and `vars` have properties that change, so `board.size` must not be looked up only once.
        let families = &self.host().game.families;
        let zones = families.iter().filter(|family| family.on == Holders::Table);
        let changing = zones.map(|family| lua_name(&family.id)).chain(["vars".to_string()]);
        Compiler::new()
            .set_optimization_level(1)
            .set_debug_level(1)
            .set_mutable_globals(changing)
            // Lua calls its own functions without looking them up, so those that are not there must be named here, and
            // those that can do much at once, which are to be counted.
            .set_disabled_builtins([
                "getmetatable",
                "setmetatable",
                "rawget",
                "rawset",
                "rawequal",
                "rawlen",
                "typeof",
                "string.sub",
                "table.unpack",
                "unpack",
            ])
    }

    /// Finds the functions that data name.
    fn bind(&mut self, game: &Arc<Game>) -> Result<(), Vec<ScriptError>> {
        let mut errors = Vec::new();
        let mut functions: BTreeMap<String, c_int> = BTreeMap::new();
        let phases = game.phases.iter().map(|phase| &phase.run);
        let hooks = game.hooks.iter().map(|hook| &hook.effect.run);
        let effects = game.components.iter().flat_map(|component| &component.fields);
        let effects = effects.filter_map(|(_, fact)| match fact {
            crate::game::Fact::Effect(effect) => Some(&effect.run),
            _ => None,
        });
        let bot = game.bot.iter().map(|bot| &bot.run);
        for name in phases.chain(hooks).chain(effects).chain(bot) {
            if functions.contains_key(&name.to_string()) {
                continue;
            }
            match self.function_ref(name) {
                Ok(reference) => {
                    functions.insert(name.to_string(), reference);
                }
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        self.phases = game
            .phases
            .iter()
            .map(|phase| functions[&phase.run.to_string()])
            .collect();
        let host = self.host.as_ptr();
        // SAFETY: runs protected; the host is alive and not borrowed elsewhere.
        let bound = unsafe {
            self.lua.exec_raw::<()>((), |state| {
                let builder = Builder::new(state, host, game);
                builder.effects(|effect| functions.get(&effect.run.to_string()).copied());
                let hooks = game.hooks.iter().map(|hook| {
                    let function = functions[&hook.effect.run.to_string()];
                    let effect = builder.effect(&hook.effect, function);
                    ffi::lua_settop(state, -2);
                    effect
                });
                (*host).hooks = hooks.collect();
                if let Some(bot) = &game.bot {
                    (*host).bot = Some(builder.effect(bot, functions[&bot.run.to_string()]));
                    ffi::lua_settop(state, -2);
                }
            })
        };
        bound.map_err(|error| vec![script_error(&error)])
    }

    fn function_ref(&self, name: &FunctionName) -> Result<c_int, ScriptError> {
        let missing = || ScriptError::new(format!("there is no script function `{name}`"));
        let module = self.modules.get(&name.module).ok_or_else(missing)?;
        let function: Function = module.raw_get(name.function.as_str()).map_err(|_| missing())?;
        let mut reference = 0;
        // SAFETY: the function is on top of the stack.
        unsafe {
            self.lua
                .exec_raw::<()>(function, |state| {
                    reference = ffi::lua_ref(state, -1);
                    ffi::lua_settop(state, 0);
                })
                .map_err(|error| script_error(&error))?;
        }
        Ok(reference)
    }

    /// Runs one step: the function of a phase, for a seat if the phase gives turns.
    #[inline]
    pub fn run_step(&mut self, phase: usize, seat: Option<SeatId>) -> Result<StepEnd, ScriptError> {
        let function = self.phases[phase];
        let host = self.host.as_ptr();
        // SAFETY: the state is idle; the call is protected and leaves the stack as it was. The host is used by natives
        // during the call and by nobody else.
        unsafe {
            (*host).lists.next_step();
            (*host).budget.refill();
            let thread = self.thread;
            ffi::lua_rawgeti_(thread, ffi::LUA_REGISTRYINDEX, function);
            let mut args = 0;
            if let Some(seat) = seat {
                push_item(thread, &*host, seat.into());
                args = 1;
            }
            let status = ffi::lua_resume_(thread, std::ptr::null_mut(), args);
            self.end_of(status)
        }
    }

    /// What it means that the thread has stopped; its result or error is on top.
    pub(super) fn end_of(&mut self, status: c_int) -> Result<StepEnd, ScriptError> {
        let thread = self.thread;
        if status == ffi::LUA_OK {
            // SAFETY: the results are all that is on the stack of the thread.
            unsafe {
                let refused = ffi::lua_type(thread, 1) == ffi::LUA_TBOOLEAN && ffi::lua_toboolean(thread, 1) == 0;
                ffi::lua_settop(thread, 0);
                return Ok(StepEnd::Done(!refused));
            }
        }
        let host = self.host_mut();
        host.depth = 0;
        let end = match host.stop.take() {
            Some(Stop::Waiting) => Ok(StepEnd::Waiting),
            Some(Stop::Finished) => Ok(StepEnd::Finished),
            _ => Err(self.last_error(status)),
        };
        self.host_mut().effects.clear();
        // SAFETY: the thread has stopped for good; it starts anew with the next step.
        unsafe { ffi::lua_resetthread(thread) };
        end
    }

    fn last_error(&mut self, status: c_int) -> ScriptError {
        if let Some(failure) = self.host_mut().failure.take() {
            return *failure;
        }
        let mut error = if status == ffi::LUA_ERRMEM {
            ScriptError::new(format!(
                "the scripts use more than {} MiB of memory",
                MEMORY_LIMIT >> 20
            ))
        } else {
            // SAFETY: the error is on top; only a string is read.
            let text = unsafe {
                let mut len = 0;
                let text = ffi::lua_tolstring(self.thread, -1, &raw mut len);
                match text.is_null() {
                    true => "an error without a message".into(),
                    false => String::from_utf8_lossy(std::slice::from_raw_parts(text.cast::<u8>(), len)).into_owned(),
                }
            };
            ScriptError::from_lua(&text)
        };
        // SAFETY: the thread still is as the error left it.
        error.calls = unsafe { trace(self.thread) };
        let host = self.host_mut();
        error.context = std::mem::take(&mut host.effects)
            .into_iter()
            .map(|effect| format!("in the effect {}", host.effect_names[effect as usize]))
            .collect();
        error
    }
}

/// Lets the state know its host, and counts its steps. Null if the state is not laid out as it should be.
fn attach(lua: &Lua, host: NonNull<Host>) -> *mut lua_State {
    let mut main = std::ptr::null_mut();
    // SAFETY: the host outlives the state; both callbacks check for a missing host.
    let attached = unsafe {
        lua.exec_raw::<()>((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            ffi::lua_setthreaddata(state, host.as_ptr().cast());
            (*callbacks).useratom = Some(atom_of);
            (*callbacks).interrupt = Some(interrupt);
            if layout_holds(state) {
                main = ffi::lua_mainthread(state);
                ffi::lua_setthreaddata(main, host.as_ptr().cast());
            } else {
                (*callbacks).useratom = None;
                (*callbacks).interrupt = None;
                ffi::lua_setthreaddata(state, std::ptr::null_mut());
            }
        })
    };
    debug_assert!(attached.is_ok());
    main
}

/// The modules in an order in which each comes after those it requires.
fn load_order(game: &Game) -> Result<Vec<String>, Vec<ScriptError>> {
    let mut order: Vec<String> = Vec::new();
    let mut errors = Vec::new();
    for script in &game.scripts {
        visit(game, &script.module, &mut Vec::new(), &mut order, &mut errors);
    }
    if errors.is_empty() { Ok(order) } else { Err(errors) }
}

fn visit(game: &Game, module: &str, open: &mut Vec<String>, order: &mut Vec<String>, errors: &mut Vec<ScriptError>) {
    if order.iter().any(|done| done == module) {
        return;
    }
    let Some(script) = game.scripts.iter().find(|script| script.module == module) else {
        return;
    };
    if open.iter().any(|open| open == module) {
        errors.push(ScriptError {
            path: Some(script.path.clone()),
            ..ScriptError::new(format!(
                "scripts require each other in a circle: {} → {module}",
                open.join(" → ")
            ))
        });
        return;
    }
    open.push(module.to_string());
    for required in crate::package::required_modules(&script.source) {
        visit(game, &required, open, order, errors);
    }
    open.pop();
    order.push(module.to_string());
}

/// What Lua cannot read, of scripts given by path and source. Nothing of them is run.
pub(crate) fn syntax_errors(scripts: &[(&str, &str)]) -> Vec<ScriptError> {
    let lua = match Lua::new_with(StdLib::NONE, LuaOptions::default()) {
        Ok(lua) => lua,
        Err(error) => return vec![script_error(&error)],
    };
    let errors = scripts.iter().filter_map(|(path, source)| {
        let chunk = lua.load(*source).set_name(format!("={path}")).set_mode(ChunkMode::Text);
        chunk.into_function().err()
    });
    errors.map(|error| script_error(&error)).collect()
}

/// What went wrong, in our words.
pub(crate) fn script_error(error: &mlua::Error) -> ScriptError {
    match error {
        mlua::Error::SyntaxError { message, .. } => ScriptError::from_lua(message),
        mlua::Error::RuntimeError(message) => {
            let mut lines = message.lines();
            let mut script = ScriptError::from_lua(lines.next().unwrap_or_default());
            script.calls = lines
                .filter(|line| !line.starts_with("stack traceback"))
                .map(|line| line.trim().to_string())
                .filter(|line| line.contains(".lua"))
                .collect();
            script
        }
        mlua::Error::CallbackError { cause, traceback } => {
            let mut script = script_error(cause);
            script.calls = traceback
                .lines()
                .map(|line| line.trim().to_string())
                .filter(|line| line.contains(".lua"))
                .collect();
            script
        }
        mlua::Error::MemoryError(_) => ScriptError::new(format!(
            "the scripts use more than {} MiB of memory",
            MEMORY_LIMIT >> 20
        )),
        other => ScriptError::new(other.to_string()),
    }
}
