//! What the theory of Connect Four says about a position without searching: who profits from zugzwang.
//!
//! Rows are counted from 1 at the bottom, and there is an even number of them. The first player is to move when an even
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

use super::ConnectFour;
use super::knowledge::winning_cells;
use super::rules::{BOARD, COLUMN, COLUMNS, ROWS, STRIDE, has_four};

/// Row 1.
const BOTTOM: u64 = BOARD / ((1 << ROWS) - 1);
/// Rows 1, 3 and 5.
const ODD: u64 = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
const EVEN: u64 = ODD << 1;

/// The best margin that the side to move can hope for, if theory tells anything.
pub(super) fn highest_margin(position: &ConnectFour) -> Option<i32> {
    let landings = position.landing_cells();
    let is_first_to_move = position.occupied.count_ones().is_multiple_of(2);
    if is_first_to_move { against_follow_up(position, landings) } else { against_odd_threat(position, landings) }
}

/// The first player is to move and the second follows up.
fn against_follow_up(position: &ConnectFour, landings: u64) -> Option<i32> {
    let (first, second) = (position.own, position.own ^ position.occupied);
    let empty = BOARD ^ position.occupied;
    let claimed = empty & EVEN & !landings;
    let wins = winning_cells(second, position.occupied) & claimed;
    let open = (empty & ODD | landings & EVEN) & !above(wins);
    if has_four(first | open) {
        return None;
    }
    Some(match wins {
        0 if has_four(second | claimed) => -1,
        0 => 0,
        _ => -latest_margin(wins),
    })
}

/// The second player is to move and the first may have an odd threat.
fn against_odd_threat(position: &ConnectFour, landings: u64) -> Option<i32> {
    let (second, first) = (position.own, position.own ^ position.occupied);
    let empty = BOARD ^ position.occupied;
    let wins = winning_cells(first, position.occupied) & !landings;
    let odd_columns = landings & EVEN;
    let mut threats = wins & ODD & columns_of(odd_columns);
    // Of two threats in one column the lower one counts.
    threats &= !above(threats);
    let open = (empty & ODD | odd_columns) & !above(wins & EVEN);
    let mut best = None;
    while threats != 0 {
        let threat = threats & threats.wrapping_neg();
        threats ^= threat;
        let column = columns_of(threat);
        let below = empty & EVEN & column & (threat - 1);
        if !has_four(second | open & !column | below) {
            best = best.max(Some(latest_margin(threat)));
        }
    }
    best.map(|margin: i32| -margin)
}

/// What a win on the lowest of `cells` brings when all other columns are full.
fn latest_margin(cells: u64) -> i32 {
    let row = (0..ROWS).find(|row| cells & BOTTOM << row != 0).unwrap_or(ROWS - 1);
    let stones = (COLUMNS - 1) * ROWS + row + 1;
    ((COLUMNS * ROWS + 2 - stones) / 2) as i32
}

/// The cells above `cells`, each in its column.
fn above(cells: u64) -> u64 {
    let mut up = cells << 1 & BOARD;
    up |= up << 1 & BOARD;
    up |= up << 1 & BOARD;
    up |= up << 1 & BOARD;
    up
}

/// The columns in which `cells` lie, whole.
fn columns_of(cells: u64) -> u64 {
    (0..COLUMNS).map(|column| COLUMN << (column * STRIDE)).filter(|column| cells & column != 0).sum::<u64>() & BOARD
}
