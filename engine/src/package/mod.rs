//! Reading a game: its files, the tree of values they make, the layers over it.
//! Every value knows the layer and the line it came from, and everything that
//! is wrong is reported in one go.

mod annotations;
mod base;
mod blame;
mod condition;
mod disputes;
mod dropped;
pub mod files;
mod layer_file;
pub mod layers;
mod link;
mod load;
pub mod manifest;
pub mod node;
mod options;
mod patch;
mod path;
mod place_list;
mod players;
pub mod problem;
mod render;
pub mod schema;
mod steps;
mod texts;

pub use annotations::required_modules;
pub use base::Merged;
pub use dropped::Dropped;
pub use files::{File, FileId, Files};
pub use layer_file::{LayerKind, game_of_mod};
pub use layers::{LayerInfo, Request, Resolved, VariantInfo, player_counts, resolve};
pub use link::link;
pub use load::{load, side_problems};
pub use node::{Entry, LayerId, Node, Table, Value};
pub use options::{OptionValue, Origin};
pub use patch::Change;
pub use problem::{Place, Problem, Report, nearest};
pub use steps::{ResolvedStep, StepChange};
pub use texts::Texts;
pub(crate) use texts::{ANY, DETAILS};

#[cfg(test)]
mod tests;
