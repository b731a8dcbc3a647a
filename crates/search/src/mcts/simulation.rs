//! Simulation: the result at a new leaf.
//!
//! By rollouts to the end of the game, by truncated rollouts and the static evaluation after them, or by the static
//! evaluation alone (Mossudu 2023, "MCTS EVAL"). The moves of rollouts are uniformly random, chosen by a look ahead, or
//! by their statistics.

use spielbaum_core::{
    Game, Generator, Knowledge, LookAhead, MoveOrdering, MoveSet, Outcome, Rng, Rollouts, Side, Status, Tactics,
};

use super::settings::{LeafEvaluation, RolloutPolicy};
use super::worker::{Leaf, Move, Moves, PlayedMove, Setup, Worker};

impl<C: Setup> Worker<'_, C> {
    /// The result at a leaf for the first player, and the plies of the longest rollout.
    #[inline]
    pub(super) fn simulate(&mut self, leaf: Leaf<C::Game>) -> (f32, usize) {
        if let Some(outcome) = leaf.outcome {
            return (self.outcome_value(outcome), 0);
        }
        if C::PLAIN {
            self.simulations += 1;
            let rollout = leaf.position.rollout(&mut self.rng);
            return (self.outcome_value(rollout.outcome), rollout.plies);
        }
        self.simulate_by_settings(leaf.position)
    }

    fn simulate_by_settings(&mut self, position: C::Game) -> (f32, usize) {
        if self.settings.leaf == LeafEvaluation::Evaluate {
            self.simulations += 1;
            return (self.evaluation_for_first(&position), 0);
        }
        let count = usize::from(self.settings.simulations);
        self.simulations += count as u64;
        if count == 1 {
            return self.play_rollout(position);
        }
        if let Some(pool) = self.rollout_pool {
            let (sum, plies) =
                pool.simulate(&position, count, self.rng.next_u64(), |outcome| self.outcome_value(outcome));
            return (sum / count as f32, plies);
        }
        // Each rollout has its own random numbers, as in the rollout pool.
        let (seed, rng) = (self.rng.next_u64(), self.rng.clone());
        let (mut sum, mut longest) = (0.0, 0);
        let in_tree = self.played_moves.len();
        for number in 0..count {
            self.rng = rollout_rng(seed, number);
            // Only the moves of the last rollout are kept: the moves of an iteration are one line.
            self.played_moves.truncate(in_tree);
            let (result, plies) = self.play_rollout(position.clone());
            sum += result;
            longest = longest.max(plies);
        }
        self.rng = rng;
        (sum / count as f32, longest)
    }

    /// One rollout: the result for the first player, and the plies.
    fn play_rollout(&mut self, mut position: C::Game) -> (f32, usize) {
        let limit = match self.settings.leaf {
            LeafEvaluation::Truncate(plies) => usize::from(plies),
            LeafEvaluation::Simulate | LeafEvaluation::Evaluate => usize::MAX,
        };
        let is_parallel = self.settings.generator == Generator::Parallel;
        if limit == usize::MAX && is_parallel && !self.settings.tracks_moves() {
            let rollout = run_rollout(position, self.settings.rollout, &mut self.rng);
            return (self.outcome_value(rollout.0), rollout.1);
        }
        let mut plies = 0;
        loop {
            let moves = match status_by_generator(&position, self.settings.generator) {
                Status::Over(outcome) => return (self.outcome_value(outcome), plies),
                Status::Ongoing(_) if plies == limit => return (self.evaluation_for_first(&position), plies),
                Status::Ongoing(moves) => moves,
            };
            let side = position.side_to_move();
            let mv = match self.settings.rollout {
                RolloutPolicy::Uniform => moves.sample(&mut self.rng),
                RolloutPolicy::Careful => match position.look_ahead(moves) {
                    LookAhead::Win => return (self.outcome_value(Outcome::Win(side)), plies + 1),
                    LookAhead::Loss(more) => return (self.outcome_value(Outcome::Win(!side)), plies + more as usize),
                    LookAhead::Moves(kept) => kept.sample(&mut self.rng),
                },
                RolloutPolicy::Own => position.policy_move(&moves, &mut self.rng),
                RolloutPolicy::Mast | RolloutPolicy::Nst => self.choose_by_statistics(&position, &moves),
            };
            if self.settings.tracks_moves() {
                self.played_moves.push(PlayedMove { slot: position.history_slot(mv) as u16, side });
            }
            position.play(mv);
            plies += 1;
        }
    }

    /// The move with the best mean result, or with probability ε any (MAST, NST).
    fn choose_by_statistics(&mut self, position: &C::Game, moves: &Moves<C>) -> Move<C> {
        if self.rng.below(1000) < self.settings.epsilon.0 as usize {
            return moves.sample(&mut self.rng);
        }
        let before = self.played_moves.last().map(|played| played.slot);
        let side = position.side_to_move();
        // A random start makes moves with equal means equally likely.
        let (count, start) = (moves.len(), self.rng.below(moves.len()));
        let mut best = moves.nth(start);
        let mut most = f32::NEG_INFINITY;
        for offset in 0..count {
            let mv = moves.nth((start + offset) % count);
            let played = PlayedMove { slot: position.history_slot(mv) as u16, side };
            let mean = self.move_statistics.mean_after(before, played).unwrap_or(1.0);
            if mean > most {
                (best, most) = (mv, mean);
            }
        }
        best
    }

    /// The static evaluation from the point of view of the first player.
    #[inline]
    fn evaluation_for_first(&self, position: &C::Game) -> f32 {
        let value = self.static_evaluation(position);
        if position.side_to_move() == Side::First { value } else { -value }
    }
}

/// The random numbers of rollout `number` from a leaf.
#[inline]
pub(super) fn rollout_rng(seed: u64, number: usize) -> Rng {
    Rng::new(seed.wrapping_add(number as u64))
}

/// The status of a position, with its moves from the given generator.
#[inline]
pub(super) fn status_by_generator<G: Knowledge>(position: &G, generator: Generator) -> Status<G::Moves> {
    match generator {
        Generator::Parallel => position.status(),
        Generator::Scan | Generator::Ring => position.status_by(generator),
    }
}

/// A rollout to the end that needs no move statistics: outcome and plies.
#[inline]
pub(super) fn run_rollout<G: Knowledge>(position: G, policy: RolloutPolicy, rng: &mut Rng) -> (Outcome, usize) {
    let rollout = match policy {
        RolloutPolicy::Careful => position.careful_rollout(rng),
        RolloutPolicy::Own => return run_policy_rollout(position, rng),
        RolloutPolicy::Uniform | RolloutPolicy::Mast | RolloutPolicy::Nst => position.rollout(rng),
    };
    (rollout.outcome, rollout.plies)
}

/// The same with the game's own policy.
#[inline]
fn run_policy_rollout<G: Knowledge>(mut position: G, rng: &mut Rng) -> (Outcome, usize) {
    let mut plies = 0;
    loop {
        match position.status() {
            Status::Over(outcome) => return (outcome, plies),
            Status::Ongoing(moves) => position.play(position.policy_move(&moves, rng)),
        }
        plies += 1;
    }
}
