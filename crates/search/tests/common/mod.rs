//! Positions for tests.

use spielbaum_core::{Game, Knowledge, MoveSet, Rng};

/// The position behind a move.
fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut child = position.clone();
    child.play(mv);
    child
}

/// A position of a random game that lasts at most `plies` plies more; moves that end the game are avoided.
pub(crate) fn late_position<G: Knowledge>(start: &G, plies: usize, rng: &mut Rng) -> G {
    let mut position = start.clone();
    while position.max_plies() > plies {
        let moves = position.status().moves().expect("the game goes on");
        let children = moves.iter().map(|mv| after(&position, mv));
        let children: Vec<G> = children.filter(|child| child.status().moves().is_some()).collect();
        position = if children.is_empty() { start.clone() } else { children[rng.below(children.len())].clone() };
    }
    position
}
