//! `cargo xtask test`: everything that must hold of the project.
//!
//! Two lanes share the processor. One compiles, the other runs what is compiled: a test program starts as soon as it is built,
//! while cargo builds the next. Programs write to logs in the target folder; a step that fails shows its log.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use crate::programs::{self, Totals};
use crate::run::{Log, cargo_command};
use crate::{chess_world, dependencies, dist, guide, pages, signature};

/// A step's name and its work.
type Step<'a> = (&'static str, Box<dyn FnOnce(&Log) -> Result<(), String> + Send + 'a>);

/// Runs every step; after one has failed, no other is started.
pub(crate) fn run() -> Result<(), String> {
    let start = Instant::now();
    let totals = Totals::default();
    let (built, to_run) = mpsc::channel();
    let compiling: Vec<Step> = vec![
        ("format", Box::new(format)),
        ("licences and sources of dependencies", Box::new(dependencies::licences_and_sources)),
        ("dependencies are used", Box::new(dependencies::unused)),
        ("compilation of the tests", Box::new(move |log| programs::build(log, &built))),
        ("lints", Box::new(lints)),
        ("documentation", Box::new(documentation)),
        ("tests in the documentation", Box::new(|log| programs::documentation_tests(log, &totals))),
        ("other platforms", Box::new(dist::check_platforms)),
        ("comparison with peers compiles", Box::new(peers)),
        ("the guide to adding a game", Box::new(guide::run)),
        ("advisories about dependencies", Box::new(dependencies::advisories)),
    ];
    let running: Vec<Step> = vec![
        ("installation of missing programs", Box::new(install_missing)),
        ("types of the web page", Box::new(pages::check_types)),
        ("Syzygy files of another program", Box::new(chess_world::prepare_syzygy)),
        ("tests", Box::new(|log| programs::run(log, to_run, &totals))),
        ("stress", Box::new(stress)),
        ("bench signature", Box::new(signature::check)),
        ("web page in a browser", Box::new(pages::check_in_browser)),
        ("chess with other programs", Box::new(chess_world::check)),
    ];
    let count = compiling.len() + running.len();
    let has_failed = AtomicBool::new(false);
    let (compiled, ran) = thread::scope(|scope| {
        let compiled = scope.spawn(|| lane(compiling, &has_failed));
        let ran = lane(running, &has_failed);
        (compiled.join().expect("a lane that does not panic"), ran)
    });
    let seconds = start.elapsed().as_secs_f64();
    if compiled.is_ok() && ran.is_ok() {
        println!("== all {count} steps passed in {seconds:.0} s");
    }
    println!("{totals}");
    compiled.and(ran)
}

/// Runs the steps of a lane one after another, until a step of any lane fails.
fn lane(steps: Vec<Step>, has_failed: &AtomicBool) -> Result<(), String> {
    for (name, step) in steps {
        if has_failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let clock = Instant::now();
        let log = Log::file(name)?;
        let result = step(&log);
        let seconds = clock.elapsed().as_secs_f64();
        if let Err(reason) = result {
            has_failed.store(true, Ordering::Relaxed);
            println!("{}== {name}: failed after {seconds:.0} s", log.text());
            return Err(format!("{name}: {reason}"));
        }
        println!("== {name}: ok, {seconds:.0} s");
    }
    Ok(())
}

/// Installs everything that later steps need, while the compiler is at work.
fn install_missing(log: &Log) -> Result<(), String> {
    pages::install_missing(log)?;
    chess_world::install_missing(log)
}

fn format(log: &Log) -> Result<(), String> {
    log.cargo(&["fmt", "--all", "--check"])?;
    log.cargo(&["fmt", "--check", "--manifest-path", "peers/Cargo.toml"])
}

fn lints(log: &Log) -> Result<(), String> {
    log.cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])
}

fn documentation(log: &Log) -> Result<(), String> {
    let arguments = ["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items", "--locked"];
    log.run(cargo_command(&arguments).env("RUSTDOCFLAGS", "--deny warnings"), "cargo doc")
}

/// Late positions of Connect Four, every exact search against brute force, for two minutes.
fn stress(log: &Log) -> Result<(), String> {
    let arguments = ["stress", "connect-four", "--seconds", "120"];
    log.run(crate::run::program().args(arguments), "spielbaum stress")
}

fn peers(log: &Log) -> Result<(), String> {
    let arguments = ["check", "--quiet", "--locked", "--manifest-path", "peers/Cargo.toml"];
    // In the same target folder, so that packages that both workspaces need are checked once.
    log.run(cargo_command(&arguments).env("CARGO_TARGET_DIR", crate::run::target()), "cargo check of peers")
}
