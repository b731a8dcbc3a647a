//! The command line.

use crate::job::{JOBS, Job};

/// What the user asked for.
pub(crate) enum Command {
    /// Print the help text.
    Help,
    /// Measure.
    Measure(Options),
}

/// How to measure and report.
pub(crate) struct Options {
    /// How often every contestant has its turn.
    pub(crate) rounds: u32,
    /// The jobs to do.
    pub(crate) jobs: Vec<Job>,
    /// Report as JSON instead of a table.
    pub(crate) json: bool,
}

const DEFAULT_ROUNDS: u32 = 7;

pub(crate) const HELP: &str = "\
Measures Spielbaum beside other game libraries: one process, one thread, in turns of 0.3 s of processor time.

Usage: peers [--rounds N] [--only TEXT] [--json]

  --rounds N   turns of every library in every job; the median counts (default 7)
  --only TEXT  only jobs whose name contains TEXT; may be repeated
  --json       one JSON object instead of the table
  --help       this text

Examples:
  peers
  peers --only connect-four --rounds 21
  peers --only perft --only chess --json

Exit status: 0 measured, 1 two libraries did not count the same or the report could not be written, 2 bad usage.
";

/// Reads the command line; the error names the offending text.
pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut rounds = DEFAULT_ROUNDS;
    let mut only: Vec<String> = Vec::new();
    let mut json = false;
    let mut rest = arguments;
    while let Some(argument) = rest.next() {
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        match (name, &attached) {
            ("--help" | "-h", None) => return Ok(Command::Help),
            ("--json", None) => json = true,
            ("--rounds" | "--only", _) => {
                let value = attached.or_else(|| rest.next()).ok_or(format!("{name} needs a value"))?;
                if name == "--only" {
                    only.push(value);
                } else {
                    rounds = value
                        .parse()
                        .ok()
                        .filter(|&rounds| rounds > 0)
                        .ok_or_else(|| format!("--rounds '{value}' is not a whole number from 1 on"))?;
                }
            }
            _ => return Err(format!("unknown argument '{argument}'")),
        }
    }
    Ok(Command::Measure(Options { rounds, jobs: select(&only)?, json }))
}

/// The jobs whose names contain one of the texts; all without any text.
fn select(only: &[String]) -> Result<Vec<Job>, String> {
    let names = || JOBS.iter().map(Job::to_string);
    if let Some(text) = only.iter().find(|text| !names().any(|name| name.contains(text.as_str()))) {
        return Err(format!("no job contains '{text}'; the jobs are {}", names().collect::<Vec<_>>().join(", ")));
    }
    let is_wanted = |job: &Job| only.is_empty() || only.iter().any(|text| job.to_string().contains(text.as_str()));
    Ok(JOBS.into_iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(line: &str) -> Result<(u32, usize, bool), String> {
        match parse(line.split_whitespace().map(str::to_owned))? {
            Command::Help => Err("help".to_owned()),
            Command::Measure(options) => Ok((options.rounds, options.jobs.len(), options.json)),
        }
    }

    #[test]
    fn options_are_read_in_both_spellings() {
        assert_eq!(measure(""), Ok((DEFAULT_ROUNDS, JOBS.len(), false)));
        assert_eq!(measure("--rounds 3 --only=perft --json"), Ok((3, 3, true)));
        assert_eq!(measure("--only gale --only othello --rounds=1"), Ok((1, 2, false)));
    }

    #[test]
    fn errors_name_the_offending_text() {
        for (line, named) in [
            ("--rounds 0", "'0'"),
            ("--rounds many", "'many'"),
            ("--rounds", "--rounds"),
            ("--only go", "'go'"),
            ("--fast", "'--fast'"),
            ("--json=yes", "'--json=yes'"),
            ("perft", "'perft'"),
        ] {
            let error = measure(line).expect_err(line);
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
