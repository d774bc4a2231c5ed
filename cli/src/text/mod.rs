//! Text in columns: wrapping to a width, and tables whose cells wrap. Widths are
//! those of a terminal, where some characters take two columns.

mod columns;
mod wrap;

pub use columns::{Cell, Columns};
pub use wrap::{TIED, indent_by, pad, wide};

/// `1 variant`, `2 variants`.
pub fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
