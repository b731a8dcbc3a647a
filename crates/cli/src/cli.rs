//! The command line: every command, option and help text.

use clap::{Parser, Subcommand};

use crate::commands::{
    analyse, bench, book, compare, completions, endings, explain, export, history, lichess, man, r#match, perft, play,
    playout, positions, report, reproduce, resume, run, serve, show, solve, stress, suite, tournament, trace, train,
    tune, uci, verify,
};

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
    /// Play against the computer or another person
    Play(play::Arguments),
    /// Look at the games that people have played
    History(history::Arguments),
    /// Open the web page: play, analyse, and watch searches think
    Serve(serve::Arguments),
    /// Find the best move and what it is worth
    Analyse(analyse::Arguments),
    /// Find exact values
    Solve(solve::Arguments),
    /// Make and read opening books
    Book(book::Arguments),
    /// Make tables of chess endings, and ask them
    Endings(endings::Arguments),
    /// Record what an alpha-beta search does, as JSON or as a picture
    Trace(trace::Arguments),
    /// Check a proof that a search has written
    Verify(verify::Arguments),
    /// Draw a position and say what can be played
    Show(show::Arguments),
    /// Say what an evaluation makes of a position, term by term
    Explain(explain::Arguments),
    /// Count the move sequences of a given length
    Perft(perft::Arguments),
    /// Play random games and count how they end
    Playout(playout::Arguments),
    /// Compare all algorithms on a game: cost, reach and strength, with a report
    Compare(compare::Arguments),
    /// Let two players play each other, and say how sure the result is
    Match(r#match::Arguments),
    /// Let many players play each other, and rate them
    Tournament(tournament::Arguments),
    /// Find better values for the options of a player
    Tune(tune::Arguments),
    /// Make sets of positions
    Positions(positions::Arguments),
    /// Run an experiment that a TOML file describes, and keep its results
    Run(run::Arguments),
    /// Go on with a run that was interrupted
    Resume(resume::Arguments),
    /// List the published studies that can be rerun
    #[command(after_help = "Examples:\n  spielbaum studies\n  spielbaum studies --json")]
    Studies,
    /// Rerun a published study, with its numbers beside ours and a verdict on each conclusion
    Reproduce(reproduce::Arguments),
    /// Write a report about runs: tables and figures in a page of their own
    Report(report::Arguments),
    /// Write the results of a run as CSV or JSON lines
    Export(export::Arguments),
    /// Learn an evaluation from games that the program plays against itself
    Train(train::Arguments),
    /// Compare every exact search with brute force on random positions
    Stress(stress::Arguments),
    /// Measure speed, and print node counts that must never change by accident
    Bench(bench::Arguments),
    /// Count how many positions of a chess test suite are solved
    Suite(suite::Arguments),
    /// Play chess for a graphical interface, by the UCI protocol
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
