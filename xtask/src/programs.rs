//! The test programs: built by cargo, run here, so that they run while cargo still builds others.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use crate::chess_world;
use crate::run::{Log, cargo_command, json_field, program_path};

/// A test program, and the folder of its package, where it runs.
pub(crate) struct Program {
    path: PathBuf,
    package: PathBuf,
}

/// The results of all test programs; displayed as `N passed, N failed`.
#[derive(Default)]
pub(crate) struct Totals {
    passed: AtomicU32,
    failed: AtomicU32,
}

impl Totals {
    /// Adds what test programs reported on their lines `test result: …`.
    fn add(&self, output: &str) {
        for line in output.lines().filter(|line| line.starts_with("test result:")) {
            self.passed.fetch_add(count_before(" passed", line), Ordering::Relaxed);
            self.failed.fetch_add(count_before(" failed", line), Ordering::Relaxed);
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed.load(Ordering::Relaxed), self.failed.load(Ordering::Relaxed))
    }
}

/// Builds all test programs and hands over each as soon as it is built; those that start the program when it is built,
/// too.
pub(crate) fn build(log: &Log, built: &Sender<Program>) -> Result<(), String> {
    let format = "--message-format=json-render-diagnostics";
    let arguments = ["test", "--quiet", "--workspace", "--locked", "--no-run", format];
    let failure = |error| format!("cargo test: {error}");
    let mut command = cargo_command(&arguments);
    let mut child = log.attach(&mut command)?.stdout(Stdio::piped()).spawn().map_err(failure)?;
    let (mut is_program_built, mut waiting) = (false, Vec::new());
    for message in BufReader::new(child.stdout.take().expect("a piped stream")).lines() {
        let message = message.map_err(failure)?;
        is_program_built |= json_field(&message, "executable").is_some_and(|path| Path::new(path) == program_path());
        waiting.extend(Program::from_message(&message));
        // The receiver is gone after another step has failed.
        waiting
            .extract_if(.., |test| is_program_built || !test.starts_program())
            .for_each(|test| drop(built.send(test)));
    }
    let status = child.wait().map_err(failure)?;
    if status.success() { Ok(()) } else { Err(format!("the tests do not compile, {status}")) }
}

/// Runs test programs one after another as they are handed over; all of them, even after one has failed.
pub(crate) fn run(log: &Log, programs: Receiver<Program>, totals: &Totals) -> Result<(), String> {
    let mut failures = Vec::new();
    for program in programs {
        let name = program.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new(&program.path);
        command.current_dir(&program.package).env("CARGO_MANIFEST_DIR", &program.package);
        command.envs(chess_world::test_variables());
        let output = log.attach(&mut command)?.stdout(Stdio::piped()).output();
        let output = output.map_err(|error| format!("{name} could not be started: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        totals.add(&text);
        if !output.status.success() {
            println!("{text}");
            failures.push(format!("{name} ({})", output.status));
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(format!("tests failed in {}", failures.join(", "))) }
}

/// Compiles and runs the examples in the documentation.
pub(crate) fn documentation_tests(log: &Log, totals: &Totals) -> Result<(), String> {
    let arguments = ["test", "--quiet", "--workspace", "--locked", "--doc", "--no-fail-fast"];
    let mut command = cargo_command(&arguments);
    let output = log.attach(&mut command)?.stdout(Stdio::piped()).output();
    let output = output.map_err(|error| format!("cargo test --doc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    totals.add(&text);
    if output.status.success() { Ok(()) } else { Err(format!("{text}'cargo test --doc' failed, {}", output.status)) }
}

impl Program {
    /// Whether it starts the program, as the tests of the command line do.
    fn starts_program(&self) -> bool {
        self.package.ends_with("crates/cli")
    }

    /// The program of a message about a finished build, if it is a test.
    fn from_message(message: &str) -> Option<Program> {
        let is_test = message.contains("\"test\":true},\"features\"");
        let path = json_field(message, "executable").filter(|_| is_test)?;
        let manifest = PathBuf::from(json_field(message, "manifest_path")?);
        Some(Program { path: path.into(), package: manifest.parent()?.into() })
    }
}

/// The number in front of `word`.
fn count_before(word: &str, line: &str) -> u32 {
    let before = line.split(word).next().and_then(|text| text.rsplit(' ').next());
    before.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let totals = Totals::default();
        totals.add("running 2 tests\ntest result: ok. 12 passed; 0 failed; 1 ignored; 0 measured\n");
        totals.add("test result: FAILED. 3 passed; 2 failed; 0 ignored\n");
        assert_eq!(totals.to_string(), "15 passed, 2 failed");
    }
}
