//! `spielbaum run`: an experiment from a TOML file.

use std::path::{Path, PathBuf};

use clap::Args;
use spielbaum_lab::Experiment;

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, conduct};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Results are stored in a single SQLite file: NAME.sqlite for NAME.toml, in the current folder. Every \
run is added to those already in the file. docs/experiments.md explains the TOML keys.

Examples:
  spielbaum run connect-four-depth.toml
  spielbaum run sweep.toml --store results.sqlite --jobs 2 --json")]
pub(crate) struct Arguments {
    /// Experiment file
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,

    /// File for the results
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    #[command(flatten)]
    session: SessionArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let path = &arguments.experiment;
    let place = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::input(&place, error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let experiment = Experiment::read(&text, folder).map_err(|error| Failure::input(&place, error))?;
    let default = PathBuf::from(path.file_stem().unwrap_or_default()).with_extension("sqlite");
    conduct(&experiment, Some(arguments.store.as_ref().unwrap_or(&default)), &arguments.session, output)?;
    Ok(())
}
