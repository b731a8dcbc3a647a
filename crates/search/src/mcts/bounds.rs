//! What is proven about a node: the least and the most that it can still be worth.

use spielbaum_core::{Outcome, Side};

/// What has been proven about a node: the least and the most that the first player gets, −1, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least.
    pub lower: i8,
    /// The most.
    pub upper: i8,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { lower: -1, upper: 1 };

    /// The bounds of a decided node.
    pub const fn of(outcome: Outcome) -> Bounds {
        let value = match outcome {
            Outcome::Win(Side::First) => 1,
            Outcome::Draw => 0,
            Outcome::Win(Side::Second) => -1,
        };
        Bounds { lower: value, upper: value }
    }

    /// The outcome where it is known.
    pub const fn outcome(self) -> Option<Outcome> {
        match (self.lower, self.upper) {
            (1, _) => Some(Outcome::Win(Side::First)),
            (_, -1) => Some(Outcome::Win(Side::Second)),
            (0, 0) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The least and the most from the view of `side`.
    pub const fn seen_by(self, side: Side) -> (i8, i8) {
        match side {
            Side::First => (self.lower, self.upper),
            Side::Second => (-self.upper, -self.lower),
        }
    }

    /// What both say.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The inverse of [`seen_by`](Bounds::seen_by).
    pub const fn of_side(side: Side, (least, most): (i8, i8)) -> Bounds {
        match side {
            Side::First => Bounds { lower: least, upper: most },
            Side::Second => Bounds { lower: -most, upper: -least },
        }
    }
}
