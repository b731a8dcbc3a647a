//! Careful random games: the cells that make rows are updated incrementally.
//!
//! A stone only affects the rows of its owner on the lines through it, and only near another stone of its owner. So
//! instead of scanning all cells before every move, such cells within three steps are checked after it, each along one
//! line.

use spielbaum_core::{Cell, CellSet, Game, MoveSet, Outcome, Rng, Rollout, Status};

use super::Yavalath;
use super::geometry::{Geometry, Row};

/// For one side: the empty cells where its next stone makes a row, by direction.
#[derive(Clone, Copy, Default)]
struct Chances {
    fours: [u64; 3],
    threes: [u64; 3],
    /// The cells with at least one stone of the side within three steps, and those with at least two: a row needs two.
    near_one: [u64; 3],
    near_two: [u64; 3],
}

impl Chances {
    /// Computes the cells from scratch.
    fn of(geometry: &Geometry, stones: u64, empty: u64) -> Chances {
        let mut chances = Chances::default();
        for direction in 0..3 {
            for stone in CellSet(stones).iter() {
                chances.reach(geometry, stone, direction);
            }
            for cell in CellSet(chances.near_two[direction] & empty).iter() {
                chances.look(geometry, stones, cell, direction);
            }
        }
        chances
    }

    /// Counts a stone at the cells within three steps of it along one line, which it returns.
    #[inline]
    fn reach(&mut self, geometry: &Geometry, stone: Cell, direction: usize) -> u64 {
        let near = geometry.lines[usize::from(stone.0)][direction].mask;
        self.near_two[direction] |= self.near_one[direction] & near;
        self.near_one[direction] |= near;
        near
    }

    /// Checks one empty cell along one line.
    #[inline]
    fn look(&mut self, geometry: &Geometry, stones: u64, cell: Cell, direction: usize) {
        let made = geometry.lines[usize::from(cell.0)][direction].row_made(stones);
        let bit = cell.bit();
        self.fours[direction] = self.fours[direction] & !bit | u64::from(made == Row::Four) << cell.0;
        self.threes[direction] = self.threes[direction] & !bit | u64::from(made == Row::Three) << cell.0;
    }

    /// Updates the cells affected by a stone of this side on `cell`.
    #[inline]
    fn renew(&mut self, geometry: &Geometry, stones: u64, empty: u64, cell: Cell) {
        for direction in 0..3 {
            let near = self.reach(geometry, cell, direction) & self.near_two[direction] & empty;
            for other in CellSet(near).iter() {
                self.look(geometry, stones, other, direction);
            }
        }
    }

    #[inline]
    fn fours(&self) -> u64 {
        self.fours[0] | self.fours[1] | self.fours[2]
    }

    #[inline]
    fn threes(&self) -> u64 {
        self.threes[0] | self.threes[1] | self.threes[2]
    }
}

impl Yavalath {
    /// The implementation of [`careful_rollout`](spielbaum_core::Rollouts::careful_rollout).
    pub(super) fn play_carefully(mut self, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        // While a swap is possible, nothing makes a row.
        while self.swap && (self.can_swap() || self.own | self.other == 0) {
            let Status::Ongoing(moves) = self.status() else { break };
            self.play(moves.sample(rng));
            plies += 1;
        }
        if let Status::Over(outcome) = self.status() {
            return Rollout { outcome, plies };
        }
        let geometry = self.geometry;
        let (mut own, mut other, mut side) = (self.own, self.other, self.side_to_move);
        let mut empty = geometry.board & !(own | other);
        let mut chances = [Chances::of(geometry, own, empty), Chances::of(geometry, other, empty)];
        while empty != 0 {
            let [ours, theirs] = &mut chances;
            if ours.fours() & empty != 0 {
                return Rollout { outcome: Outcome::Win(side), plies: plies + 1 };
            }
            let threats = theirs.fours() & empty;
            let lasting = empty & !ours.threes();
            let safe = match threats.count_ones() {
                0 => lasting,
                1 => lasting & threats,
                _ => 0,
            };
            if safe == 0 {
                let more = if lasting == 0 { 1 } else { 2 };
                return Rollout { outcome: Outcome::Win(!side), plies: plies + more };
            }
            let cell = CellSet(safe).sample(rng);
            own |= cell.bit();
            empty &= !cell.bit();
            ours.renew(geometry, own, empty, cell);
            chances.swap(0, 1);
            (own, other, side) = (other, own, !side);
            plies += 1;
        }
        Rollout { outcome: Outcome::Draw, plies }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{LookAhead, Rollouts, Tactics};

    use super::*;

    /// The same by scanning all cells before every move.
    fn slowly(mut position: Yavalath, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        loop {
            let moves = match position.status() {
                Status::Over(outcome) => return Rollout { outcome, plies },
                Status::Ongoing(moves) => moves,
            };
            let side = position.side_to_move();
            match position.look_ahead(moves) {
                LookAhead::Win => return Rollout { outcome: Outcome::Win(side), plies: plies + 1 },
                LookAhead::Loss(more) => {
                    return Rollout { outcome: Outcome::Win(!side), plies: plies + more as usize };
                }
                LookAhead::Moves(kept) => position.play(kept.sample(rng)),
            }
            plies += 1;
        }
    }

    #[test]
    fn careful_games_are_those_of_looking_ahead() {
        for seed in 0..600 {
            let mut rng = Rng::new(seed);
            let mut position = Yavalath::start(3 + (seed % 3) as u8, seed % 2 == 0);
            for _ in 0..rng.below(15) {
                let Some(moves) = position.status().moves() else { break };
                position.play(moves.sample(&mut rng));
            }
            let (fast, slow) = (position.careful_rollout(&mut rng.clone()), slowly(position, &mut rng));
            assert_eq!(fast, slow, "{position}, seed {seed}");
        }
    }
}
