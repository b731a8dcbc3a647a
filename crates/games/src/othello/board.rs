//! Legal moves and flips on 64-bit boards.
//!
//! ```text
//!       a  b  c  d  e  f  g  h
//!   1   0  1  2  3  4  5  6  7      bit = 8 · row + column, a1 at the top left
//!   2   8  9 10 11 12 13 14 15
//!   …
//!   8  56 57 58 59 60 61 62 63
//! ```
//!
//! Moves are found for all squares at once by parallel prefix (Kogge–Stone), along four directions at a time: after
//! each step a run of the opponent's discs is known to twice the length. Flips of one move look along its eight rays
//! for the first square that is not the opponent's, four rays at a time: by the carry of an addition where they climb,
//! by spreading what is not the opponent's to all squares beyond where they descend.

use wide::u64x4;

/// Squares where a disc of `own` would flip discs of `other`.
#[inline]
pub(super) fn legal_moves(own: u64, other: u64) -> u64 {
    let from = u64x4::splat(own);
    let middle = u64x4::splat(other) & MIDDLES;
    let mut up = middle & from.unbounded_shl(STEP);
    let mut down = middle & from.unbounded_shr(STEP);
    up |= middle & up.unbounded_shl(STEP);
    down |= middle & down.unbounded_shr(STEP);
    let pairs_up = middle & middle.unbounded_shl(STEP);
    let pairs_down = pairs_up.unbounded_shr(STEP);
    up |= pairs_up & up.unbounded_shl(TWO_STEPS);
    down |= pairs_down & down.unbounded_shr(TWO_STEPS);
    up |= pairs_up & up.unbounded_shl(TWO_STEPS);
    down |= pairs_down & down.unbounded_shr(TWO_STEPS);
    let [row, falling, column, rising] = (up.unbounded_shl(STEP) | down.unbounded_shr(STEP)).to_array();
    (row | falling | column | rising) & !(own | other)
}

/// The discs of `other` that a disc of `own` on `square` flips.
#[inline]
pub(super) fn flips(own: u64, other: u64, square: u8) -> u64 {
    let Rays { climbing, descending } = RAYS[usize::from(square)];
    let (own, other) = (u64x4::splat(own), u64x4::splat(other));
    let flank = ((other | !climbing) + ONE) & climbing & own;
    let flipped = (flank - ONE) & climbing & !flank.simd_eq(u64x4::ZERO);
    // The first square that is not the opponent's, and all squares beyond.
    let mut rest = !other & descending;
    rest |= rest.unbounded_shr(STEP);
    rest |= rest.unbounded_shr(TWO_STEPS);
    rest |= rest.unbounded_shr(FOUR_STEPS);
    let flank = rest & !rest.unbounded_shr(STEP) & descending & own;
    let flipped = flipped | descending & !rest & !flank.simd_eq(u64x4::ZERO);
    let [row, falling, column, rising] = flipped.to_array();
    row | falling | column | rising
}

const ONE: u64x4 = u64x4::new([1; 4]);

/// Squares that may lie in the middle of a run, by direction: all but the outer columns, unless it is vertical.
const MIDDLES: u64x4 = u64x4::new([INNER_COLUMNS, INNER_COLUMNS, u64::MAX, INNER_COLUMNS]);
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// How far apart the squares of a ray are, by direction.
const STEP: u64x4 = u64x4::new([1, 7, 8, 9]);
const TWO_STEPS: u64x4 = u64x4::new([2, 14, 16, 18]);
const FOUR_STEPS: u64x4 = u64x4::new([4, 28, 32, 36]);

/// The squares of the rays from one square, the square itself excluded, by direction.
#[derive(Clone, Copy)]
struct Rays {
    /// Rays towards higher bits.
    climbing: u64x4,
    /// Rays towards lower bits.
    descending: u64x4,
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { climbing: u64x4::ZERO, descending: u64x4::ZERO };
    let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let (mut climbing, mut descending) = ([0; 4], [0; 4]);
        let mut direction = 0;
        while direction < 4 {
            let (row, column) = steps[direction];
            climbing[direction] = ray(square, row, column);
            descending[direction] = ray(square, -row, -column);
            direction += 1;
        }
        table[square] = Rays { climbing: u64x4::new(climbing), descending: u64x4::new(descending) };
        square += 1;
    }
    table
};

const fn ray(square: usize, row_step: i32, column_step: i32) -> u64 {
    let (mut row, mut column) = (square as i32 / 8 + row_step, square as i32 % 8 + column_step);
    let mut ray = 0;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        ray |= 1 << (8 * row + column);
        row += row_step;
        column += column_step;
    }
    ray
}

/// Where symmetry `index` takes the board: bit 0 of the index mirrors columns, bit 1 mirrors rows, bit 2 transposes.
pub(super) fn transformed(mut board: u64, index: usize) -> u64 {
    if index & 1 != 0 {
        board = board.reverse_bits().swap_bytes();
    }
    if index & 2 != 0 {
        board = board.swap_bytes();
    }
    if index & 4 != 0 {
        board = transposed(board);
    }
    board
}

/// Mirrors at the diagonal a1–h8 by swapping ever smaller blocks.
fn transposed(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, distance: u32| {
        let difference = (board ^ board >> distance) & mask;
        board ^ difference ^ difference << distance
    };
    let board = swap(board, 0x0000_0000_f0f0_f0f0, 28);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x00aa_00aa_00aa_00aa, 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Rng;

    #[test]
    fn a_square_is_a_legal_move_exactly_where_it_flips() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let own = rng.next_u64() & rng.next_u64();
            let other = rng.next_u64() & !own;
            let moves = legal_moves(own, other);
            for square in (0..64).filter(|square| (own | other) >> square & 1 == 0) {
                let is_move = moves >> square & 1 != 0;
                assert_eq!(is_move, flips(own, other, square) != 0, "{own:x} {other:x} {square}");
            }
        }
    }

    #[test]
    fn transposing_swaps_rows_and_columns() {
        for square in 0..64 {
            assert_eq!(transposed(1 << square), 1 << (square % 8 * 8 + square / 8));
        }
    }
}
