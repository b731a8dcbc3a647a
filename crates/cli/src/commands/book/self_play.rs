//! `spielbaum book play`: a chess book from self-play games.

use std::path::PathBuf;

use clap::Args;
use spielbaum_connect::polyglot::Selection;
use spielbaum_lab::OpeningGames;

use super::polyglot;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::laboratory::processors;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Both sides open each game with moves chosen at random among the best ones of a short search, then play it to the end. A \
move scores two points for each game its side won and one for each draw; moves without points are left out. The same options \
give the same book for any number of jobs.

Examples:
  spielbaum book play --output openings.bin --games 200 --plies 8
  spielbaum book play --output openings.bin --games 5000 --nodes 20000 --margin 15 --seed 2 --jobs 2")]
pub(super) struct Arguments {
    /// Book to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Plies of an opening
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=60))]
    plies: u64,

    /// Nodes to search for each opening move
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// How much worse than the best an opening move may be, in centipawns
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    margin: i32,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: Option<u64>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let Arguments { games, nodes, margin, seed, .. } = *arguments;
    let plies = arguments.plies as usize;
    let jobs = arguments.jobs.map_or_else(processors, |jobs| jobs as usize);
    let stop = stop_on_interrupt()?;
    let progress = output.progress(games, "games");
    let played = OpeningGames { seed, games, jobs, plies, nodes, margin }.play(stop, || progress.inc(1));
    progress.finish_and_clear();
    let played = played.ok_or_else(|| Failure::Failed("stopped; nothing was written".to_owned()))?;
    polyglot::write(&played, Selection { plies, min_games: 1 }, &arguments.output, output)
}
