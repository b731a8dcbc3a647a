//! Rules of Connect Four on two 49-bit boards, column by column with an empty sentinel row on top.
//!
//! ```text
//!   .  .  .  .  .  .  .      sentinels 6, 13, 20 … 48: never occupied, so that no line runs over an edge
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46      bit = 7 · column + row, row 0 at the bottom
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42
//! ```
//!
//! The layout and the key are those of John Tromp's Fhourstones, as Pons and Liese (2024) use them.

use spielbaum_core::{Cell, CellSet, Game, MoveSet, Outcome, Rng, Side, Status};

pub(super) const COLUMNS: u32 = 7;
pub(super) const ROWS: u32 = 6;
/// Bits from a cell to its right-hand neighbour.
pub(super) const STRIDE: u32 = ROWS + 1;

/// The lowest cell of every column.
const BOTTOM: u64 = {
    let mut mask = 0;
    let mut column = 0;
    while column < COLUMNS {
        mask |= 1 << (column * STRIDE);
        column += 1;
    }
    mask
};

/// The leftmost column with its sentinel.
pub(super) const COLUMN: u64 = (1 << STRIDE) - 1;

/// All 42 cells.
pub(super) const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);

/// A position of Connect Four.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ConnectFour {
    /// Stones of the side to move.
    pub(super) own: u64,
    /// Stones of both sides.
    pub(super) occupied: u64,
}

/// Whether `stones` hold four in a row.
#[inline]
pub(super) fn has_four(stones: u64) -> bool {
    let line = |shift: u32| {
        let pairs = stones & stones >> shift;
        pairs & pairs >> (2 * shift)
    };
    line(1) | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1) != 0
}

/// The board with its columns in reverse order.
pub(super) fn mirrored(board: u64) -> u64 {
    (0..COLUMNS).map(|column| (board >> (column * STRIDE) & COLUMN) << ((COLUMNS - 1 - column) * STRIDE)).sum()
}

impl ConnectFour {
    /// The cells where a stone can land, whether or not the game is over.
    #[inline]
    pub(super) fn landing_cells(&self) -> u64 {
        (self.occupied + BOTTOM) & BOARD
    }

    /// The key of the mirrored position.
    pub fn mirror_key(&self) -> u64 {
        self.transformed(1).key()
    }
}

impl Game for ConnectFour {
    type Move = Cell;
    type Moves = Landings;

    #[inline]
    fn status(&self) -> Status<Landings> {
        if has_four(self.own ^ self.occupied) {
            Status::Over(Outcome::Win(!self.side_to_move()))
        } else if self.occupied == BOARD {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing(Landings(CellSet(self.landing_cells())))
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        self.own ^= self.occupied;
        self.occupied |= cell.bit();
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::after_plies(self.occupied.count_ones())
    }

    #[inline]
    fn key(&self) -> u64 {
        // In each column the sum has its highest carry just above the top stone: unique for every position.
        self.own + self.occupied
    }

    fn max_plies(&self) -> usize {
        (COLUMNS * ROWS - self.occupied.count_ones()) as usize
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transformed(&self, index: usize) -> Self {
        match index {
            0 => *self,
            _ => ConnectFour { own: mirrored(self.own), occupied: mirrored(self.occupied) },
        }
    }

    fn transformed_move(&self, cell: Cell, index: usize) -> Cell {
        match index {
            0 => cell,
            _ => Cell(mirrored(cell.bit()).trailing_zeros() as u8),
        }
    }
}

/// The cells where a stone can land: at most one in each column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landings(pub(super) CellSet);

impl MoveSet for Landings {
    type Move = Cell;

    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn nth(&self, index: usize) -> Cell {
        self.0.nth(index)
    }

    /// Draws a column first, which need not wait for the position, and counts only if that column is full.
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Cell {
        let column = rng.below(COLUMNS as usize) as u32;
        let cell = self.0.0 & COLUMN << (column * STRIDE);
        if cell != 0 { Cell(cell.trailing_zeros() as u8) } else { self.nth(rng.below(self.len())) }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.iter()
    }

    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        self.0.contains(cell)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn distinct_positions_by_ply_are_the_published_ones() {
        let published = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623];
        let mut positions = HashSet::from([ConnectFour::default()]);
        for (ply, count) in published.into_iter().enumerate() {
            assert_eq!(positions.len(), count, "ply {ply}");
            let keys: HashSet<u64> = positions.iter().map(Game::key).collect();
            assert_eq!(keys.len(), count, "unique keys at ply {ply}");
            let mut next = HashSet::new();
            for position in positions {
                for cell in position.status().moves().iter().flat_map(MoveSet::iter) {
                    let mut child = position;
                    child.play(cell);
                    next.insert(child);
                }
            }
            positions = next;
        }
    }

    #[test]
    fn lines_do_not_run_over_edges() {
        // The topmost three stones of a column and the lowest of the next one are no line.
        let stones = 1 << 3 | 1 << 4 | 1 << 5 | 1 << 7;
        assert!(!has_four(stones));
        assert!(has_four(1 << 2 | 1 << 3 | 1 << 4 | 1 << 5));
    }
}
