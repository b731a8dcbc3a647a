//! What is known of Othello beyond its rules: good and bad squares, mobility, and wins by discs.

use spielbaum_core::{Cell, Game, Generator, Knowledge, Rng, Status};

use super::board::legal_moves;
use super::evaluation::difference;
use super::generators::moves_by;
use super::{Othello, OthelloMoves, PASS, SquaresAndMobility};

/// The largest margin: all squares.
const ALL_SQUARES: i32 = 64;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares diagonally next to a corner.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares next to a corner along the edge.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

const EDGES: u64 = 0xff81_8181_8181_81ff;

/// What a corner is worth to the [`order_hint`](Knowledge::order_hint), in replies taken from the opponent. A guess: a
/// corner comes before all but moves that leave next to nothing.
const CORNER_HINT: i32 = 10;

/// Kinds of squares from those mostly tried first to those mostly tried last; the pass is behind them all.
const STATIC_ORDER: [i32; 65] = {
    let mut order = [0; 65];
    let mut square = 0;
    while square < 64 {
        let bit = 1 << square;
        order[square] = if CORNERS & bit != 0 {
            5
        } else if X_SQUARES & bit != 0 {
            1
        } else if C_SQUARES & bit != 0 {
            2
        } else if EDGES & bit != 0 {
            4
        } else {
            3
        };
        square += 1;
    }
    order
};

impl Knowledge for Othello {
    type Evaluation = SquaresAndMobility;

    const ORDERS_STATICALLY: bool = true;
    const HINTS: bool = true;
    const HAS_MARGIN: bool = true;
    const HAS_GENERATORS: bool = true;
    const HAS_POLICY: bool = true;
    const HISTORY_SLOTS: usize = PASS.0 as usize + 1;

    fn status_by(&self, generator: Generator) -> Status<OthelloMoves> {
        self.status_with(|own, other| moves_by(generator, own, other))
    }

    #[inline]
    fn history_slot(&self, square: Cell) -> usize {
        usize::from(square.0)
    }

    #[inline]
    fn static_order(&self, square: Cell) -> i32 {
        STATIC_ORDER[usize::from(square.0)]
    }

    /// The fewer replies the better, and corners up.
    #[inline]
    fn order_hint(&self, square: Cell) -> i32 {
        let mut after = *self;
        after.play(square);
        let replies = legal_moves(after.own, after.other).count_ones() as i32;
        let is_corner = square != PASS && CORNERS & square.bit() != 0;
        i32::from(is_corner) * CORNER_HINT - replies
    }

    #[inline]
    fn policy_move(&self, moves: &OthelloMoves, rng: &mut Rng) -> Cell {
        self.prudent_move(moves, rng)
    }

    /// The difference of discs, with the empty squares given to the winner.
    #[inline]
    fn margin(&self, plies: u32) -> i32 {
        debug_assert_eq!(plies, 0, "no win is seen ahead");
        let ahead = difference(self.own, self.other).abs();
        let empty = (!(self.own | self.other)).count_ones() as i32;
        if ahead == 0 { 0 } else { ahead + empty }
    }

    #[inline]
    fn margin_bounds(&self, _has_looked: bool) -> (i32, i32) {
        (-ALL_SQUARES, ALL_SQUARES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{MoveSet, Side};

    #[test]
    fn the_winner_is_given_the_empty_squares() {
        let mut rng = Rng::new(62);
        let mut with_empty_squares = 0;
        for _ in 0..10_000 {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                position.play(moves.sample(&mut rng));
            }
            let text = position.to_string();
            let [black, white, empty] =
                ['X', 'O', '-'].map(|disc| text[..64].chars().filter(|&letter| letter == disc).count() as i32);
            let winner = position.status().outcome().unwrap().winner();
            let expected = match winner {
                Some(Side::First) => black + empty - white,
                Some(Side::Second) => white + empty - black,
                None => 0,
            };
            assert_eq!(position.margin(0), expected, "{text}");
            assert_eq!(winner.is_some(), expected > 0, "{text}");
            with_empty_squares += usize::from(empty > 0);
        }
        assert!(with_empty_squares > 50, "{with_empty_squares}");
    }

    #[test]
    fn a_side_without_discs_has_lost_by_all_squares() {
        // The shortest game that wipes white out.
        let position: Othello = "e6f4e3f6g5d6e7f5c5".parse().unwrap();
        assert_eq!(position.status().outcome().unwrap().winner(), Some(Side::First));
        assert_eq!(position.margin(0), 64);
    }

    #[test]
    fn squares_are_ordered_by_kind() {
        let order = |text: &str| {
            let bytes = text.as_bytes();
            Othello::default().static_order(Cell((bytes[1] - b'1') * 8 + bytes[0] - b'a'))
        };
        let by_kind = [["a1", "h8"], ["d1", "h5"], ["d6", "b4"], ["b1", "h7"], ["b2", "g7"]];
        let values = by_kind.map(|[one, another]| (order(one), order(another)));
        assert!(values.iter().all(|(one, another)| one == another), "{values:?}");
        assert!(values.is_sorted_by(|one, next| one > next), "{values:?}");
        assert!(Othello::default().static_order(PASS) < values[4].0);
    }

    #[test]
    fn hints_prefer_few_replies() {
        let mut rng = Rng::new(63);
        let mut passes = 0;
        for _ in 0..200 {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                for square in moves.iter() {
                    let mut after = position;
                    after.play(square);
                    let replies = after.status().moves().filter(|moves| !moves.is_pass());
                    let replies = replies.map_or(0, |moves| moves.len() as i32);
                    let corner = if [0, 7, 56, 63].contains(&square.0) { CORNER_HINT } else { 0 };
                    let hint = position.order_hint(square);
                    assert_eq!(hint, corner - replies, "{position} {square:?}");
                }
                passes += usize::from(moves.is_pass());
                position.play(moves.sample(&mut rng));
            }
        }
        assert!(passes > 20, "{passes}");
    }
}
