//! Scenario tests of a game: short Lua files in its `tests/` that lay out a table,
//! play some steps and say what they expect.

use std::sync::Arc;

use super::Runner;
use crate::game::Game;
use crate::package::{Files, Report, Request, load};
use crate::script::{ScriptError, Setting};
use crate::table::State;

/// How a test went.
#[derive(Debug)]
pub struct TestOutcome {
    /// The file it is in.
    pub file: String,
    pub name: String,
    pub failure: Option<TestFailure>,
}

/// Why a test failed, and the table as it was then.
#[derive(Debug)]
pub struct TestFailure {
    pub error: ScriptError,
    pub game: Arc<Game>,
    pub state: State,
}

/// What keeps tests from being run at all.
#[derive(Debug)]
pub enum TestError {
    Package(Report),
    Script(Vec<ScriptError>),
}

/// Runs the tests of a game whose names or files contain `filter`.
pub fn run_tests(files: &Files, filter: Option<&str>) -> Result<Vec<TestOutcome>, TestError> {
    let smallest = smallest_count(files);
    let mut outcomes = Vec::new();
    let collected = Suite::load(files, &Setting::default(), smallest)?;
    let mut settings: Vec<Setting> = Vec::new();
    for (_, setting) in collected.cases() {
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    drop(collected);
    for setting in settings {
        let mut suite = Suite::load(files, &setting, smallest)?;
        suite.run(&setting, filter, &mut outcomes);
    }
    outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(outcomes)
}

/// The smallest number of players a game allows; 2 if that cannot be read.
fn smallest_count(files: &Files) -> u32 {
    let request = |players| Request {
        game: files.clone(),
        players,
        ..Default::default()
    };
    (1..=12).find(|&players| load(request(players)).is_ok()).unwrap_or(2)
}

/// The test files of a game, loaded for one way to set it up.
struct Suite {
    runner: Runner,
    game: Arc<Game>,
    /// The file of each case.
    files: Vec<String>,
}

impl Suite {
    fn load(files: &Files, setting: &Setting, smallest: u32) -> Result<Suite, TestError> {
        let (_, game) = load(Request {
            game: files.clone(),
            players: setting.players.unwrap_or(smallest),
            options: setting.set.clone(),
            variants: setting.with.clone(),
            mods: Vec::new(),
        })
        .map_err(TestError::Package)?;
        let mut runner = Runner::new(&game).map_err(TestError::Script)?;
        let sources: Vec<(String, String)> = files
            .iter()
            .filter(|(_, file)| file.path.starts_with("tests/") && file.path.ends_with(".lua"))
            .map(|(_, file)| (file.path.clone(), file.text.clone()))
            .collect();
        let files = runner.load_tests(&sources).map_err(TestError::Script)?;
        Ok(Suite { runner, game, files })
    }

    fn cases(&self) -> Vec<(String, Setting)> {
        self.runner.test_cases()
    }

    fn run(&mut self, setting: &Setting, filter: Option<&str>, outcomes: &mut Vec<TestOutcome>) {
        for (index, (name, wanted)) in self.cases().into_iter().enumerate() {
            let file = self.files[index].clone();
            let matches = filter.is_none_or(|filter| name.contains(filter) || file.contains(filter));
            if wanted != *setting || !matches {
                continue;
            }
            let failure = self.runner.run_test(index).err().map(|error| TestFailure {
                error,
                game: self.game.clone(),
                state: self.runner.state().clone(),
            });
            outcomes.push(TestOutcome { file, name, failure });
        }
    }
}
