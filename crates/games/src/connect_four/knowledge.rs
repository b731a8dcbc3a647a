//! What Connect Four shows without search: cells that complete four, moves that do not lose to the reply, margins.
//!
//! The masks and the score are those of Pons' solver, which Liese (2024) measures one by one.

use spielbaum_core::{Cell, CellSet, Game, Knowledge, LookAhead};

use super::rules::{BOARD, COLUMNS, ROWS, STRIDE, mirrored};
use super::theory::highest_margin;
use super::{ConnectFour, Landings, SquareValues};

/// What a cell that completes four adds to the hint. Even 42 of them keep it below 1,000.
const THREAT: i32 = 20;

/// The cells off `occupied`, within reach or not, where one more stone beside `stones` completes four.
#[inline]
pub(super) fn winning_cells(stones: u64, occupied: u64) -> u64 {
    // The empty cell is any of the four of its line, but always the topmost of an upright one.
    let line = |shift: u32| {
        let below = stones << shift & stones << (2 * shift);
        let above = stones >> shift & stones >> (2 * shift);
        below & (stones << (3 * shift) | stones >> shift) | above & (stones >> (3 * shift) | stones << shift)
    };
    let upright = stones << 1 & stones << 2 & stones << 3;
    (upright | line(STRIDE - 1) | line(STRIDE) | line(STRIDE + 1)) & (BOARD ^ occupied)
}

impl ConnectFour {
    /// The margin of a win `plies` plies from now, or 0 when the board is full before.
    #[inline]
    fn margin_if_cells_last(&self, plies: u32) -> i32 {
        if self.occupied.count_ones() + plies <= COLUMNS * ROWS { self.margin(plies) } else { 0 }
    }
}

impl Knowledge for ConnectFour {
    type Evaluation = SquareValues;

    const LOOKS_AHEAD: bool = true;
    const ORDERS_STATICALLY: bool = true;
    const HINTS: bool = true;
    const HAS_MARGIN: bool = true;
    const HAS_THEORY: bool = true;
    const HISTORY_SLOTS: usize = (COLUMNS * STRIDE) as usize;

    #[inline]
    fn history_slot(&self, cell: Cell) -> usize {
        cell.0.into()
    }

    #[inline]
    fn look_ahead(&self, Landings(CellSet(landings)): Landings) -> LookAhead<Landings> {
        if winning_cells(self.own, self.occupied) & landings != 0 {
            return LookAhead::Win;
        }
        let threats = winning_cells(self.own ^ self.occupied, self.occupied);
        let urgent = threats & landings;
        // An urgent cell must be taken, and two cannot be: one of them stays open for the opponent's next move.
        let candidates = if urgent == 0 { landings } else { urgent };
        let has_two_urgent = urgent & urgent.wrapping_sub(1) != 0;
        // A stone right below a threat lets the opponent land on it. Threats lie on the board, so that the cell exists.
        let safe = candidates & !(threats >> 1);
        if has_two_urgent || safe == 0 { LookAhead::Loss(2) } else { LookAhead::Moves(Landings(CellSet(safe))) }
    }

    /// Centre columns first.
    #[inline]
    fn static_order(&self, cell: Cell) -> i32 {
        let column = i32::from(cell.0) / STRIDE as i32;
        let centre = COLUMNS as i32 / 2;
        centre - (column - centre).abs()
    }

    /// The cells, within reach or not, that would complete four after the move.
    #[inline]
    fn order_hint(&self, cell: Cell) -> i32 {
        THREAT * winning_cells(self.own | cell.bit(), self.occupied | cell.bit()).count_ones() as i32
    }

    /// The stones that the winner has left, the last one included: 22 less the stones on the board.
    ///
    /// The first player's k-th stone is number 2k − 1 of the game, the second player's is number 2k: after n stones in
    /// all, 22 − k is (44 − n) / 2 rounded down.
    #[inline]
    fn margin(&self, plies: u32) -> i32 {
        let stones = (self.occupied.count_ones() + plies) as i32;
        ((COLUMNS * ROWS) as i32 + 2 - stones) / 2
    }

    /// The earliest win is one ply away and the earliest loss two, or two more when looking ahead has shown neither.
    /// The game must not be over.
    #[inline]
    fn margin_bounds(&self, has_looked: bool) -> (i32, i32) {
        let seen = if has_looked { 2 } else { 0 };
        (-self.margin_if_cells_last(2 + seen), self.margin_if_cells_last(1 + seen))
    }

    #[inline]
    fn highest_margin(&self) -> Option<i32> {
        highest_margin(self)
    }

