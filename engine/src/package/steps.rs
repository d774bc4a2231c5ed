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

/// The steps as layers leave them, and what the layers did to them.
#[derive(Debug, Clone, Default)]
pub struct Steps {
    pub all: Vec<ResolvedStep>,
    pub changes: Vec<StepChange>,
}

/// What a layer did to a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepChange {
    pub name: String,
    pub layer: LayerId,
    /// Where the layer says so.
    pub place: Place,
    pub before: Option<ResolvedStep>,
    pub after: Option<ResolvedStep>,
}

impl ResolvedStep {
    /// Where it is named.
    pub fn place(&self) -> Place {
        at(self.file, &self.step.name)
    }

    /// The step as it is written.
    pub fn text<'f>(&self, files: &'f Files) -> &'f str {
        let text = files.text(self.file).get(self.step.span.clone());
        text.unwrap_or_default().trim()
    }
}

impl Steps {
    /// Lays the steps of the game itself.
    pub fn lay(&mut self, setup: &Setup, file: FileId, problems: &mut Vec<Problem>) {
        for step in &setup.steps {
            if step.edit != Edit::Add {
                let problem = Problem::new("there is nothing below the game to change").at(at(file, &step.name));
                let help = "only a layer adds its steps before or after others, replaces or removes them";
                problems.push(problem.help(help));
                continue;
            }
            let step = step.clone();
            let layer = LayerId(0);
            problems.extend(self.put(ResolvedStep { step, file, layer }).err());
        }
    }

    /// Carries out a step of a layer.
    pub fn change(&mut self, new: ResolvedStep) -> Result<(), Problem> {
        let (layer, place, name) = (new.layer, new.place(), new.step.name.text.clone());
        let after = (new.step.edit != Edit::Remove).then(|| new.clone());
        let before = self.put(new)?;
        self.changes.push(StepChange {
            name,
            layer,
            place,
            before,
            after,
        });
        Ok(())
    }

    /// Puts a step where it says, and gives back the one that was there.
    fn put(&mut self, new: ResolvedStep) -> Result<Option<ResolvedStep>, Problem> {
        match &new.step.edit {
            Edit::Replace => {
                let found = self.find(&new.step.name, new.file)?;
                Ok(Some(std::mem::replace(&mut self.all[found], new)))
            }
            Edit::Remove => {
                let found = self.find(&new.step.name, new.file)?;
                Ok(Some(self.all.remove(found)))
            }
            Edit::Add | Edit::After(_) | Edit::Before(_) => {
                if let Some(old) = self.all.iter().find(|old| old.step.name.text == new.step.name.text) {
                    let problem = Problem::new(format!("there is a step `{}` already", new.step.name.text));
                    let problem = problem.at(new.place());
                    return Err(problem.related(old.place(), "the first one is here"));
                }
                let position = match &new.step.edit {
                    Edit::After(name) => self.find(name, new.file)? + 1,
                    Edit::Before(name) => self.find(name, new.file)?,
                    _ => self.all.len(),
                };
                self.all.insert(position, new);
                Ok(None)
            }
        }
    }

    fn find(&self, name: &Name, file: FileId) -> Result<usize, Problem> {
        let found = self.all.iter().position(|old| old.step.name.text == name.text);
        found.ok_or_else(|| {
            let problem = Problem::new(format!("unknown step `{}`", name.text)).at(at(file, name));
            let mut changes = self.changes.iter().rev();
            match changes.find(|change| change.name == name.text && change.after.is_none()) {
                Some(change) => problem.related(change.place.clone(), "it is removed here"),
                None => problem.suggest(&name.text, self.all.iter().map(|old| old.step.name.text.as_str())),
            }
        })
    }
}

fn at(file: FileId, name: &Name) -> Place {
    Place {
        file,
        span: name.span.clone(),
    }
}
