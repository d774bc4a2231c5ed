//! `houserule completions`: for the Tab key of a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::write_out;

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  houserule completions bash > ~/.local/share/bash-completion/completions/houserule
  houserule completions fish > ~/.config/fish/completions/houserule.fish")]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "houserule", &mut script);
    write_out(&String::from_utf8_lossy(&script));
    Ok(())
}
