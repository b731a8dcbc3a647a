//! `spielbaum match`: two players, colours swapped on every opening, with confidence intervals.

use clap::Args;
use spielbaum_lab::Pairing;
use spielbaum_lab::statistics::Sprt;

use crate::failure::Failure;
use crate::laboratory::{GameArguments, conduct};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Games are played in pairs: the same opening with colours swapped. The statistics count pairs, so that the advantage of \
an opening cancels out. Limits given here apply to players whose spec has none; without any, a move takes 100 ms. Brackets hold \
95 % confidence intervals. With --sprt the match ends as soon as one of two hypotheses about the Elo difference is accepted.

Examples:
  spielbaum match connect-four mcts:iterations=1000 alphabeta:depth=4 --games 100
  spielbaum match othello 'AB ITD' 'AB ITD TT' --time 50ms --games 200 --jobs 2
  spielbaum match gale pvs:depth=3 alphabeta:depth=2 --openings none
  spielbaum match yavalath mcts-gdk mcts --iterations 500 --sprt elo0=0,elo1=30
  spielbaum match chess pvs:noisy mcts --nodes 5000 --store chess.sqlite --json")]
pub(crate) struct Arguments {
    /// Game, with options as in 'gale:size=6' ('spielbaum games' lists them)
    #[arg(value_name = "GAME")]
    game: String,

    /// First player: an algorithm with options ('spielbaum algorithms' explains them)
    #[arg(value_name = "SPEC")]
    first: String,

    /// Second player
    #[arg(value_name = "SPEC")]
    second: String,

    /// Number of games, even; with --sprt the maximum [default: 100, with --sprt 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    games: Option<u64>,

    /// Test elo0 against elo1, as in 'elo0=0,elo1=10'; also alpha, beta (0.05) and model=normalised
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    #[command(flatten)]
    contest: GameArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let sprt = arguments.sprt.as_ref().map(|text| text.parse::<Sprt>()).transpose();
    let sprt = sprt.map_err(|error| Failure::input("sprt", error))?;
    let games = arguments.games.unwrap_or(if sprt.is_some() { 100_000 } else { 100 });
    let players = [arguments.first.clone(), arguments.second.clone()];
    let contest = &arguments.contest;
    let experiment = contest.experiment(&arguments.game, &players, Pairing::RoundRobin, games, sprt)?;
    conduct(&experiment, contest.store.as_deref(), &contest.session, output)?;
    Ok(())
}
