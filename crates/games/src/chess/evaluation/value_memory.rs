//! What is remembered of values: the same positions are evaluated again whenever a search goes deeper, and many of those that
//! it gives up leave nothing in its table.
//!
//! A slot is one word, so that threads share the memory without locks.
//!
//! ```text
//! bit 63 …… 16   15 ……… 0
//!     key        value
//! ```
//!
//! The lower bits of a key say which slot it has.

use std::sync::atomic::{AtomicU64, Ordering};

use spielbaum_core::prefetch;

/// Bits of a value.
const VALUE_BITS: u32 = 16;
/// Slots, a power of two above 2^16, so that slot and word together tell the whole key: 4 MB.
const SLOTS: usize = 1 << 19;

/// The slots.
#[derive(Debug)]
pub(super) struct ValueMemory(Box<[AtomicU64]>);

impl ValueMemory {
    pub(super) fn new() -> ValueMemory {
        // No key of a slot has the other value of its highest bit.
        ValueMemory((0..SLOTS).map(|slot| AtomicU64::new(!(slot as u64))).collect())
    }

    /// Asks memory for the slot of a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.0[key as usize % SLOTS]);
    }

    /// The value of the position with this key, found out by `find` where it is new.
    #[inline]
    pub(super) fn of(&self, key: u64, find: impl FnOnce() -> i32) -> i32 {
        let slot = &self.0[key as usize % SLOTS];
        let word = slot.load(Ordering::Relaxed);
        if (word ^ key) >> VALUE_BITS == 0 {
            return i32::from(word as i16);
        }
        let value = find();
        // Only odd weights lead to values that do not fit.
        if let Ok(short) = i16::try_from(value) {
            slot.store(key >> VALUE_BITS << VALUE_BITS | u64::from(short as u16), Ordering::Relaxed);
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_for_their_own_keys_only() {
        let memory = ValueMemory::new();
        let known = |key: u64| memory.of(key, || 99_999) != 99_999;
        for key in [0, 1, 0xffff, 1 << 16, 1 << 17, u64::MAX, 0x1234_5678_9abc_def0] {
            assert!(!known(key), "{key:x}");
            for value in [-32_768, -1, 0, 1, 32_767] {
                let place = key ^ 1 << 40;
                memory.of(place, || 0);
                memory.of(key, || value);
                assert_eq!(memory.of(key, || 7), value, "{key:x}");
                assert!(!known(place), "the slot is taken: {key:x}");
            }
        }
        assert_eq!(memory.of(5, || 32_768), 32_768);
        assert!(!known(5));
    }
}
