//! The commands, one a file: its flags, its help, and what it does.

pub mod api;
pub mod bench;
pub mod check;
pub mod completions;
pub mod games;
pub mod play;
pub mod replay;
pub mod schema;
pub mod show;
pub mod sim;
pub mod test;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::output;

/// Reads the command line, does what it says, and says what kept it from that.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    output::set_color(cli.color);
    let json = cli.command.prints_json();
    match carry_out(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.show(json),
    }
}

fn carry_out(command: Command) -> Result<(), Failure> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Api(args) => api::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
    }
}
