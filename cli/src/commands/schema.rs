//! `houserule schema`: the TOML format as a JSON schema, for editors.

use clap::ValueEnum;
use houserule_engine::package::manifest::{ComponentDecl, LayerFile, Manifest};
use houserule_engine::package::schema::Schema;

use crate::failure::Failure;
use crate::output::say_json;

/// Print the JSON schema of the TOML files, for editors that check as you type
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule schema > game.schema.json
  houserule schema layer > layer.schema.json")]
pub struct Args {
    /// Which file
    #[arg(value_enum, default_value_t = Which::Game)]
    of: Which,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    /// game.toml
    Game,
    /// variants/NAME.toml and mod.toml
    Layer,
    /// An entry of components/*.toml, without the fields of its kind
    Component,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let schema = match args.of {
        Which::Game => Schema::of::<Manifest>(),
        Which::Layer => Schema::of::<LayerFile>(),
        Which::Component => Schema::of::<ComponentDecl>(),
    };
    say_json(schema.root());
    Ok(())
}
