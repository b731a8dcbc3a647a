//! Naive Connect Four: stones fall in columns `1` to `7`, or as many as options say; four or more in a row win.

use spielbaum_core::{Outcome, Side};

use super::{Naive, number_option};

/// Columns of stones, each from the bottom up.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NaiveConnectFour {
    columns: Vec<Vec<Side>>,
    rows: usize,
    side_to_move: Side,
}

impl NaiveConnectFour {
    fn at(&self, column: i32, row: i32) -> Option<Side> {
        let stones = self.columns.get(usize::try_from(column).ok()?)?;
        stones.get(usize::try_from(row).ok()?).copied()
    }

    fn has_four(&self, side: Side) -> bool {
        let (columns, rows) = (self.columns.len() as i32, self.rows as i32);
        let starts = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        starts.into_iter().any(|(column, row)| {
            directions
                .iter()
                .any(|(right, up)| (0..4).all(|step| self.at(column + step * right, row + step * up) == Some(side)))
        })
    }
}

impl Naive for NaiveConnectFour {
    fn start(options: &str) -> Self {
        let columns = vec![Vec::new(); number_option(options, "columns", 7)];
        NaiveConnectFour { columns, rows: number_option(options, "rows", 6), side_to_move: Side::First }
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let open = (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.rows);
        open.map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        let number: usize = mv.parse().expect("a column number");
        self.columns[number - 1].push(self.side_to_move);
        self.side_to_move = !self.side_to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_four(side));
        let is_full = self.columns.iter().all(|stones| stones.len() == self.rows);
        winner.map(Outcome::Win).or(is_full.then_some(Outcome::Draw))
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
}

mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::naive::{after, after_all, perft};

    #[test]
    fn move_sequences_have_their_known_numbers() {
        let start = NaiveConnectFour::start("");
        let counts: Vec<u64> = (1..=7).map(|depth| perft(&start, depth)).collect();
        assert_eq!(counts, [7, 49, 343, 2_401, 16_807, 117_649, 823_536]);
    }

    /// Tromp, <https://tromp.github.io/c4/c4.html>.
    #[test]
    fn distinct_positions_have_their_known_numbers() {
        let mut positions = HashSet::from([NaiveConnectFour::start("")]);
        for expected in [1, 7, 49, 238, 1_120, 4_263] {
            assert_eq!(positions.len(), expected);
            let moves_of = |position: &NaiveConnectFour| position.legal_moves();
            positions =
                positions.iter().flat_map(|from| moves_of(from).into_iter().map(|mv| after(from, &mv))).collect();
        }
    }

    #[test]
    fn rows_in_all_four_directions_win() {
        for moves in ["1122334", "1212121", "12233434414", "76655454474"] {
            let digits: Vec<String> = moves.chars().map(String::from).collect();
            let position: NaiveConnectFour = after_all("", digits.iter().map(String::as_str));
            assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)), "{moves}");
            assert!(position.legal_moves().is_empty(), "{moves}");
        }
    }
}
