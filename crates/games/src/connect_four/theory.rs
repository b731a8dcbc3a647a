//! What the theory of Connect Four says about a position without searching: who profits from zugzwang.
//!
//! Rows are counted from 1 at the bottom, and theory needs an even number of them. The first player is to move when an even
//! number of columns hold an odd number of stones, the second when an odd number do.
//!
//! **Follow-up** (Allis 1988 calls its effect *claimeven*). The second player answers every move in the same column where
//! it can. A move on an odd row leaves an even one above it: that is the answer. A move on an even row is possible only in
//! a column with an odd number of stones; of those there are an even number, so another one is left, and the answer is the
//! landing cell there, on an even row too. So the second player gets every even cell that is not a landing cell now, and
//! the first at most the odd cells and the even landing cells. If those and its stones hold no four, the first player does
//! not win. If a line of the second player needs one more cell and that cell is among those it gets, it wins when the
//! column fills up, and the first player never sees the cells above.
//!
//! **Odd threat.** The second player is to move, and the first lacks one cell for a line: on an odd row, above the landing
//! cell of a column with an odd number of stones. The first player follows up in the other columns, as above, because
//! among them an even number are odd. In the column of the threat it follows up, too, on odd rows there. When the other
//! columns are full, the second player must move in this one, until the first has its cell. If the stones of the second
//! player and the cells it can get (odd ones and even landing cells elsewhere, even ones below the threat here) hold no
//! four, it cannot prevent that.

use spielbaum_core::{Game, Side};

use super::lanes::{Boards, EightBoards, LANES};
use super::rules::{fours, has_four};
use super::{ConnectFour, Shape};
use crate::Word;

/// The best margin that the side to move can hope for, if theory tells anything; `threats` are the cells that complete a
/// line of the opponent.
#[inline]
pub(super) fn highest_margin<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    if !has_theory(position.shape) {
        return None;
    }
    if position.side_to_move() == Side::First {
        let (own, opponent) = (position.own, position.own ^ position.occupied);
        FollowUp::new(position.shape, (own, opponent), position.landing_cells(), threats).highest_margin(position.shape)
    } else {
        against_odd_threat(position, threats)
    }
}

/// Whether theory knows this board.
#[inline]
pub(super) fn has_theory<S: Shape>(shape: S) -> bool {
    shape.rows().is_multiple_of(2)
}

/// What comes of following up when the first player is to move.
pub(super) struct FollowUp<B> {
    /// Ends of lines that the first player can get.
    breaks: B,
    /// Cells that the second player gets and that complete a line of it.
    wins: B,
    /// Ends of lines that the second player gets.
    lines: B,
}

impl<B> FollowUp<B> {
    /// `threats` are the cells that complete a line of the second player.
    #[inline(always)]
    pub(super) fn new<S: Shape>(shape: S, (first, second): (B, B), landings: B, threats: B) -> FollowUp<B>
    where
        B: Boards<S::Word>,
    {
        let odd = B::each(odd_rows(shape));
        let empty = B::each(shape.board()) ^ (first | second);
        let claimed = empty & !odd & !landings;
        let wins = threats & claimed;
        let open = (empty & odd | landings & !odd) & !above(shape, wins);
        FollowUp { breaks: fours(shape, first | open), wins, lines: fours(shape, second | claimed) }
    }
}

impl<B> FollowUp<B> {
    /// Nothing that would tell anything.
    #[inline(always)]
    pub(super) fn nothing<W: Word>() -> FollowUp<B>
    where
        B: Boards<W>,
    {
        let none = B::each(W::default());
        FollowUp { breaks: !none, wins: none, lines: none }
    }

    /// What comes of it on each board.
    #[inline(always)]
    pub(super) fn boards<W>(self) -> FollowUp<[W; LANES]>
    where
        B: EightBoards<W>,
    {
        FollowUp { breaks: self.breaks.boards(), wins: self.wins.boards(), lines: self.lines.boards() }
    }
}

impl<W: Word> FollowUp<[W; LANES]> {
    /// What comes of it on one board.
    #[inline(always)]
    pub(super) fn of_lane(&self, lane: usize) -> FollowUp<W> {
        FollowUp { breaks: self.breaks[lane], wins: self.wins[lane], lines: self.lines[lane] }
    }
}

impl<W: Word> FollowUp<W> {
    /// The best margin that the first player can hope for.
    #[inline]
    pub(super) fn highest_margin<S: Shape<Word = W>>(&self, shape: S) -> Option<i32> {
        let margin = if !self.wins.is_zero() {
            -latest_margin(shape, lowest_row(shape, self.wins))
        } else if self.lines.is_zero() {
            0
        } else {
            -1
        };
        self.breaks.is_zero().then_some(margin)
    }
}

