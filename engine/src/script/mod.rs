//! Lua scripts: what they can call, what they hold, and the virtual machine that
//! runs them. `api` declares the whole interface once; `vm` is the only place that
//! loads and starts code; `raw` is the only place that touches the Lua stack.

pub mod api;
mod bot;
mod budget;
mod callbacks;
mod error;
mod fields;
mod globals;
mod handles;
mod hooks;
mod host;
mod layout;
mod library;
mod list_methods;
mod lists;
mod paths;
mod queries;
mod questions;
mod raw;
mod shelf;
mod test_vm;
mod testing;
mod verbs;
mod vm;

pub use bot::Bot;
pub use error::ScriptError;
pub use host::{Ask, Host, Pending, Stop};
pub(crate) use test_vm::{LoadedTests, TestFile};
pub(crate) use testing::{Case, Queued, Setting};
pub(crate) use vm::syntax_errors;
pub use vm::{StepEnd, Vm};
