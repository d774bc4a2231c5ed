//! The steps of the setup: those of the game, changed by the layers over it.

use houserule_grammar::parse_setup;
use houserule_grammar::tree::{Edit, Name, Setup, Step};

use super::condition::syntax_problem;
use super::files::{FileId, Files};
use super::node::LayerId;
use super::problem::{Place, Problem};

/// A step of the setup, and where it is from.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedStep {
    pub step: Step,
    pub file: FileId,
    pub layer: LayerId,
}

/// Reads a file of steps; nothing if there is none.
pub fn parse(files: &Files, file: Option<FileId>, problems: &mut Vec<Problem>) -> Setup {
    let Some(file) = file else {
        return Setup::default();
    };
    parse_setup(files.text(file)).unwrap_or_else(|errors| {
        problems.extend(errors.iter().map(|error| syntax_problem(error, file)));
        Setup::default()
    })
}

/// Puts a layer's steps over those below it.
pub fn apply(steps: &mut Vec<ResolvedStep>, setup: Setup, file: FileId, layer: LayerId, problems: &mut Vec<Problem>) {
    for step in setup.steps {
        if layer == LayerId(0) && step.edit != Edit::Add {
            let problem = Problem::new("there is nothing below the game to change").at(at(file, &step.name));
            problems.push(problem.help("only a layer adds its steps before or after others, replaces or removes them"));
            continue;
        }
        problems.extend(apply_one(steps, ResolvedStep { step, file, layer }).err());
    }
}

fn apply_one(steps: &mut Vec<ResolvedStep>, new: ResolvedStep) -> Result<(), Problem> {
    match &new.step.edit {
        Edit::Replace => {
            let found = find(steps, &new.step.name, new.file)?;
            steps[found] = new;
        }
        Edit::Remove => {
            let found = find(steps, &new.step.name, new.file)?;
            steps.remove(found);
        }
        Edit::Add | Edit::After(_) | Edit::Before(_) => {
            if let Some(old) = steps.iter().find(|old| old.step.name.text == new.step.name.text) {
                let problem = Problem::new(format!("there is a step `{}` already", new.step.name.text));
                let problem = problem.at(at(new.file, &new.step.name));
                return Err(problem.related(at(old.file, &old.step.name), "the first one is here"));
            }
            let position = match &new.step.edit {
                Edit::After(name) => find(steps, name, new.file)? + 1,
                Edit::Before(name) => find(steps, name, new.file)?,
                _ => steps.len(),
            };
            steps.insert(position, new);
        }
    }
    Ok(())
}

fn find(steps: &[ResolvedStep], name: &Name, file: FileId) -> Result<usize, Problem> {
    let found = steps.iter().position(|old| old.step.name.text == name.text);
    found.ok_or_else(|| {
        let known = steps.iter().map(|old| old.step.name.text.as_str());
        Problem::new(format!("unknown step `{}`", name.text))
            .at(at(file, name))
            .suggest(&name.text, known)
    })
}

fn at(file: FileId, name: &Name) -> Place {
    Place {
        file,
        span: name.span.clone(),
    }
}
