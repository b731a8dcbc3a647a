//! The boards after all moves of a position at once, one lane per column, in vector registers where a board has 64
//! bits.
//!
//! Masks are computed in the same way for one board and for eight: code written for [`Boards`] takes a [`Word`] or
//! [`Lanes`].

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use wide::u64x8;

use crate::Word;

/// Columns of the widest board.
pub(super) const LANES: usize = 8;

/// One board, or several processed in parallel.
pub trait Boards<W>:
    Copy
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The same board in every lane.
    fn each(board: W) -> Self;
    /// All bits in lanes without a bit set, none in the others.
    fn where_empty(self) -> Self;
    /// Each board without its lowest bit set.
    fn without_lowest(self) -> Self;
    /// The lesser of both boards, as numbers, in each lane.
    fn lesser(self, other: Self) -> Self;
}

impl<W: Word> Boards<W> for W {
    #[inline(always)]
    fn each(board: W) -> W {
        board
    }

    #[inline(always)]
    fn where_empty(self) -> W {
        if self.is_zero() { !W::default() } else { W::default() }
    }

    #[inline(always)]
    fn without_lowest(self) -> W {
        Word::without_lowest(self)
    }

    #[inline(always)]
    fn lesser(self, other: W) -> W {
        self.min(other)
    }
}

/// Eight boards.
pub trait EightBoards<W>: Boards<W> {
    /// The boards as an array.
    fn boards(self) -> [W; LANES];
    /// Whether one of them has a bit set.
    fn is_any_set(self) -> bool;
}

/// Boards side by side: `N` registers or words.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<V, const N: usize>([V; N]);

impl<V: Copy, const N: usize> Lanes<V, N> {
    #[inline(always)]
    fn map(self, change: impl Fn(V) -> V) -> Self {
        Lanes(std::array::from_fn(|place| change(self.0[place])))
    }

    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(V, V) -> V) -> Self {
        Lanes(std::array::from_fn(|place| join(self.0[place], other.0[place])))
    }
}

macro_rules! operators {
    ($($name:ident $method:ident $operator:tt),*) => { $(
        impl<V: Copy + $name<Output = V>, const N: usize> $name for Lanes<V, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.with(other, |a, b| a $operator b)
            }
        }
    )* };
}

macro_rules! shifts {
    ($($name:ident $method:ident $operator:tt),*) => { $(
        impl<V: Copy + $name<u32, Output = V>, const N: usize> $name<u32> for Lanes<V, N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, bits: u32) -> Self {
                self.map(|boards| boards $operator bits)
            }
        }
    )* };
}

operators!(Add add +, BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);
shifts!(Shl shl <<, Shr shr >>);

impl<V: Copy + Not<Output = V>, const N: usize> Not for Lanes<V, N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|boards| !boards)
    }
}

/// Eight boards of 64 bits: in one vector register, or in two where they are shorter.
pub(super) type Vectors = Lanes<u64x8, 1>;

impl Vectors {
    pub(super) const fn new(boards: [u64; LANES]) -> Vectors {
        Lanes([u64x8::new(boards)])
    }
}

impl Boards<u64> for Vectors {
    #[inline(always)]
    fn each(board: u64) -> Vectors {
        Lanes([u64x8::splat(board)])
    }

    #[inline(always)]
    fn where_empty(self) -> Vectors {
        self.map(|boards| boards.simd_eq(u64x8::splat(0)))
    }

    #[inline(always)]
    fn without_lowest(self) -> Vectors {
        self & (self + Vectors::each(u64::MAX))
    }

    #[inline(always)]
    fn lesser(self, other: Vectors) -> Vectors {
        self.with(other, u64x8::min)
    }
}

impl EightBoards<u64> for Vectors {
    #[inline(always)]
    fn boards(self) -> [u64; LANES] {
        self.0[0].to_array()
    }

    #[inline(always)]
    fn is_any_set(self) -> bool {
        self.0[0] != u64x8::splat(0)
    }
}

/// Eight boards of 128 bits, one after another.
pub(super) type Words = Lanes<u128, LANES>;

impl Words {
    pub(super) fn new(boards: [u128; LANES]) -> Words {
        Lanes(boards)
    }
}

impl Boards<u128> for Words {
    #[inline]
    fn each(board: u128) -> Words {
        Lanes([board; LANES])
    }

    #[inline]
    fn where_empty(self) -> Words {
        self.map(Boards::where_empty)
    }

    #[inline]
    fn without_lowest(self) -> Words {
        self.map(Word::without_lowest)
    }

    #[inline]
    fn lesser(self, other: Words) -> Words {
        self.with(other, u128::min)
    }
}

impl EightBoards<u128> for Words {
    #[inline]
    fn boards(self) -> [u128; LANES] {
        self.0
    }

    #[inline]
    fn is_any_set(self) -> bool {
        self.0.iter().any(|board| *board != 0)
    }
}
