//! What is wrong with a package, and where. A `Report` has all problems of a
//! game and its layers at once; how they look is in `render`.

use std::ops::Range;
use std::sync::Arc;

use super::files::{FileId, Files};

/// Bytes of a file. `0..0` stands for the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    pub file: FileId,
    pub span: Range<usize>,
}

impl Place {
    /// The file as a whole.
    pub fn whole(file: FileId) -> Place {
        Place { file, span: 0..0 }
    }

    /// Whether this is a file as a whole.
    pub fn is_whole(&self) -> bool {
        self.span == (0..0)
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong, in one line, lower case, without a full stop.
    pub message: String,
    /// Where; left out if it is in no file, such as an option asked for on the command line.
    pub place: Option<Place>,
    /// What to do about it.
    pub help: Option<String>,
    /// Other places that play a part, each with a word about it.
    pub related: Vec<(Place, String)>,
    /// Where a layer took away what is missing at `place`. It is the place of the report, for there the mistake is.
    pub taken: Option<Box<Place>>,
}

impl Problem {
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            place: None,
            help: None,
            related: Vec::new(),
            taken: None,
        }
    }

    /// A table without a key that it must have.
    pub fn missing_key(key: &str) -> Problem {
        Problem::new(format!("missing key `{key}`"))
    }

    /// The key that is missing, if that is what is wrong.
    pub fn lacks(&self) -> Option<&str> {
        self.message.strip_prefix("missing key `")?.strip_suffix('`')
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, place: Place) -> Problem {
        self.place = Some(place);
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// Points at another place too.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Problem {
        self.related.push((place, label.into()));
        self
    }

    /// Says where a layer took away what is missing.
    #[must_use]
    pub fn taken(mut self, taken: Option<Place>) -> Problem {
        self.taken = taken.map(Box::new);
        self
    }

    /// The name in ``unknown zone `name` ``.
    pub fn unknown_name(&self) -> Option<&str> {
        let rest = self.message.strip_prefix("unknown ")?;
        rest.split('`').nth(1)
    }

    /// The problem at the line of the layer that made it, if one did.
    fn settled(mut self) -> Problem {
        let Some(taken) = self.taken.take() else {
            return self;
        };
        match self.place.replace(*taken) {
            Some(missing) => self.related(missing, "it is missing here"),
            None => self,
        }
    }

    /// Adds the nearest known word as help or, if none is near, all that are known.
    #[must_use]
    pub fn suggest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Problem {
        let mut known: Vec<&str> = known.into_iter().collect();
        match nearest(word, known.iter().copied()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => self,
            None => {
                known.sort_unstable();
                known.dedup();
                self.help(format!("known: {}", listed(&known)))
            }
        }
    }
}

/// More words than this in a row help nobody.
const LISTED: usize = 24;

fn listed(words: &[&str]) -> String {
    let rest = words.len().saturating_sub(LISTED);
    let words = &words[..words.len() - rest];
    let mut text = words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if rest > 0 {
        text.push_str(&format!(" and {rest} more"));
    }
    text
}

/// The candidate that `word` was most likely meant to be, if any is near enough. Of equally near ones, the first.
///
/// ```
/// use houserule_engine::package::nearest;
/// assert_eq!(nearest("visble", ["size", "visible"]), Some("visible"));
/// assert_eq!(nearest("market", ["size", "visible"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    // One slip in three letters: enough for typing errors, too little for another word.
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|known| (strsim::damerau_levenshtein(&lower, &known.to_lowercase()), known))
        .filter(|(distance, known)| *distance <= allowed && *distance < known.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// All problems of a package, in the order of its files.
#[derive(Debug, Clone)]
pub struct Report {
    pub problems: Vec<Problem>,
    pub files: Arc<Files>,
}

impl Report {
    /// Sorts the problems by place and drops doubles; those without a place come first.
    pub fn new(problems: Vec<Problem>, files: Arc<Files>) -> Report {
        let mut problems: Vec<Problem> = problems.into_iter().map(Problem::settled).collect();
        let key = |problem: &Problem| {
            let place = problem.place.as_ref();
            place.map(|place| (place.file, place.span.start, place.span.end))
        };
        problems.sort_by(|a, b| (key(a), &a.message).cmp(&(key(b), &b.message)));
        problems.dedup_by(|a, b| a.message == b.message && a.place == b.place);
        Report { problems, files }
    }
}

impl std::error::Error for Report {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_near() {
        let known = ["visible", "size", "kind", "on"];
        for (word, expected) in [
            ("visble", Some("visible")),
            ("Kind", Some("kind")),
            ("knid", Some("kind")),
            ("in", Some("on")),
            ("no", Some("on")),
            ("coin", None),
            ("", None),
            ("größe", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
    }

    #[test]
    fn a_report_is_sorted_and_has_no_doubles() {
        let place = |file, start| Place {
            file: FileId(file),
            span: start..start + 1,
        };
        let problems = vec![
            Problem::new("c").at(place(1, 0)),
            Problem::new("b").at(place(0, 9)),
            Problem::new("a").at(place(0, 3)),
            Problem::new("b").at(place(0, 9)),
            Problem::new("z"),
        ];
        let report = Report::new(problems, Arc::default());
        let messages: Vec<_> = report.problems.iter().map(|p| p.message.as_str()).collect();
        assert_eq!(messages, ["z", "a", "b", "c"]);
    }
}
