//! Rules that are said in data, not in scripts: expressions (conditions, scores,
//! numbers of turns) and setup steps. They are lowered once, when every name is
//! known, and then run on a table.

mod code;
mod lay;
mod lower;
mod run;
mod setup;

pub use code::{Code, CodeKind, Function, Value};
pub use lay::{lay_out, lay_step};
pub use lower::{Lowerer, Type};
pub use run::{RuleError, Scope};
pub use setup::{Action, Members, SetupStep};
