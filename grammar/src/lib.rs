//! The two text formats of Houserule that people write by hand: the setup
//! language with its expressions, and the playthrough. Text comes in, trees with
//! spans or readable errors come out; what a name means is decided elsewhere.

mod build;
mod error;
mod explain;
pub mod playthrough;
mod scan;
mod setup;
pub mod tree;

pub use error::SyntaxError;
pub use setup::{parse_expression, parse_setup};
