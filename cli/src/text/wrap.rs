//! Breaking text into lines.

use unicode_width::UnicodeWidthStr;

/// The columns a text takes on a terminal.
pub fn wide(text: &str) -> usize {
    text.width()
}

/// Text with spaces behind it, so that it takes `width` columns.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(wide(text))))
}

/// A space that no line ends at; it is printed as a plain one.
pub const TIED: char = '\u{a0}';

/// Breaks text at spaces into lines of at most `width` columns; a word that is longer is cut.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        // Spaces at the beginning are meant.
        let lead = paragraph.len() - paragraph.trim_start_matches(' ').len();
        let mut line = " ".repeat(lead.min(width - 1));
        let mut begun = false;
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            if begun && wide(&line) + 1 + wide(word) > width {
                lines.push(std::mem::take(&mut line));
                begun = false;
            }
            if begun {
                line.push(' ');
            }
            line.push_str(word);
            begun = true;
            while wide(&line) > width {
                let rest = cut(&mut line, width);
                if rest.is_empty() {
                    break;
                }
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines.into_iter().map(|line| line.replace(TIED, " ")).collect()
}

/// Leaves what fits into `width` columns, at least one character, and gives back the rest. A word is rather cut
/// behind a sign than in the middle of a syllable.
fn cut(line: &mut String, width: usize) -> String {
    let mut taken = 0;
    let mut sign = None;
    let mut end = line.len();
    for (at, c) in line.char_indices() {
        taken += wide(c.encode_utf8(&mut [0; 4]));
        if at > 0 && taken > width {
            end = at;
            break;
        }
        if ".-_/".contains(c) && taken * 2 > width {
            sign = Some(at + 1);
        }
    }
    line.split_off(sign.unwrap_or(end).min(end))
}

/// Text wrapped to `width`, its lines moved right, the first by `first` and the others by `rest` columns.
pub fn indent_by(text: &str, first: usize, rest: usize, width: usize) -> String {
    let lines = wrap(text, width.saturating_sub(first.max(rest)));
    let indented = lines.iter().enumerate().map(|(number, line)| {
        let columns = if number == 0 { first } else { rest };
        format!("{}{line}", " ".repeat(columns))
    });
    indented.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_to_its_width() {
        for (text, width, lines) in [
            ("", 5, vec![""]),
            ("one two three", 7, vec!["one two", "three"]),
            ("one two three", 80, vec!["one two three"]),
            ("abcdefgh ij", 3, vec!["abc", "def", "gh", "ij"]),
            ("a\nb", 9, vec!["a", "b"]),
            ("3\u{a0}b c", 4, vec!["3 b", "c"]),
            ("ab.cdef.gh", 5, vec!["ab.", "cdef.", "gh"]),
            ("  a b", 4, vec!["  a", "b"]),
            ("界界界", 4, vec!["界界", "界"]),
            ("界", 1, vec!["界"]),
            ("x", 0, vec!["x"]),
        ] {
            assert_eq!(wrap(text, width), lines, "{text:?} to {width}");
        }
    }

    #[test]
    fn lines_after_the_first_hang() {
        assert_eq!(indent_by("one two three", 1, 3, 11), " one two\n   three");
        assert_eq!(pad("界", 4), "界  ");
    }
}
