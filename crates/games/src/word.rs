//! Words that hold a board, one bit per cell: `u64`, and `u128` for larger boards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use spielbaum_core::nth_set_bit;

/// An unsigned integer as a set of bits.
pub trait Word:
    Copy
    + Default
    + Ord
    + From<u8>
    + Hash
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The word with just this bit.
    fn bit(index: u32) -> Self;
    /// The word with all bits below this one.
    fn bits_below(index: u32) -> Self;
    /// The number of bits set.
    fn count(self) -> usize;
    /// The index of the `n`-th lowest bit set.
    fn nth(self, n: usize) -> u32;
    /// The index of the lowest bit set; the word must not be zero.
    fn lowest(self) -> u32;
    /// The word without its lowest bit set, if there is one.
    fn without_lowest(self) -> Self;
    /// The low and the high half.
    fn halves(self) -> (u64, u64);
    /// The indices of all bits set.
    fn bits(self) -> impl Iterator<Item = u32>;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::default()
    }
}

impl Word for u64 {
    #[inline]
    fn bit(index: u32) -> u64 {
        1 << index
    }

    #[inline]
    fn bits_below(index: u32) -> u64 {
        (1 << index) - 1
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn nth(self, n: usize) -> u32 {
        nth_set_bit(self, n)
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn halves(self) -> (u64, u64) {
        (self, 0)
    }

    #[inline]
    fn bits(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let bit = (self != 0).then(|| self.lowest());
            self = self.without_lowest();
            bit
        })
    }
}

impl Word for u128 {
    #[inline]
    fn bit(index: u32) -> u128 {
        1 << index
    }

    #[inline]
    fn bits_below(index: u32) -> u128 {
        (1 << index) - 1
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn nth(self, n: usize) -> u32 {
        let (low, high) = self.halves();
        let in_low = low.count();
        if n < in_low { nth_set_bit(low, n) } else { 64 + nth_set_bit(high, n - in_low) }
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn halves(self) -> (u64, u64) {
        (self as u64, (self >> 64) as u64)
    }

    #[inline]
    fn bits(self) -> impl Iterator<Item = u32> {
        let (low, high) = self.halves();
        low.bits().chain(high.bits().map(|bit| 64 + bit))
    }
}
