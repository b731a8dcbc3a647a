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
//! Moves are found for all squares at once by parallel prefix (Kogge–Stone): after each step a run of the opponent's
//! discs is known to twice the length. Flips of one move look along its eight rays for the first square that is not
//! the opponent's: by the carry of an addition where the ray climbs, by counting leading zeros where it descends.

/// Squares that may lie in the middle of a horizontal or diagonal run: all but the outer columns.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Squares where a disc of `own` would flip discs of `other`.
#[inline]
pub(super) fn legal_moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let moves = reach(own, inner, 1) | reach(own, inner, 7) | reach(own, other, 8) | reach(own, inner, 9);
    moves & !(own | other)
}

/// Squares behind an unbroken run of `middle` next to `own`, both ways along one line direction.
#[inline]
fn reach(own: u64, middle: u64, shift: u32) -> u64 {
    let mut up = middle & own << shift;
    let mut down = middle & own >> shift;
    up |= middle & up << shift;
    down |= middle & down >> shift;
    let pairs_up = middle & middle << shift;
    let pairs_down = pairs_up >> shift;
    up |= pairs_up & up << (2 * shift);
    down |= pairs_down & down >> (2 * shift);
    up |= pairs_up & up << (2 * shift);
    down |= pairs_down & down >> (2 * shift);
    up << shift | down >> shift
}

/// The discs of `other` that a disc of `own` on `square` flips.
#[inline]
pub(super) fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square)];
    let mut flipped = 0;
    for ray in rays.climbing {
        let flank = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= flank.saturating_sub(1) & ray;
    }
    for ray in rays.descending {
        // The lowest bit keeps the count below 64; a disc there is flanked by nothing below it.
        let stop = 1 << (63 - (!other & ray | 1).leading_zeros());
        let flank = stop & ray & own;
        flipped |= (flank << 1).wrapping_neg() & ray;
    }
    flipped
}

/// The squares of the rays from one square, the square itself excluded.
struct Rays {
    /// Rays towards higher bits.
    climbing: [u64; 4],
    /// Rays towards lower bits.
    descending: [u64; 4],
}

static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays { climbing: [0; 4], descending: [0; 4] };
    let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (row, column) = steps[direction];
            table[square].climbing[direction] = ray(square, row, column);
            table[square].descending[direction] = ray(square, -row, -column);
            direction += 1;
        }
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
