//! What went wrong in a script, with the Lua lines it came through.

use thiserror::Error;

use crate::package::{FileId, Files, Place, Problem};

/// So many of the calls that led to an error are shown.
const CALLS_SHOWN: usize = 6;

/// An error of a script.
#[derive(Debug, Clone, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ScriptError {
    pub message: String,
    /// The script's path, if the error has a line.
    pub path: Option<String>,
    pub line: Option<usize>,
    /// The calls that led there, innermost first: `function (path:line)`.
    pub calls: Vec<String>,
    /// What was going on: the phase, the seat, the effect.
    pub context: Vec<String>,
}

impl ScriptError {
    pub fn new(message: impl Into<String>) -> ScriptError {
        ScriptError {
            message: message.into(),
            path: None,
            line: None,
            calls: Vec::new(),
            context: Vec::new(),
        }
    }

    /// Takes `path:line: message` apart.
    pub fn from_lua(text: &str) -> ScriptError {
        let mut error = ScriptError::new(text);
        let mut parts = text.splitn(3, ':');
        if let (Some(path), Some(line), Some(message)) = (parts.next(), parts.next(), parts.next())
            && let Ok(line) = line.trim().parse()
            && path.ends_with(".lua")
        {
            error.path = Some(path.to_string());
            error.line = Some(line);
            error.message = message.trim().to_string();
        }
        error
    }

    /// The error as part of a report: with its line, the calls that led there, and what was going on.
    pub fn problem(&self, files: &Files) -> Problem {
        let mut problem = Problem::new(&self.message);
        let mut calls = self.calls.iter().filter_map(|call| taken_apart(files, call)).peekable();
        // What has no line of its own, as running out of memory, came out of the innermost call.
        let own = self.path.as_deref().and_then(|path| place_of(files, path, self.line));
        let own = own.or_else(|| calls.peek().map(|(_, place)| place.clone()));
        problem.place = own.clone();
        if !self.context.is_empty() {
            problem = problem.help(counted(&self.context).join(", "));
        }
        let mut shown: Vec<_> = calls.filter(|(_, place)| Some(place) != own.as_ref()).collect();
        shown.dedup();
        for (name, place) in shown.into_iter().take(CALLS_SHOWN) {
            problem = problem.related(place, format!("called in {name}"));
        }
        problem
    }
}

/// Lines in a row that are the same, as one.
fn counted(lines: &[String]) -> Vec<String> {
    let runs = lines.chunk_by(|a, b| a == b);
    runs.map(|run| match run.len() {
        1 => run[0].clone(),
        times => format!("{} ({times} times)", run[0]),
    })
    .collect()
}

/// `function (path:line)` as its two parts.
fn taken_apart<'c>(files: &Files, call: &'c str) -> Option<(&'c str, Place)> {
    let (name, place) = call.strip_suffix(')')?.rsplit_once(" (")?;
    let (path, line) = place.rsplit_once(':')?;
    Some((name, place_of(files, path, line.parse().ok())?))
}

/// A line of a script without the space around it; the whole script without a line.
fn place_of(files: &Files, path: &str, line: Option<usize>) -> Option<Place> {
    let (file, text): (FileId, &str) = files
        .iter()
        .find(|(_, file)| file.shown == path)
        .map(|(id, file)| (id, file.text.as_str()))?;
    let Some(line) = line else {
        return Some(Place::whole(file));
    };
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let found = text[start..].lines().next().unwrap_or_default();
    let indent = found.len() - found.trim_start().len();
    Some(Place {
        file,
        span: start + indent..start + indent + found.trim().len(),
    })
}
