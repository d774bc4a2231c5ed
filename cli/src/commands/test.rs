//! `houserule test`: the scenario tests of a game.

use houserule_engine::flow::{TestError, TestFailure, TestOutcome, run_tests};
use houserule_engine::package::{Files, Report};
use serde_json::json;
use std::sync::Arc;

use crate::failure::{Failure, show_report};
use crate::library::{self, Found};
use crate::output::{self, Ink, Paint, say, say_json, tell};
use crate::table::{Look, Picture, names};

/// Run the scenario tests of a game: the Lua files in its tests/ folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule test                           all games
  houserule test ./my-game
  houserule test atlandice --only scoring  tests whose name or file contains a word
  houserule test ./my-game --json

A test that fails shows what it expected, what it found, and the table. Exit code 1 if any fails.")]
pub struct Args {
    /// The games, by path or name; all if none is named
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// Only tests whose name or file contains this
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// Name the tests that pass, too
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game with how its tests went.
struct Tested {
    found: Found,
    outcomes: Vec<TestOutcome>,
    /// What kept the tests from being run.
    broken: Option<Report>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let games = match args.paths.as_slice() {
        [] => library::all(),
        paths => paths.iter().map(|path| library::find(path)).collect::<Result<_, _>>()?,
    };
    let mut tested = Vec::new();
    for found in games {
        let one = Tested::of(found, args.only.as_deref());
        if !args.json {
            one.show(args.verbose);
        }
        tested.push(one);
    }
    if args.json {
        say_json(&tested.iter().map(Tested::json).collect::<Vec<_>>());
    }
    match tested
        .iter()
        .all(|one| one.broken.is_none() && one.failures().count() == 0)
    {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}

impl Tested {
    fn of(found: Found, only: Option<&str>) -> Tested {
        let (outcomes, broken) = match run_tests(&found.files, only) {
            Ok(outcomes) => (outcomes, None),
            Err(TestError::Package(report)) => (Vec::new(), Some(report)),
            Err(TestError::Script(errors)) => {
                let problems = errors.iter().map(|error| error.problem(&found.files));
                (
                    Vec::new(),
                    Some(Report::new(problems.collect(), Arc::new(found.files.clone()))),
                )
            }
        };
        Tested {
            found,
            outcomes,
            broken,
        }
    }

    fn failures(&self) -> impl Iterator<Item = (&TestOutcome, &TestFailure)> {
        self.outcomes
            .iter()
            .filter_map(|outcome| Some((outcome, outcome.failure.as_ref()?)))
    }

    fn show(&self, verbose: bool) {
        let paint = output::paint();
        let (good, bad) = (paint.ink(Ink::Good, "ok"), paint.ink(Ink::Bad, "failed"));
        if let Some(report) = &self.broken {
            show_report(report);
            return say(format!("{bad} {}: the tests cannot be run", self.found.name));
        }
        for outcome in &self.outcomes {
            match &outcome.failure {
                Some(failure) => self.show_failure(outcome, failure),
                None if verbose => say(format!("{good} {}: {}", outcome.file, outcome.name)),
                None => {}
            }
        }
        let (all, failed) = (self.outcomes.len(), self.failures().count());
        match failed {
            0 => say(format!("{good} {}: {all} tests", self.found.name)),
            failed => say(format!("{bad} {}: {failed} of {all} tests", self.found.name)),
        }
    }

    fn show_failure(&self, outcome: &TestOutcome, failure: &TestFailure) {
        let paint: Paint = output::error_paint();
        tell(format!(
            "{} {}: {}",
            paint.ink(Ink::Bad, "failed"),
            outcome.file,
            paint.bold(&outcome.name)
        ));
        show_report(&report(&self.found.files, failure));
        let game = &failure.game;
        let look = Look {
            width: output::width(),
            paint,
        };
        let names = names(game, &game.words, &game.language);
        tell(format!(
            "The table then:\n{}\n",
            Picture::of(names, &failure.state, None, look).draw()
        ));
    }

    fn json(&self) -> serde_json::Value {
        let tests = self.outcomes.iter().map(|outcome| {
            let problem = outcome
                .failure
                .as_ref()
                .map(|failure| report(&self.found.files, failure).to_json()[0].take());
            json!({ "file": outcome.file, "name": outcome.name, "ok": problem.is_none(), "problem": problem })
        });
        json!({
            "game": self.found.id(),
            "tests": tests.collect::<Vec<_>>(),
            "problems": self.broken.as_ref().map(Report::to_json),
        })
    }
}

fn report(files: &Files, failure: &TestFailure) -> Report {
    Report::new(vec![failure.error.problem(files)], Arc::new(files.clone()))
}
