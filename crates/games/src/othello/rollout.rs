//! The rollout policy: take a corner if possible, and avoid giving one away.

use spielbaum_core::{Cell, CellSet, MoveSet, Rng};

use super::knowledge::CORNERS;
use super::{Othello, OthelloMoves};

/// Each corner and the squares around it: moving there while the corner is empty usually gives it away.
const NEIGHBOURS: [(u64, u64); 4] = [(1, 0x0302), (1 << 7, 0xc040), (1 << 56, 0x0203 << 48), (1 << 63, 0x40c0 << 48)];

impl Othello {
    /// The implementation of [`policy_move`](spielbaum_core::Rollouts::policy_move).
    #[inline]
    pub(super) fn prudent_move(&self, moves: &OthelloMoves, rng: &mut Rng) -> Cell {
        let cells = moves.cells();
        if cells & CORNERS != 0 {
            return CellSet(cells & CORNERS).sample(rng);
        }
        let occupied = self.own | self.other;
        let gifts = NEIGHBOURS.iter().filter(|(corner, _)| occupied & corner == 0).map(|(_, squares)| squares);
        let kept = cells & !gifts.fold(0, |all, squares| all | squares);
        if kept != 0 { CellSet(kept).sample(rng) } else { moves.sample(rng) }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Game, Rollouts};

    use super::super::PASS;
    use super::*;

    #[test]
    fn corners_are_taken_and_not_given_away() {
        let (mut corners, mut spared, mut forced) = (0, 0, 0);
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                let mv = position.policy_move(&moves, &mut rng);
                assert!(moves.contains(mv), "{position}");
                let is_corner = |cell: Cell| [0, 7, 56, 63].contains(&cell.0);
                // The corner that lies next to a square, by row and column.
                let is_gift = |cell: Cell| {
                    let near = |place: u8| if place <= 1 { Some(0) } else { (place >= 6).then_some(7) };
                    let corner = (cell != PASS).then(|| near(cell.0 / 8).zip(near(cell.0 % 8))).flatten();
                    corner.is_some_and(|(row, column)| {
                        let corner = Cell(8 * row + column);
                        corner != cell && (position.own | position.other) & corner.bit() == 0
                    })
                };
                if moves.iter().any(is_corner) {
                    assert!(is_corner(mv), "{position}");
                    corners += 1;
                } else if !moves.iter().all(is_gift) {
                    assert!(!is_gift(mv), "{position}");
                    spared += usize::from(moves.iter().any(is_gift));
                } else {
                    forced += 1;
                }
                position.play(if rng.below(2) == 0 { mv } else { moves.sample(&mut rng) });
            }
        }
        assert!(corners > 100 && spared > 100 && forced > 100, "{corners} {spared} {forced}");
    }
}
