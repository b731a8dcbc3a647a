//! Boards with gaps: a step along each direction is one shift, so that patterns are found for all cells at once.
//!
//! ```text
//!   bit = stride · row + column      steps of 1, stride and stride + 1; at least one bit after every line that is not a cell
//! ```
//!
//! The boards of side 3 and 4 fit one word with a stride of 8, that of side 5 takes two with a stride of 10.

use spielbaum_core::{deposit_bits, extract_bits};

use super::geometry::{Geometry, SIDE_3, SIDE_4, SIDE_5};
use crate::word::Word;

/// A word that holds boards with gaps.
pub(super) trait Gapped: Word {
    /// Bits from row to row.
    const STRIDE: u32;
    /// One step along each direction.
    const STEPS: [u32; 3] = [1, Self::STRIDE, Self::STRIDE + 1];

    /// All cells of a board.
    fn board(geometry: &Geometry) -> Self;
    /// Cells of a board, laid out with gaps.
    fn spread(cells: u64, geometry: &Geometry) -> Self;
    /// Cells without the gaps.
    fn gathered(self, geometry: &Geometry) -> u64;
}

/// An expression with the name `$word` for the word that holds boards of this geometry.
macro_rules! on_word {
    ($geometry:expr, $word:ident => $result:expr) => {
        if $geometry.side == 5 {
            type $word = u128;
            $result
        } else {
            type $word = u64;
            $result
        }
    };
}
pub(super) use on_word;

static SMALL: [u64; 2] = [cells(&SIDE_3, u64::STRIDE) as u64, cells(&SIDE_4, u64::STRIDE) as u64];
const LARGE: u128 = cells(&SIDE_5, u128::STRIDE);
/// Cells of the large board within the low half.
const LOW: u32 = (LARGE as u64).count_ones();

const fn cells(geometry: &Geometry, stride: u32) -> u128 {
    let (mut cells, size) = (0, geometry.rows() as u32);
    let mut place = 0;
    while place < size * size {
        let (row, column) = (place / size, place % size);
        if geometry.cell_at(row as i32, column as i32).is_some() {
            cells |= 1 << (stride * row + column);
        }
        place += 1;
    }
    cells
}

impl Gapped for u64 {
    const STRIDE: u32 = 8;

    #[inline]
    fn board(geometry: &Geometry) -> u64 {
        SMALL[geometry.side - 3]
    }

    #[inline]
    fn spread(cells: u64, geometry: &Geometry) -> u64 {
        deposit_bits(cells, SMALL[geometry.side - 3])
    }

    #[inline]
    fn gathered(self, geometry: &Geometry) -> u64 {
        extract_bits(self, SMALL[geometry.side - 3])
    }
}

impl Gapped for u128 {
    const STRIDE: u32 = 10;

    #[inline]
    fn board(_: &Geometry) -> u128 {
        LARGE
    }

    #[inline]
    fn spread(cells: u64, _: &Geometry) -> u128 {
        let high = deposit_bits(cells >> LOW, (LARGE >> 64) as u64);
        u128::from(deposit_bits(cells, LARGE as u64)) | u128::from(high) << 64
    }

    #[inline]
    fn gathered(self, _: &Geometry) -> u64 {
        extract_bits(self as u64, LARGE as u64) | extract_bits((self >> 64) as u64, (LARGE >> 64) as u64) << LOW
    }
}

/// Cells on which a stone would make a row, empty or not.
#[derive(Clone, Copy)]
pub(super) struct RowsMade<W> {
    pub(super) fours: W,
    /// Three or more.
    pub(super) threes: W,
}

/// Where one more of `stones` makes a row.
#[inline]
pub(super) fn rows_made<W: Gapped>(stones: W) -> RowsMade<W> {
    let (mut fours, mut threes) = (W::default(), W::default());
    for step in W::STEPS {
        let (next, before) = (stones >> step, stones << step);
        let (next_two, before_two) = (next & stones >> (2 * step), before & stones << (2 * step));
        let around = next & before;
        fours |= around & (stones >> (2 * step) | stones << (2 * step));
        fours |= next_two & stones >> (3 * step) | before_two & stones << (3 * step);
        threes |= around | next_two | before_two;
    }
    RowsMade { fours, threes }
}

