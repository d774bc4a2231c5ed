//! Scenario tests of a package: short Lua files in its `tests/` that lay out a table,
//! play some steps and say what they expect. A mod has tests of its own, which run
//! with its game; the tests of a game can run with layers over it.

use std::sync::Arc;

use super::Runner;
use crate::game::Game;
use crate::package::{Files, Place, Problem, Report, Request, load};
use crate::script::{Case, LoadedTests, ScriptError, Setting, TestFile};
use crate::table::State;

/// The name of what a test file does before any test of it.
const WHOLE_FILE: &str = "the file itself";

/// What is to be tested.
#[derive(Debug, Clone, Copy)]
pub struct Tests<'a> {
    pub game: &'a Files,
    /// Variants and mods that lie over the game in every test.
    pub variants: &'a [String],
    pub mods: &'a [Files],
    /// The mod whose own tests are run; those of the game if it is none.
    pub of: Option<&'a Files>,
    /// Only tests whose names or files contain this.
    pub filter: Option<&'a str>,
}

/// How a test went.
#[derive(Debug)]
pub struct TestOutcome {
    /// The file it is in.
    pub file: String,
    pub name: String,
    pub failure: Option<TestFailure>,
}

/// Why a test failed, and the table as it was then, if it got so far.
#[derive(Debug)]
pub struct TestFailure {
    pub report: Report,
    pub table: Option<(Arc<Game>, State)>,
}

/// Runs the tests of a game or of a mod. It is an error if the package cannot be played; what is wrong with a single file
/// or test is a failure of that.
pub fn run_tests(tests: &Tests) -> Result<Vec<TestOutcome>, Report> {
    let smallest = tests.smallest_count();
    let collected = Suite::load(tests, &Setting::default(), smallest)?;
    let mut outcomes = collected.mistakes();
    let mut settings: Vec<Setting> = Vec::new();
    for (_, case) in collected.cases() {
        if case.wrong.is_none() && !settings.contains(&case.setting) {
            settings.push(case.setting);
        }
    }
    for setting in settings {
        match Suite::load(tests, &setting, smallest) {
            Ok(mut suite) => suite.run(&setting, &mut outcomes),
            Err(report) => outcomes.extend(collected.cannot_be_set_up(&setting, &report)),
        }
    }
    outcomes.retain(|outcome| tests.wants(outcome));
    outcomes.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(outcomes)
}

impl<'a> Tests<'a> {
    /// All tests of a game as it is.
    pub fn of_game(game: &'a Files) -> Tests<'a> {
        Tests {
            game,
            variants: &[],
            mods: &[],
            of: None,
            filter: None,
        }
    }

    fn request(&self, players: u32, setting: &Setting) -> Request {
        Request {
            game: self.game.clone(),
            players,
            options: setting.set.clone(),
            variants: self.variants.iter().chain(&setting.with).cloned().collect(),
            mods: self.mods.to_vec(),
        }
    }

    /// The smallest number of players the game allows; 2 if that cannot be read.
    fn smallest_count(&self) -> u32 {
        let allowed = |&players: &u32| load(self.request(players, &Setting::default())).is_ok();
        (1..=12).find(allowed).unwrap_or(2)
    }

    /// The test files, with the paths that are shown of them.
    fn files(&self) -> Vec<(&str, String, &str)> {
        let files = self.of.unwrap_or(self.game).iter().map(|(_, file)| file);
        let files = files.filter(|file| file.path.starts_with("tests/") && file.path.ends_with(".lua"));
        let shown = |path: &str| match self.of {
            Some(package) => format!("{}/{path}", package.name()),
            None => path.to_string(),
        };
        files
            .map(|file| (file.path.as_str(), shown(&file.path), file.text.as_str()))
            .collect()
    }

    fn wants(&self, outcome: &TestOutcome) -> bool {
        let named = |filter| outcome.name.contains(filter) || outcome.file.contains(filter);
        self.filter.is_none_or(named)
    }
}

/// The test files of a package, loaded for one way to set up the game.
struct Suite {
    runner: Runner,
    game: Arc<Game>,
    loaded: LoadedTests,
}

impl Suite {
    fn load(tests: &Tests, setting: &Setting, smallest: u32) -> Result<Suite, Report> {
        let players = setting.players.unwrap_or(smallest);
        let (_, game) = load(tests.request(players, setting))?;
        let report = |errors: Vec<ScriptError>| {
            let problems = errors.iter().map(|error| error.problem(&game.files));
            Report::new(problems.collect(), game.files.clone())
        };
        let mut runner = Runner::new(&game).map_err(report)?;
        let files = tests.files();
        let sources = files.iter().map(|(path, shown, text)| TestFile { path, shown, text });
        let loaded = runner
            .load_tests(&sources.collect::<Vec<_>>())
            .map_err(|error| report(vec![error]))?;
        Ok(Suite { runner, game, loaded })
    }

    /// Every test with its file.
    fn cases(&self) -> impl Iterator<Item = (&str, Case)> {
        self.loaded
            .files
            .iter()
            .map(String::as_str)
            .zip(self.runner.test_cases())
    }

    fn failure(&self, error: &ScriptError) -> TestFailure {
        TestFailure {
            report: Report::new(vec![error.problem(&self.game.files)], self.game.files.clone()),
            table: None,
        }
    }

    /// Files that cannot be read to their end, and tests with options that do not exist.
    fn mistakes(&self) -> Vec<TestOutcome> {
        let files = self.loaded.broken.iter().map(|(file, error)| TestOutcome {
            file: file.clone(),
            name: WHOLE_FILE.into(),
            failure: Some(self.failure(error)),
        });
        let tests = self.cases().filter_map(|(file, case)| {
            let error = case.error(case.wrong.as_ref()?);
            Some(TestOutcome {
                file: file.into(),
                failure: Some(self.failure(&error)),
                name: case.name,
            })
        });
        files.chain(tests).collect()
    }

    /// The tests that want the game in a way in which it cannot be played.
    fn cannot_be_set_up(&self, setting: &Setting, report: &Report) -> impl Iterator<Item = TestOutcome> {
        let cases = self.cases().filter(|(_, case)| case.setting == *setting);
        cases.map(|(file, case)| {
            let head = case.error("").problem(&report.files).place;
            let problems = report.problems.iter().map(|problem| asked_for(problem, head.as_ref()));
            TestOutcome {
                file: file.into(),
                failure: Some(TestFailure {
                    report: Report::new(problems.collect(), report.files.clone()),
                    table: None,
                }),
                name: case.name,
            }
        })
    }

    fn run(&mut self, setting: &Setting, outcomes: &mut Vec<TestOutcome>) {
        let cases: Vec<(String, Case)> = self.cases().map(|(file, case)| (file.to_string(), case)).collect();
        for (index, (file, case)) in cases.into_iter().enumerate() {
            if case.setting != *setting || case.wrong.is_some() {
                continue;
            }
            let error = self.runner.run_test(index).err();
            outcomes.push(TestOutcome {
                file,
                name: case.name,
                failure: error.map(|error| TestFailure {
                    table: Some((self.game.clone(), self.runner.state().clone())),
                    ..self.failure(&error)
                }),
            });
        }
    }
}

/// A problem of the game as a test asks for it, which shows the head of the test.
fn asked_for(problem: &Problem, head: Option<&Place>) -> Problem {
    match head {
        Some(head) if problem.place.is_none() => problem.clone().at(head.clone()),
        Some(head) => problem.clone().related(head.clone(), "this test asks for it"),
        None => problem.clone(),
    }
}
