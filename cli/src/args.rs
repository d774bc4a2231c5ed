//! What can be said on the command line: the commands, and what holds for all of
//! them. The flags of a command are in its own file.

use clap::builder::styling::{AnsiColor, Style, Styles};
use clap::{ColorChoice, Parser, Subcommand};

use crate::commands::{api, bench, check, completions, games, play, replay, schema, show, sim, test};

const STYLES: Styles = Styles::styled()
    .header(Style::new().bold())
    .usage(Style::new().bold())
    .literal(AnsiColor::Cyan.on_default());

/// Play, change and simulate tabletop games that are nothing but data.
#[derive(Debug, Parser)]
#[command(name = "houserule", version, styles = STYLES, disable_help_subcommand = true, after_help = "\
Examples:
  houserule games                                what there is to play
  houserule play tic-tac-toe                     play against bots
  houserule play atlandice --players 3 --lang de
  houserule show atlandice --players 2           the game as its layers leave it
  houserule sim pig -n 10000 --players 4         who wins how often
  houserule check ./my-game                      everything that is wrong with a game

GAME is the name of a bundled game, of a folder in ./games, or a path: ./my-game")]
pub struct Cli {
    /// When to use colours; `auto` is for terminals, and obeys NO_COLOR
    #[arg(long, global = true, display_order = 100, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Games(games::Args),
    Play(play::Args),
    Show(show::Args),
    Check(check::Args),
    Test(test::Args),
    Sim(sim::Args),
    Replay(replay::Args),
    Bench(bench::Args),
    Api(api::Args),
    Schema(schema::Args),
    Completions(completions::Args),
}

impl Command {
    /// Whether a program reads what is printed, and so what is wrong too.
    pub fn prints_json(&self) -> bool {
        match self {
            Command::Games(args) => args.json,
            Command::Show(args) => args.json,
            Command::Check(args) => args.json,
            Command::Test(args) => args.json,
            Command::Sim(args) => args.json,
            Command::Replay(args) => args.json,
            Command::Bench(args) => args.json,
            Command::Api(args) => args.json,
            Command::Play(_) | Command::Schema(_) | Command::Completions(_) => false,
        }
    }
}
