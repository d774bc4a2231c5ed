//! Scenario tests in a virtual machine: their files are loaded into a sandbox that
//! has the tests' own functions too, and their functions are called there.

use std::collections::BTreeMap;
use std::ffi::c_int;

use mlua::chunk::ChunkMode;
use mlua::ffi;
use mlua::{Function, Table, Value};

use super::error::ScriptError;
use super::handles::Builder;
use super::testing::Tester;
use super::vm::{MODULES, Vm, script_error};

impl Vm {
    /// Loads test files into a sandbox that has the tests' own functions too. Gives back the file of each test.
    pub(crate) fn load_tests(&mut self, sources: &[(String, String)]) -> Result<Vec<String>, Vec<ScriptError>> {
        self.host_mut().tester = Some(Tester::default());
        let one = |error: mlua::Error| vec![script_error(&error)];
        let sandbox = self.test_sandbox().map_err(one)?;
        let compiler = self.compiler();
        let mut chunks: BTreeMap<String, Function> = BTreeMap::new();
        let mut errors = Vec::new();
        for (path, source) in sources {
            let chunk = self
                .lua
                .load(source)
                .set_name(format!("={path}"))
                .set_mode(ChunkMode::Text);
            match chunk
                .set_compiler(compiler.clone())
                .set_environment(sandbox.clone())
                .into_function()
            {
                Ok(function) => {
                    chunks.insert(path.clone(), function);
                }
                Err(error) => errors.push(script_error(&error)),
            }
        }
        let mut files = Vec::new();
        for (path, _) in in_order_of_requires(sources) {
            let Some(function) = chunks.get(path) else {
                continue;
            };
            self.host_mut().budget.refill();
            match function.call::<Value>(()) {
                Ok(module) => {
                    let name = path.trim_end_matches(".lua");
                    if let (Value::Table(table), Ok(loaded)) = (module, self.lua.named_registry_value::<Table>(MODULES))
                    {
                        let _ = loaded.raw_set(name, table);
                    }
                }
                Err(error) => errors.push(script_error(&error)),
            }
            let declared = self.host().tester.as_ref().map_or(0, |tester| tester.cases.len());
            files.resize(declared, path.clone());
        }
        if errors.is_empty() { Ok(files) } else { Err(errors) }
    }

    fn test_sandbox(&self) -> mlua::Result<Table> {
        let sandbox = self.lua.create_table()?;
        for pair in self.environment.pairs::<Value, Value>() {
            let (key, value) = pair?;
            sandbox.raw_set(key, value)?;
        }
        let host = self.host.as_ptr();
        let game = self.host().game.clone();
        // SAFETY: runs protected; the host is alive and not borrowed elsewhere.
        unsafe {
            self.lua.exec_raw::<()>(sandbox.clone(), |state| {
                Builder::new(state, host, &game).test_globals();
                ffi::lua_settop(state, 0);
            })?;
        }
        sandbox.set_readonly(true);
        Ok(sandbox)
    }

    /// Runs the function of a test on the table as it is.
    pub(crate) fn call_test(&mut self, function: c_int) -> Result<(), ScriptError> {
        let host = self.host.as_ptr();
        // SAFETY: the function is a reference of this state; the call runs protected.
        let function: mlua::Result<Function> = unsafe {
            (*host).budget.refill();
            (*host).lists.next_step();
            self.lua.exec_raw((), |state| {
                ffi::lua_rawgeti_(state, ffi::LUA_REGISTRYINDEX, function);
            })
        };
        function
            .and_then(|function| function.call::<()>(()))
            .map_err(|error| script_error(&error))
    }
}

/// Test files, each after those it requires.
fn in_order_of_requires(sources: &[(String, String)]) -> Vec<&(String, String)> {
    let mut order: Vec<&(String, String)> = Vec::new();
    let mut left: Vec<&(String, String)> = sources.iter().collect();
    while !left.is_empty() {
        let waits = |source: &str, left: &[&(String, String)]| {
            let required = crate::package::required_modules(source);
            left.iter()
                .any(|(path, _)| required.iter().any(|name| path.trim_end_matches(".lua") == name))
        };
        let ready = left.iter().position(|(_, source)| !waits(source, &left)).unwrap_or(0);
        order.push(left.remove(ready));
    }
    order
}
