//! Perft: the number of move sequences of a given length, the standard check of move generators.
//!
//! Counting is in bulk: the last ply adds the number of moves instead of making them. A game that ends before the
//! horizon has no sequence of that length and counts nothing, unless the game's published counts include it
//! ([`Game::ENDED_GAMES_ARE_LEAVES`]).

use spielbaum_core::{Game, MoveSet, Status};

/// The number of legal move sequences of `depth` plies from `position`.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(&position.for_perft(), depth)
}

/// [`perft`] of each move's subtree; `depth` is at least 1.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    let position = position.for_perft();
    let Some(moves) = position.status().moves() else { return Vec::new() };
    moves.iter().map(|mv| (mv, count_after(&position, mv, depth - 1))).collect()
}

fn count<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(position),
        _ => match position.status() {
            Status::Over(_) => G::ENDED_GAMES_ARE_LEAVES.into(),
            Status::Ongoing(moves) => moves.iter().map(|mv| count_after(position, mv, depth - 1)).sum(),
        },
    }
}

#[inline]
fn count_after<G: Game>(position: &G, mv: G::Move, depth: u32) -> u64 {
    let mut child = position.clone();
    child.play(mv);
    // Nearly all calls have this depth; without a recursive call Connect Four counts twice as fast.
    if depth == 1 { count_moves(&child) } else { count(&child, depth) }
}

#[inline]
fn count_moves<G: Game>(position: &G) -> u64 {
    position.move_count().map_or(G::ENDED_GAMES_ARE_LEAVES.into(), |count| count as u64)
}
