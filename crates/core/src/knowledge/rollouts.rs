//! Rollouts of Monte-Carlo searches with game knowledge, and the settings that suit the game.

use crate::{LookAhead, MoveSet, Outcome, Rng, Rollout, Status, Tactics};

/// Rollout policies and settings.
pub trait Rollouts: Tactics {
    /// The strongest settings of Monte-Carlo tree search by measurement, as the spec of a search; `mcts-best` plays them.
    /// Empty for what helped most games.
    const BEST_SETTINGS: &'static str = "";

    /// Plays to the end by random moves restricted by [`look_ahead`](Tactics::look_ahead): a winning move, else one that
    /// loses neither at once nor to the next reply. A game overrides this only where that is measurably faster.
    #[inline]
    fn careful_rollout(mut self, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        loop {
            let moves = match self.status() {
                Status::Over(outcome) => return Rollout { outcome, plies },
                Status::Ongoing(moves) => moves,
            };
            let side = self.side_to_move();
            match self.look_ahead(moves) {
                LookAhead::Win => return Rollout { outcome: Outcome::Win(side), plies: plies + 1 },
                LookAhead::Loss(more) => {
                    return Rollout { outcome: Outcome::Win(!side), plies: plies + more as usize };
                }
                LookAhead::Moves(kept) => self.play(kept.sample(rng)),
            }
            plies += 1;
        }
    }

    /// Whether [`policy_move`](Rollouts::policy_move) is implemented.
    const HAS_POLICY: bool = false;

    /// A random move of a rollout by the game's own policy; `moves` are the legal moves.
    #[inline]
    fn policy_move(&self, moves: &Self::Moves, rng: &mut Rng) -> Self::Move {
        moves.sample(rng)
    }
}
