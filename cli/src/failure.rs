//! Everything that ends a command early: what is said about it, and the exit code.
//! 1 stands for problems found, 2 for a command line that makes no sense, 130 for
//! an interruption.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use houserule_engine::flow::{Mismatch, RunError, SessionError};
use houserule_engine::game::Game;
use houserule_engine::package::{FileId, Files, Place, Problem, Report};
use houserule_engine::script::ScriptError;
use houserule_grammar::SyntaxError;
use miette::{GraphicalReportHandler, GraphicalTheme};

use crate::output::{self, Ink};

/// The exit code for problems found.
const FOUND: u8 = 1;
/// The exit code for a command line that makes no sense.
const USAGE: u8 = 2;

/// Why a command did not get to its end.
#[derive(Debug)]
pub enum Failure {
    /// Asked for something that is not there.
    Usage {
        message: String,
        help: Option<String>,
    },
    /// Something is wrong with a package, a script or a playthrough.
    Problems {
        report: Report,
        /// The command that brings the moment back.
        again: Option<String>,
        code: u8,
    },
    /// It has been said already what is wrong.
    Said,
    Interrupted,
}

impl From<Report> for Failure {
    /// What is wrong in no file was asked for on the command line: a variant, an option.
    fn from(report: Report) -> Failure {
        let asked = report.problems.iter().all(|problem| problem.place.is_none());
        Failure::Problems {
            report,
            again: None,
            code: if asked { USAGE } else { FOUND },
        }
    }
}

impl Failure {
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage {
            message: message.into(),
            help: None,
        }
    }

    /// A name that is not known, with the nearest one that is.
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
        let problem = Problem::new(format!("there is no {what} `{name}`")).suggest(name, known);
        Failure::Usage {
            message: problem.message,
            help: problem.help,
        }
    }

    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &Path, error: &std::io::Error) -> Failure {
        Failure::usage(format!("cannot {doing} `{}`: {error}", path.display()))
    }

    /// Scripts that cannot be loaded.
    pub fn scripts(game: &Game, errors: &[ScriptError]) -> Failure {
        Failure::Problems {
            report: script_report(game, errors),
            again: None,
            code: FOUND,
        }
    }

    /// A game that stopped in the middle.
    pub fn run(game: &Game, error: &RunError, again: Option<String>) -> Failure {
        Failure::Problems {
            report: run_report(game, error),
            again,
            code: FOUND,
        }
    }

    /// What went wrong in a session; `again` brings it back.
    pub fn session(game: &Game, error: &SessionError, file: Option<(&str, &str)>, again: Option<String>) -> Failure {
        match error {
            SessionError::Run(error) => Failure::run(game, error, again),
            SessionError::Load(errors) => Failure::scripts(game, errors),
            SessionError::Mismatch(mismatch) => match file {
                Some((path, text)) => mismatch_report(path, text, mismatch).into(),
                None => Failure::usage(mismatch.to_string()),
            },
        }
    }

    /// Says what is wrong, to a person or in JSON, and gives back the exit code.
    pub fn show(&self, json: bool) -> ExitCode {
        match json {
            true => self.say_json(),
            false => self.tell(),
        }
        ExitCode::from(match self {
            Failure::Usage { .. } => USAGE,
            Failure::Problems { code, .. } => *code,
            Failure::Said => FOUND,
            Failure::Interrupted => 130,
        })
    }

    /// Says what is wrong to a person.
    pub fn tell(&self) {
        let paint = output::error_paint();
        match self {
            Failure::Usage { message, help } => {
                output::tell(format!("{} {message}", paint.ink(Ink::Bad, "error:")));
                if let Some(help) = help {
                    output::tell(format!("  help: {help}"));
                }
            }
            Failure::Problems { report, again, .. } => {
                show_report(report);
                if let Some(again) = again {
                    output::tell(format!("This brings the moment back:\n  {}", paint.bold(again)));
                }
            }
            Failure::Said | Failure::Interrupted => {}
        }
    }

    fn say_json(&self) {
        let (problems, again) = match self {
            Failure::Usage { message, help } => {
                let mut problem = Problem::new(message);
                problem.help.clone_from(help);
                (Report::new(vec![problem], Arc::default()).to_json(), None)
            }
            Failure::Problems { report, again, .. } => (report.to_json(), again.as_deref()),
            Failure::Said | Failure::Interrupted => return,
        };
        output::say_json(&serde_json::json!({ "ok": false, "problems": problems, "again": again }));
    }
}

/// Shows a report: drawn for a terminal, plain for everything else.
pub fn show_report(report: &Report) {
    if !output::error_paint().0 {
        return output::tell(report);
    }
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode()).with_width(output::width());
    for problem in report.to_miette() {
        let mut drawn = String::new();
        match handler.render_report(&mut drawn, problem.as_ref()) {
            Ok(()) => output::tell(drawn.trim_end_matches('\n')),
            Err(_) => return output::tell(report),
        }
    }
    output::tell(match report.problems.len() {
        1 => "1 problem".to_string(),
        n => format!("{n} problems"),
    });
}

/// The errors of scripts with the lines they are about.
pub fn script_report(game: &Game, errors: &[ScriptError]) -> Report {
    let problems = errors.iter().map(|error| error.problem(&game.files));
    Report::new(problems.collect(), game.files.clone())
}

/// An error in the middle of a game.
pub fn run_report(game: &Game, error: &RunError) -> Report {
    let mut problem = error.problem(&game.files);
    // The rules it came out of may be theirs.
    if !game.asked_layers.is_empty() {
        let layers = format!("with {}", game.asked_layers.join(", "));
        let context = problem.help.take().into_iter().chain([layers]);
        problem.help = Some(context.collect::<Vec<_>>().join(", "));
    }
    Report::new(vec![problem], game.files.clone())
}

/// The errors of a playthrough that cannot be read.
pub fn syntax_report(path: &str, text: &str, errors: &[SyntaxError]) -> Report {
    let problems = errors.iter().map(|error| Problem {
        help: error.help.clone(),
        ..Problem::new(&error.message).at(Place {
            file: FileId(0),
            span: error.span.clone(),
        })
    });
    Report::new(problems.collect(), Arc::new(Files::from_pairs(path, [(path, text)])))
}

/// The line of a playthrough that the game does not follow.
fn mismatch_report(path: &str, text: &str, mismatch: &Mismatch) -> Report {
    let start: usize = text
        .split_inclusive('\n')
        .take(mismatch.line.saturating_sub(1))
        .map(str::len)
        .sum();
    let line = text[start..].lines().next().unwrap_or_default();
    let problem = Problem {
        help: mismatch.help.clone(),
        ..Problem::new(&mismatch.message).at(Place {
            file: FileId(0),
            span: start..start + line.len(),
        })
    };
    Report::new(vec![problem], Arc::new(Files::from_pairs(path, [(path, text)])))
}