/// The `empty` cells where one more of `stones` threatens a four: of four cells in a row three are then stones and an
/// inner one is empty. Where the last cell is an outer one, the stone makes a three.
#[inline]
pub(super) fn forcing_cells<W: Gapped>(stones: W, empty: W) -> W {
    let mut cells = W::default();
    for step in W::STEPS {
        let at = |cells: W, place: u32| cells >> (place * step);
        // X X · X with its first, second or fourth stone to come, and X · X X with its first, third or fourth.
        for (second, gap) in [(1, 2), (2, 1)] {
            let is_open = at(empty, gap);
            cells |= is_open & empty & at(stones, second) & at(stones, 3);
            cells |= (is_open & stones & at(empty, second) & at(stones, 3)) << (second * step);
            cells |= (is_open & stones & at(stones, second) & at(empty, 3)) << (3 * step);
        }
    }
    cells
}

impl Geometry {
    /// Where one more of `stones` makes a row.
    #[inline]
    pub(super) fn rows_made(&self, stones: u64) -> RowsMade<u64> {
        on_word!(self, W => self.rows_made_on::<W>(stones))
    }

    #[inline]
    fn rows_made_on<W: Gapped>(&self, stones: u64) -> RowsMade<u64> {
        let made = rows_made(W::spread(stones, self));
        RowsMade { fours: made.fours.gathered(self), threes: made.threes.gathered(self) }
    }

    /// The `empty` cells where one more of `stones` threatens a four.
    #[inline]
    pub(super) fn forcing_cells(&self, stones: u64, empty: u64) -> u64 {
        on_word!(self, W => self.forcing_cells_on::<W>(stones, empty))
    }

    #[inline]
    fn forcing_cells_on<W: Gapped>(&self, stones: u64, empty: u64) -> u64 {
        forcing_cells(W::spread(stones, self), W::spread(empty, self)).gathered(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Row;
    use super::*;
    use spielbaum_core::{CellSet, MoveSet, Rng};

    /// Boards with many stones of both sides.
    fn crowded_boards(seed: u64, count: usize, mut visit: impl FnMut(&'static Geometry, u64, u64)) {
        let mut rng = Rng::new(seed);
        for number in 0..count {
            let geometry = Geometry::of_side(3 + (number % 3) as u8);
            let own = rng.next_u64() & rng.next_u64() & geometry.board;
            visit(geometry, own, rng.next_u64() & rng.next_u64() & geometry.board & !own);
        }
    }

    #[test]
    fn masks_hold_what_each_cell_says() {
        crowded_boards(31, 3_000, |geometry, own, other| {
            let (empty, made) = (geometry.board & !(own | other), geometry.rows_made(own));
            let forcing = geometry.forcing_cells(own, empty);
            for cell in CellSet(empty).iter() {
                let (row, threats) = geometry.row_and_threats(own, cell.0);
                assert_eq!(row, geometry.row_made(own, cell.0), "{own:x} {cell:?}");
                assert_eq!(made.fours & cell.bit() != 0, row == Row::Four, "{own:x} {cell:?}");
                assert_eq!(made.threes & cell.bit() != 0, row != Row::None, "{own:x} {cell:?}");
                if row == Row::None {
                    assert_eq!(forcing & cell.bit() != 0, threats & empty != 0, "{own:x} {other:x} {cell:?}");
                }
                // A threat is a cell that was no four before and is one now.
                let now = geometry.rows_made(own | cell.bit()).fours & empty & !cell.bit();
                if row != Row::Four {
                    assert_eq!(threats & empty & !made.fours, now & !made.fours, "{own:x} {other:x} {cell:?}");
                }
            }
        });
    }
}
