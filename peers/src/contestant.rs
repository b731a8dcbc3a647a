//! A library at a task: the work that is timed, and the evidence that it is the same work as the others'.

use std::hint::black_box;
use std::time::Duration;

use crate::clock::processor_time;
use crate::evidence::Evidence;
use crate::job::{Playouts, Unit};

/// Processor time of one turn of one contestant: long against the clock's steps, short against a change of load.
pub(crate) const TURN: Duration = Duration::from_millis(300);

/// A library that is ready to do a task.
pub(crate) struct Contestant {
    /// The library and its version.
    pub(crate) name: &'static str,
    /// What its work came to before the first turn.
    pub(crate) evidence: Evidence,
    /// Does one batch and returns how many units that was.
    work: Box<dyn FnMut() -> u64>,
}

/// What came of one random game.
#[derive(Clone, Copy)]
pub(crate) struct Playout {
    /// The number of moves.
    pub(crate) plies: u32,
    /// The first player's result: 1, ½ or 0.
    pub(crate) score: f64,
}

/// What came of one tree.
#[derive(Clone, Copy)]
pub(crate) struct Grown {
    /// Iterations that were made: fewer than asked for where a library has proven the result.
    pub(crate) iterations: u64,
    /// The place of the move it likes best, where all libraries number them alike and one move is better than all
    /// others.
    pub(crate) best: Option<usize>,
}

impl Contestant {
    /// Plays random games.
    pub(crate) fn playouts(
        name: &'static str,
        playouts: Playouts,
        mut play: impl FnMut() -> Playout + 'static,
    ) -> Contestant {
        let evidence = Evidence::of_playouts(playouts, &mut play);
        Contestant::timed_playouts(name, playouts, evidence, play)
    }

    /// Plays random games whose evidence was gathered apart, by a `play` that counts what the timed one need not.
    pub(crate) fn timed_playouts(
        name: &'static str,
        Playouts { batch, unit }: Playouts,
        evidence: Evidence,
        mut play: impl FnMut() -> Playout + 'static,
    ) -> Contestant {
        let work = move || {
            let plies: u64 = (0..batch).map(|_| u64::from(black_box(play()).plies)).sum();
            if unit == Unit::Plies { plies } else { u64::from(batch) }
        };
        Contestant { name, evidence, work: Box::new(work) }
    }

    /// Counts move sequences; `count` returns the number for each length from 0 on.
    pub(crate) fn perft(name: &'static str, count: impl Fn() -> Vec<u64> + 'static) -> Contestant {
        let evidence = Evidence::Perft(count());
        Contestant { name, evidence, work: Box::new(move || black_box(count()).iter().sum()) }
    }

    /// Searches; `search` returns the value it found and how many positions it judged at the horizon.
    pub(crate) fn search(name: &'static str, mut search: impl FnMut() -> (i32, u64) + 'static) -> Contestant {
        let (value, leaves) = search();
        let evidence = Evidence::Search { value, leaves };
        Contestant { name, evidence, work: Box::new(move || u64::from(black_box(search()).1 > 0)) }
    }

    /// Grows trees.
    pub(crate) fn tree(name: &'static str, mut grow: impl FnMut() -> Grown + 'static) -> Contestant {
        let evidence = Evidence::Tree(grow());
        Contestant { name, evidence, work: Box::new(move || black_box(grow()).iterations) }
    }

    /// Solves a set of positions; `solve` returns their scores.
    pub(crate) fn solve(name: &'static str, mut solve: impl FnMut() -> Vec<i32> + 'static) -> Contestant {
        let evidence = Evidence::Scores(solve());
        Contestant { name, evidence, work: Box::new(move || black_box(solve()).len() as u64) }
    }

    /// Works for one turn; returns the units done in a second of processor time.
    pub(crate) fn take_turn(&mut self) -> f64 {
        let mut units = 0;
        let start = processor_time();
        loop {
            units += (self.work)();
            let used = processor_time() - start;
            if used >= TURN {
                return units as f64 / used.as_secs_f64();
            }
        }
    }
}
