//! The command line of Houserule. Every command has a file of its own under
//! `commands`; `table` draws tables and logs, `play` lets people sit at them.

mod args;
mod commands;
mod failure;
mod interrupt;
mod library;
mod output;
mod play;
mod setting;
mod table;
mod text;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
