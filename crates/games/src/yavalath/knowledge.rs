//! What Yavalath contributes to searches: wins, losses and forced replies one and two plies ahead, and proofs.

use spielbaum_core::{
    Cell, CellSet, EndgameTable, HasEvaluation, LookAhead, MoveOrdering, Proofs, Rng, Rollout, Rollouts, Side,
    Symmetry, Tactics, TextError, ThreatSearch, default_knowledge,
};

use super::gapped::on_word;
use super::geometry::{Geometry, MAX_CELLS, Row, SIDE_3, SIDE_4, SIDE_5};
use super::{Yavalath, YavalathEvaluation};

/// The order hint of a move that ends the game, up for a win and down for a loss: the limit of hints.
const END_HINT: i32 = 1_000;

/// The order hint of a move that blocks a four.
const BLOCK_HINT: i32 = 500;

/// The order hint for each cell on which the next stone would make four: two of them cannot both be blocked.
const THREAT_HINT: i32 = 100;

default_knowledge!(Yavalath: Margins, Quiescence, SelectiveSearch, MoveGeneration);

impl HasEvaluation for Yavalath {
    type Evaluation = YavalathEvaluation;

    fn evaluation(name: &str) -> Result<YavalathEvaluation, TextError> {
        name.parse()
    }
}

impl Tactics for Yavalath {
    const LOOKS_AHEAD: bool = true;

    #[inline]
    fn look_ahead(&self, moves: CellSet) -> LookAhead<CellSet> {
        let empty = moves.0 & self.geometry.board;
        let made = self.geometry.rows_made(self.own);
        if made.fours & empty != 0 {
            return LookAhead::Win;
        }
        let threats = self.geometry.rows_made(self.other).fours & empty;
        // The swap stays, if there is one: with a single stone on the board there are neither threes nor fours.
        let lasting = moves.0 & !made.threes;
        let blocks = match threats.count_ones() {
            0 => lasting,
            1 => lasting & threats,
            _ => 0,
        };
        if blocks != 0 {
            LookAhead::Moves(CellSet(blocks))
        } else if lasting != 0 {
            // Wherever the stone goes, a four is left to the opponent.
            LookAhead::Loss(2)
        } else {
            LookAhead::Loss(1)
        }
    }

    const FINDS_OPPONENT_THREATS: bool = true;

    fn threat_space_search(&self, moves: &CellSet, node_limit: u32, nodes: &mut u32) -> ThreatSearch<Yavalath> {
        self.see_threats(*moves, node_limit, nodes)
    }
}

impl MoveOrdering for Yavalath {
    /// The cells of the largest board and the swap.
    const HISTORY_SLOTS: usize = MAX_CELLS + 1;

    #[inline]
    fn history_slot(&self, cell: Cell) -> usize {
        usize::from(cell.0)
    }

    const HAS_STATIC_ORDER: bool = true;

    /// The centre first, then ring by ring; the swap with the centre.
    #[inline]
    fn static_order(&self, cell: Cell) -> i32 {
        -i32::from(CENTRE_DISTANCES[self.geometry.side - 3][usize::from(cell.0)])
    }

    const HAS_ORDER_HINTS: bool = true;

    #[inline]
    fn order_hint(&self, cell: Cell) -> i32 {
        if cell == self.swap_move() {
            return 0;
        }
        match self.geometry.row_made(self.own, cell.0) {
            Row::Four => return END_HINT,
            Row::Three => return -END_HINT,
            Row::None => {}
        }
        let block = if self.geometry.row_made(self.other, cell.0) == Row::Four { BLOCK_HINT } else { 0 };
        block + THREAT_HINT * self.threats_made(cell).count_ones() as i32
    }
}

impl Proofs for Yavalath {
    fn initial_proof_numbers(&self, is_threatened: bool, is_attacker: bool) -> (u32, u32) {
        self.estimate_proof_numbers(is_threatened, is_attacker)
    }

    const HAS_ENDGAME_PROVER: bool = true;

    #[inline]
    fn max_plies_left(&self) -> u32 {
        self.empty_cells() as u32 + u32::from(self.can_swap())
    }

    fn prove_endgame(&self, side: Side, node_limit: u32, table: &EndgameTable, nodes: &mut u32) -> Option<bool> {
        on_word!(self.geometry, W => self.search_ending::<W>(side, node_limit, table, nodes))
    }

    fn proved_win(&self) -> Option<Cell> {
        self.proved_move()
    }
}

impl Rollouts for Yavalath {
    /// The evaluation in place of rollouts, as a mean and minimaxed.
    const BEST_SETTINGS: &'static str = "mcts:c=0.5,leaf=evaluate,implicit=0.6,backup=bounds,decisive";

    #[inline]
    fn careful_rollout(self, rng: &mut Rng) -> Rollout {
        self.play_carefully(rng)
    }
}

