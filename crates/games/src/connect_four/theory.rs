//! Bounds from the theory of Connect Four without search: who profits from zugzwang.
//!
//! Rows are counted from 1 at the bottom, and theory needs an even number of them. The first player is to move when an
//! even number of columns hold an odd number of stones, the second when an odd number do.
//!
//! **Follow-up** (Allis 1988 calls its effect *claimeven*). The second player answers every move in the same column
//! where it can. A move on an odd row leaves an even one above it: that is the answer. A move on an even row is
//! possible only in a column with an odd number of stones; of those there are an even number, so another one is left,
//! and the answer is the landing cell there, on an even row too. So the second player gets every even cell that is not
//! a landing cell now, and the first at most the odd cells and the even landing cells. If those and its stones hold no
//! four, the first player does not win. If a line of the second player needs one more cell and that cell is among those
//! it gets, it wins when the column fills up, and the first player never sees the cells above.
//!
//! **Odd threat.** The second player is to move, and the first lacks one cell for a line: on an odd row, above the
//! landing cell of its column.
//!
//! *The column holds an odd number of stones.* The first player follows up in the other columns, as above, because
//! among them an even number are odd. In the column of the threat it follows up, too, on odd rows there. When the other
//! columns are full, the second player must move in this one, until the first has its cell. If the stones of the second
//! player and the cells it can get (odd ones and even landing cells elsewhere, even ones below the threat here) hold no
//! four, it cannot prevent that.
//!
//! *It holds an even number.* Then an odd number of the others are odd, and the first player brings about the case
//! before. It follows up elsewhere. When a move on an even row leaves no odd column elsewhere, it answers with the
//! landing cell of the threat's column. If the second player takes that cell, the answer is an even landing cell
//! elsewhere, where there is an odd column. Either way the threat's column is odd now and an even number of the others
//! are, with the second player to move. So the second player can get that landing cell, too, and nothing else besides.

use spielbaum_core::{Game, Side};

use super::lanes::Boards;
use super::rules::{fours, has_four};
use super::{ConnectFour, Shape};
use crate::Word;

/// An upper bound on the margin of the side to move, if theory gives one; `threats` are the cells that complete a line
/// of the opponent.
#[inline]
pub(super) fn theory_bound<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    if !has_theory(position.shape) {
        return None;
    }
    if position.side_to_move() == Side::First {
        let (own, opponent) = (position.own, position.own ^ position.occupied);
        margin_of_loss(least_loss(position.shape, (own, opponent), position.landing_cells(), threats))
    } else {
        against_odd_threats(position, threats, odd_threats(position.shape, position.landing_cells(), threats))
    }
}

/// Whether theory applies to this board.
#[inline]
pub(super) fn has_theory<S: Shape>(shape: S) -> bool {
    shape.rows().is_multiple_of(2)
}

/// The least loss of the first player, who is to move, against follow-up, as a number; all bits if unknown. `threats`
/// are the cells that complete a line of the second player.
#[inline(always)]
pub(super) fn least_loss<S: Shape, B: Boards<S::Word>>(
    shape: S,
    (first, second): (B, B),
    landings: B,
    threats: B,
) -> B {
    let odd = B::each(odd_rows(shape));
    let empty = B::each(shape.board()) ^ (first | second);
    let claimed = empty & !odd & !landings;
    let wins = threats & claimed;
    let open = (empty & odd | landings & !odd) & !above(shape, wins);
    let breaks = fours(shape, first | open);
    // A line of the second player's own needs all but the last cells, a cell that completes one counts by its row.
    let mut loss = !fours(shape, second | claimed).where_empty() & B::each(S::Word::bit(0));
    for row in (1..shape.rows()).step_by(2).rev() {
        let has_no_win = (wins & B::each(shape.bottom() << row)).where_empty();
        loss = loss & has_no_win | B::each(S::Word::from(latest_margin(shape, row) as u8)) & !has_no_win;
    }
    loss | !breaks.where_empty()
}

/// The best margin that follows from a [`least_loss`].
#[inline]
pub(super) fn margin_of_loss<W: Word>(loss: W) -> Option<i32> {
    (loss != !W::default()).then(|| -(loss.halves().0 as i32))
}

