//! `spielbaum resume`: continues an interrupted run.

use std::path::PathBuf;

use clap::Args;
use spielbaum_lab::{Run, Store};

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, go_on, resuming};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
The result equals that of an uninterrupted run. A complete run is only printed again.

Examples:
  spielbaum resume connect-four-depth.sqlite
  spielbaum resume results.sqlite --run 3 --jobs 2")]
pub(crate) struct Arguments {
    /// File with the results
    #[arg(value_name = "STORE")]
    store: PathBuf,

    /// Number of the run [default: the last incomplete one]
    #[arg(long, value_name = "N")]
    run: Option<i64>,

    #[command(flatten)]
    session: SessionArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut store = Store::open(&arguments.store)?;
    let run = match arguments.run {
        Some(number) => store.run(number)?,
        None => last_open(store.runs()?)
            .ok_or_else(|| Failure::Input(format!("{}: every run in it is complete", arguments.store.display())))?,
    };
    if run.version != env!("CARGO_PKG_VERSION") {
        output.note(&format!("run {} was started with version {}", run.number, run.version))?;
    }
    let next = resuming(&arguments.store);
    go_on(&run.experiment, Some((&mut store, run.number)), Some(&next), &arguments.session, output)
}

fn last_open(runs: Vec<Run>) -> Option<Run> {
    runs.into_iter().rfind(|run| run.finished.is_none())
}
