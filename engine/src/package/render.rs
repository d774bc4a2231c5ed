//! How problems look: plain text with the source line and a caret, JSON for
//! other programs, miette for the terminal. Texts come from somebody else's
//! files, so control characters are never passed on.

use std::fmt::{self, Display, Formatter, Write};

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};
use serde_json::json;
use unicode_width::UnicodeWidthChar;

use super::files::{File, Files, floor_boundary};
use super::problem::{Place, Problem, Report};

/// Columns shown of a long line.
const COLUMNS: usize = 120;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            write_problem(f, problem, &self.files)?;
            f.write_char('\n')?;
        }
        match self.problems.len() {
            1 => f.write_str("1 problem"),
            n => write!(f, "{n} problems"),
        }
    }
}

fn write_problem(f: &mut Formatter<'_>, problem: &Problem, files: &Files) -> fmt::Result {
    writeln!(f, "error: {}", clean(&problem.message))?;
    let mut gutter = 1;
    if let Some(place) = &problem.place {
        gutter = write_place(f, place, files)?;
    }
    if let Some(help) = &problem.help {
        writeln!(f, "{:gutter$} = help: {}", "", clean(help))?;
    }
    for (place, label) in &problem.related {
        writeln!(f, "note: {}", clean(label))?;
        write_place(f, place, files)?;
    }
    Ok(())
}

/// Writes the arrow and the source line; gives the width of the line number.
fn write_place(f: &mut Formatter<'_>, place: &Place, files: &Files) -> Result<usize, fmt::Error> {
    let Some(file) = files.get(place.file) else {
        return Ok(1);
    };
    let shown = clean(&file.shown);
    if place.is_whole() {
        writeln!(f, " --> {shown}")?;
        return Ok(1);
    }
    let (line, column) = file.position(place.span.start);
    let number = line.to_string();
    let gutter = number.len();
    let source = SourceLine::of(file, place);
    writeln!(f, "{:gutter$}--> {shown}:{line}:{column}", "")?;
    writeln!(f, "{:gutter$} |", "")?;
    writeln!(f, "{}", format!("{number} | {}", source.text).trim_end())?;
    let carets = "^".repeat(source.width);
    writeln!(f, "{:gutter$} | {:indent$}{carets}", "", "", indent = source.indent)?;
    Ok(gutter)
}

/// A line of a file as it is printed, with the columns to be marked.
struct SourceLine {
    text: String,
    indent: usize,
    width: usize,
}

impl SourceLine {
    fn of(file: &File, place: &Place) -> SourceLine {
        let text = file.text.as_str();
        let start = floor_boundary(text, place.span.start);
        let end = floor_boundary(text, place.span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = end.min(line_end);
        let (before, indent) = printable(&text[line_start..start]);
        let (marked, width) = printable(text[start..end].trim_end_matches('\r'));
        let (after, _) = printable(text[end..line_end].trim_end_matches('\r'));
        SourceLine {
            text: before + &marked + &after,
            indent,
            width: width.max(1),
        }
        .clipped()
    }

    /// Cuts a long line to a window around the marked part.
    fn clipped(self) -> SourceLine {
        if columns(&self.text) <= COLUMNS {
            return self;
        }
        let from = self.indent.saturating_sub(COLUMNS / 3);
        let mut at = 0;
        let mut skipped = 0;
        let mut text = String::new();
        for c in self.text.chars() {
            if at < from {
                skipped = at + columns_of(c);
            } else if at < from + COLUMNS {
                text.push(c);
            }
            at += columns_of(c);
        }
        let indent = self.indent.saturating_sub(skipped);
        let width = self.width.min(columns(&text).saturating_sub(indent).max(1));
        SourceLine {
            text: if from > 0 {
                format!("…{text}…")
            } else {
                text + "…"
            },
            indent: indent + usize::from(from > 0),
            width,
        }
    }
}

/// Tabs become four spaces and control characters a sign, so that every column is known.
fn printable(text: &str) -> (String, usize) {
    let mut printed = String::new();
    for c in text.chars() {
        match c {
            '\t' => printed.push_str("    "),
            c if is_unsafe(c) => printed.push(char::REPLACEMENT_CHARACTER),
            c => printed.push(c),
        }
    }
    let width = columns(&printed);
    (printed, width)
}

fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

fn columns_of(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Controls move the cursor, and marks of direction make a line read as what it is not.
fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn clean(text: &str) -> String {
    let safe = |c: char| {
        if is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c }
    };
    text.chars().map(safe).collect()
}

impl Report {
    /// A list of objects with `file`, `line`, `column`, `message` and `help`; what is not known is `null`.
    pub fn to_json(&self) -> serde_json::Value {
        self.problems
            .iter()
            .map(|problem| {
                let mut object = position_json(problem.place.as_ref(), &self.files);
                object["message"] = json!(problem.message);
                object["help"] = json!(problem.help);
                object["related"] = problem
                    .related
                    .iter()
                    .map(|(place, label)| {
                        let mut object = position_json(Some(place), &self.files);
                        object["message"] = json!(label);
                        object
                    })
                    .collect();
                object
            })
            .collect()
    }

