//! What Connect Four contributes to searches: threats, move ordering, margins, the mirror image.
//!
//! The margin is the score of Pons' solver.

use std::ops::ControlFlow;

use spielbaum_core::{
    Cell, ChildProbe, Game, HasEvaluation, LookAhead, Margins, MoveOrdering, Symmetry, Tactics, default_knowledge,
};

use super::child_probes::{self, Ahead};
use super::rules::mirrored;
use super::theory::theory_bound;
use super::threats::{hint, look_after, winning_cells};
use super::{ConnectFour, Landings, Shape, SquareValues};
use crate::Word;

impl<S: Shape> ConnectFour<S> {
    #[inline]
    pub(super) fn after(&self, mv: Cell) -> ConnectFour<S> {
        let mut position = *self;
        position.play(mv);
        position
    }

    /// The margin of a win `plies` plies from now, or 0 when the board is full before.
    #[inline]
    pub(super) fn margin_if_cells_last(&self, plies: u32) -> i32 {
        ((self.shape.cells() + 2).saturating_sub(self.stones() + plies) / 2) as i32
    }
}

default_knowledge!(impl[S: Shape] ConnectFour<S>: Quiescence, SelectiveSearch, MoveGeneration, Proofs, Rollouts);

impl<S: Shape> HasEvaluation for ConnectFour<S> {
    type Evaluation = SquareValues;
}

impl<S: Shape> Tactics for ConnectFour<S> {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn look_ahead(&self, landings: Landings<S>) -> LookAhead<Landings<S>> {
        let Landings { cells: landings, shape } = landings;
        if (winning_cells(shape, self.own, self.empty_cells()) & landings).is_zero() {
            look_after(shape, landings, self.threats())
        } else {
            LookAhead::Win
        }
    }

    const FINDS_WIN_IN_THREE: bool = true;

    #[inline(always)]
    fn win_in_three(&self, moves: &Landings<S>) -> Option<(Cell, usize)> {
        Ahead::of(self, moves.cells).win()
    }
}

impl<S: Shape> MoveOrdering for ConnectFour<S> {
    const HISTORY_SLOTS: usize = S::MOST_BITS;

    #[inline]
    fn history_slot(&self, cell: Cell) -> usize {
        cell.0.into()
    }

    const HAS_STATIC_ORDER: bool = true;

    /// Centre columns first.
    #[inline]
    fn static_order(&self, cell: Cell) -> i32 {
        let column = self.shape.column_of(cell.0);
        column.min(self.shape.columns() - 1 - column) as i32
    }

    const HAS_ORDER_HINTS: bool = true;

    /// The cells, within reach or not, that would complete four after the move.
    #[inline]
    fn order_hint(&self, cell: Cell) -> i32 {
        let stone = S::Word::bit(cell.0.into());
        hint(winning_cells(self.shape, self.own | stone, self.empty_cells() ^ stone))
    }

    const HAS_LEARNT_ORDER: bool = true;

    #[inline(always)]
    fn probe_child(&self, mv: Cell, wants_theory: bool) -> ChildProbe<Self> {
        child_probes::one(self, mv, wants_theory)
    }

    #[inline(always)]
    fn probe_children(
        &self,
        moves: &Landings<S>,
        wants_theory: bool,
        visit: impl FnMut(ChildProbe<Self>) -> ControlFlow<()>,
    ) -> Option<(Cell, usize)> {
        child_probes::all(self, moves, wants_theory, visit)
    }
}

impl<S: Shape> Margins for ConnectFour<S> {
    const HAS_MARGIN: bool = true;

    /// The stones that the winner has left, the last one included: on the standard board 22 less its stones there.
    ///
    /// The first player's k-th stone is number 2k − 1 of the game, the second player's is number 2k: after n stones in
    /// all, 22 − k is (44 − n) / 2 rounded down. With c cells it is (c + 2 − n) / 2 rounded down, also where c is odd
    /// and the first player has one stone more.
    #[inline]
    fn margin(&self, plies: u32) -> i32 {
        self.margin_if_cells_last(plies)
    }

    const MAX_MARGIN: i32 = S::MOST_BITS as i32 / 2;

    /// The earliest win is one ply away and the earliest loss two, or two more when looking ahead has shown neither.
    /// The game must not be over.
    #[inline]
    fn margin_bounds(&self, has_looked_ahead: bool) -> (i32, i32) {
        let seen = if has_looked_ahead { 2 } else { 0 };
        (-self.margin_if_cells_last(2 + seen), self.margin_if_cells_last(1 + seen))
    }

    const HAS_THEORY_BOUND: bool = true;

    #[inline]
    fn theory_bound(&self) -> Option<i32> {
        theory_bound(self, self.threats())
    }
}

