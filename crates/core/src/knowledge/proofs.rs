//! What solvers and proof-number searches need: initial proof numbers, endgame proofs, known results.

use crate::{EndgameTable, Game, Outcome, Side};

/// Proof numbers of leaves, specialised endgame proofs, and positions with a known result.
pub trait Proofs: Game {
    /// Proof and disproof number of a leaf where [`threat_space_search`](crate::Tactics::threat_space_search) has found
    /// no win; `is_threatened` if it has found a threat. To be proven is that the side to move wins if it is the
    /// attacker, else that it does not lose. Neither number is 0; only ratios matter.
    fn initial_proof_numbers(&self, _is_threatened: bool, _is_attacker: bool) -> (u32, u32) {
        (1, 1)
    }

    /// Whether [`prove_endgame`](Proofs::prove_endgame) is implemented.
    const HAS_ENDGAME_PROVER: bool = false;

    /// An upper bound on the plies left, for games with an [endgame prover](Proofs::HAS_ENDGAME_PROVER).
    #[inline]
    fn max_plies_left(&self) -> u32 {
        u32::MAX
    }

    /// Whether `side` wins a game that is not over, searched to its end by specialised code; none where `node_limit`
    /// positions do not suffice. Their number is added to `nodes`.
    fn prove_endgame(&self, _side: Side, _node_limit: u32, _table: &EndgameTable, _nodes: &mut u32) -> Option<bool> {
        None
    }

    /// A winning move from a proof that comes with the game, if it contains the position.
    fn proved_win(&self) -> Option<Self::Move> {
        None
    }

    /// Whether [`perfect_play`](Proofs::perfect_play) knows every position.
    const HAS_PERFECT_PLAY: bool = false;

    /// The outcome under perfect play and all moves that reach it, where theory gives them without a search; none when
    /// the game is over.
    #[inline]
    fn perfect_play(&self) -> Option<PerfectPlay<Self::Moves>> {
        None
    }
}

/// The result of a position under perfect play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerfectPlay<Moves> {
    /// The outcome.
    pub outcome: Outcome,
    /// The moves that reach it, at least one.
    pub moves: Moves,
}
