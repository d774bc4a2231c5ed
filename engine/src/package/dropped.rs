//! Layers that do not apply, because their `when` does not hold. What they would
//! change is checked all the same, as far as it does not depend on other layers.

use super::base::check_tree;
use super::condition::{self, Facts};
use super::files::Files;
use super::layer_file::{LayerKind, Source};
use super::node::{LayerId, Node};
use super::patch::{self, Patch};
use super::problem::{Place, Problem};

/// A layer that was there, and does not apply.
#[derive(Debug, Clone, PartialEq)]
pub struct Dropped {
    pub name: String,
    pub kind: LayerKind,
    /// Its condition, as it is written, and where.
    pub when: String,
    pub place: Place,
}

impl Dropped {
    pub fn of(source: &Source) -> Dropped {
        Dropped {
            name: source.facts.id.clone(),
            kind: source.kind,
            when: source.facts.when.clone().unwrap_or_default(),
            place: source.place_of("when"),
        }
    }
}

/// A problem if a layer would apply in no way to play the game.
pub fn check_when(source: &Source, counts: &[u32], facts: &Facts) -> Option<Problem> {
    let when = source.when()?;
    if condition::can_hold(when, counts, facts) {
        return None;
    }
    let name = &source.facts.id;
    let problem = Problem::new(format!("`{name}` never applies: its `when` never holds")).at(when.place.clone());
    let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
    let help = format!(
        "it does for none of {} players, whatever the options are",
        counts.join(", ")
    );
    Some(problem.help(help))
}

/// Carries out the lines of a layer on a copy of the game, for the problems alone. Which other layers would apply with it
/// is not known: what they have to do with is left out.
pub fn check_lines(source: &Source, game: &Node, others: &[&str], files: &Files, problems: &mut Vec<Problem>) {
    let mut root = game.clone();
    let layer = LayerId(u8::MAX);
    let free = |patch: &Patch| !others.iter().any(|other| meet(&patch.path, other));
    let before = problems.len();
    for patch in patch::patches(source, layer, files, problems) {
        problems.extend(patch.apply(&mut root, files).err().filter(|_| free(&patch)));
    }
    for patch in patch::component_patches(source, layer, &root, problems) {
        problems.extend(patch.apply(&mut root, files).err().filter(|_| free(&patch)));
    }
    if problems.len() == before {
        check_tree(&root, problems);
    }
}

/// Whether one path leads through the other.
fn meet(a: &str, b: &str) -> bool {
    let through = |long: &str, short: &str| {
        let rest = long.strip_prefix(short);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    through(a, b) || through(b, a)
}
