//! Moves of proved wins that a search would take too long to find again. It finds all others within a few seconds.

use std::collections::HashMap;
use std::sync::LazyLock;

use spielbaum_core::{Cell, Game, Notation, Symmetry};

use super::Yavalath;

/// By canonical key, a position and the move that wins.
static MOVES: LazyLock<HashMap<u64, (Yavalath, Cell)>> =
    LazyLock::new(|| entries().map(|(position, mv)| (position.canonical_key(), (position, mv))).collect());

fn entries() -> impl Iterator<Item = (Yavalath, Cell)> {
    let lines = include_str!("proved.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (position, mv) = line.split_once('>').expect("a line has a position and a move");
        let position: Yavalath = position.trim().parse().expect("the position is legal");
        (position, position.parse_move(mv.trim()).expect("the move is legal"))
    })
}

impl Yavalath {
    /// The implementation of [`proved_win`](spielbaum_core::Proofs::proved_win).
    pub(super) fn proved_move(&self) -> Option<Cell> {
        let (position, mv) = MOVES.get(&self.canonical_key())?;
        let image = (0..self.symmetries()).find(|&index| self.transformed(index) == *position)?;
        self.inverse_transformed_move(*mv, image)
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Proofs;

    use super::*;

    #[test]
    fn the_moves_are_found_for_all_images() {
        for (position, mv) in entries() {
            for index in 0..position.symmetries() {
                let image = position.transformed(index);
                let own = image.proved_win().expect("an image of a proved position");
                let (mut after, mut expected) = (image, position);
                after.play(own);
                expected.play(mv);
                assert_eq!(after.canonical_key(), expected.canonical_key(), "{position} {index}");
            }
        }
        assert_eq!("side=4,swap;".parse::<Yavalath>().unwrap().proved_win(), None);
    }
}
