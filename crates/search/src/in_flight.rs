//! The positions that threads are currently searching, so that they do not duplicate work.
//!
//! Alpha-beta uses it for a simple form of ABDADA (Weill 1996): threads search the same tree and share the table; a
//! thread defers a child that another one is searching until it has tried the others; by then the table usually has its
//! result. In df-pn such a child gets worse numbers (virtual proof numbers: Kaneko 2010).

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots: far more than threads have positions on their paths.
const PLACES: usize = 1 << 14;

/// Keys of positions that are being searched. Keys that share a slot overwrite each other, which only costs duplicated
/// work.
pub(crate) struct InFlight(Vec<AtomicU64>);

impl InFlight {
    pub(crate) fn new() -> InFlight {
        InFlight(bytemuck::zeroed_vec(PLACES))
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize % PLACES]
    }

    /// Whether a thread is searching a position.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Marks a position as being searched; false if it already is.
    pub(crate) fn enter(&self, key: u64) -> bool {
        self.place(key).swap(key, Ordering::Relaxed) != key
    }

    /// Removes the mark of a position.
    pub(crate) fn leave(&self, key: u64) {
        let _ = self.place(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