    #[inline]
    fn canonical_key(&self) -> u64 {
        // Columns of the key do not carry into each other, so that it can be mirrored like a board.
        let key = self.key();
        key.min(mirrored(key))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use spielbaum_core::{MoveSet, Outcome, Rng, Status};

    use super::*;
    use crate::connect_four::rules::has_four;

    fn after(position: &ConnectFour, cell: Cell) -> ConnectFour {
        let mut child = *position;
        child.play(cell);
        child
    }

    /// A position after `plies` random moves that did not end the game.
    fn random_position(plies: usize, rng: &mut Rng) -> ConnectFour {
        let mut position = ConnectFour::default();
        for _ in 0..plies {
            let goes_on = |cell: &Cell| after(&position, *cell).status().moves().is_some();
            let moves: Vec<Cell> = position.status().moves().iter().flat_map(MoveSet::iter).filter(goes_on).collect();
            if moves.is_empty() {
                return random_position(plies, rng);
            }
            position.play(moves[rng.below(moves.len())]);
        }
        position
    }

    /// The stones that the side which has just won had left, the last one included; counted, not calculated.
    fn stones_left(finished: &ConnectFour) -> i32 {
        22 - (finished.own ^ finished.occupied).count_ones() as i32
    }

    /// The margin under best play, by brute force.
    fn best_margin(position: &ConnectFour, known: &mut HashMap<ConnectFour, i32>) -> i32 {
        if let Some(&margin) = known.get(position) {
            return margin;
        }
        let margin = match position.status() {
            Status::Over(Outcome::Draw) => 0,
            Status::Over(Outcome::Win(_)) => -stones_left(position),
            Status::Ongoing(moves) => {
                moves.iter().map(|cell| -best_margin(&after(position, cell), known)).max().unwrap()
            }
        };
        known.insert(*position, margin);
        margin
    }

    #[test]
    fn winning_cells_are_those_that_complete_four() {
        let mut rng = Rng::new(2);
        for index in 0..5000 {
            let position = random_position(index % 42, &mut rng);
            for stones in [position.own, position.own ^ position.occupied] {
                let cells = winning_cells(stones, position.occupied);
                for bit in 0..64 {
                    let is_empty = (BOARD & !position.occupied) >> bit & 1 != 0;
                    let completes = is_empty && has_four(stones | 1 << bit);
                    assert_eq!(cells >> bit & 1 != 0, completes, "bit {bit}, {position}");
                }
            }
        }
    }

    #[test]
    fn the_margin_of_a_won_game_is_known_from_every_position_before() {
        let mut wins = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let mut line = vec![random_position(seed as usize % 42, &mut rng)];
            while let Some(moves) = line[line.len() - 1].status().moves() {
                line.push(after(&line[line.len() - 1], moves.sample(&mut rng)));
            }
            let finished = line[line.len() - 1];
            if finished.status().outcome() == Some(Outcome::Draw) {
                continue;
            }
            wins += 1;
            for (plies, position) in (0..).zip(line.iter().rev()) {
                assert_eq!(position.margin(plies), stones_left(&finished), "seed {seed}, {plies} plies, {position}");
                assert!(position.margin(plies) > 0);
            }
        }
        assert!(wins > 1000, "only {wins} games were won");
    }

    #[test]
    fn margin_bounds_hold_the_best_margin_of_late_positions() {
        let mut rng = Rng::new(3);
        let mut known = HashMap::new();
        for index in 0..3000 {
            let position = random_position(32 + index % 10, &mut rng);
            let margin = best_margin(&position, &mut known);
            let (low, high) = position.margin_bounds(false);
            assert!((low..=high).contains(&margin) && (low..=high).contains(&0), "{margin}, {position}");
            match position.look_ahead(position.status().moves().expect("the game goes on")) {
                LookAhead::Win => assert_eq!((margin, margin), (high, position.margin(1)), "{position}"),
                LookAhead::Loss(plies) => {
                    assert_eq!((margin, margin), (low, -position.margin(plies)), "{position}");
                }
                LookAhead::Moves(_) => {
                    let (low, high) = position.margin_bounds(true);
                    assert!((low..=high).contains(&margin) && (low..=high).contains(&0), "{margin}, {position}");
                }
            }
        }
    }

    #[test]
    fn the_bounds_of_the_first_and_of_the_last_moves_are_known() {
        let start = ConnectFour::default();
        assert_eq!(start.margin_bounds(false), (-21, 21));
        assert_eq!(start.margin_bounds(true), (-20, 20));
        let mut rng = Rng::new(4);
        assert_eq!(random_position(41, &mut rng).margin_bounds(false), (0, 1));
        assert_eq!(random_position(41, &mut rng).margin_bounds(true), (0, 0));
        assert_eq!(random_position(40, &mut rng).margin_bounds(false), (-1, 1));
    }

    #[test]
    fn the_canonical_key_is_the_lesser_of_both_mirror_images() {
        let mut rng = Rng::new(5);
        for index in 0..5000 {
            let position = random_position(index % 42, &mut rng);
            assert_eq!(position.canonical_key(), position.key().min(position.mirror_key()), "{position}");
        }
    }

    #[test]
    fn hints_count_threats_and_the_centre_comes_first() {
        // A third stone beside two opens both ends.
        let position: ConnectFour = "3344".parse().unwrap();
        let hint = |column: u8| position.order_hint(Cell(7 * (column - 1)));
        assert_eq!([hint(5), hint(6), hint(7)], [2 * THREAT, THREAT, 0]);
        let order = |column: u8| position.static_order(Cell(7 * (column - 1)));
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(order), [0, 1, 2, 3, 2, 1, 0]);
    }
}
