//! Proven bounds of a node.

use spielbaum_core::{Outcome, Side};

/// Proven lower and upper bound of a node's value for the first player: −1, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The lower bound.
    pub lower: i8,
    /// The upper bound.
    pub upper: i8,
}

impl Bounds {
    /// No information.
    pub const UNKNOWN: Bounds = Bounds { lower: -1, upper: 1 };

    /// The bounds of a decided node.
    #[inline]
    pub const fn of(outcome: Outcome) -> Bounds {
        let value = match outcome {
            Outcome::Win(Side::First) => 1,
            Outcome::Draw => 0,
            Outcome::Win(Side::Second) => -1,
        };
        Bounds { lower: value, upper: value }
    }

    /// The outcome, if decided.
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        match (self.lower, self.upper) {
            (1, _) => Some(Outcome::Win(Side::First)),
            (_, -1) => Some(Outcome::Win(Side::Second)),
            (0, 0) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Lower and upper bound from the view of `side`.
    #[inline]
    pub const fn seen_by(self, side: Side) -> (i8, i8) {
        match side {
            Side::First => (self.lower, self.upper),
            Side::Second => (-self.upper, -self.lower),
        }
    }

    /// The intersection of both.
    #[inline]
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The inverse of [`seen_by`](Bounds::seen_by).
    #[inline]
    pub const fn of_side(side: Side, (least, most): (i8, i8)) -> Bounds {
        match side {
            Side::First => Bounds { lower: least, upper: most },
            Side::Second => Bounds { lower: -most, upper: -least },
        }
    }
}
