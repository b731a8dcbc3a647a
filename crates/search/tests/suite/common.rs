//! Positions for tests.

use std::collections::HashSet;

use spielbaum_core::{Game, Knowledge, MoveSet, Rng};

/// The position after a move.
fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// A position of a random game that lasts at most `plies` plies more; moves that end the game are avoided.
pub(crate) fn late_position<G: Knowledge>(start: &G, plies: usize, rng: &mut Rng) -> G {
    spielbaum_search::late_position(start, plies, usize::MAX, rng)
}

/// Every position from `start` on that is not over, in the order of their keys.
pub(crate) fn all_positions<G: Game>(start: &G) -> Vec<G> {
    let (mut found, mut rest) = (HashSet::new(), vec![start.clone()]);
    while let Some(position) = rest.pop() {
        if let Some(moves) = position.status().moves()
            && found.insert(position.clone())
        {
            rest.extend(moves.iter().map(|mv| after(&position, mv)));
        }
    }
    let mut positions: Vec<G> = found.into_iter().collect();
    positions.sort_by_key(Game::key);
    positions
}
