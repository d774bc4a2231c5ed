//! Text in columns: wrapping to a width, and tables whose cells wrap. Widths are
//! those of a terminal, where some characters take two columns.

mod columns;
mod wrap;

pub use columns::{Cell, Columns};
pub use wrap::{TIED, indent_by, pad, wide};
