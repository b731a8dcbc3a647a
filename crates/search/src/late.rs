//! Positions near the end of random games, which can be searched to the end.

use spielbaum_core::{Game, MoveSet, Rng};

/// Random games to try for a late position.
const ATTEMPTS: usize = 20;

/// A position of a random game that lasts at most `plies` more plies, or that is `most` random moves from the start.
/// Moves that end the game are avoided; if repeated games have no others, the last position is returned.
pub fn late_position<G: Game>(start: &G, plies: usize, most: usize, rng: &mut Rng) -> G {
    let (mut position, mut played, mut attempts) = (start.clone(), 0, 1);
    while position.max_plies() > plies && played < most {
        let moves = position.status().moves().expect("the game goes on");
        let after = |mv| {
            let mut child = position.clone();
            child.play(mv);
            child
        };
        let children: Vec<G> = moves.iter().map(after).filter(|child| child.status().moves().is_some()).collect();
        match children.len() {
            0 if attempts == ATTEMPTS => break,
            0 => (position, played, attempts) = (start.clone(), 0, attempts + 1),
            count => (position, played) = (children[rng.below(count)].clone(), played + 1),
        }
    }
    position
}
