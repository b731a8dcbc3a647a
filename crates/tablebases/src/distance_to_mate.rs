//! Distance to mate for the side to move.

use spielbaum_core::Value;

/// A byte of a table: 0 for a draw, else the plies to mate plus one.
///
/// The side to move wins when the plies are odd and loses when they are even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DistanceToMate(pub(crate) u8);

impl DistanceToMate {
    pub(crate) const DRAW: DistanceToMate = DistanceToMate(0);
    /// The side to move is mated.
    pub(crate) const MATED: DistanceToMate = DistanceToMate(1);

    /// The plies to mate; `None` for a draw.
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

    /// The distance for the side that moves into this position.
    #[inline]
    pub(crate) fn before_move(self) -> DistanceToMate {
        if self.0 == 0 { self } else { DistanceToMate(self.0 + 1) }
    }

    /// An order key, larger for what the side to move prefers: short wins, then draws, then long losses.
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
    pub(crate) fn or_better(self, other: DistanceToMate) -> DistanceToMate {
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
