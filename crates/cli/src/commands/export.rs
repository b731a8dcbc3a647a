//! `spielbaum export`: exports the results of a run.

use std::io::BufWriter;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use spielbaum_games::chess::Pgn;
use spielbaum_lab::{Format, Part, Store};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Prints CSV with a header line, or with --json one JSON object per line. docs/store.md explains the columns.

Examples:
  spielbaum export results.sqlite games > games.csv
  spielbaum export results.sqlite moves --run 2 --json > moves.jsonl
  spielbaum export results.sqlite pgn > games.pgn")]
pub(crate) struct Arguments {
    /// File with the results
    #[arg(value_name = "STORE")]
    store: PathBuf,

    /// What to export
    #[arg(value_name = "PART")]
    part: PartName,

    /// Number of the run [default: the last one]
    #[arg(long, value_name = "N")]
    run: Option<i64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PartName {
    /// One row per game
    Games,
    /// One row per move
    Moves,
    /// One row per search
    Searches,
    /// Chess games as PGN, with score, depth and time of each move
    Pgn,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut store = Store::open(&arguments.store)?;
    let run = match arguments.run {
        Some(number) => store.run(number)?.number,
        None => store
            .runs()?
            .last()
            .map(|run| run.number)
            .ok_or_else(|| Failure::Input(format!("{}: contains no run", arguments.store.display())))?,
    };
    let part = match arguments.part {
        PartName::Games => Part::Games,
        PartName::Moves => Part::Moves,
        PartName::Searches => Part::Searches,
        PartName::Pgn => return Ok(output.text(&Pgn::write_all(&store.pgn(run)?))?),
    };
    let format = if output.is_json() { Format::JsonLines } else { Format::Csv };
    output.flush()?;
    let mut target = BufWriter::new(std::io::stdout().lock());
    store.export(run, part, format, &mut target)??;
    Ok(std::io::Write::flush(&mut target)?)
}
