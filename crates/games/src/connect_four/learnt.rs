//! Move ordering learnt from searches.
//!
//! The weights were tuned one at a time to minimise the nodes for solving 312 positions of our own.
//! `docs/notebook/connect-four-solver.md` has the effect.

use spielbaum_core::Side;

use super::shape::CELL_CLASSES;
use crate::Word;

/// The contribution of each feature of the position after a move to the move's order score.
pub(super) struct Weights {
    /// A cell that completes four for the mover.
    threat: i32,
    /// In addition, one right above a landing cell: the opponent must not play below it.
    next: i32,
    /// In addition, one two cells above a landing cell.
    after_next: i32,
    /// A safe reply of the opponent.
    reply: i32,
    /// A bound by theory.
    bounded: i32,
    /// The cell, by its [class](super::Shape::cell_class): column from the edge and row.
    cells: [i32; CELL_CLASSES],
}

/// By the side that moves.
static WEIGHTS: [Weights; 2] = [
    Weights {
        threat: 48,
        next: 80,
        after_next: 12,
        reply: -4,
        bounded: 26,
        cells: [-6, 7, 20, 10, 16, 28, 5, 18, 31, 29, 27, 31, 10, 27, 40, 34, 32, 36, 37, 46, 75, 65, 55, 59],
    },
    Weights {
        threat: 50,
        next: 64,
        after_next: 16,
        reply: -8,
        bounded: 16,
        cells: [-12, 8, 6, 14, 10, 8, -7, 9, 15, 23, 13, 13, -2, 22, 24, 32, 10, 18, 15, 27, 29, 41, 27, 35],
    },
];

impl Weights {
    /// The weights of a side.
    pub(super) fn of(mover: Side) -> &'static Weights {
        &WEIGHTS[mover]
    }

    /// The order score of a move to a cell of this [class](super::Shape::cell_class). After it there are so many cells
    /// that complete four for the mover, those of them one and two cells above a landing cell, and safe replies of the
    /// opponent.
    #[inline(always)]
    pub(super) fn order_score<W: Word>(
        &self,
        class: usize,
        [threats, next, after_next, replies]: [W; 4],
        is_bounded: bool,
    ) -> i32 {
        let count = |cells: W| cells.count() as i32;
        self.threat * count(threats)
            + self.next * count(next)
            + self.after_next * count(after_next)
            + self.reply * count(replies)
            + self.bounded * i32::from(is_bounded)
            + self.cells[class]
    }
}
