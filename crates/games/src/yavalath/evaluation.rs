//! What a position of Yavalath looks to be worth: stones that may become a four.
//!
//! The patterns and their weights are Table 2.1 of `yavalath-2025`. Every place where a pattern fits counts, also where
//! two overlap: `XX·X` is a 41 and the two fives within it.
//!
//! The lines of one direction are laid side by side in one word, so that a pattern is found on all of them at once:
//!
//! ```text
//!   bit   0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 …
//!        a1 a2 a3 a4 a5  .  .  .  .  . b1 b2 b3 b4 b5 b6  .  .  .  . c1 …
//! ```
//!
//! Behind each line there is at least one bit that is no cell, so no pattern reaches from one line into the next.

use spielbaum_core::{Cell, Evaluate, extract_bits};

use super::Yavalath;
use super::geometry::{Geometry, SIDE_3, SIDE_4, SIDE_5};

/// `XX`, from Table 2.1.
const PAIR: i32 = 5;
/// `X·X` with an empty gap, from Table 2.1.
const SPLIT_PAIR: i32 = 5;
/// `X··X` with empty gaps, from Table 2.1.
const WIDE_PAIR: i32 = 20;
/// `XX·X` or `X·XX` with an empty gap, a threat to make four; from Table 2.1.
const THREAT: i32 = 41;

/// Lines in each direction on the largest board.
const MAX_LINES: usize = 9;

/// Bits from one line to the next: the longest line and one that is no cell.
const STRIDE: usize = MAX_LINES + 1;

/// Patterns of stones, own less opponent's.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patterns;

impl Evaluate<Yavalath> for Patterns {
    type State = ();

    fn start(&self, _: &Yavalath) {}

    fn update(&self, (): &mut (), _: &Yavalath, _: Cell) {}

    #[inline]
    fn evaluate(&self, (): &(), position: &Yavalath) -> i32 {
        let directions = &DIRECTIONS[position.geometry.side - 3];
        let values = directions.iter().map(|direction| {
            let [own, other] = [position.own, position.other].map(|stones| direction.lay_out(stones));
            let empty = direction.cells & !(own | other);
            value_of(own, empty) - value_of(other, empty)
        });
        values.sum()
    }
}

/// What `stones` are worth in one direction. Bits that are no cells are in neither set.
#[inline]
fn value_of(stones: u128, empty: u128) -> i32 {
    let pairs = stones & stones >> 1;
    // Each mask holds the first bit of a pattern.
    let splits = stones & empty >> 1 & stones >> 2;
    let wides = stones & empty >> 1 & empty >> 2 & stones >> 3;
    let pair_first = pairs & empty >> 2 & stones >> 3;
    let pair_last = stones & empty >> 1 & pairs >> 2;
    let count = |places: u128| places.count_ones() as i32;
    PAIR * count(pairs)
        + SPLIT_PAIR * count(splits)
        + WIDE_PAIR * count(wides)
        + THREAT * (count(pair_first) + count(pair_last))
}

/// The lines of a board in one direction.
#[derive(Clone, Copy)]
struct Direction {
    /// The cells of each line. Cell numbers rise along it, so extracted bits are in order.
    lines: [u64; MAX_LINES],
    /// All cells, laid out.
    cells: u128,
}

impl Direction {
    #[inline]
    fn lay_out(&self, stones: u64) -> u128 {
        let laid = |line: usize| u128::from(extract_bits(stones, self.lines[line])) << (STRIDE * line);
        (0..MAX_LINES).map(laid).fold(0, std::ops::BitOr::bitor)
    }
}

/// The three directions of the boards of side 3, 4 and 5.
static DIRECTIONS: [[Direction; 3]; 3] = [directions(&SIDE_3), directions(&SIDE_4), directions(&SIDE_5)];

