//! The evaluation cache: a search visits the same positions repeatedly, many pruned ones leave nothing in its table,
//! and it evaluates positions before it knows whether it needs their values.
//!
//! A slot is one word, so that threads share the memory without locks.
//!
//! ```text
//! bit 63 …… 13   12 ……… 0
//!     key        value
//! ```
//!
//! The lower bits of a key are the index of its slot.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a value.
const VALUE_BITS: u32 = 13;
/// Slots, a power of two above 2^13, so that index and word together hold the whole key: 128 kB. A larger table
/// does not pay: recomputing a value is faster than fetching it from beyond the processor's second-level cache.
const SLOTS: usize = 1 << 14;

/// Values from here on do not fit: more than four queens ahead.
const LIMIT: i32 = 1 << (VALUE_BITS - 1);

/// The slots.
#[derive(Debug)]
pub(super) struct ValueMemory(Box<[AtomicU64]>);

impl ValueMemory {
    pub(super) fn new() -> ValueMemory {
        // Initialise with keys that belong to no slot.
        ValueMemory((0..SLOTS).map(|slot| AtomicU64::new(!(slot as u64))).collect())
    }

    /// The value of the position with this key, computed by `find` on a miss.
    #[inline]
    pub(super) fn of(&self, key: u64, find: impl FnOnce() -> i32) -> i32 {
        let slot = &self.0[key as usize % SLOTS];
        let word = slot.load(Ordering::Relaxed);
        if (word ^ key) >> VALUE_BITS == 0 {
            return (word as i32) << (32 - VALUE_BITS) >> (32 - VALUE_BITS);
        }
        let value = find();
        if (-LIMIT..LIMIT).contains(&value) {
            let bits = value as u64 & ((1 << VALUE_BITS) - 1);
            slot.store(key >> VALUE_BITS << VALUE_BITS | bits, Ordering::Relaxed);
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
            for value in [-LIMIT, -1, 0, 1, LIMIT - 1] {
                let place = key ^ 1 << 40;
                memory.of(place, || 0);
                memory.of(key, || value);
                assert_eq!(memory.of(key, || 7), value, "{key:x}");
                assert!(!known(place), "the slot is taken: {key:x}");
            }
        }
        assert_eq!(memory.of(5, || LIMIT), LIMIT);
        assert!(!known(5));
    }
}
