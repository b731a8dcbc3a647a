//! Symmetric positions as one.

use crate::Game;

/// Keys that symmetric positions share.
pub trait Symmetry: Game {
    /// One key for all images of a position under the symmetries of the board.
    #[inline]
    fn canonical_key(&self) -> u64 {
        (0..self.symmetries()).map(|index| self.transformed(index).key()).min().unwrap_or_else(|| self.key())
    }
}
