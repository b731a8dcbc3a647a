//! Middlegame and endgame value in one word.
//!
//! ```text
//! bit 31 …… 16   15 ……… 0
//!     end        middle
//! ```
//!
//! Sums and integer multiples of pairs are sums and multiples of the word: the sign of the lower half borrows from the
//! upper one, which is corrected when the upper one is read.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value, 16 bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Pair(i32);

impl Pair {
    #[inline]
    pub(super) const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16) + middle)
    }

    /// The word.
    #[inline]
    pub(super) const fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The pair of a word.
    #[inline]
    pub(super) const fn from_bits(bits: u32) -> Pair {
        Pair(bits as i32)
    }

    #[inline]
    pub(super) const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline]
    pub(super) const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0 * times)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_up_on_their_own() {
        let numbers = [-4000, -77, -1, 0, 1, 300, 4001];
        for (a, b) in numbers.into_iter().flat_map(|a| numbers.map(|b| (a, b))) {
            let sum = Pair::new(a, b) + Pair::new(b, a) * 3 - Pair::new(a, -b);
            assert_eq!((sum.middle(), sum.end()), (3 * b, 2 * b + 3 * a), "{a} {b}");
            assert_eq!((-Pair::new(a, b)).end(), -b);
        }
    }
}
