//! A move that is the number of a cell, and sets of such moves as the bits of a word.

use crate::{MoveSet, nth_set_bit};

/// A cell of a board by its bit index; the move of games where a move is a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// The bitboard that holds just this cell.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSet(pub u64);

impl MoveSet for CellSet {
    type Move = Cell;

    #[inline]
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    fn nth(&self, index: usize) -> Cell {
        debug_assert!(index < self.len());
        Cell(nth_set_bit(self.0, index) as u8)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then(|| Cell(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            cell
        })
    }

    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        cell.0 < 64 && self.0 & cell.bit() != 0
    }
}
