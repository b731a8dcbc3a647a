//! Naive Othello: `a1` top left, discs are flipped in eight directions, who cannot flip must `pass`.

use spielbaum_core::{Outcome, Side};

use super::{Naive, cell_text, read_cell};

/// An 8×8 board, `cells[row][column]`, rows from the top; black is the first side.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NaiveOthello {
    cells: [[Option<Side>; 8]; 8],
    side_to_move: Side,
}

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl NaiveOthello {
    fn at(&self, row: i32, column: i32) -> Option<Side> {
        let cells = self.cells.get(usize::try_from(row).ok()?)?;
        *cells.get(usize::try_from(column).ok()?)?
    }

    /// The discs that `side` would turn by a disc on an empty cell.
    fn flips(&self, side: Side, row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut flips = Vec::new();
        for (down, right) in DIRECTIONS {
            let mut run = Vec::new();
            let (mut row, mut column) = (row as i32 + down, column as i32 + right);
            while self.at(row, column) == Some(!side) {
                run.push((row as usize, column as usize));
                row += down;
                column += right;
            }
            if self.at(row, column) == Some(side) {
                flips.extend(run);
            }
        }
        flips
    }

    fn flipping_moves(&self, side: Side) -> Vec<String> {
        let mut moves = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                if self.cells[row][column].is_none() && !self.flips(side, row, column).is_empty() {
                    moves.push(cell_text(column, row));
                }
            }
        }
        moves
    }

    fn discs(&self, side: Side) -> usize {
        self.cells.as_flattened().iter().filter(|&&cell| cell == Some(side)).count()
    }
}

impl Naive for NaiveOthello {
    fn start(_options: &str) -> Self {
        let mut cells = [[None; 8]; 8];
        for (text, side) in [("e4", Side::First), ("d5", Side::First), ("d4", Side::Second), ("e5", Side::Second)] {
            let (column, row) = read_cell(text);
            cells[row][column] = Some(side);
        }
        NaiveOthello { cells, side_to_move: Side::First }
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.flipping_moves(self.side_to_move);
        if moves.is_empty() && !self.flipping_moves(!self.side_to_move).is_empty() {
            return vec!["pass".to_owned()];
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv != "pass" {
            let (column, row) = read_cell(mv);
            for (row, column) in self.flips(self.side_to_move, row, column) {
                self.cells[row][column] = Some(self.side_to_move);
            }
            self.cells[row][column] = Some(self.side_to_move);
        }
        self.side_to_move = !self.side_to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.legal_moves().is_empty() {
            return None;
        }
        let [first, second] = Side::BOTH.map(|side| self.discs(side));
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
}

mod tests {
    use super::*;
    use crate::naive::{after_all, perft};

    #[test]
    fn move_sequences_have_their_known_numbers() {
        let start = NaiveOthello::start("");
        let counts: Vec<u64> = (1..=7).map(|depth| perft(&start, depth)).collect();
        assert_eq!(counts, [4, 12, 56, 244, 1_396, 8_200, 55_092]);
    }

    /// The shortest game: after nine moves White has no disc left.
    #[test]
    fn a_side_without_discs_has_lost() {
        let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
        let position: NaiveOthello = after_all("", moves.split(' '));
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!((position.discs(Side::First), position.discs(Side::Second)), (13, 0));
    }
}