/// Cells on odd rows that complete a line, above the landing cell of their column.
#[inline(always)]
pub(super) fn odd_threats<S: Shape, B: Boards<S::Word>>(shape: S, landings: B, threats: B) -> B {
    let odd = B::each(odd_rows(shape));
    threats & odd & above(shape, landings)
}

/// The best margin of the second player, who is to move, against these of the first player's `threats`, see
/// [`odd_threats`].
pub(super) fn against_odd_threats<S: Shape>(
    position: &ConnectFour<S>,
    threats: S::Word,
    odd_threats: S::Word,
) -> Option<i32> {
    let shape = position.shape;
    let second = position.own;
    let (landings, empty) = (position.landing_cells(), position.empty_cells());
    let odd = odd_rows(shape);
    let open = (empty & odd | landings & !odd) & !above(shape, threats & !landings & !odd);
    // Of two threats in one column the lower one counts.
    let threats = odd_threats & !above(shape, odd_threats);
    let mut best = None;
    for bit in threats.bits() {
        let (column, row) = (bit / shape.stride(), bit % shape.stride());
        let cells = shape.first_column() << (column * shape.stride());
        let below = (empty & !odd | landings) & cells & S::Word::bits_below(bit);
        if !has_four(shape, second | open & !cells | below) {
            best = best.max(Some(latest_margin(shape, row)));
        }
    }
    best.map(|margin: i32| -margin)
}

/// The margin of a win on this row, counted from 0, when all other columns are full.
fn latest_margin<S: Shape>(shape: S, row: u32) -> i32 {
    let stones = (shape.columns() - 1) * shape.rows() + row + 1;
    ((shape.cells() + 2 - stones) / 2) as i32
}

/// Rows 1, 3, 5 and so on; the other bits of the board are the even rows.
#[inline]
fn odd_rows<S: Shape>(shape: S) -> S::Word {
    (0..shape.rows()).step_by(2).fold(S::Word::default(), |rows, row| rows | shape.bottom() << row)
}

/// The cells above `cells`, each in its column.
#[inline(always)]
fn above<S: Shape, B: Boards<S::Word>>(shape: S, cells: B) -> B {
    let mut up = cells << 1 & B::each(shape.board());
    // Each step doubles how far it reaches, but not beyond the highest row.
    let mut reach = 1;
    while reach < shape.rows() - 1 {
        let step = reach.min(shape.rows() - 1 - reach);
        let rows = (step..shape.rows()).map(|row| shape.bottom() << row);
        let target = rows.fold(S::Word::default(), |target, row| target | row);
        up = up | up << step & B::each(target);
        reach += step;
    }
    up
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use spielbaum_core::{Game, Margins, MoveSet, Rng};

    use super::*;
    use crate::connect_four::AnySize;
    use crate::connect_four::knowledge::tests::best_margin;

    /// Compares the bounds of theory with the values of positions, and counts the bounds for either side.
    fn compare<S: Shape>(known: &HashMap<ConnectFour<S>, i32>, told: &mut [u32; 2]) {
        for (position, margin) in known.iter().filter(|(position, _)| position.status().moves().is_some()) {
            if let Some(highest) = position.theory_bound() {
                assert!(*margin <= highest, "{position}: {margin} is not at most {highest}");
                told[position.occupied.count() % 2] += 1;
            }
        }
    }

    #[test]
    fn theory_holds_in_every_position_of_small_boards() {
        let mut told = [0; 2];
        for size in ["columns=4,rows=4;", "columns=5,rows=4;"] {
            let mut known = HashMap::new();
            let start: ConnectFour<AnySize> = size.parse().expect("a board");
            best_margin(&start, &mut known);
            compare(&known, &mut told);
        }
        assert!(told[0] > 100_000 && told[1] > 10_000, "theory told too little: {told:?}");
    }

    #[test]
    fn odd_rows_are_every_other_row() {
        for (columns, rows) in [(4, 4), (5, 6), (8, 8)] {
            let shape = AnySize::of_size(columns, rows).unwrap();
            let of_column = |column: u32| (0..rows).step_by(2).map(move |row| column * shape.stride() + row);
            let expected: Vec<u32> = (0..columns).flat_map(of_column).collect();
            assert_eq!(odd_rows(shape).bits().collect::<Vec<u32>>(), expected);
        }
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
            compare(&known, &mut told);
        }
        assert!(told[0] > 10_000 && told[1] > 1000, "theory told too little: {told:?}");
    }
}
