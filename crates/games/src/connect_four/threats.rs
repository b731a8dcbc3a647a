//! Cells that complete four, and the moves that do not lose to them.
//!
//! The masks are those of Pons' solver, which Liese (2024) measures one by one.

use spielbaum_core::LookAhead;

use super::lanes::Boards;
use super::{ConnectFour, Landings, Shape};
use crate::Word;

/// What a cell that completes four adds to the hint. Even 42 of them keep it below 1,000. A board of 8 × 8 could have
/// more than 50 such cells only while at most 7 stones of a side are on it, and those are on too few lines.
pub(super) const THREAT_HINT: i32 = 20;

/// The `empty` cells, within reach or not, where one more stone beside `stones` completes four.
#[inline(always)]
pub(super) fn winning_cells<S: Shape, B: Boards<S::Word>>(shape: S, stones: B, empty: B) -> B {
    // The empty cell is any of the four of its line, but always the topmost of an upright one.
    let line = |shift: u32| {
        let below = stones << shift & stones << (2 * shift);
        let above = stones >> shift & stones >> (2 * shift);
        below & (stones << (3 * shift) | stones >> shift) | above & (stones >> (3 * shift) | stones << shift)
    };
    let upright = stones << 1 & stones << 2 & stones << 3;
    let stride = shape.stride();
    (upright | line(stride - 1) | line(stride) | line(stride + 1)) & empty
}

/// What the side to move can do when it cannot win at once and `threats` are the cells that complete four for the
/// opponent: the landing cells that do not let the opponent win, and all bits where it is lost whatever it does.
#[inline(always)]
pub(super) fn defend<W, B: Boards<W>>(landings: B, threats: B) -> (B, B) {
    let urgent = threats & landings;
    // An urgent cell must be taken, and two cannot be: one of them stays open for the opponent's next move.
    let candidates = urgent | landings & urgent.where_empty();
    // A stone right below a threat lets the opponent land on it. Threats lie on the board, so that the cell exists.
    let safe = candidates & !(threats >> 1);
    (safe, safe.where_empty() | !urgent.without_lowest().where_empty())
}

/// The same for one board, as the result of looking ahead.
#[inline]
pub(super) fn look_after<S: Shape>(shape: S, landings: S::Word, threats: S::Word) -> LookAhead<Landings<S>> {
    let (safe, lost) = defend(landings, threats);
    if lost.is_zero() { LookAhead::Moves(Landings { cells: safe, shape }) } else { LookAhead::Loss(2) }
}

/// How good a move looks that leaves these cells to complete four.
#[inline]
pub(super) fn hint<W: Word>(threats: W) -> i32 {
    THREAT_HINT * threats.count() as i32
}

impl<S: Shape> ConnectFour<S> {
    /// The cells, within reach or not, that complete four for the side that has just moved.
    #[inline]
    pub(super) fn threats(&self) -> S::Word {
        winning_cells(self.shape, self.own ^ self.occupied, self.empty_cells())
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;
    use crate::connect_four::knowledge::tests::{other_boards, random_position};
    use crate::connect_four::rules::has_four;

    fn check_winning_cells<S: Shape>(start: ConnectFour<S>, positions: usize) {
        let mut rng = Rng::new(2);
        let shape = start.shape;
        for index in 0..positions {
            let position = random_position(start, index % shape.cells() as usize, &mut rng);
            for stones in [position.own, position.own ^ position.occupied] {
                let cells = winning_cells(shape, stones, position.empty_cells());
                assert!((cells & !(shape.board() & !position.occupied)).is_zero(), "{position}");
                for bit in (shape.board() & !position.occupied).bits() {
                    let stone = S::Word::bit(bit);
                    let completes = has_four(shape, stones | stone);
                    assert_eq!(!(cells & stone).is_zero(), completes, "bit {bit}, {position}");
                }
            }
        }
    }

    #[test]
    fn winning_cells_are_those_that_complete_four() {
        check_winning_cells(<ConnectFour>::default(), 5000);
        other_boards().into_iter().for_each(|start| check_winning_cells(start, 1000));
    }
}
