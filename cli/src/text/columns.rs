//! Tables of text: columns as wide as they need to be, and narrower where the line
//! is full; cells wrap.

use super::wrap::{pad, wide, wrap};
use crate::output::{Ink, Paint};

/// The space between columns.
const GAP: usize = 2;
/// No column that has more to say is made narrower.
const NARROWEST: usize = 8;

/// A field of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    pub ink: Ink,
    /// Numbers stand under each other's last digit.
    pub right: bool,
}

impl Cell {
    pub fn new(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            ..Cell::default()
        }
    }

    pub fn inked(text: impl Into<String>, ink: Ink) -> Cell {
        Cell {
            text: text.into(),
            ink,
            right: false,
        }
    }

    pub fn number(text: impl Into<String>) -> Cell {
        Cell {
            text: text.into(),
            ink: Ink::Plain,
            right: true,
        }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::new(text)
    }
}

/// Rows of cells, with a head if it has words.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
    indent: usize,
}

impl Columns {
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Columns {
        Columns {
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            indent: 0,
        }
    }

    /// A table without a head.
    pub fn bare() -> Columns {
        Columns::default()
    }

    /// Moves the whole table right.
    #[must_use]
    pub fn indent(mut self, columns: usize) -> Columns {
        self.indent = columns;
        self
    }

    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Leaves out columns in which no row says anything; the first always stays.
    #[must_use]
    pub fn without_empty(mut self) -> Columns {
        let count = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        for column in (1..count).rev() {
            let said = |row: &Vec<Cell>| row.get(column).is_some_and(|cell| !cell.text.is_empty());
            if !self.rows.iter().any(said) {
                self.rows.iter_mut().filter(|row| row.len() > column).for_each(|row| drop(row.remove(column)));
                if column < self.head.len() {
                    self.head.remove(column);
                }
            }
        }
        self
    }

    /// The table in at most `width` columns, without a line end after it.
    pub fn render(&self, width: usize, paint: Paint) -> String {
        let widths = self.widths(width.saturating_sub(self.indent));
        let mut lines = Vec::new();
        if self.head.iter().any(|word| !word.is_empty()) {
            let right = |column: usize| self.rows.iter().any(|row| row.get(column).is_some_and(|cell| cell.right));
            let head = self.head.iter().enumerate().map(|(column, word)| Cell {
                text: word.clone(),
                ink: Ink::Dim,
                right: right(column),
            });
            self.lines(&head.collect::<Vec<_>>(), &widths, paint, &mut lines);
        }
        for row in &self.rows {
            self.lines(row, &widths, paint, &mut lines);
        }
        lines.join("\n")
    }

    /// The width of each column: what it needs, or its part of what there is.
    fn widths(&self, width: usize) -> Vec<usize> {
        let count = self.rows.iter().map(Vec::len).chain([self.head.len()]).max().unwrap_or(0);
        let longest = |text: &str| text.lines().map(wide).max().unwrap_or(0);
        let needs = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.as_str());
            let longest_cell = cells.map(longest).max().unwrap_or(0);
            // A long heading wraps before it makes its column wide.
            let head = self.head.get(column).map_or("", String::as_str);
            longest_cell.max(head.split(' ').map(wide).max().unwrap_or(0)).max(longest(head).min(10))
        };
        let mut widths: Vec<usize> = (0..count).map(needs).collect();
        let room = width.saturating_sub(GAP * count.saturating_sub(1));
        while widths.iter().sum::<usize>() > room {
            let Some(widest) = widths.iter_mut().max_by_key(|width| **width) else { break };
            if *widest <= NARROWEST {
                break;
            }
            *widest -= 1;
        }
        widths
    }

    fn lines(&self, row: &[Cell], widths: &[usize], paint: Paint, lines: &mut Vec<String>) {
        let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &width)| wrap(&cell.text, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..height {
            let mut line = " ".repeat(self.indent);
            let mut owed = 0;
            for ((cell, text), &width) in row.iter().zip(&cells).zip(widths) {
                let text = text.get(number).map_or("", String::as_str);
                let free = width.saturating_sub(wide(text));
                let before = if cell.right { free } else { 0 };
                // Spaces are owed and paid only before more text, so that no line ends in them.
                if !text.is_empty() {
                    line += &" ".repeat(owed + before);
                    line += &paint.ink(cell.ink, text);
                    owed = free - before + GAP;
                } else {
                    owed += pad("", width).len() + GAP;
                }
            }
            lines.push(line.trim_end().to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Columns {
        let mut table = Columns::new(["name", "what it does", "n"]);
        table.row([Cell::new("a"), Cell::new("one two three"), Cell::number("7")]);
        table.row([Cell::new("bcd"), Cell::new(""), Cell::number("12")]);
        table
    }

    #[test]
    fn columns_are_as_wide_as_they_need_to_be() {
        assert_eq!(
            sample().render(80, Paint(false)),
            "name  what it does    n\na     one two three   7\nbcd                  12"
        );
    }

    #[test]
    fn cells_wrap_where_the_line_is_full() {
        assert_eq!(
            sample().indent(1).render(20, Paint(false)),
            " name  what it    n\n       does\n a     one two    7\n       three\n bcd             12"
        );
    }

    #[test]
    fn columns_that_say_nothing_are_left_out() {
        let mut table = Columns::new(["a", "b", "c"]);
        table.row(["", "", "x"]);
        assert_eq!(table.without_empty().render(80, Paint(false)), "a  c\n   x");
    }

    #[test]
    fn ink_does_not_move_columns() {
        let mut table = Columns::bare();
        table.row([Cell::inked("ab", Ink::Good), Cell::new("c")]);
        assert_eq!(table.render(80, Paint(true)), "\x1b[32mab\x1b[0m  c");
    }
}