impl Symmetry for Yavalath {
    #[inline]
    fn canonical_key(&self) -> u64 {
        self.least_key()
    }
}

impl Yavalath {
    /// The empty cells in line with `cell` where the next stone makes four once there is a stone on `cell`.
    fn threats_made(&self, cell: Cell) -> u64 {
        self.geometry.row_and_threats(self.own, cell.0).1 & !(self.own | self.other)
    }
}

/// Steps from the centre to each cell of the boards of side 3, 4 and 5; 0 for the swap behind the last cell.
static CENTRE_DISTANCES: [[u8; MAX_CELLS + 1]; 3] =
    [centre_distances(&SIDE_3), centre_distances(&SIDE_4), centre_distances(&SIDE_5)];

const fn centre_distances(geometry: &Geometry) -> [u8; MAX_CELLS + 1] {
    let mut distances = [0; MAX_CELLS + 1];
    let size = geometry.rows();
    let centre = geometry.side as i32 - 1;
    let mut place = 0;
    while place < size * size {
        let (row, column) = ((place / size) as i32, (place % size) as i32);
        if let Some(cell) = geometry.cell_at(row, column) {
            // Steps change the row, the column or both by one: the largest of the three differences is the distance.
            let sum = (row - centre).abs() + (column - centre).abs() + (column - row).abs();
            distances[cell] = (sum / 2) as u8;
        }
        place += 1;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, MoveSet, Outcome, Rng};

    /// A random move that does not end the game, where there is one and `is_careful` asks for it.
    fn random_move(position: &Yavalath, moves: CellSet, is_careful: bool, rng: &mut Rng) -> Cell {
        let goes_on = |cell: &Cell| {
            let mut after = *position;
            after.play(*cell);
            after.status().moves().is_some()
        };
        let careful: Vec<Cell> = moves.iter().filter(goes_on).collect();
        if is_careful && !careful.is_empty() { careful[rng.below(careful.len())] } else { moves.sample(rng) }
    }

    /// Calls `visit` with the positions of random games on all boards, careful ones among them that fill the board.
    fn each_position(seed: u64, games: usize, mut visit: impl FnMut(&Yavalath, CellSet)) {
        let mut rng = Rng::new(seed);
        for game in 0..games {
            let mut position = Yavalath::start(3 + (game % 3) as u8, game / 3 % 2 == 0);
            while let Some(moves) = position.status().moves() {
                visit(&position, moves);
                position.play(random_move(&position, moves, game / 6 % 4 != 0, &mut rng));
            }
        }
    }

    #[test]
    fn a_four_that_only_a_losing_three_could_block_loses_in_two() {
        // Black threatens e5 between e3 e4 and e6; white's d4 and c3 make that cell a three.
        let position: Yavalath = "c3 e3 d4 e4 a5 e6".parse().unwrap();
        let moves = position.status().moves().unwrap();
        assert_eq!(position.look_ahead(moves), LookAhead::Loss(2));
    }

    #[test]
    fn the_centre_comes_first_and_rings_are_symmetric() {
        for (side, centre) in [(3, 9), (4, 18), (5, 30)] {
            let start = Yavalath::start(side, true);
            let cells = start.status().moves().unwrap();
            let best = cells.iter().max_by_key(|&cell| start.static_order(cell));
            assert_eq!(best, Some(Cell(centre)));
            for cell in cells.iter() {
                for index in 0..12 {
                    let image = start.transformed_move(cell, index);
                    assert_eq!(start.static_order(cell), start.static_order(image), "side {side} {cell:?} {image:?}");
                }
            }
            let in_ring = |ring: i32| cells.iter().filter(|&cell| start.static_order(cell) == -ring).count();
            assert!((1..i32::from(side)).all(|ring| in_ring(ring) == 6 * ring as usize), "side {side}");
        }
    }

    #[test]
    fn hints_tell_wins_losses_blocks_and_threats() {
        let mut threats = 0;
        each_position(74, 240, |position, moves| {
            for cell in moves.iter() {
                let hint = position.order_hint(cell);
                let mut after = *position;
                after.play(cell);
                let winner = after.status().outcome().and_then(Outcome::winner);
                let ends = winner.map(|side| if side == position.side_to_move() { END_HINT } else { -END_HINT });
                if let Some(expected) = ends {
                    assert_eq!(hint, expected, "{position} {cell:?}");
                } else if position.look_ahead(moves) != LookAhead::Win && cell != position.swap_move() {
                    // Passing the turn back shows what the stone threatens.
                    let again = Yavalath { own: after.other, other: after.own, ..*position };
                    let rest = again.status().moves().map_or(0, |rest| rest.0);
                    let is_threat = position.geometry.rows_made(again.own).fours & rest != 0;
                    assert_eq!(is_threat, hint % BLOCK_HINT != 0, "{position} {cell:?}");
                    threats += usize::from(is_threat);
                }
            }
        });
        assert!(threats > 1_000, "{threats}");
    }
}
