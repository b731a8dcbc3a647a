//! Faster answers about moves than generating them all, and other ways to generate them.

use crate::{Game, Status};

/// Parts of [`Game::status`] that a game computes faster on their own.
pub trait MoveGeneration: Game {
    /// Whether something outside the [key](Game::key), such as the history of the game, may end it here. If not, the
    /// game is over if and only if the side to move has no [legal move](MoveGeneration::has_legal_move).
    #[inline]
    fn may_end_by_history(&self) -> bool {
        true
    }

    /// Whether the game goes on, for games that find one legal move faster than all.
    #[inline]
    fn has_legal_move(&self) -> bool {
        matches!(self.status(), Status::Ongoing(_))
    }

    /// The key after a move, without making it, to prefetch its entry in the transposition table; it may be wrong for
    /// rare kinds of moves.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Whether [`status_by`](MoveGeneration::status_by) distinguishes generators.
    const HAS_GENERATORS: bool = false;

    /// The [`status`](Game::status), with the moves generated in a given way.
    #[inline]
    fn status_by(&self, _generator: Generator) -> Status<Self::Moves> {
        self.status()
    }
}

/// A move generator, for games where generators are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generator {
    /// All cells at once, by bit tricks: that of [`Game::status`].
    Parallel,
    /// Every empty cell, one by one.
    Scan,
    /// The empty cells next to occupied ones, one by one.
    Ring,
}
