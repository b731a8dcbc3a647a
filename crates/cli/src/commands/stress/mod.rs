//! `spielbaum stress`: every exact search against brute force on random positions.

mod check;
mod naive;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use spielbaum_games::GameSpec;
use spielbaum_players::{Playable, Visitor, visit_game};
use spielbaum_search::spawn_search;

use crate::failure::Failure;
use crate::output::{Output, grouped, milliseconds, per_second};
use check::{Checker, Mismatch};

#[derive(Args)]
#[command(after_help = "\
Late positions of random games are searched to the end, those of chess a few plies deep: by \
plain minimax, then by every exact search, with a random objective. Connect Four is also \
solved on a separate naive board. The first mismatch ends the command with exit code 1; pass its \
seed to --seed to start with that position.

Examples:
  spielbaum stress connect-four --seconds 60
  spielbaum stress connect-four:columns=5,rows=5 --seed 1000000 --threads 2
  spielbaum stress othello --json")]
pub(crate) struct Arguments {
    /// Game, with options as in 'gale:size=3'
    #[arg(value_name = "GAME")]
    game: String,

    /// Duration in seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,

    /// Seed of the first position; each following one adds 1
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Positions checked at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

#[derive(Serialize)]
struct StressJson {
    game: String,
    seed: u64,
    positions: u64,
    searches: u64,
    time_ms: f64,
    per_second: f64,
    mismatch: Option<MismatchJson>,
}

#[derive(Serialize)]
struct MismatchJson {
    seed: u64,
    position: String,
    algorithm: String,
    found: String,
    expected: String,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let spec: GameSpec = arguments.game.parse()?;
    visit_game(&spec, &mut Stress { spec: &spec, arguments, output })
}

struct Stress<'a> {
    spec: &'a GameSpec,
    arguments: &'a Arguments,
    output: &'a mut Output,
}

/// Counts shared by all threads.
#[derive(Default)]
struct Tally {
    next: AtomicU64,
    positions: AtomicU64,
    searches: AtomicU64,
    /// The mismatch with the least seed.
    mismatch: Mutex<Option<(u64, Mismatch)>>,
}

impl Visitor for Stress<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(&mut self) -> Self::Output {
        let start: G = self.spec.position("")?;
        let Arguments { seconds, seed, threads, .. } = *self.arguments;
        let (clock, time) = (Instant::now(), Duration::from_secs(seconds));
        let progress = self.output.progress(seconds, G::INFO.name);
        let tally = Tally::default();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                spawn_search(scope, || {
                    let mut checker = Checker::new(start.clone());
                    while clock.elapsed() < time && tally.has_no_mismatch() {
                        tally.check_next(&mut checker, seed);
                        progress.set_position(clock.elapsed().as_secs());
                    }
                });
            }
        });
        progress.finish_and_clear();
        self.report(tally, clock.elapsed())
    }
}

impl Tally {
    fn has_no_mismatch(&self) -> bool {
        self.mismatch.lock().expect("no thread panics while holding the lock").is_none()
    }

    fn check_next<G: Playable>(&self, checker: &mut Checker<G>, first: u64) {
        let seed = first.wrapping_add(self.next.fetch_add(1, Ordering::Relaxed));
        match checker.check(seed) {
            Ok(0) => {}
            Ok(searches) => {
                self.positions.fetch_add(1, Ordering::Relaxed);
                self.searches.fetch_add(searches, Ordering::Relaxed);
            }
            Err(mismatch) => {
                let mut least = self.mismatch.lock().expect("no thread panics while holding the lock");
                if least.as_ref().is_none_or(|(other, _)| seed < *other) {
                    *least = Some((seed, mismatch));
                }
            }
        }
    }
}

impl Stress<'_> {
    fn report(&mut self, tally: Tally, time: Duration) -> Result<(), Failure> {
        let (positions, searches) = (tally.positions.into_inner(), tally.searches.into_inner());
        let mismatch = tally.mismatch.into_inner().expect("no thread panics while holding the lock");
        let game = self.spec.to_string();
        let rate = per_second(positions, time);
        if self.output.is_json() {
            let mismatch = mismatch.as_ref().map(|(seed, mismatch)| MismatchJson {
                seed: *seed,
                position: mismatch.position.clone(),
                algorithm: mismatch.algorithm.clone(),
                found: mismatch.found.clone(),
                expected: mismatch.expected.clone(),
            });
            let (seed, time_ms) = (self.arguments.seed, milliseconds(time));
            self.output.json(&StressJson { game, seed, positions, searches, time_ms, per_second: rate, mismatch })?;
        } else {
            self.output.text(&format!(
                "{game}: {} positions, {} searches in {:.1} s, {rate:.0} positions/s\n",
                grouped(positions),
                grouped(searches),
                time.as_secs_f64()
            ))?;
        }
        let Some((seed, mismatch)) = mismatch else { return Ok(()) };
        let Mismatch { position, algorithm, found, expected } = mismatch;
        Err(Failure::Failed(format!(
            "mismatch: {algorithm} found {found}, expected {expected}\n  position {position}\n  seed {seed}"
        )))
    }
}
