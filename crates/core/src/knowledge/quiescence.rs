//! What quiescence search needs: noisy moves, exchanges and checks.

use crate::{MoveOrdering, MoveSet};

/// Noisy moves, static exchange evaluation and check.
pub trait Quiescence: MoveOrdering {
    /// Whether some moves are [noisy](Quiescence::is_noisy).
    const HAS_NOISE: bool = false;

    /// Whether a move is a capture, a promotion or the like, so that the position before it has no reliable static
    /// evaluation.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Calls `visit` with the noisy or the quiet ones among `moves`, with their indices in the set and their
    /// [continuation slots](MoveOrdering::continuation_slot). A game overrides this where it need not test every move.
    #[inline]
    fn for_each_by_noise(&self, moves: &Self::Moves, are_noisy: bool, mut visit: impl FnMut(usize, Self::Move, usize)) {
        for (index, mv) in moves.iter().enumerate().filter(|(_, mv)| self.is_noisy(*mv) == are_noisy) {
            visit(index, mv, self.continuation_slot(mv));
        }
    }

    /// A set of legal moves with at least all noisy ones, at the indices that they have among all moves; none when the
    /// game is over. A game overrides this where it need not generate all quiet ones.
    #[inline]
    fn generate_noisy(&self) -> Option<Self::Moves> {
        self.status().moves()
    }

    /// Whether [`see_ge`](Quiescence::see_ge) is implemented.
    const HAS_SEE: bool = false;

    /// Static exchange evaluation: whether a move and the best captures on its destination leave the mover at least
    /// `threshold` ahead, in units of the evaluation.
    #[inline]
    fn see_ge(&self, _mv: Self::Move, _threshold: i32) -> bool {
        true
    }

    /// Whether a side can be [in check](Quiescence::is_in_check).
    const HAS_CHECKS: bool = false;

    /// Whether the side to move is in check: it must parry a threat with this very move.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }
}
