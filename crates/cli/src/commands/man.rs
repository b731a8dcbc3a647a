//! `spielbaum man`: the manual page, generated from the same definitions as the help.

use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Examples:
  spielbaum man | man -l -
  spielbaum man --dir ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// Write one page per command to this folder instead
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let command = Cli::command();
    if let Some(folder) = &arguments.dir {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        return written.map_err(|error| Failure::input(&format!("cannot write to '{}'", folder.display()), error));
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(output.text(&String::from_utf8_lossy(&page))?)
}
