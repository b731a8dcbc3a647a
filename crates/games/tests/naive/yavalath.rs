//! Naive Yavalath: four in a row win, three in a row without a four lose.
//!
//! Cell number `index` of row `row` is `cells[row][index + shift(row)]`; with that shift the three directions of the
//! hexagon are right, down and down-right. Side 3, unused corners as dots:
//!
//! ```text
//!      1 2 3              1 2 3 . .    a
//!     1 2 3 4             1 2 3 4 .    b
//!    1 2 3 4 5     →      1 2 3 4 5    c
//!     1 2 3 4             . 1 2 3 4    d
//!      1 2 3              . . 1 2 3    e
//! ```

use spielbaum_core::{Outcome, Side};

use super::{Naive, cell_text, has_switch, number_option, read_cell};

/// A hexagonal board; `None` is a free cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NaiveYavalath {
    side_length: usize,
    has_swap: bool,
    cells: Vec<Vec<Option<Side>>>,
    side_to_move: Side,
}

impl NaiveYavalath {
    fn rows(&self) -> usize {
        2 * self.side_length - 1
    }

    fn row_length(&self, row: usize) -> usize {
        let from_the_edge = row.min(self.rows() - 1 - row);
        self.side_length + from_the_edge
    }

    fn shift(&self, row: usize) -> usize {
        row.saturating_sub(self.side_length - 1)
    }

    /// Every cell as row and index.
    fn all_cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows()).flat_map(|row| (0..self.row_length(row)).map(move |index| (row, index)))
    }

    fn on(&self, (row, index): (usize, usize)) -> Option<Side> {
        self.cells[row][index + self.shift(row)]
    }

    /// The stone on a point of the square array; the corners outside the hexagon stay empty.
    fn at(&self, row: i32, column: i32) -> Option<Side> {
        let cells = self.cells.get(usize::try_from(row).ok()?)?;
        *cells.get(usize::try_from(column).ok()?)?
    }

    /// The lengths of all maximal rows of `side`, single stones among them.
    fn runs(&self, side: Side) -> Vec<usize> {
        let mut runs = Vec::new();
        for (row, index) in self.all_cells() {
            let (row, column) = (row as i32, (index + self.shift(row)) as i32);
            for (down, right) in [(0, 1), (1, 0), (1, 1)] {
                let has_stone = |step: i32| self.at(row + step * down, column + step * right) == Some(side);
                if has_stone(0) && !has_stone(-1) {
                    runs.push((0..).take_while(|&step| has_stone(step)).count());
                }
            }
        }
        runs
    }

    fn may_swap(&self) -> bool {
        let stones = self.all_cells().filter(|&cell| self.on(cell).is_some()).count();
        self.has_swap && stones == 1 && self.side_to_move == Side::Second
    }
}

impl Naive for NaiveYavalath {
    fn start(options: &str) -> Self {
        let side_length = number_option(options, "side", 5);
        let width = 2 * side_length - 1;
        let cells = vec![vec![None; width]; width];
        NaiveYavalath { side_length, has_swap: has_switch(options, "swap"), cells, side_to_move: Side::First }
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let free = self.all_cells().filter(|&cell| self.on(cell).is_none());
        let mut moves: Vec<String> = free.map(|(row, index)| cell_text(row, index)).collect();
        if self.may_swap() {
            moves.push("swap".to_owned());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv == "swap" {
            let (row, index) = self.all_cells().find(|&cell| self.on(cell).is_some()).expect("the first stone");
            let shift = self.shift(row);
            self.cells[row][index + shift] = Some(Side::Second);
        } else {
            let (row, index) = read_cell(mv);
            let shift = self.shift(row);
            self.cells[row][index + shift] = Some(self.side_to_move);
        }
        self.side_to_move = !self.side_to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let mover = !self.side_to_move;
        let runs = self.runs(mover);
        if runs.iter().any(|&length| length >= 4) {
            Some(Outcome::Win(mover))
        } else if runs.contains(&3) {
            Some(Outcome::Win(!mover))
        } else if self.all_cells().all(|cell| self.on(cell).is_some()) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
}

mod tests {
    use spielbaum_core::Rng;

    use super::*;
    use crate::naive::after_all;

    #[test]
    fn boards_have_their_cells_and_names() {
        for (side, cells, last) in [(3, 19, "e3"), (4, 37, "g4"), (5, 61, "i5")] {
            let moves = NaiveYavalath::start(&format!("side={side}")).legal_moves();
            assert_eq!((moves.len(), moves[0].as_str(), moves[cells - 1].as_str()), (cells, "a1", last));
        }
        assert_eq!(NaiveYavalath::start("").legal_moves().len(), 61);
    }

    #[test]
    fn swapping_hands_the_first_stone_over() {
        let offered: NaiveYavalath = after_all("side=3, swap", ["c3"]);
        assert_eq!(offered.legal_moves().len(), 19);
        let swapped: NaiveYavalath = after_all("side=3, swap", ["c3", "swap"]);
        assert_eq!((swapped.side_to_move(), swapped.on((2, 2))), (Side::First, Some(Side::Second)));
        assert_eq!(swapped.legal_moves().len(), 18);
        let declined: NaiveYavalath = after_all("side=3, swap", ["c3", "a1"]);
        assert_eq!(declined.legal_moves().len(), 17);
    }

    #[test]
    fn a_four_wins_even_together_with_a_three() {
        let moves = "e3 a1 e4 a3 e6 a5 d5 i1 c5 i3 e5";
        let position: NaiveYavalath = after_all("", moves.split(' '));
        let runs = position.runs(Side::First);
        assert!(runs.contains(&4) && runs.contains(&3), "{runs:?}");
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    }

    /// Length 19.62 and 47.1 % wins of the first player, each within five standard errors and its own rounding.
    #[test]
    fn random_games_have_their_known_length_and_result() {
        const GAMES: usize = 4_000;
        let mut rng = Rng::new(1);
        let (mut plies, mut squares, mut first_wins) = (0.0, 0.0, 0.0);
        for _ in 0..GAMES {
            let mut position = NaiveYavalath::start("");
            let mut length = 0.0;
            loop {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(&moves[rng.below(moves.len())]);
                length += 1.0;
            }
            plies += length;
            squares += length * length;
            first_wins += f64::from(u8::from(position.outcome() == Some(Outcome::Win(Side::First))));
        }
        let games = GAMES as f64;
        let (mean, rate) = (plies / games, first_wins / games);
        let error_of_mean = ((squares / games - mean * mean) / games).sqrt();
        let error_of_rate = (0.471 * 0.529 / games).sqrt();
        assert!((mean - 19.62).abs() < 5.0 * error_of_mean + 0.005, "{mean} ± {error_of_mean}");
        assert!((rate - 0.471).abs() < 5.0 * error_of_rate + 0.0005, "{rate} ± {error_of_rate}");
    }
}
