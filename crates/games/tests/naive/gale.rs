//! Naive Gale (Bridg-It): links between dots on a grid, connected areas by union-find.
//!
//! Size 2, grid rows and columns from 0; `o` and `x` are the players' dots, letters with numbers the crossing points:
//!
//! ```text
//!      0  1  2  3  4
//!   0     o     o           O connects top and bottom
//!   1  x  a1 x  c1 x        X connects left and right
//!   2     o  b2 o
//!   3  x  a3 x  c3 x
//!   4     o     o
//! ```

use spielbaum_core::{Outcome, Side};

use super::{Naive, cell_text, number_option, read_cell};

/// The links on a grid of 2·size + 1 rows and columns; the first side is O.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NaiveGale {
    size: usize,
    /// Who has linked through the crossing point `links[row][column]`.
    links: Vec<Vec<Option<Side>>>,
    side_to_move: Side,
}

impl NaiveGale {
    fn crossing_points(&self) -> impl Iterator<Item = (usize, usize)> {
        let inner = 1..2 * self.size;
        inner
            .clone()
            .flat_map(move |row| inner.clone().map(move |column| (row, column)))
            .filter(|(row, column)| row % 2 == column % 2)
    }

    /// The two dots that a link of `side` joins.
    fn ends(side: Side, row: usize, column: usize) -> [(usize, usize); 2] {
        let is_vertical = (row % 2 == 1) == (side == Side::First);
        if is_vertical { [(row - 1, column), (row + 1, column)] } else { [(row, column - 1), (row, column + 1)] }
    }

    fn is_connected(&self, side: Side) -> bool {
        let width = 2 * self.size + 1;
        let mut areas = UnionFind::new(width * width);
        for (row, column) in self.crossing_points() {
            if self.links[row][column] == Some(side) {
                let [from, to] = Self::ends(side, row, column).map(|(row, column)| row * width + column);
                areas.join(from, to);
            }
        }
        let dots = || (1..width).step_by(2);
        let goal = |position: usize, at_the_end: bool| match (side, at_the_end) {
            (Side::First, false) => position,
            (Side::First, true) => (width - 1) * width + position,
            (Side::Second, false) => position * width,
            (Side::Second, true) => position * width + width - 1,
        };
        dots().any(|from| dots().any(|to| areas.find(goal(from, false)) == areas.find(goal(to, true))))
    }
}

impl Naive for NaiveGale {
    fn start(options: &str) -> Self {
        let size = number_option(options, "size", 4);
        let width = 2 * size + 1;
        NaiveGale { size, links: vec![vec![None; width]; width], side_to_move: Side::First }
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let free = self.crossing_points().filter(|&(row, column)| self.links[row][column].is_none());
        free.map(|(row, column)| cell_text(column - 1, row - 1)).collect()
    }

    fn play(&mut self, mv: &str) {
        let (column, row) = read_cell(mv);
        self.links[row + 1][column + 1] = Some(self.side_to_move);
        self.side_to_move = !self.side_to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        Side::BOTH.into_iter().find(|&side| self.is_connected(side)).map(Outcome::Win)
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }
}

/// Areas of joined points, each known by one of its points.
struct UnionFind {
    parents: Vec<usize>,
}

impl UnionFind {
    fn new(points: usize) -> UnionFind {
        UnionFind { parents: (0..points).collect() }
    }

    fn find(&self, point: usize) -> usize {
        if self.parents[point] == point { point } else { self.find(self.parents[point]) }
    }

    fn join(&mut self, from: usize, to: usize) {
        let (from, to) = (self.find(from), self.find(to));
        self.parents[from] = to;
    }
}

mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::naive::{after_all, outcome_of_best_play};

    #[test]
    fn boards_have_their_crossing_points() {
        for size in 2..=10 {
            let start = NaiveGale::start(&format!("size={size}"));
            assert_eq!(start.legal_moves().len(), size * size + (size - 1) * (size - 1));
        }
        assert_eq!(NaiveGale::start("size=2").legal_moves(), ["a1", "c1", "b2", "a3", "c3"]);
    }

    #[test]
    fn o_connects_top_and_bottom_and_x_left_and_right() {
        for (moves, winner) in [
            ("a1 c1 a3", Side::First),
            ("a1 a3 b2 c1 c3", Side::First),
            ("b2 a1 a3 c1", Side::Second),
            ("c1 a1 a3 b2 c3", Side::First),
        ] {
            let position: NaiveGale = after_all("size=2", moves.split(' '));
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{moves}");
        }
    }

    #[test]
    fn the_first_player_wins_small_boards() {
        for size in [2, 3] {
            let start = NaiveGale::start(&format!("size={size}"));
            assert_eq!(outcome_of_best_play(&start, &mut HashMap::new()), Outcome::Win(Side::First), "size {size}");
        }
    }
}
