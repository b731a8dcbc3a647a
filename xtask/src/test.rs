//! `cargo xtask test`: everything that must hold of the project, in the order in which it fails fastest.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Instant;

use crate::run::{capture, cargo, cargo_command, finish, finish_named, program};
use crate::{chess_world, pages, signature};

/// Tools that the checks need beyond the toolchain, with the version that is installed when one is missing.
const TOOLS: [(&str, &str); 2] = [("deny", "0.20.2"), ("machete", "0.9.2")];

type Step = (&'static str, fn() -> Result<(), String>);

const STEPS: [Step; 11] = [
    ("format", format),
    ("lints", lints),
    ("tests", tests),
    ("documentation", documentation),
    ("the web page in a browser", pages::check),
    ("bench signature", signature::check),
    ("stress", stress),
    ("chess with other programs", chess_world::check),
    ("comparison with peers compiles", peers),
    ("licences and sources of dependencies", licences),
    ("dependencies are used", unused_dependencies),
];

/// Runs every step and stops at the first that fails.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    for (number, (name, step)) in STEPS.iter().enumerate() {
        println!("== {}/{} {name}", number + 1, STEPS.len());
        let clock = Instant::now();
        step().map_err(|reason| format!("{name}: {reason}"))?;
        println!("   {name}: ok, {:.0} s", clock.elapsed().as_secs_f64());
    }
    println!("== all {} steps passed in {:.0} s", STEPS.len(), start.elapsed().as_secs_f64());
    Ok(())
}

fn format() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--check", "--manifest-path", "peers/Cargo.toml"])
}

fn lints() -> Result<(), String> {
    cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])
}

/// Runs all tests, shows their output, and sums up the results of all test programs in one line.
fn tests() -> Result<(), String> {
    let arguments = ["test", "--quiet", "--workspace", "--locked", "--no-fail-fast"];
    let mut command = cargo_command(&arguments);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| format!("cargo test: {error}"))?;
    let (mut passed, mut failed) = (0, 0);
    for line in BufReader::new(child.stdout.take().expect("a piped stream")).lines() {
        let line = line.map_err(|error| format!("cargo test: {error}"))?;
        println!("{line}");
        if line.starts_with("test result:") {
            passed += count_before(" passed", &line);
            failed += count_before(" failed", &line);
        }
    }
    let status = child.wait().map_err(|error| format!("cargo test: {error}"))?;
    println!("{passed} passed, {failed} failed");
    if status.success() { Ok(()) } else { Err(format!("'cargo {}' failed, {status}", arguments.join(" "))) }
}

/// The number in front of `word`.
fn count_before(word: &str, line: &str) -> u32 {
    let before = line.split(word).next().and_then(|text| text.rsplit(' ').next());
    before.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn documentation() -> Result<(), String> {
    let arguments = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items", "--locked"];
    finish(cargo_command(&arguments).env("RUSTDOCFLAGS", "--deny warnings"), &arguments)
}

/// Late positions of Connect Four, every exact search against brute force, for two minutes. The program in the tests' form is
/// there already, and it has assertions and overflow checks.
fn stress() -> Result<(), String> {
    finish_named(program()?.args(["stress", "connect-four", "--seconds", "120"]), "spielbaum stress")
}

fn peers() -> Result<(), String> {
    cargo(&["check", "--quiet", "--locked", "--manifest-path", "peers/Cargo.toml"])
}

fn licences() -> Result<(), String> {
    install_missing("deny")?;
    cargo(&["deny", "--log-level", "error", "check", "licenses", "bans", "sources"])?;
    let advisories = capture(&["deny", "--log-level", "error", "check", "advisories"])?;
    if advisories.stderr.contains("failed to fetch advisory database") {
        println!("   advisories were not checked: their database cannot be fetched here");
        return Ok(());
    }
    if advisories.success { Ok(()) } else { Err(advisories.stderr) }
}

fn unused_dependencies() -> Result<(), String> {
    install_missing("machete")?;
    cargo(&["machete"])
}

/// Installs `cargo-NAME` from the registry unless it is there.
fn install_missing(name: &str) -> Result<(), String> {
    if capture(&[name, "--version"])?.success {
        return Ok(());
    }
    let (_, version) = TOOLS.into_iter().find(|(tool, _)| *tool == name).expect("a listed tool");
    println!("   installing cargo-{name} {version}, which takes a few minutes once");
    cargo(&["install", "--quiet", "--locked", "--version", version, &format!("cargo-{name}")])
}
