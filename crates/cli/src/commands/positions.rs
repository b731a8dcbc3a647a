//! `spielbaum positions`: sets of positions for experiments.

use clap::{Args, Subcommand};
use serde::Serialize;
use spielbaum_lab::{PositionSet, Stage};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: PositionsCommand,
}

#[derive(Subcommand)]
enum PositionsCommand {
    /// Generate a set of positions, one per line
    Make(MakeArguments),
}

#[derive(Args)]
#[command(after_help = "\
The same command gives the same positions. A line is a position, followed by its value if it \
was solved: the format of 'solve --set', of the key 'set' in experiments and of 'match --openings'. \
The classes are those of Pons' test sets for Connect Four: L1, L2, L3 have up to 14, up to 28 and more plies played, R1, R2, R3 have 3 to \
13, up to 27 and more plies left under perfect play; there are L1_R1, L1_R2, L1_R3, L2_R1, L2_R2 and L3_R1.

Examples:
  spielbaum positions make othello --plies 5,10,15,20 --each 10 > positions.txt
  spielbaum positions make gale:size=3 --plies 4 --each 20 --solve --seed 7
  spielbaum positions make connect-four --class L2_R1 --each 100 > middle-easy.txt")]
struct MakeArguments {
    /// Game, with options as in 'gale:size=3'
    #[arg(value_name = "GAME")]
    game: String,

    /// Random plies from the start, as a list
    #[arg(long, value_name = "LIST", value_delimiter = ',', required_unless_present = "class")]
    plies: Vec<u32>,

    /// Connect Four: plies played and plies left, as in 'L2_R1'
    #[arg(long, value_name = "CLASS", conflicts_with = "plies")]
    class: Option<String>,

    /// Positions for each number of plies, or of the class
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    each: u64,

    /// Solve each position and append its value
    #[arg(long)]
    solve: bool,

    /// Seed of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct SetJson<'a> {
    game: &'a str,
    seed: u64,
    positions: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let PositionsCommand::Make(arguments) = &arguments.command;
    let MakeArguments { plies, class, each, solve, seed, .. } = arguments;
    let stage = match class {
        Some(class) => Stage::Class(class.parse()?),
        None => Stage::Plies(plies.clone()),
    };
    let set = PositionSet { game: arguments.game.parse()?, stage, each: *each, is_solved: *solve, seed: *seed };
    let progress = output.progress(set.len(), "positions");
    let mut lines = Vec::new();
    set.generate(&mut |line| {
        lines.push(line.to_owned());
        progress.inc(1);
    })?;
    progress.finish_and_clear();
    if output.is_json() {
        return Ok(output.json(&SetJson { game: &arguments.game, seed: *seed, positions: lines })?);
    }
    output.line(&format!("# spielbaum positions make {}", arguments.text()))?;
    lines.iter().try_for_each(|line| output.line(line))?;
    Ok(())
}

impl MakeArguments {
    /// The arguments again, for the first line of the set.
    fn text(&self) -> String {
        let plies: Vec<String> = self.plies.iter().map(ToString::to_string).collect();
        let stage = match &self.class {
            Some(class) => format!("--class {class}"),
            None => format!("--plies {}", plies.join(",")),
        };
        let solve = if self.solve { " --solve" } else { "" };
        format!("{} {stage} --each {}{solve} --seed {}", self.game, self.each, self.seed)
    }
}
