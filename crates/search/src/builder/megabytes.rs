//! Memory sizes as literals: `64.mb()`, `2.gb()`.

use std::fmt;

/// A size of memory in megabytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Megabytes(pub usize);

impl fmt::Display for Megabytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Numbers as sizes of memory.
pub trait MemorySize {
    /// This many megabytes.
    fn mb(self) -> Megabytes;

    /// This many gigabytes, of 1,024 megabytes each.
    fn gb(self) -> Megabytes;
}

impl MemorySize for usize {
    fn mb(self) -> Megabytes {
        Megabytes(self)
    }

    fn gb(self) -> Megabytes {
        Megabytes(self.saturating_mul(1024))
    }
}