impl<S: Shape> Symmetry for ConnectFour<S> {
    #[inline]
    fn canonical_key(&self) -> u64 {
        // Columns of the word do not carry into each other, so that it can be mirrored like a board.
        let word = self.unique_word();
        self.shape.key(word.min(mirrored(self.shape, word)))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use spielbaum_core::{Game, MoveSet, Outcome, Rng, Side, Status};

    use super::*;
    use crate::connect_four::AnySize;
    use crate::connect_four::threats::THREAT_HINT;

    pub(in crate::connect_four) type OfAnySize = ConnectFour<AnySize>;

    fn board(columns: u32, rows: u32) -> OfAnySize {
        ConnectFour::start(AnySize::of_size(columns, rows).unwrap())
    }

    /// Boards of an even and of an odd number of cells, and the widest one.
    pub(in crate::connect_four) fn other_boards() -> [OfAnySize; 4] {
        [board(4, 4), board(5, 5), board(6, 4), board(8, 8)]
    }

    /// A position after `plies` random moves that did not end the game.
    pub(in crate::connect_four) fn random_position<S: Shape>(
        start: ConnectFour<S>,
        plies: usize,
        rng: &mut Rng,
    ) -> ConnectFour<S> {
        let mut position = start;
        for _ in 0..plies {
            let goes_on = |cell: &Cell| position.after(*cell).status().moves().is_some();
            let moves: Vec<Cell> = position.status().moves().iter().flat_map(MoveSet::iter).filter(goes_on).collect();
            if moves.is_empty() {
                return random_position(start, plies, rng);
            }
            position.play(moves[rng.below(moves.len())]);
        }
        position
    }

    /// The stones that the side which has just won had left, the last one included; counted, not calculated.
    fn stones_left<S: Shape>(finished: &ConnectFour<S>) -> i32 {
        let stones_of_winner =
            (0..finished.shape.cells()).filter(|&ply| Side::after_plies(ply) != finished.side_to_move());
        1 + stones_of_winner.count() as i32 - (finished.own ^ finished.occupied).count() as i32
    }

    /// The margin under best play, by brute force.
    pub(in crate::connect_four) fn best_margin<S: Shape>(
        position: &ConnectFour<S>,
        known: &mut HashMap<ConnectFour<S>, i32>,
    ) -> i32 {
        if let Some(&margin) = known.get(position) {
            return margin;
        }
        let margin = match position.status() {
            Status::Over(Outcome::Draw) => 0,
            Status::Over(Outcome::Win(_)) => -stones_left(position),
            Status::Ongoing(moves) => {
                moves.iter().map(|cell| -best_margin(&position.after(cell), known)).max().unwrap()
            }
        };
        known.insert(*position, margin);
        margin
    }

    fn check_margins_of_won_games<S: Shape>(start: ConnectFour<S>, games: u64) {
        let mut wins = 0;
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut line = vec![random_position(start, seed as usize % start.max_plies(), &mut rng)];
            while let Some(moves) = line[line.len() - 1].status().moves() {
                line.push(line[line.len() - 1].after(moves.sample(&mut rng)));
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
        assert!(wins > games / 4, "only {wins} games were won");
    }

    #[test]
    fn the_margin_of_a_won_game_is_known_from_every_position_before() {
        check_margins_of_won_games(<ConnectFour>::default(), 2000);
        other_boards().into_iter().for_each(|start| check_margins_of_won_games(start, 500));
    }

    fn check_margin_bounds<S: Shape>(start: ConnectFour<S>, positions: usize) {
        let mut rng = Rng::new(3);
        let mut known = HashMap::new();
        for index in 0..positions {
            let position = random_position(start, start.max_plies() - 10 + index % 10, &mut rng);
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
    fn margin_bounds_hold_the_best_margin_of_late_positions() {
        check_margin_bounds(<ConnectFour>::default(), 3000);
        other_boards().into_iter().for_each(|start| check_margin_bounds(start, 500));
    }

    #[test]
    fn the_bounds_of_the_first_and_of_the_last_moves_are_known() {
        let start = <ConnectFour>::default();
        assert_eq!(start.margin_bounds(false), (-21, 21));
        assert_eq!(start.margin_bounds(true), (-20, 20));
        let mut rng = Rng::new(4);
        assert_eq!(random_position(start, 41, &mut rng).margin_bounds(false), (0, 1));
        assert_eq!(random_position(start, 41, &mut rng).margin_bounds(true), (0, 0));
        assert_eq!(random_position(start, 40, &mut rng).margin_bounds(false), (-1, 1));
        assert_eq!(board(8, 8).margin_bounds(false), (-32, 32));
        // Of 25 cells the first player fills 13.
        assert_eq!(board(5, 5).margin_bounds(false), (-12, 13));
        assert_eq!(random_position(board(5, 5), 24, &mut rng).margin_bounds(false), (0, 1));
        assert_eq!(random_position(board(5, 5), 23, &mut rng).margin_bounds(false), (-1, 1));
    }

    #[test]
    fn the_canonical_key_is_the_lesser_of_both_mirror_images() {
        let mut rng = Rng::new(5);
        for index in 0..5000 {
            let position = random_position(<ConnectFour>::default(), index % 42, &mut rng);
            assert_eq!(position.canonical_key(), position.key().min(position.mirror_key()), "{position}");
        }
    }

    #[test]
    fn hints_count_threats_and_the_centre_comes_first() {
        // A third stone beside two opens both ends.
        let position: ConnectFour = "3344".parse().unwrap();
        let hint = |column: u8| position.order_hint(Cell(7 * (column - 1)));
        assert_eq!([hint(5), hint(6), hint(7)], [2 * THREAT_HINT, THREAT_HINT, 0]);
        let order = |column: u8| position.static_order(Cell(7 * (column - 1)));
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(order), [0, 1, 2, 3, 2, 1, 0]);
        let order = |column: u8| board(6, 4).static_order(Cell(5 * (column - 1)));
        assert_eq!([1, 2, 3, 4, 5, 6].map(order), [0, 1, 2, 2, 1, 0]);
    }
}
