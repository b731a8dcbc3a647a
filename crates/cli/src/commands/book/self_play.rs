//! `spielbaum book play`: a book of chess from games that the program plays against itself.

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
Both sides begin each game with moves drawn by lot among the best that a short search finds, and play it on to the end. A
win of the side that made a move counts two, a draw one; moves that made no points are left out. The same options make
the same book, whatever the number of jobs.

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

    /// Positions that a move of an opening is searched with
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Hundredths of a pawn by which a move may be worse than the best
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(i32).range(0..=10_000))]
    margin: i32,

    /// Where the lots come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games that are played at once [default: as many as processors]
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
    polyglot::write(&played, Selection { plies, least_games: 1 }, &arguments.output, output)
}
