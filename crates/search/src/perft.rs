//! Perft: the number of move sequences of a given length, the field's check of move generators.
//!
//! Games that end before the horizon have no sequence of that length and count nothing. Counting is in bulk: the
//! last ply adds the number of moves instead of making them.

use spielbaum_core::{Game, MoveSet, Status};

/// The number of legal move sequences of exactly `depth` plies from `position`.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.status() {
        Status::Over(_) => 0,
        Status::Ongoing(moves) if depth == 1 => moves.len() as u64,
        Status::Ongoing(moves) => moves
            .iter()
            .map(|mv| {
                let mut child = position.clone();
                child.play(mv);
                perft(&child, depth - 1)
            })
            .sum(),
    }
}

/// [`perft`] of each move's subtree; `depth` is at least 1.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let Some(moves) = position.status().moves() else { return Vec::new() };
    let count = |mv| {
        let mut child = position.clone();
        child.play(mv);
        (mv, perft(&child, depth - 1))
    };
    moves.iter().map(count).collect()
}
