//! Tables of text: columns as wide as they need to be, and narrower where the line
//! is full; cells wrap.

use super::wrap::{indent_by, pad, wide, wrap};
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

/// A column on its way to its width.
struct Column<'a> {
    texts: Vec<&'a str>,
    width: usize,
    /// The lines of each cell, the head's first.
    heights: Vec<usize>,
    /// Words that do not fit and would be cut.
    cut: usize,
}

impl<'a> Column<'a> {
    fn of(table: &'a Columns, column: usize) -> Column<'a> {
        let head = table.head.get(column).map_or("", String::as_str);
        let cells = table
            .rows
            .iter()
            .map(|row| row.get(column).map_or("", |cell| cell.text.as_str()));
        let texts: Vec<&str> = [head].into_iter().chain(cells).collect();
        let width = texts.iter().flat_map(|text| text.lines()).map(wide).max().unwrap_or(0);
        Column {
            heights: texts.iter().map(|text| text.lines().count().max(1)).collect(),
            texts,
            width,
            cut: 0,
        }
    }

    fn narrower(&self) -> Column<'a> {
        let width = self.width - 1;
        let words = self.texts.iter().flat_map(|text| text.split([' ', '\n']));
        Column {
            heights: self.texts.iter().map(|text| wrap(text, width).len()).collect(),
            texts: self.texts.clone(),
            width,
            cut: words.filter(|word| wide(word) > width).count(),
        }
    }

    /// How high the table would be with this column; a word that is cut is worse than some lines more.
    fn cost(&self, heights: &[usize]) -> usize {
        let lines = self.heights.iter().zip(heights).map(|(ours, all)| ours.max(all));
        lines.sum::<usize>() + 4 * self.cut
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
                self.rows
                    .iter_mut()
                    .filter(|row| row.len() > column)
                    .for_each(|row| drop(row.remove(column)));
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
            let right = |column: usize| {
                self.rows
                    .iter()
                    .any(|row| row.get(column).is_some_and(|cell| cell.right))
            };
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

    /// The table or, where it is so narrow that words would be cut, its rows as entries: the first cell, and under it the others
    /// with their heads.
    pub fn render_or_list(&self, width: usize, paint: Paint) -> String {
        let columns = self.columns(width.saturating_sub(self.indent));
        let gaps = GAP * columns.len().saturating_sub(1);
        let whole = columns.iter().map(|column| column.width).sum::<usize>() + gaps + self.indent;
        match whole > width || columns.iter().any(|column| column.cut > 0) {
            true => self.list(width, paint),
            false => self.render(width, paint),
        }
    }

    fn list(&self, width: usize, paint: Paint) -> String {
        let entries = self.rows.iter().flat_map(|row| {
            let name = row
                .first()
                .map(|cell| format!("{}{}", " ".repeat(self.indent), paint.ink(cell.ink, &cell.text)));
            let said = row.iter().enumerate().skip(1).filter(|(_, cell)| !cell.text.is_empty());
            let said = said.map(|(column, cell)| match self.head.get(column) {
                Some(head) => format!("{head}: {}", cell.text),
                None => cell.text.clone(),
            });
            let said = said.collect::<Vec<_>>().join(" · ");
            let said = (!said.is_empty()).then(|| indent_by(&said, self.indent + 2, self.indent + 4, width));
            name.into_iter().chain(said)
        });
        entries.collect::<Vec<_>>().join("\n")
    }

    /// The width of each column: what it needs, or its part of what there is.
    fn widths(&self, width: usize) -> Vec<usize> {
        self.columns(width).into_iter().map(|column| column.width).collect()
    }

    fn columns(&self, width: usize) -> Vec<Column<'_>> {
        let count = self
            .rows
            .iter()
            .map(Vec::len)
            .chain([self.head.len()])
            .max()
            .unwrap_or(0);
        let mut columns: Vec<Column> = (0..count).map(|column| Column::of(self, column)).collect();
        let room = width.saturating_sub(GAP * count.saturating_sub(1));
        while columns.iter().map(|column| column.width).sum::<usize>() > room {
            // The column that makes the table least higher; of equal ones the widest.
            let heights: Vec<usize> = (0..=self.rows.len())
                .map(|row| columns.iter().map(|column| column.heights[row]).max().unwrap_or(1))
                .collect();
            let narrower = columns
                .iter()
                .enumerate()
                .filter(|(_, column)| column.width > NARROWEST);
            let narrower = narrower.map(|(index, column)| (index, column.narrower()));
            let best = narrower.min_by_key(|(_, column)| (column.cost(&heights), usize::MAX - column.width));
            let Some((index, column)) = best else { break };
            columns[index] = column;
        }
        columns
    }

    fn lines(&self, row: &[Cell], widths: &[usize], paint: Paint, lines: &mut Vec<String>) {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(widths)
            .map(|(cell, &width)| wrap(&cell.text, width))
            .collect();
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
            " name  what it     n\n       does\n a     one two     7\n       three\n bcd              12"
        );
    }

    #[test]
    fn a_table_that_would_cut_words_is_a_list() {
        let mut table = Columns::new(["name", "what", "n"]).indent(1);
        table.row(["mill", "unbelievably fast", "7"]);
        table.row(["farm", "", "12"]);
        assert_eq!(table.render_or_list(80, Paint(false)), table.render(80, Paint(false)));
        assert_eq!(
            table.render_or_list(20, Paint(false)),
            " mill\n   what:\n     unbelievably\n     fast · n: 7\n farm\n   n: 12"
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