    /// Every problem as a miette report, for a terminal with colours.
    pub fn to_miette(&self) -> Vec<miette::Report> {
        self.problems
            .iter()
            .map(|problem| miette::Report::new(Shown::of(problem, &self.files)))
            .collect()
    }
}

fn position_json(place: Option<&Place>, files: &Files) -> serde_json::Value {
    let file = place.and_then(|place| files.get(place.file));
    let position = file.zip(place).filter(|(_, place)| !place.is_whole());
    let position = position.map(|(file, place)| file.position(place.span.start));
    json!({
        "file": file.map(|file| &file.shown),
        "line": position.map(|(line, _)| line),
        "column": position.map(|(_, column)| column),
    })
}

/// A problem with a copy of the source it is about, as miette wants it.
#[derive(Debug)]
struct Shown {
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
}

impl Shown {
    fn of(problem: &Problem, files: &Files) -> Shown {
        let mut message = clean(&problem.message);
        let place = problem.place.as_ref();
        let found = place.and_then(|place| Some((place, files.get(place.file)?)));
        let (mut source, mut labels) = (None, Vec::new());
        match found {
            Some((place, file)) if place.is_whole() => {
                message = format!("{}: {message}", clean(&file.shown));
            }
            Some((place, file)) => {
                source = Some(NamedSource::new(clean(&file.shown), same_length(&file.text)));
                labels.push(label(None, place, file));
                let here = |other: &&(Place, String)| other.0.file == place.file;
                let others = problem.related.iter().filter(here);
                labels.extend(others.map(|(place, text)| label(Some(clean(text)), place, file)));
            }
            None => {}
        }
        Shown {
            message,
            help: problem.help.as_deref().map(clean),
            source,
            labels,
        }
    }
}

fn label(text: Option<String>, place: &Place, file: &File) -> LabeledSpan {
    let start = floor_boundary(&file.text, place.span.start);
    let end = floor_boundary(&file.text, place.span.end).max(start);
    LabeledSpan::new(text, start, end - start)
}

/// Takes the controls out and leaves every other byte where it is.
fn same_length(text: &str) -> String {
    let safe = |c: char| match c {
        '\n' | '\t' | '\r' => c.to_string(),
        c if is_unsafe(c) => "?".repeat(c.len_utf8()),
        c => c.to_string(),
    };
    text.chars().map(safe).collect()
}

impl Display for Shown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let source = self.source.as_ref()?;
        Some(source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::files::FileId;
    use std::sync::Arc;

    fn report(text: &str, span: std::ops::Range<usize>) -> Report {
        let files = Files::from_pairs("sample", [("game.toml", text.as_bytes())]);
        let place = Place { file: FileId(0), span };
        Report::new(vec![Problem::new("odd").at(place)], Arc::new(files))
    }

    #[test]
    fn a_problem_shows_its_line_and_help() {
        let text = "\n".repeat(13) + "  visble = \"all\"\n";
        let mut report = report(&text, 15..21);
        report.problems[0] = Problem::new("unknown key `visble`")
            .at(report.problems[0].place.clone().unwrap())
            .help("did you mean `visible`?");
        assert_eq!(
            report.to_string(),
            "error: unknown key `visble`
  --> game.toml:14:3
   |
14 |   visble = \"all\"
   |   ^^^^^^
   = help: did you mean `visible`?

1 problem"
        );
        assert_eq!(
            report.to_json(),
            json!([{
                "file": "game.toml", "line": 14, "column": 3,
                "message": "unknown key `visble`", "help": "did you mean `visible`?", "related": [],
            }])
        );
    }

    #[test]
    fn the_caret_stands_under_its_characters() {
        for (name, text, span, source, caret) in [
            ("windows line ends", "a\r\nbc\r\n", 3..5, "bc", "^^"),
            ("a span over the line end", "abc\r\nd\r\n", 1..7, "abc", " ^^"),
            ("tabs", "\ta = 1", 1..2, "    a = 1", "    ^"),
            ("wide characters", "界 = 界", 6..9, "界 = 界", "     ^^"),
            ("half a character", "ä = 1", 1..2, "ä = 1", "^"),
            ("past the end", "abc", 90..95, "abc", "   ^"),
            ("an empty file", "", 3..4, "", "^"),
            ("an empty span", "abc", 1..1, "abc", " ^"),
            ("controls", "a\u{1b}[31m", 0..1, "a\u{fffd}[31m", "^"),
        ] {
            let shown = report(text, span).to_string();
            let lines: Vec<_> = shown.lines().collect();
            assert_eq!(
                lines[3],
                format!("{} | {source}", lines[3].split(' ').next().unwrap()).trim_end(),
                "{name}"
            );
            assert_eq!(lines[4], format!("  | {caret}"), "{name}");
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_caret() {
        let text = "x".repeat(500) + "HERE" + &"y".repeat(500);
        let shown = report(&text, 500..504).to_string();
        let lines: Vec<_> = shown.lines().collect();
        let column = lines[4].find('^').unwrap();
        let marked: String = lines[3].chars().skip(column).take(4).collect();
        assert_eq!(marked, "HERE");
        assert!(lines[3].chars().count() < 130);
    }

    #[test]
    fn whole_files_and_other_places_are_named() {
        let mut report = report("a = 1\n", 0..0);
        report.problems[0] = report.problems[0].clone().related(
            Place {
                file: FileId(0),
                span: 4..5,
            },
            "the first is here",
        );
        assert_eq!(
            report.to_string(),
            "error: odd
 --> game.toml
note: the first is here
 --> game.toml:1:5
  |
1 | a = 1
  |     ^

1 problem"
        );
        assert_eq!(report.to_json()[0]["line"], json!(null));
        assert_eq!(report.to_json()[0]["related"][0]["column"], json!(5));
    }

    #[test]
    fn miette_draws_the_same_problems() {
        let mut drawn = String::new();
        let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::none());
        for problem in report("a = 1\n", 4..5).to_miette() {
            handler.render_report(&mut drawn, problem.as_ref()).unwrap();
        }
        assert!(drawn.contains("odd"), "{drawn}");
        assert!(drawn.contains("game.toml:1:5"), "{drawn}");
    }
}
