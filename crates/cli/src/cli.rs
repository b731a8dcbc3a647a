//! The command line: every command, option and help text.

use clap::{Parser, Subcommand};

use crate::commands::{analyse, bench, completions, man, perft, playout, show, solve, trace};

/// A laboratory for game-tree search: six games, and everything that can be asked about them.
#[derive(Parser)]
#[command(version, name = "spielbaum", arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Print one JSON object instead of text
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,

    /// Draw with ASCII characters only
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) ascii: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games, their options, and how positions and moves are written
    #[command(after_help = "Examples:\n  spielbaum games\n  spielbaum games --json")]
    Games,
    /// List the algorithms and their switches, each with its reference
    #[command(after_help = "Examples:\n  spielbaum algorithms\n  spielbaum algorithms --json")]
    Algorithms,
    /// Find the best move and what it is worth
    Analyse(analyse::Arguments),
    /// Find exact values
    Solve(solve::Arguments),
    /// Record what an alpha-beta search does, as JSON or as a picture
    Trace(trace::Arguments),
    /// Draw a position and say what can be played
    Show(show::Arguments),
    /// Count the move sequences of a given length
    Perft(perft::Arguments),
    /// Play random games and count how they end
    Playout(playout::Arguments),
    /// Measure speed, and print node counts that must never change by accident
    Bench(bench::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Print the manual page
    Man(man::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  spielbaum analyse connect-four -m 44455554221
  spielbaum playout othello --games 100000 --seed 7
  spielbaum perft chess 5
  spielbaum show yavalath:side=4,swap -m 'b2 swap'

Exit codes: 0 done, 1 failure, 2 bad usage or input.
NO_COLOR turns colours off.";
