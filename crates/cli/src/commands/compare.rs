//! `spielbaum compare`: all algorithms on one game, by cost, depth and strength, with a report.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use spielbaum_lab::{Comparison, Extent, Results};
use spielbaum_search::{Spec, parse_time};

use crate::failure::Failure;
use crate::laboratory::{SessionArguments, Stage};
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
Without SPEC, all algorithms that the game supports take part. There are four experiments: the cost of searches to the same \
depth, whether exact ones return minimax's value, the depth reached in equal time, and a round robin with equal time. The report folder has index.html, report.md, \
every table as CSV and LaTeX, every figure as SVG, and results.sqlite with all games and searches.

Examples:
  spielbaum compare connect-four
  spielbaum compare yavalath 'AB*' mcts-gdk mcts-pn --time 200ms --games 20
  spielbaum compare othello --out othello-report --jobs 2")]
pub(crate) struct Arguments {
    /// Game, with options as in 'gale:size=6' ('spielbaum games' lists them)
    #[arg(value_name = "GAME")]
    game: String,

    /// Algorithms with options ('spielbaum algorithms' explains them)
    #[arg(value_name = "SPEC")]
    players: Vec<String>,

    /// Time per move
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "20ms")]
    time: Duration,

    /// Games per pairing, an even number
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,

    /// Random positions to search
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    positions: u64,

    /// Seed of positions, openings and random players
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Folder for the report [default: compare-GAME]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    #[command(flatten)]
    session: SessionArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let Arguments { time, games, positions, seed, .. } = *arguments;
    let game: spielbaum_games::GameSpec = arguments.game.parse()?;
    let read = |text: &String| text.parse::<Spec>().map_err(|error| Failure::input("player", error));
    let players = arguments.players.iter().map(read).collect::<Result<Vec<Spec>, Failure>>()?;
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("compare-{}", game.name())));
    let extent = Extent { time, games, positions, seed, ..Extent::default() };
    let title = format!("{game}: algorithms compared");
    let comparison = Comparison::new(game, &players, extent)?;
    let mut stage = Stage::new(&folder, &title, &arguments.session)?;

    let (probe, _) = stage.run(&comparison.probe(), output)?;
    let Results::Searches(searches) = probe else { unreachable!("the probe searches") };
    let depth = searches.iter().map(|search| search.depth).min().unwrap_or(1).max(1);
    if let Some(costs) = comparison.costs(depth) {
        stage.run(&costs, output)?;
    }
    if let Some(exactness) = comparison.exactness(depth) {
        stage.run(&exactness, output)?;
    }
    stage.run(&comparison.reach(), output)?;
    stage.run(&comparison.games()?, output)?;
    stage.finish(output)
}
