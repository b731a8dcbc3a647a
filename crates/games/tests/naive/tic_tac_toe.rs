//! Naive Tic-Tac-Toe: cells `a1` (top left) to `c3`, three in a row win.

use spielbaum_core::{Outcome, Side};

use super::{Naive, cell_text, read_cell};

/// A 3×3 board, `cells[row][column]`, rows from the top.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NaiveTicTacToe {
    cells: [[Option<Side>; 3]; 3],
    side_to_move: Side,
}

impl NaiveTicTacToe {
    fn has_line(&self, side: Side) -> bool {
        let owns = |row: usize, column: usize| self.cells[row][column] == Some(side);
        (0..3).any(|row| (0..3).all(|column| owns(row, column)))
            || (0..3).any(|column| (0..3).all(|row| owns(row, column)))
            || (0..3).all(|step| owns(step, step))
            || (0..3).all(|step| owns(step, 2 - step))
    }
}

impl Naive for NaiveTicTacToe {
    fn start(_options: &str) -> Self {
        NaiveTicTacToe { cells: [[None; 3]; 3], side_to_move: Side::First }
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            for row in 0..3 {
                for column in 0..3 {
                    if self.cells[row][column].is_none() {
                        moves.push(cell_text(column, row));
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let (column, row) = read_cell(mv);
        self.cells[row][column] = Some(self.side_to_move);
        self.side_to_move = !self.side_to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_line(side));
        let is_full = self.cells.as_flattened().iter().all(Option::is_some);
        winner.map(Outcome::Win).or(is_full.then_some(Outcome::Draw))
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
}

mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::naive::after;

    #[derive(Default)]
    struct Census {
        nodes: usize,
        games: usize,
        positions: HashSet<NaiveTicTacToe>,
    }

    impl Census {
        fn count(&mut self, position: &NaiveTicTacToe) {
            self.nodes += 1;
            self.games += usize::from(position.outcome().is_some());
            self.positions.insert(position.clone());
            for mv in position.legal_moves() {
                self.count(&after(position, &mv));
            }
        }
    }

    #[test]
    fn the_whole_tree_has_its_known_size() {
        let mut census = Census::default();
        census.count(&NaiveTicTacToe::start(""));
        assert_eq!((census.nodes, census.games, census.positions.len()), (549_946, 255_168, 5_478));
    }
}
