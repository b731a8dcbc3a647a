//! The command line: every command, option and help text.

use clap::{Parser, Subcommand};

use crate::commands::{
    analyse, bench, book, compare, completions, endings, explain, export, history, lichess, man, r#match, perft, play,
    playout, positions, report, reproduce, resume, run, serve, show, solve, stress, suite, tournament, trace, train,
    tune, uci, verify,
};

/// A laboratory for game-tree search: six games, their searches, and experiments on them.
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
    /// Play against the computer or another person
    Play(play::Arguments),
    /// List and show past games, and how positions turned out
    History(history::Arguments),
    /// Serve the web page: play, analyse, and watch searches run
    Serve(serve::Arguments),
    /// Find the best move and its value
    Analyse(analyse::Arguments),
    /// Find exact values
    Solve(solve::Arguments),
    /// Build and read opening books
    Book(book::Arguments),
    /// Generate, list, probe and check chess endgame tables
    Endings(endings::Arguments),
    /// Record what an alpha-beta search does, as JSON or as a picture
    Trace(trace::Arguments),
    /// Check a proof file that a search has written
    Verify(verify::Arguments),
    /// Draw a position and list its legal moves
    Show(show::Arguments),
    /// Break down the static evaluation of a position, term by term
    Explain(explain::Arguments),
    /// Count the move sequences of a given length
    Perft(perft::Arguments),
    /// Play random games and count how they end
    Playout(playout::Arguments),
    /// Compare all algorithms on a game by cost, depth and strength, with a report
    Compare(compare::Arguments),
    /// Play a match between two players, with confidence intervals
    Match(r#match::Arguments),
    /// Play a tournament between several players, and rate them
    Tournament(tournament::Arguments),
    /// Tune the options of a player
    Tune(tune::Arguments),
    /// Generate sets of positions
    Positions(positions::Arguments),
    /// Run the experiment in a TOML file and store its results
    Run(run::Arguments),
    /// Resume an interrupted run
    Resume(resume::Arguments),
    /// List the published studies that can be rerun
    #[command(after_help = "Examples:\n  spielbaum studies\n  spielbaum studies --json")]
    Studies,
    /// Rerun a published study, compare the numbers, and judge each conclusion
    Reproduce(reproduce::Arguments),
    /// Write an HTML report of runs, with tables and figures
    Report(report::Arguments),
    /// Export the results of a run as CSV, JSON lines or PGN
    Export(export::Arguments),
    /// Train an evaluation on self-play games
    Train(train::Arguments),
    /// Compare every exact search with brute force on random positions
    Stress(stress::Arguments),
    /// Measure speed, and print node counts to compare with the recorded ones
    Bench(bench::Arguments),
    /// Run a chess test suite and count the positions solved
    Suite(suite::Arguments),
    /// Run as a UCI chess engine
    Uci(uci::Arguments),
    /// Play chess on lichess.org as a bot
    Lichess(lichess::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Print the manual page
    Man(man::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  spielbaum analyse connect-four -m 44455554221
  spielbaum match connect-four mcts pvs:iterative --time 50ms --games 40
  spielbaum playout othello --games 100000 --seed 7
  spielbaum perft chess 5
  spielbaum show yavalath:side=4,swap -m 'b2 swap'

Exit codes: 0 done, 1 failure, 2 bad usage or input.
NO_COLOR turns colours off.";
