//! Which positions threads are searching at the moment, so that they do not all do the same.
//!
//! Alpha-beta uses it for a simple form of ABDADA (Weill 1996): threads search the same tree and share the table; a thread that
//! comes to a child which another one is searching tries the others first and comes back later, when the table mostly knows the
//! answer. To df-pn such a child looks worse than it is (virtual numbers: Kaneko 2010).

use std::sync::atomic::{AtomicU64, Ordering};

/// Places for announcements: far more than threads have positions on their paths.
const PLACES: usize = 1 << 14;

/// Keys of positions that are being searched. Two that share a place push each other out, which costs work and no more.
pub(crate) struct InFlight(Vec<AtomicU64>);

impl InFlight {
    pub(crate) fn new() -> InFlight {
        InFlight(bytemuck::zeroed_vec(PLACES))
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize % PLACES]
    }

    /// Whether somebody searches a position.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Says that somebody searches a position; false when somebody does already.
    pub(crate) fn enter(&self, key: u64) -> bool {
        self.place(key).swap(key, Ordering::Relaxed) != key
    }

    /// Says that nobody searches a position any longer.
    pub(crate) fn leave(&self, key: u64) {
        let _ = self.place(key).compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
