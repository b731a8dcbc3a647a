//! `spielbaum tournament`: a round robin or gauntlet, with ratings and a cross table.

use clap::Args;
use spielbaum_lab::Pairing;

use crate::failure::Failure;
use crate::laboratory::{GameArguments, conduct};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
A round robin on the same openings, with colours swapped. Ratings are fitted to all games together with the \
advantage of the first move; ± is half a 95 % confidence interval.

Examples:
  spielbaum tournament connect-four random mcts:iterations=200 alphabeta:depth=2 alphabeta:depth=4 --games 20
  spielbaum tournament yavalath 'AB*' mcts-gdk mcts-ab mcts-pn --time 100ms --games 10 --store yavalath.sqlite
  spielbaum tournament othello mcts-eval 'AB ITD' mcts-pure --time 50ms --gauntlet --json")]
pub(crate) struct Arguments {
    /// Game, with options as in 'gale:size=6' ('spielbaum games' lists them)
    #[arg(value_name = "GAME")]
    game: String,

    /// Players: algorithms with options ('spielbaum algorithms' explains them)
    #[arg(value_name = "SPEC", required = true, num_args = 2..)]
    players: Vec<String>,

    /// Games per pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    games: u64,

    /// Play a gauntlet: the first player meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,

    #[command(flatten)]
    contest: GameArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let pairing = if arguments.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let contest = &arguments.contest;
    let experiment = contest.experiment(&arguments.game, &arguments.players, pairing, arguments.games, None)?;
    conduct(&experiment, contest.store.as_deref(), &contest.session, output)?;
    Ok(())
}
