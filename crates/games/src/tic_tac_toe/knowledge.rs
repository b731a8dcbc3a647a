//! What Tic-Tac-Toe contributes to searches: wins and threats at the next move, and the order of cells by lines.

use spielbaum_core::{Cell, CellSet, HasEvaluation, LookAhead, MoveOrdering, Tactics, default_knowledge};

use super::rules::LINES;
use super::{OpenLines, TicTacToe};

/// The order hint per line that is open to a side, once plus once for each stone in it.
/// Four open lines with two stones each, for both sides at once, would give 240.
const OPEN_LINE: i32 = 10;

/// The cells where one more stone beside `stones` makes three in a row, empty or not.
fn completing_cells(stones: u64) -> u64 {
    let lacks_one = |line: &&u64| (stones & **line).count_ones() == 2;
    LINES.iter().filter(lacks_one).fold(0, |cells, line| cells | line & !stones)
}

default_knowledge!(TicTacToe: Margins, Quiescence, SelectiveSearch, MoveGeneration, Proofs, Rollouts, Symmetry);

impl HasEvaluation for TicTacToe {
    type Evaluation = OpenLines;
}

impl Tactics for TicTacToe {
    const LOOKS_AHEAD: bool = true;

    fn look_ahead(&self, moves: CellSet) -> LookAhead<CellSet> {
        if completing_cells(self.own) & moves.0 != 0 {
            return LookAhead::Win;
        }
        let threats = completing_cells(self.other) & moves.0;
        match threats.count_ones() {
            0 => LookAhead::Moves(moves),
            1 => LookAhead::Moves(CellSet(threats)),
            // One of them stays open, and the opponent has the next move.
            _ => LookAhead::Loss(2),
        }
    }
}

impl MoveOrdering for TicTacToe {
    const HISTORY_SLOTS: usize = 9;

    #[inline]
    fn history_slot(&self, cell: Cell) -> usize {
        cell.0.into()
    }

    const HAS_STATIC_ORDER: bool = true;

    /// By the number of lines through the cell: the centre has four, a corner three, an edge two.
    fn static_order(&self, cell: Cell) -> i32 {
        LINES.iter().filter(|&line| line & cell.bit() != 0).count() as i32
    }

    const HAS_ORDER_HINTS: bool = true;

    /// Lines through the cell that are open to the side to move or are closed to its opponent by a stone there.
    fn order_hint(&self, cell: Cell) -> i32 {
        let open_line = |line: u64, owner: u64, blocker: u64| match line & blocker {
            0 => OPEN_LINE * (1 + (line & owner).count_ones() as i32),
            _ => 0,
        };
        let through_cell = LINES.iter().filter(|&line| line & cell.bit() != 0);
        through_cell.map(|&line| open_line(line, self.own, self.other) + open_line(line, self.other, self.own)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centre_corner_edge_is_the_order_of_the_empty_board() {
        let start = TicTacToe::default();
        for order in [TicTacToe::static_order, TicTacToe::order_hint] {
            let [corner, edge, centre] = [0, 1, 4].map(|cell| order(&start, Cell(cell)));
            assert!(centre > corner && corner > edge);
        }
    }
}
