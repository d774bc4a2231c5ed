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

/// A file with tests, or with what they require.
#[derive(Debug)]
pub(crate) struct TestFile<'a> {
    /// The path in its package.
    pub path: &'a str,
    /// The path that is shown.
    pub shown: &'a str,
    pub text: &'a str,
}

/// Test files that were loaded.
#[derive(Debug, Default)]
pub(crate) struct LoadedTests {
    /// The file of each test.
    pub files: Vec<String>,
    /// Files that could not be loaded, or only in part, and why.
    pub broken: Vec<(String, ScriptError)>,
}

impl TestFile<'_> {
    /// What it is required by.
    fn name(&self) -> &str {
        self.path.trim_end_matches(".lua")
    }
}

impl Vm {
    /// Loads test files into a sandbox that has the tests' own functions too.
    pub(crate) fn load_tests(&mut self, sources: &[TestFile]) -> Result<LoadedTests, ScriptError> {
        self.host_mut().tester = Some(Tester::default());
        let sandbox = self.test_sandbox().map_err(|error| script_error(&error))?;
        let compiler = self.compiler();
        let mut chunks: BTreeMap<&str, Function> = BTreeMap::new();
        let mut loaded = LoadedTests::default();
        for source in sources {
            let chunk = self
                .lua
                .load(source.text)
                .set_name(format!("={}", source.shown))
                .set_mode(ChunkMode::Text);
            match chunk
                .set_compiler(compiler.clone())
                .set_environment(sandbox.clone())
                .into_function()
            {
                Ok(function) => {
                    chunks.insert(source.path, function);
                }
                Err(error) => loaded.broken.push((source.shown.into(), script_error(&error))),
            }
        }
        for source in in_order_of_requires(sources) {
            let Some(function) = chunks.get(source.path) else {
                continue;
            };
            self.host_mut().budget.refill();
            match function.call::<Value>(()) {
                Ok(module) => {
                    let modules = self.lua.named_registry_value::<Table>(MODULES);
                    if let (Value::Table(table), Ok(modules)) = (module, modules) {
                        let _ = modules.raw_set(source.name(), table);
                    }
                }
                Err(error) => loaded.broken.push((source.shown.into(), script_error(&error))),
            }
            let declared = self.host().tester.as_ref().map_or(0, |tester| tester.cases.len());
            loaded.files.resize(declared, source.shown.into());
        }
        Ok(loaded)
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
fn in_order_of_requires<'s, 't>(sources: &'s [TestFile<'t>]) -> Vec<&'s TestFile<'t>> {
    let mut order: Vec<&TestFile> = Vec::new();
    let mut left: Vec<&TestFile> = sources.iter().collect();
    while !left.is_empty() {
        let waits = |source: &TestFile, left: &[&TestFile]| {
            let required = crate::package::required_modules(source.text);
            left.iter()
                .any(|other| required.iter().any(|name| other.name() == name))
        };
        let ready = left.iter().position(|source| !waits(source, &left)).unwrap_or(0);
        order.push(left.remove(ready));
    }
    order
}
