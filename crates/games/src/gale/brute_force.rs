//! The winner by exhaustive search: the oracle of the tests.

use std::collections::HashMap;

use spielbaum_core::{Game, MoveSet, Side, Status};

use super::Gale;

/// The winner under best play, by brute force.
pub(super) fn winner(position: &Gale, known: &mut HashMap<Gale, Side>) -> Side {
    if let Some(&side) = known.get(position) {
        return side;
    }
    let side = match position.status() {
        Status::Over(outcome) => outcome.winner().expect("Gale has no draws"),
        Status::Ongoing(moves) => {
            let mover = position.side_to_move;
            let wins = |slot| {
                let mut child = *position;
                child.play(slot);
                winner(&child, known) == mover
            };
            if moves.iter().any(wins) { mover } else { !mover }
        }
    };
    known.insert(*position, side);
    side
}
