//! Measures Spielbaum beside other game libraries, in one process and one thread.
//!
//! In every round each library has one turn of equal processor time, so that a change of the machine's load or clock
//! rate touches all of them; the report gives ratios within the run. A job is timed only after all libraries are
//! seen to count the same.

mod board_game;
mod clock;
mod connect_four_ai;
mod contestant;
mod cozy;
mod evidence;
mod job;
mod minimax_rs;
mod options;
mod ours;
mod report;
mod result;
mod sets;
mod treant_rs;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use options::{Command, Options};
use result::JobResult;

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    match options::parse(arguments) {
        Ok(Command::Help) => print(options::HELP),
        Ok(Command::Measure(options)) => measure(&options),
        Err(error) => {
            eprintln!("peers: {error}\nTry 'peers --help'.");
            ExitCode::from(2)
        }
    }
}

fn measure(options: &Options) -> ExitCode {
    let mut results: Vec<JobResult> = Vec::new();
    for &job in &options.jobs {
        eprintln!("measuring {job}");
        let result = result::run(job, options.rounds);
        for difference in &result.differences {
            eprintln!("peers: {job}: {difference}; not timed");
        }
        results.push(result);
    }
    let report = if options.json { report::json(&results, options.rounds) } else { report::table(&results) };
    let printed = print(&report);
    let all_agree = results.iter().all(|result| result.differences.is_empty());
    if all_agree { printed } else { ExitCode::FAILURE }
}

/// Prints to standard output; a reader that has gone away is not an error.
fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("peers: cannot write the report: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