/// Cells on odd rows, above a landing cell, that complete a line.
#[inline(always)]
pub(super) fn odd_threats<S: Shape, B: Boards<S::Word>>(shape: S, landings: B, threats: B) -> B {
    threats & !landings & B::each(odd_rows(shape))
}

/// The second player is to move and the first may have an odd threat.
pub(super) fn against_odd_threat<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    let shape = position.shape;
    let second = position.own;
    let (landings, empty) = (position.landing_cells(), position.empty_cells());
    let odd = odd_rows(shape);
    let odd_columns = landings & !odd;
    let odd_threats = odd_threats(shape, landings, threats);
    let open = (empty & odd | odd_columns) & !above(shape, threats & !landings & !odd);
    // Of two threats in one column the lower one counts.
    let threats = odd_threats & !above(shape, odd_threats);
    let mut best = None;
    for bit in threats.bits() {
        let (column, row) = (bit / shape.stride(), bit % shape.stride());
        let cells = shape.first_column() << (column * shape.stride());
        let threat = S::Word::bit(bit);
        let below = empty & !odd & cells & !above(shape, threat);
        let is_odd_column = !(odd_columns & cells).is_zero();
        if is_odd_column && !has_four(shape, second | open & !cells | below) {
            best = best.max(Some(latest_margin(shape, row)));
        }
    }
    best.map(|margin: i32| -margin)
}

/// What a win on this row, counted from 0, brings when all other columns are full.
fn latest_margin<S: Shape>(shape: S, row: u32) -> i32 {
    let stones = (shape.columns() - 1) * shape.rows() + row + 1;
    ((shape.cells() + 2 - stones) / 2) as i32
}

/// Rows 1, 3, 5 and so on; the other bits of the board are the even rows.
#[inline]
fn odd_rows<S: Shape>(shape: S) -> S::Word {
    let bottom = shape.bottom();
    (bottom | bottom << 2 | bottom << 4 | bottom << 6) & shape.board()
}

/// The lowest row of `cells`, counted from 0. All rows are looked at, so that nothing has to be foreseen by the processor.
#[inline]
fn lowest_row<S: Shape>(shape: S, cells: S::Word) -> u32 {
    let rows = (0..shape.rows()).rev();
    rows.fold(0, |lowest, row| if (cells & shape.bottom() << row).is_zero() { lowest } else { row })
}

/// The cells above `cells`, each in its column.
#[inline(always)]
fn above<S: Shape, B: Boards<S::Word>>(shape: S, cells: B) -> B {
    let board = B::each(shape.board());
    let mut up = cells << 1 & board;
    for _ in 2..shape.rows() {
        up = up | up << 1 & board;
    }
    up
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use spielbaum_core::{Game, Knowledge, MoveSet, Rng};

    use super::*;
    use crate::connect_four::AnySize;
    use crate::connect_four::knowledge::tests::best_margin;

    #[test]
    fn theory_holds_in_every_position_of_a_small_board() {
        let mut known = HashMap::new();
        let start: ConnectFour<AnySize> = "columns=4,rows=4;".parse().expect("a board");
        best_margin(&start, &mut known);
        let mut told = [0; 2];
        for (position, margin) in known.iter().filter(|(position, _)| position.status().moves().is_some()) {
            if let Some(highest) = position.highest_margin() {
                assert!(*margin <= highest, "{position}: {margin} is not at most {highest}");
                told[position.occupied.count() % 2] += 1;
            }
        }
        assert!(told[0] > 10_000 && told[1] > 100, "theory told too little: {told:?}");
    }

    #[test]
    fn theory_holds_in_late_positions_of_the_standard_board() {
        let mut told = [0; 2];
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let mut position = <ConnectFour>::default();
            while position.occupied.count() < 26 {
                let Some(moves) = position.status().moves() else { break };
                position.play(moves.sample(&mut rng));
            }
            if position.status().moves().is_none() {
                continue;
            }
            let mut known = HashMap::new();
            best_margin(&position, &mut known);
            for (position, margin) in known.iter().filter(|(position, _)| position.status().moves().is_some()) {
                if let Some(highest) = position.highest_margin() {
                    assert!(*margin <= highest, "seed {seed}, {position}: {margin} is not at most {highest}");
                    told[position.occupied.count() % 2] += 1;
                }
            }
        }
        assert!(told[0] > 10_000 && told[1] > 1000, "theory told too little: {told:?}");
    }
}
