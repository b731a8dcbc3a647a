//! The endgame solver: specialised code for the last moves of Othello.
//!
//! Most nodes of a solved tree are here, so each must be cheap: no table, no lists, and less work the fewer squares are
//! empty. Squares in quadrants with an odd number of empty squares come first (parity), since the side that moves there
//! usually gets the last move there, too; further from the end, moves with the fewest replies come first ("fastest
//! first").
//!
//! Contract of every search here: the result is exact inside the window, an upper bound at or below alpha, a lower
//! bound at or above beta. Margins count empty squares for the winner.

use super::board::{flips, legal_moves};
use super::evaluation::difference;
use super::knowledge::CORNERS;
use super::last_flips::count_last_flips;
use super::stability::stability_bound;

/// Positions with no more empty squares than this are finished here. On FFO #40 to #44 and #47 limits of 7, 8 and 9
/// took 122, 131 and 139 million positions, and the last the least time by 7 %: so late, the table saves less than it
/// costs.
pub(super) const MOST_EMPTY: u32 = 9;

/// From this many empty squares on, moves are ordered by the opponent's mobility. On 4,000 positions with nine empty
/// squares limits of 5, 6 and 7 took 5.5, 5.9 and 6.8 million positions, and 6 the least time by 5 %.
const ORDER_EMPTY: u32 = 6;

/// Below any margin.
const NOTHING: i32 = -65;

/// The quadrants.
const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// The search of the last moves, and the positions that it visited.
#[derive(Default)]
pub(super) struct Endgame {
    pub(super) nodes: u64,
}

impl Endgame {
    /// The margin of the side to move, whose discs are `own`.
    pub(super) fn search(&mut self, own: u64, other: u64, alpha: i32, beta: i32) -> i32 {
        let empty = !(own | other);
        match empty.count_ones() {
            0 => difference(own, other),
            1 => self.last_square(own, other, empty),
            2 => self.two_squares(own, other, empty, alpha, beta),
            3 => self.few_squares::<3>(own, other, odd_quarters(empty), alpha, beta),
            4 => self.few_squares::<4>(own, other, odd_quarters(empty), alpha, beta),
            _ => self.many_squares(own, other, odd_quarters(empty), alpha, beta),
        }
    }

    /// One square is empty: the number of flips decides.
    #[inline(always)]
    fn last_square(&mut self, own: u64, other: u64, empty: u64) -> i32 {
        self.nodes += 1;
        let square = empty.trailing_zeros() as usize;
        let discs = own.count_ones() as i32;
        let flipped = count_last_flips(own, square);
        if flipped > 0 {
            return 2 * (discs + flipped + 1) - 64;
        }
        let lost = count_last_flips(other, square);
        let discs = discs - lost;
        // Neither side can move there: the winner gets the square.
        2 * discs - 64 + if lost == 0 && discs >= 32 { 2 } else { 0 }
    }

    #[inline]
    fn two_squares(&mut self, own: u64, other: u64, empty: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let (first, second) = (empty & empty.wrapping_neg(), empty & (empty - 1));
        let best = self.best_of_two(own, other, (first, second), beta);
        if best > NOTHING {
            return best;
        }
        let best = self.best_of_two(other, own, (first, second), -alpha);
        if best > NOTHING { -best } else { final_margin(own, other) }
    }

    /// The better of the moves on two squares; [`NOTHING`] when neither is a move.
    #[inline]
    fn best_of_two(&mut self, own: u64, other: u64, (first, second): (u64, u64), beta: i32) -> i32 {
        let mut best = NOTHING;
        for (square, rest) in [(first, second), (second, first)] {
            if let Some((next, after)) = played(own, other, square) {
                best = best.max(-self.last_square(next, after, rest));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }

    /// `COUNT` squares are empty, three or four: ordering beyond parity costs more than it saves.
    fn few_squares<const COUNT: u32>(&mut self, own: u64, other: u64, odd: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let best = self.best_of_few::<COUNT>(own, other, odd, alpha, beta);
        if best > NOTHING {
            return best;
        }
        let best = self.best_of_few::<COUNT>(other, own, odd, -beta, -alpha);
        if best > NOTHING { -best } else { final_margin(own, other) }
    }

    #[inline]
    fn best_of_few<const COUNT: u32>(&mut self, own: u64, other: u64, odd: u64, mut alpha: i32, beta: i32) -> i32 {
        let empty = !(own | other);
        let mut best = NOTHING;
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares & squares.wrapping_neg();
                squares ^= square;
                let Some((next, after)) = played(own, other, square) else { continue };
                let score = if COUNT == 3 {
                    -self.two_squares(next, after, empty ^ square, -beta, -alpha)
                } else {
                    -self.few_squares::<3>(next, after, odd ^ quarter_of(square), -beta, -alpha)
                };
                if raises_to_beta(score, &mut best, &mut alpha, beta) {
                    return best;
                }
            }
        }
        best
    }

    /// Five squares and more are empty; `odd` are the quarters with an odd number of them.
    fn many_squares(&mut self, own: u64, other: u64, odd: u64, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if let Some(highest) = stability_bound(own, other, alpha).filter(|highest| *highest <= alpha) {
            return highest;
        }
        let moves = legal_moves(own, other);
        if moves == 0 {
            return if legal_moves(other, own) == 0 {
                final_margin(own, other)
            } else {
                -self.many_squares(other, own, odd, -beta, -alpha)
            };
        }
        let count = (own | other).count_zeros();
        let mut best = NOTHING;
        let mut visit = |search: &mut Self, square: u64, next: u64, after: u64| {
            let odd = odd ^ quarter_of(square);
            let score = if count == 5 {
                -search.few_squares::<4>(next, after, odd, -beta, -alpha)
            } else {
                -search.many_squares(next, after, odd, -beta, -alpha)
            };
            raises_to_beta(score, &mut best, &mut alpha, beta)
        };
        if count < ORDER_EMPTY {
            for mut squares in [moves & odd, moves & !odd] {
                while squares != 0 {
                    let square = squares & squares.wrapping_neg();
                    squares ^= square;
                    let flipped = flips(own, other, square.trailing_zeros() as u8);
                    if visit(self, square, other ^ flipped, own ^ flipped ^ square) {
                        return best;
                    }
                }
            }
            return best;
        }
        let mut replies = Replies::new(own, other, moves, odd);
        while let Some((next, after)) = replies.take_best() {
            if visit(self, (next | after) ^ (own | other), next, after) {
                break;
            }
        }
        best
    }
}

