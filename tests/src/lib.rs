//! What the tests across crates share: finding the games that are to be tested, and
//! the properties that every game must keep. The tests themselves are in `tests/`.

pub mod catalogue;
pub mod golden;
mod probe;
pub mod properties;
pub mod sample;

pub use probe::{Probe, Seen};

use std::path::PathBuf;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    own.parent().map_or(own.clone(), PathBuf::from)
}
