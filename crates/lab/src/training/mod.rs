//! Self-play games: training positions for evaluations, and openings for a book.

mod chess;
mod openings;
mod othello;
mod predictions;

pub use chess::ChessSelfPlay;
pub use openings::OpeningGames;
pub use othello::SelfPlay;
pub use predictions::DepthPairs;

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use crate::run::{Event, Next, run};

/// Plays `games` numbered games, calling `on_game` after each; `None` when `stop` was set. The results are in numerical
/// order for any number of jobs.
fn play_all<T: Send>(
    games: u64,
    jobs: usize,
    stop: &AtomicBool,
    mut on_game: impl FnMut(),
    play: impl Fn(u64) -> Vec<T> + Sync,
) -> Option<Vec<T>> {
    let numbers: Vec<u64> = (0..games).collect();
    let mut played: Vec<(u64, Vec<T>)> = Vec::new();
    let work = |number, _: &_| Some((number, play(number)));
    let Ok(()) = run::<_, Infallible>(&work, &numbers, jobs, stop, |event| {
        if let Event::Done(game) = event {
            played.push(game);
            on_game();
        }
        Ok(Next::Continue)
    });
    played.sort_unstable_by_key(|(number, _)| *number);
    (played.len() as u64 == games).then(|| played.into_iter().flat_map(|(_, examples)| examples).collect())
}
