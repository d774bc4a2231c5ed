//! What is wrong with a text, said to its author. Showing it with its line and
//! colours is left to the edge of the program.

use std::ops::Range;

/// One mistake in a text: what was expected, where, and often how to put it right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SyntaxError {
    pub message: String,
    /// Bytes of the source text; empty where something is missing at the end.
    pub span: Range<usize>,
    pub help: Option<String>,
}

impl SyntaxError {
    pub(crate) fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Asks whether one of the `known` words was meant, if one is close enough to `word`.
    pub(crate) fn did_you_mean<'k>(self, word: &str, known: impl IntoIterator<Item = &'k str>) -> Self {
        match nearest(word, known) {
            Some(known) => self.help(format!("did you mean `{known}`?")),
            None => self,
        }
    }
}

/// The known word that differs from `word` in a third of its letters at most; the first of equals.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|known| (strsim::osa_distance(&word, known), known))
        .filter(|(distance, known)| *distance <= (known.chars().count() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