/// Records the score of a move; returns whether it causes a cut-off.
#[inline(always)]
fn raises_to_beta(score: i32, best: &mut i32, alpha: &mut i32, beta: i32) -> bool {
    *best = score.max(*best);
    *alpha = score.max(*alpha);
    *best >= beta
}

/// The children of a position, with the fewest replies first.
struct Replies {
    positions: [(u64, u64); MOST_EMPTY as usize],
    ranks: [i32; MOST_EMPTY as usize],
    count: usize,
}

impl Replies {
    #[inline]
    fn new(own: u64, other: u64, mut moves: u64, odd: u64) -> Replies {
        let mut replies =
            Replies { positions: [(0, 0); MOST_EMPTY as usize], ranks: [0; MOST_EMPTY as usize], count: 0 };
        while moves != 0 {
            let square = moves & moves.wrapping_neg();
            moves ^= square;
            let flipped = flips(own, other, square.trailing_zeros() as u8);
            let (next, after) = (other ^ flipped, own ^ flipped ^ square);
            replies.positions[replies.count] = (next, after);
            replies.ranks[replies.count] = order_score(legal_moves(next, after), square, odd);
            replies.count += 1;
        }
        replies
    }

    #[inline]
    fn take_best(&mut self) -> Option<(u64, u64)> {
        let mut best = 0;
        for place in 1..self.count {
            if self.ranks[place] > self.ranks[best] {
                best = place;
            }
        }
        self.count = self.count.checked_sub(1)?;
        self.ranks.swap(best, self.count);
        self.positions.swap(best, self.count);
        Some(self.positions[self.count])
    }
}

/// The order score of a move on `square` that leaves the opponent these replies: few of them, corners counted twice,
/// then a corner, then a quarter of the board that is `odd`.
#[inline]
pub(super) fn order_score(replies: u64, square: u64, odd: u64) -> i32 {
    let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    -4 * mobility + 2 * i32::from(square & odd != 0) + 3 * i32::from(square & CORNERS != 0)
}

/// The quadrants with an odd number of empty squares.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    QUARTERS.into_iter().filter(|quarter| (empty & quarter).count_ones() % 2 == 1).fold(0, |all, quarter| all | quarter)
}

/// The quadrant that a square lies in.
#[inline]
fn quarter_of(square: u64) -> u64 {
    let index = square.trailing_zeros() as usize;
    QUARTERS[index >> 4 & 2 | index >> 2 & 1]
}

/// The position after a move on `square`, the new side to move first; `None` if nothing is flipped.
#[inline]
fn played(own: u64, other: u64, square: u64) -> Option<(u64, u64)> {
    let index = square.trailing_zeros();
    if NEIGHBOURS[index as usize] & other == 0 {
        return None;
    }
    let flipped = flips(own, other, index as u8);
    (flipped != 0).then_some((other ^ flipped, own ^ flipped ^ square))
}

/// The margin of a finished game.
#[inline]
pub(super) fn final_margin(own: u64, other: u64) -> i32 {
    let ahead = difference(own, other);
    ahead + ahead.signum() * (!(own | other)).count_ones() as i32
}

/// By square, the squares next to it.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let rows = (square as i32 / 8 - other / 8).abs();
            let columns = (square as i32 % 8 - other % 8).abs();
            if rows <= 1 && columns <= 1 && rows + columns > 0 {
                table[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use spielbaum_core::{Game, MoveSet, Rng, Status};

    use super::*;
    use crate::Othello;

    /// Every move, every reply.
    fn brute_force(position: &Othello) -> i32 {
        match position.status() {
            Status::Over(_) => final_margin(position.own, position.other),
            Status::Ongoing(moves) => {
                let value = |square| {
                    let mut after = *position;
                    after.play(square);
                    -brute_force(&after)
                };
                moves.iter().map(value).max().expect("a move")
            }
        }
    }

    /// Positions of random games with at most `most` empty squares.
    fn late_positions(seed: u64, most: u32, count: usize) -> Vec<Othello> {
        let mut rng = Rng::new(seed);
        let mut found = Vec::new();
        while found.len() < count {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                position.play(moves.sample(&mut rng));
                if (!(position.own | position.other)).count_ones() <= most {
                    found.push(position);
                }
            }
        }
        found
    }

    #[test]
    fn the_last_moves_are_worth_what_brute_force_says_within_every_window() {
        let mut rng = Rng::new(1);
        for position in late_positions(71, 7, 3_000) {
            let (own, other) = (position.own, position.other);
            let value = brute_force(&position);
            assert_eq!(Endgame::default().search(own, other, -64, 64), value, "{position}");
            let alpha = rng.below(130) as i32 - 65;
            let beta = alpha + 1 + rng.below(8) as i32;
            let found = Endgame::default().search(own, other, alpha, beta);
            let is_right = match found {
                found if found <= alpha => value <= found,
                found if found >= beta => value >= found,
                found => value == found,
            };
            assert!(is_right, "{found} for {value} within {alpha} and {beta}: {position}");
        }
    }
}
