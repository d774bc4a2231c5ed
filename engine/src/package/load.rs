//! One way in: a game is read, its layers are applied, its names are linked and its
//! scripts are parsed, and what is wrong in any of these stages is one report.
//! What a mistake of one stage makes wrong in the next is left out.

use std::sync::Arc;

use houserule_grammar::SyntaxError;
use houserule_grammar::playthrough::Playthrough;

use super::layers::resolve_as_far_as_possible;
use super::link::link_as_far_as_possible;
use super::node::{Entry, Node, Value};
use super::problem::{Place, Problem, Report};
use super::{FileId, Files, Request, Resolved};
use crate::game::Game;
use crate::script::syntax_errors;

/// Reads a game, ready to be played, or says everything that is wrong with it. Only errors of TOML and of the setup
/// language come alone (with those of Lua): what a file that cannot be read would have said is not known.
pub fn load(request: Request) -> Result<(Resolved, Arc<Game>), Report> {
    let (mut resolved, mut problems) = resolve_as_far_as_possible(request)?;
    let files = resolved.files.clone();
    let holes = !problems.is_empty() && prune(&mut resolved, &problems);
    let (game, later) = link_as_far_as_possible(&resolved);
    let news: Vec<Problem> = later
        .into_iter()
        .filter(|later| !follows(later, &problems, holes, &files))
        .collect();
    problems.extend(news);
    problems.extend(lua_problems(&files, "scripts/"));
    match game {
        Some(game) if problems.is_empty() => Ok((resolved, Arc::new(game))),
        _ => Err(Report::new(problems, files)),
    }
}

/// What cannot be read of the files that are not needed to play: tests and playthroughs.
pub fn side_problems(files: &Files) -> Report {
    let playthroughs = files
        .iter()
        .filter(|(_, file)| file.path.starts_with("playthroughs/") && file.is_readable());
    let mut problems: Vec<Problem> = playthroughs
        .filter_map(|(id, file)| Some((id, Playthrough::parse(&file.text).err()?)))
        .flat_map(|(id, errors)| errors.into_iter().map(move |error| syntax_problem(id, error)))
        .collect();
    problems.extend(lua_problems(files, "tests/"));
    Report::new(problems, Arc::new(files.clone()))
}

fn syntax_problem(file: FileId, error: SyntaxError) -> Problem {
    let place = Place { file, span: error.span };
    Problem {
        help: error.help,
        ..Problem::new(error.message).at(place)
    }
}

/// What Lua cannot read in any script of a folder.
pub(super) fn lua_problems(files: &Files, folder: &str) -> Vec<Problem> {
    let scripts = files.iter().map(|(_, file)| file);
    let scripts = scripts.filter(|file| file.path.starts_with(folder) && file.path.ends_with(".lua"));
    let scripts: Vec<(&str, &str)> = scripts
        .filter(|file| file.is_readable())
        .map(|file| (file.shown.as_str(), file.text.as_str()))
        .collect();
    let errors = syntax_errors(&scripts);
    errors.iter().map(|error| error.problem(files)).collect()
}

/// Whether a problem of linking only follows from an earlier one.
fn follows(later: &Problem, earlier: &[Problem], holes: bool, files: &Files) -> bool {
    let Some(place) = &later.place else {
        return holes;
    };
    let places = || earlier.iter().filter_map(|problem| problem.place.as_ref());
    if places().any(|known| overlap(known, place)) {
        return true;
    }
    let Some(name) = later.unknown_name() else {
        // With a part of the game left out, what is missing says nothing; what is there and of a wrong type still does.
        let rules = files.get(place.file).is_some_and(|file| file.path.ends_with(".rules"));
        return holes && !rules && !later.message.starts_with("expected ");
    };
    // It may well be declared in a file that is wrong elsewhere.
    let mut broken = places().filter(|known| known.file != place.file);
    broken.any(|known| names_in(files.text(known.file)).any(|word| word == name))
}

/// The words of a file that may be names.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '-' || letter == '_'))
}

fn overlap(a: &Place, b: &Place) -> bool {
    a.file == b.file && !a.is_whole() && a.span.start < b.span.end && b.span.start < a.span.end
}

/// Takes out every entry of the game in which something is wrong, so that the rest can be linked; true if there was any.
fn prune(resolved: &mut Resolved, problems: &[Problem]) -> bool {
    let places: Vec<&Place> = problems.iter().filter_map(|problem| problem.place.as_ref()).collect();
    let wrong = |node: &Node| places.iter().any(|place| touches(node, place));
    let wrong_entry = |entry: &Entry| places.iter().any(|place| overlap(place, &entry.key_place)) || wrong(&entry.node);
    let mut pruned = false;
    let mut keep = |right: bool| {
        pruned |= !right;
        right
    };
    if let Value::Table(root) = &mut resolved.merged.manifest.value {
        for section in root.entries.iter_mut().filter(|section| section.key != "game") {
            match &mut section.node.value {
                Value::Table(table) => table.entries.retain(|entry| keep(!wrong_entry(entry))),
                Value::List(list) => list.retain(|node| keep(!wrong(node))),
                _ => {}
            }
        }
    }
    for (_, components) in &mut resolved.merged.components {
        components.retain(|node| keep(!wrong(node)));
    }
    pruned
}

fn touches(node: &Node, place: &Place) -> bool {
    let inner = match &node.value {
        Value::Table(table) => table
            .entries
            .iter()
            .any(|entry| overlap(place, &entry.key_place) || touches(&entry.node, place)),
        Value::List(list) => list.iter().any(|node| touches(node, place)),
        _ => false,
    };
    inner || overlap(place, &node.place)
}
