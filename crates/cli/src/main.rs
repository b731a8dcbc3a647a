//! `spielbaum`, a laboratory for game-tree search on the command line.

mod book;
mod cli;
mod commands;
mod failure;
mod files;
mod interrupt;
mod laboratory;
mod output;
mod proof;
mod report;
mod root_table;
mod saved_tree;
mod setup;
mod tree;

use std::process::ExitCode;

use clap::Parser;
use spielbaum_search::{Spec, renamed_options};

use cli::{Cli, Command};
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::to_stdout(cli.json, cli.ascii);
    hint_at_renamed_options();
    let result = run(cli.command, &mut output).and_then(|()| Ok(output.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("spielbaum: {failure}");
            failure.exit_code()
        }
    }
}

/// Options of the command line in earlier versions, each with its current name: aliases for one more version.
const RENAMED_FLAGS: [(&str, &str); 4] = [
    ("--longest", "--max-time"),
    ("--least-time", "--min-time"),
    ("--most-time", "--max-time"),
    ("--least-games", "--min-games"),
];

/// Prints to standard error how options of earlier versions are written now.
fn hint_at_renamed_options() {
    for argument in std::env::args().skip(1) {
        let flag = argument.split('=').next().unwrap_or_default();
        if let Some((old, now)) = RENAMED_FLAGS.iter().find(|(old, _)| *old == flag) {
            eprintln!("spielbaum: the option '{old}' is now written '{now}'");
        }
        let options = if argument.parse::<Spec>().is_ok() { renamed_options(&argument) } else { Vec::new() };
        for (old, now) in options {
            match now.as_str() {
                "" => eprintln!("spielbaum: the option '{old}' is no longer needed"),
                now => eprintln!("spielbaum: the option '{old}' is now written '{now}'"),
            }
        }
    }
}

fn run(command: Command, output: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Games => commands::games::run(output),
        Command::Algorithms => commands::algorithms::run(output),
        Command::Play(arguments) => commands::play::run(&arguments, output),
        Command::History(arguments) => commands::history::run(&arguments, output),
        Command::Serve(arguments) => commands::serve::run(&arguments, output),
        Command::Analyse(arguments) => commands::analyse::run(&arguments, output),
        Command::Solve(arguments) => commands::solve::run(&arguments, output),
        Command::Book(arguments) => commands::book::run(&arguments, output),
        Command::Endings(arguments) => commands::endings::run(&arguments, output),
        Command::Trace(arguments) => commands::trace::run(&arguments, output),
        Command::Verify(arguments) => commands::verify::run(&arguments, output),
        Command::Show(arguments) => commands::show::run(&arguments, output),
        Command::Perft(arguments) => commands::perft::run(&arguments, output),
        Command::Playout(arguments) => commands::playout::run(&arguments, output),
        Command::Compare(arguments) => commands::compare::run(&arguments, output),
        Command::Match(arguments) => commands::r#match::run(&arguments, output),
        Command::Tournament(arguments) => commands::tournament::run(&arguments, output),
        Command::Tune(arguments) => commands::tune::run(&arguments, output),
        Command::Positions(arguments) => commands::positions::run(&arguments, output),
        Command::Run(arguments) => commands::run::run(&arguments, output),
        Command::Resume(arguments) => commands::resume::run(&arguments, output),
        Command::Studies => commands::studies::run(output),
        Command::Reproduce(arguments) => commands::reproduce::run(&arguments, output),
        Command::Report(arguments) => commands::report::run(&arguments, output),
        Command::Explain(arguments) => commands::explain::run(&arguments, output),
        Command::Export(arguments) => commands::export::run(&arguments, output),
        Command::Train(arguments) => commands::train::run(&arguments, output),
        Command::Stress(arguments) => commands::stress::run(&arguments, output),
        Command::Bench(arguments) => commands::bench::run(&arguments, output),
        Command::Suite(arguments) => commands::suite::run(&arguments, output),
        Command::Uci(arguments) => commands::uci::run(&arguments),
        Command::Lichess(arguments) => commands::lichess::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments, output),
        Command::Man(arguments) => commands::man::run(&arguments, output),
    }
}
