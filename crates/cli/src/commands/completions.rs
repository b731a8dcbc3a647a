//! `spielbaum completions`: shell completion scripts.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Examples:
  spielbaum completions bash > ~/.local/share/bash-completion/completions/spielbaum
  spielbaum completions fish > ~/.config/fish/completions/spielbaum.fish")]
pub(crate) struct Arguments {
    /// Shell to write the script for
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut Cli::command(), "spielbaum", &mut script);
    Ok(output.text(&String::from_utf8_lossy(&script))?)
}
