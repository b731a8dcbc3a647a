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

use super::rules::has_four;
use super::{ConnectFour, Shape};
use crate::Word;

/// The best margin that the side to move can hope for, if theory tells anything; `threats` are the cells that complete a
/// line of the opponent.
#[inline]
pub(super) fn highest_margin<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    if !position.shape.rows().is_multiple_of(2) {
        return None;
    }
    let is_first_to_move = position.occupied.count().is_multiple_of(2);
    if is_first_to_move { against_follow_up(position, threats) } else { against_odd_threat(position, threats) }
}

/// The first player is to move and the second follows up.
#[inline]
fn against_follow_up<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    let shape = position.shape;
    let (first, second) = (position.own, position.own ^ position.occupied);
    let (landings, empty) = (position.landing_cells(), shape.board() ^ position.occupied);
    let odd = odd_rows(shape);
    let claimed = empty & !odd & !landings;
    let wins = threats & claimed;
    let open = (empty & odd | landings & !odd) & !above(shape, wins);
    if has_four(shape, first | open) {
        return None;
    }
    Some(if !wins.is_zero() {
        -latest_margin(shape, lowest_row(shape, wins))
    } else if has_four(shape, second | claimed) {
        -1
    } else {
        0
    })
}

/// The second player is to move and the first may have an odd threat.
#[inline]
fn against_odd_threat<S: Shape>(position: &ConnectFour<S>, threats: S::Word) -> Option<i32> {
    let shape = position.shape;
    let second = position.own;
    let (landings, empty) = (position.landing_cells(), shape.board() ^ position.occupied);
    let odd = odd_rows(shape);
    let wins = threats & !landings;
    if (wins & odd).is_zero() {
        return None;
    }
    let odd_columns = landings & !odd;
    // Of two threats in one column the lower one counts.
    let threats = wins & odd & !above(shape, wins & odd);
    let open = (empty & odd | odd_columns) & !above(shape, wins & !odd);
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

/// The lowest row of `cells`, counted from 0.
fn lowest_row<S: Shape>(shape: S, cells: S::Word) -> u32 {
    (0..shape.rows()).find(|&row| !(cells & shape.bottom() << row).is_zero()).unwrap_or(shape.rows() - 1)
}

/// The cells above `cells`, each in its column.
#[inline]
fn above<S: Shape>(shape: S, cells: S::Word) -> S::Word {
    let mut up = cells << 1 & shape.board();
    for _ in 2..shape.rows() {
        up |= up << 1 & shape.board();
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
