//! `houserule test`: the scenario tests of a game or a mod.

use houserule_engine::flow::{TestFailure, TestOutcome, Tests, run_tests};
use houserule_engine::package::{Files, Report};
use serde_json::json;

use crate::failure::{Failure, show_report};
use crate::library;
use crate::output::{self, Ink, Paint, say, say_json, tell};
use crate::setting::{Setting, TableArgs, is_mod};
use crate::table::{Look, Picture, names};

/// Run the scenario tests of a game or a mod: the Lua files in its tests/ folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule test                           all games
  houserule test ./my-game
  houserule test ./mods/long-night               a mod's own tests, in the game it is for
  houserule test atlandice --with ./long-night   the game's tests with the mod on, and the mod's
  houserule test atlandice --only scoring  tests whose name or file contains a word
  houserule test ./my-game --json

A test that fails shows what it expected, what it found, and the table. Exit code 1 if any fails.")]
pub struct Args {
    /// Games or mods, by path or name; all games if none is named
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// A variant by name, or a mod by its folder, that lies over the game in every test; may be given several times
    #[arg(short, long = "with", value_name = "LAYER")]
    with: Vec<String>,
    /// Only tests whose name or file contains this
    #[arg(long, value_name = "WORD")]
    only: Option<String>,
    /// Name the tests that pass, too
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A package with how its tests went.
struct Tested {
    /// What is tested, as it was named.
    name: String,
    game: String,
    outcomes: Vec<TestOutcome>,
    /// What kept the tests from being run.
    broken: Option<Report>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let table = TableArgs {
        with: args.with.clone(),
        ..TableArgs::default()
    };
    let mut tested = Vec::new();
    for (setting, mod_alone) in settings(&args.paths, &table)? {
        for one in Tested::all(&setting, mod_alone, args.only.as_deref()) {
            if !args.json {
                one.show(args.verbose);
            }
            tested.push(one);
        }
    }
    let good = tested.iter().all(Tested::is_good);
    if let Some(word) = &args.only
        && good
        && tested.iter().all(|one| one.outcomes.is_empty())
    {
        return Err(Failure::usage(format!(
            "no test has `{word}` in its name or in that of its file"
        )));
    }
    if args.json {
        say_json(&tested.iter().map(Tested::json).collect::<Vec<_>>());
    }
    match good {
        true => Ok(()),
        false => Err(Failure::Said),
    }
}

/// What is to be tested, and whether it is a mod by itself.
fn settings(paths: &[String], table: &TableArgs) -> Result<Vec<(Setting, bool)>, Failure> {
    if paths.is_empty() {
        let all = library::all().into_iter();
        return all.map(|found| Ok((Setting::with(found, table)?, false))).collect();
    }
    let setting = |path: &String| {
        let setting = Setting::of_package(path, table)?;
        Ok((setting, is_mod(path)))
    };
    paths.iter().map(setting).collect()
}

impl Tested {
    /// The tests of a game and of the mods that lie over it; of the last mod only, if it is tested by itself.
    fn all(setting: &Setting, mod_alone: bool, only: Option<&str>) -> Vec<Tested> {
        let mods: Vec<Files> = setting.mods.iter().map(|(_, files)| files.clone()).collect();
        let one = |name: &str, of: Option<&Files>| Tested::of(setting, &mods, name, of, only);
        let with: String = setting.mods.iter().map(|(name, _)| format!(" with {name}")).collect();
        let game = || one(&format!("{}{with}", setting.found.name), None);
        let mut of_mods = setting.mods.iter().map(|(name, files)| one(name, Some(files)));
        match mod_alone {
            true => of_mods.next_back().into_iter().collect(),
            false => std::iter::once_with(game).chain(of_mods).collect(),
        }
    }

    fn of(setting: &Setting, mods: &[Files], name: &str, of: Option<&Files>, only: Option<&str>) -> Tested {
        let run = run_tests(&Tests {
            game: &setting.found.files,
            variants: &setting.variants,
            mods,
            of,
            filter: only,
        });
        let (outcomes, broken) = match run {
            Ok(outcomes) => (outcomes, None),
            Err(report) => (Vec::new(), Some(report)),
        };
        Tested {
            name: name.to_string(),
            game: setting.found.id(),
            outcomes,
            broken,
        }
    }

    fn is_good(&self) -> bool {
        self.broken.is_none() && self.failures().count() == 0
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
            return say(format!("{bad} {}: the tests cannot be run", self.name));
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
            0 => say(format!("{good} {}: {all} tests", self.name)),
            failed => say(format!("{bad} {}: {failed} of {all} tests", self.name)),
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
        show_report(&failure.report);
        let Some((game, state)) = &failure.table else {
            return;
        };
        let look = Look {
            width: output::width(),
            paint,
        };
        let names = names(game, &game.words, &game.language);
        tell(format!(
            "The table then:\n{}\n",
            Picture::of(names, state, None, look).draw()
        ));
    }

    fn json(&self) -> serde_json::Value {
        let tests = self.outcomes.iter().map(|outcome| {
            let problem = outcome
                .failure
                .as_ref()
                .map(|failure| failure.report.to_json()[0].take());
            json!({ "file": outcome.file, "name": outcome.name, "ok": problem.is_none(), "problem": problem })
        });
        json!({
            "game": self.game,
            "name": self.name,
            "tests": tests.collect::<Vec<_>>(),
            "problems": self.broken.as_ref().map(Report::to_json),
        })
    }
}
