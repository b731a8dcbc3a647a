//! What Othello contributes to searches: move ordering by squares and mobility, margins in discs, the endgame solver.

use spielbaum_core::{
    Cell, ChildProbe, EndgameResult, Game, Generator, HasEvaluation, LookAhead, Margins, MoveGeneration, MoveOrdering,
    Rng, Rollouts, Status, TextError, default_knowledge,
};

use super::board::legal_moves;
use super::endgame::{Endgame, MOST_EMPTY, odd_quarters, order_score};
use super::evaluation::difference;
use super::generators::moves_by;
use super::stability::stability_bound;
use super::{Othello, OthelloEvaluation, OthelloMoves, PASS};

/// The largest margin: all squares.
const ALL_SQUARES: i32 = 64;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The squares diagonally next to a corner.
pub(super) const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares next to a corner along the edge.
pub(super) const C_SQUARES: u64 = 0x4281_0000_0000_8142;

const EDGES: u64 = 0xff81_8181_8181_81ff;

/// Static order of the squares, from first to last tried; the pass comes after all of them.
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

default_knowledge!(Othello: Tactics, Quiescence, SelectiveSearch, Proofs, Symmetry);

impl HasEvaluation for Othello {
    type Evaluation = OthelloEvaluation;

    const EVALUATES_MARGINS: bool = true;

    const HAS_PROBCUT_MODEL: bool = true;

    fn evaluation(name: &str) -> Result<OthelloEvaluation, TextError> {
        name.parse()
    }
}

impl MoveOrdering for Othello {
    const HISTORY_SLOTS: usize = PASS.0 as usize + 1;

    #[inline]
    fn history_slot(&self, square: Cell) -> usize {
        usize::from(square.0)
    }

    const HAS_STATIC_ORDER: bool = true;

    #[inline]
    fn static_order(&self, square: Cell) -> i32 {
        STATIC_ORDER[usize::from(square.0)]
    }

    const HAS_ORDER_HINTS: bool = true;

    /// Fewer replies are better; corners get a bonus, and late in the game so do squares of odd quadrants.
    #[inline]
    fn order_hint(&self, square: Cell) -> i32 {
        if square == PASS {
            return 0;
        }
        let mut after = *self;
        after.play(square);
        let replies = legal_moves(after.own, after.other);
        order_score(replies, square.bit(), odd_quarters(!(self.own | self.other)))
    }

    /// Flips and replies are found once for the hint, the position and its status.
    #[inline]
    fn probe_child(&self, mv: Cell, _wants_theory: bool) -> ChildProbe<Othello> {
        let mut position = *self;
        position.play(mv);
        let replies = legal_moves(position.own, position.other);
        let odd = odd_quarters(!(self.own | self.other));
        let hint = if mv == PASS { 0 } else { order_score(replies, mv.bit(), odd) };
        let status = match position.status_with_moves(replies) {
            Status::Over(outcome) => Status::Over(outcome),
            Status::Ongoing(replies) => Status::Ongoing(LookAhead::Moves(replies)),
        };
        let margins = position.margin_bounds(false);
        ChildProbe { mv, index: 0, hint, order_score: 0, position, key: None, status, margins, theory_bound: None }
    }
}

impl Margins for Othello {
    const HAS_MARGIN: bool = true;

    /// The difference of discs, with the empty squares given to the winner.
    #[inline]
    fn margin(&self, plies: u32) -> i32 {
        debug_assert_eq!(plies, 0, "no win is seen ahead");
        let ahead = difference(self.own, self.other).abs();
        let empty = (!(self.own | self.other)).count_ones() as i32;
        if ahead == 0 { 0 } else { ahead + empty }
    }

    const MAX_MARGIN: i32 = ALL_SQUARES;

    #[inline]
    fn margin_bounds(&self, _has_looked: bool) -> (i32, i32) {
        (-ALL_SQUARES, ALL_SQUARES)
    }

    const HAS_STABILITY_BOUND: bool = true;

    #[inline]
    fn stability_bound(&self, alpha: i32) -> Option<i32> {
        stability_bound(self.own, self.other, alpha)
    }

    const HAS_ENDGAME_SOLVER: bool = true;

    #[inline]
    fn can_solve_endgame(&self) -> bool {
        (self.own | self.other).count_zeros() <= MOST_EMPTY
    }

    #[inline]
    fn solve_endgame(&self, alpha: i32, beta: i32) -> Option<EndgameResult> {
        if !self.can_solve_endgame() {
            return None;
        }
        let mut endgame = Endgame::default();
        let margin = endgame.search(self.own, self.other, alpha, beta);
        // The position itself has been counted.
        Some(EndgameResult { margin, nodes: endgame.nodes.saturating_sub(1) })
    }
}

impl MoveGeneration for Othello {
    const HAS_GENERATORS: bool = true;

    fn status_by(&self, generator: Generator) -> Status<OthelloMoves> {
        self.status_with(|own, other| moves_by(generator, own, other))
    }
}

impl Rollouts for Othello {
    /// Priors and values from the evaluation, which counts discs.
    const BEST_SETTINGS: &'static str = "puct:c=1,scale=15";

    const HAS_POLICY: bool = true;

    #[inline]
    fn policy_move(&self, moves: &OthelloMoves, rng: &mut Rng) -> Cell {
        self.prudent_move(moves, rng)
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
        let is_corner = |square: Cell| i32::from([0, 7, 56, 63].contains(&square.0));
        for _ in 0..200 {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                for square in moves.iter() {
                    let mut after = position;
                    after.play(square);
                    let replies = after.status().moves().filter(|moves| !moves.is_pass());
                    let replies = replies.map_or(0, |moves| moves.iter().map(|reply| 1 + is_corner(reply)).sum());
                    let (least, most) = if square == PASS { (0, 0) } else { (-4 * replies, -4 * replies + 2) };
                    let extra = 3 * is_corner(square);
                    let hint = position.order_hint(square);
                    assert!((least + extra..=most + extra).contains(&hint), "{hint} {position} {square:?}");
                }
                passes += usize::from(moves.is_pass());
                position.play(moves.sample(&mut rng));
            }
        }
        assert!(passes > 20, "{passes}");
    }
}