const fn directions(geometry: &Geometry) -> [Direction; 3] {
    let mut directions = [Direction { lines: [0; MAX_LINES], cells: 0 }; 3];
    let size = geometry.rows();
    let mut place = 0;
    while place < size * size {
        let (row, column) = (place / size, place % size);
        if let Some(cell) = geometry.cell_at(row as i32, column as i32) {
            // What stays the same along a step of (0, 1), (1, 0) and (1, 1).
            let numbers = [row, column, column + geometry.side - 1 - row];
            let mut direction = 0;
            while direction < 3 {
                let line = numbers[direction];
                let before = directions[direction].lines[line].count_ones() as usize;
                directions[direction].lines[line] |= 1 << cell;
                directions[direction].cells |= 1 << (STRIDE * line + before);
                direction += 1;
            }
        }
        place += 1;
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, MoveSet, Rng};

    /// Tries every pattern from every cell in every direction.
    fn naive(position: &Yavalath) -> i32 {
        let patterns = [("XX", 5), ("X.X", 5), ("X..X", 20), ("XX.X", 41), ("X.XX", 41)];
        let geometry = position.geometry;
        let size = geometry.rows() as i32;
        let letter = |row, column, stones: u64, others: u64| match geometry.cell_at(row, column) {
            Some(cell) if stones >> cell & 1 != 0 => 'X',
            Some(cell) if others >> cell & 1 != 0 => 'O',
            Some(_) => '.',
            None => '#',
        };
        let mut value = 0;
        for (sign, stones, others) in [(1, position.own, position.other), (-1, position.other, position.own)] {
            for (row, column) in (0..size * size).map(|place| (place / size, place % size)) {
                for (row_step, column_step) in [(0, 1), (1, 0), (1, 1)] {
                    let line: String = (0..4)
                        .map(|step| letter(row + step * row_step, column + step * column_step, stones, others))
                        .collect();
                    value += patterns
                        .iter()
                        .filter(|(text, _)| line.starts_with(text))
                        .map(|(_, worth)| sign * worth)
                        .sum::<i32>();
                }
            }
        }
        value
    }

    fn evaluate(position: &Yavalath) -> i32 {
        Patterns.evaluate(&(), position)
    }

    #[test]
    fn laid_out_lines_hold_what_the_table_says_whatever_the_colours() {
        let mut rng = Rng::new(71);
        let mut seen = 0;
        for game in 0..600u32 {
            let mut position = Yavalath::start(3 + (game % 3) as u8, game % 2 == 0);
            while let Some(moves) = position.status().moves() {
                let value = evaluate(&position);
                assert_eq!(value, naive(&position), "{position}");
                let swapped = Yavalath { own: position.other, other: position.own, ..position };
                assert_eq!(value, -evaluate(&swapped), "{position}");
                position.play(moves.sample(&mut rng));
                seen += 1;
            }
        }
        assert!(seen > 5_000, "{seen}");
    }

    #[test]
    fn crowded_boards_are_read_to_their_edges() {
        let mut rng = Rng::new(72);
        for game in 0..3_000u32 {
            let start = Yavalath::start(3 + (game % 3) as u8, false);
            let own = rng.next_u64() & start.geometry.board;
            let other = rng.next_u64() & rng.next_u64() & start.geometry.board & !own;
            let position = Yavalath { own, other, ..start };
            assert_eq!(evaluate(&position), naive(&position), "{own:x} {other:x} side {}", start.geometry.side);
        }
    }

    #[test]
    fn a_triangle_of_wide_pairs_is_worth_more_than_a_threat() {
        // White to move after black's last stone far away; b3, e3 and e6 are three steps apart in pairs.
        let value = |text: &str| evaluate(&text.parse().unwrap());
        assert_eq!(value("b3 a1 e3 i1 e6 i5"), 3 * WIDE_PAIR);
        assert_eq!(value("e3 a1 e4 i1 e6 i5"), THREAT + PAIR + SPLIT_PAIR);
    }
}
