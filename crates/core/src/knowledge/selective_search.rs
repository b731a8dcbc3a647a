//! What pruning and selective search need: null moves, repetitions and a key for correction histories.

use crate::Game;

/// Null move, repetition and structure key.
pub trait SelectiveSearch: Game {
    /// Whether [`null_move`](SelectiveSearch::null_move) is implemented.
    const HAS_NULL_MOVE: bool = false;

    /// The position after a null move; none where that would be unsound, as in check or in positions prone to zugzwang.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether positions can [repeat](SelectiveSearch::is_repetition).
    const CAN_REPEAT: bool = false;

    /// Whether the position has occurred before in this game.
    #[inline]
    fn is_repetition(&self) -> bool {
        false
    }

    /// Whether [`structure_key`](SelectiveSearch::structure_key) is implemented.
    const HAS_STRUCTURE_KEY: bool = false;

    /// A hash of what changes slowly in a position, such as the pawns of chess: the index of correction histories, as
    /// the static evaluation errs alike in positions that share it.
    #[inline]
    fn structure_key(&self) -> u64 {
        0
    }
}
