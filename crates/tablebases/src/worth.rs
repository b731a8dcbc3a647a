//! What a position is worth to the side to move: a mate in so many plies, or a draw.

use spielbaum_core::Value;

/// A byte of a table: 0 for a draw, else one more than the plies to mate.
///
/// Whoever is to move wins after an odd number of plies and loses after an even one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Worth(pub(crate) u8);

impl Worth {
    pub(crate) const DRAW: Worth = Worth(0);
    /// The side to move is mated.
    pub(crate) const MATED: Worth = Worth(1);

    /// The plies to mate; none for a draw.
    #[inline]
    pub(crate) fn plies(self) -> Option<u32> {
        self.0.checked_sub(1).map(u32::from)
    }

    #[inline]
    pub(crate) fn is_win(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    #[inline]
    pub(crate) fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// What a move into such a position is worth to whoever makes it.
    #[inline]
    pub(crate) fn before_move(self) -> Worth {
        if self.0 == 0 { self } else { Worth(self.0 + 1) }
    }

    /// Larger for what the side to move prefers: early wins, then draws, then late losses.
    #[inline]
    pub(crate) fn preference(self) -> i32 {
        match i32::from(self.0) {
            0 => 0,
            code if self.is_win() => 1000 - code,
            code => code - 1000,
        }
    }

    /// The better of two for the side to move.
    #[inline]
    pub(crate) fn or_better(self, other: Worth) -> Worth {
        if other.preference() > self.preference() { other } else { self }
    }

    pub(crate) fn value(self) -> Value {
        match self.plies() {
            None => Value::Draw,
            plies if self.is_win() => Value::Win(plies),
            plies => Value::Loss(plies),
        }
    }
}
