//! The table of df-pn: numbers by position; the entry with the least work is replaced. Threads share it without locks.
//!
//! An entry is two words, which the system hands out as zeros: the numbers with the work, and the key combined with
//! them, so that an entry torn between two threads matches no key (Hyatt & Mann 2002). Four entries fill a cache line.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};

use spielbaum_core::prefetch;

use super::IMPOSSIBLE;
use crate::memory::Words;

/// Words of an entry.
const ENTRY: usize = 2;
/// Words of the entries that share a bucket.
const BUCKET: usize = 4 * ENTRY;

/// Bytes that are read at a time, a whole number of entries.
const PIECE: usize = 1 << 20;

/// Bits of a number.
const NUMBER_BITS: u32 = 28;
/// The stored form of the infinite number.
const LARGEST: u64 = (1 << NUMBER_BITS) - 1;

/// The class of the most work, in the bits that two numbers leave.
const MOST_CLASS: u64 = (1 << (u64::BITS - 2 * NUMBER_BITS)) - 1;

/// A table of numbers.
pub(super) struct NumberTable {
    words: Words,
}

/// The contents of an entry.
#[derive(Clone, Copy)]
struct Entry {
    numbers: (u32, u32),
    /// The class of the work, see [`class_of`].
    class: u64,
}

impl Entry {
    fn pack(self) -> u64 {
        let number = |number: u32| if number >= IMPOSSIBLE { LARGEST } else { u64::from(number).min(LARGEST - 1) };
        number(self.numbers.0) | number(self.numbers.1) << NUMBER_BITS | self.class << (2 * NUMBER_BITS)
    }

    fn unpack(word: u64) -> Entry {
        let number = |bits: u64| if bits & LARGEST == LARGEST { IMPOSSIBLE } else { (bits & LARGEST) as u32 };
        Entry { numbers: (number(word), number(word >> NUMBER_BITS)), class: word >> (2 * NUMBER_BITS) }
    }

    fn is_decided(self) -> bool {
        self.numbers.0 == 0 || self.numbers.1 == 0
    }
}

/// Positions visited as a class of eight bits, four to a doubling; at least 1.
fn class_of(work: u64) -> u64 {
    let work = work.max(1);
    let doublings = u64::from(work.ilog2());
    let quarter = if doublings >= 2 { work >> (doublings - 2) & 3 } else { (work << (2 - doublings)) & 3 };
    (doublings * 4 + quarter + 1).min(MOST_CLASS)
}

/// The least work of a class.
fn work_of(class: u64) -> u64 {
    let Some(class) = class.checked_sub(1) else { return 0 };
    let (doublings, quarters) = (class / 4, 4 + class % 4);
    if doublings >= 2 { quarters << (doublings - 2) } else { quarters >> (2 - doublings) }
}

impl NumberTable {
    /// A table of at most `megabytes`.
    pub(super) fn new(megabytes: usize) -> NumberTable {
        let buckets = ((megabytes << 20) / (BUCKET * size_of::<u64>())).max(1);
        NumberTable { words: Words::zeroed(BUCKET << buckets.ilog2()) }
    }

    /// Writes all entries, two little-endian words each.
    pub(super) fn save(&self, write: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for entry in self.words.chunks_exact(ENTRY) {
            let (key, word) = read(entry);
            if word > 0 {
                let mut bytes = [0; ENTRY * 8];
                bytes[..8].copy_from_slice(&key.to_le_bytes());
                bytes[8..].copy_from_slice(&word.to_le_bytes());
                write(&bytes)?;
            }
        }
        Ok(())
    }

    /// Loads what [`save`](NumberTable::save) has written, piece by piece, as it may be as large as the table.
    pub(super) fn load(&self, source: &mut dyn Read) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(PIECE);
        loop {
            bytes.clear();
            source.take(PIECE as u64).read_to_end(&mut bytes)?;
            let (words, rest) = bytes.as_chunks::<8>();
            let (entries, half) = words.as_chunks::<ENTRY>();
            for entry in entries {
                let [key, word] = entry.map(u64::from_le_bytes);
                let Entry { numbers, class } = Entry::unpack(word);
                self.store(key, numbers, work_of(class));
            }
            if !rest.is_empty() || !half.is_empty() {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the table is cut off within an entry"));
            }
            if bytes.len() < PIECE {
                return Ok(());
            }
        }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.words.len() / BUCKET;
        let start = ((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24) as usize & (buckets - 1)) * BUCKET;
        &self.words[start..start + BUCKET]
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub(super) fn expect(&self, key: u64) {
        prefetch(&self.bucket(key)[0]);
    }

    /// The entry of the position with this key: proof and disproof number.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<(u32, u32)> {
        let entries = self.bucket(key).chunks_exact(ENTRY).map(read);
        let (_, word) = entries.into_iter().find(|&(other, word)| other == key && word > 0)?;
        Some(Entry::unpack(word).numbers)
    }

    /// Stores numbers with their work. Decided entries stay.
    #[inline]
    pub(super) fn store(&self, key: u64, numbers: (u32, u32), work: u64) {
        let mut least = (u64::MAX, &self.words[..ENTRY]);
        let mut before = 0;
        for entry in self.bucket(key).chunks_exact(ENTRY) {
            let (other, word) = read(entry);
            let known = Entry::unpack(word);
            if other == key && word > 0 {
                if known.is_decided() && numbers.0 > 0 && numbers.1 > 0 {
                    return;
                }
                (least.1, before) = (entry, work_of(known.class));
                break;
            }
            if known.class < least.0 {
                least = (known.class, entry);
            }
        }
        let word = Entry { numbers, class: class_of(work.saturating_add(before)) }.pack();
        least.1[0].store(key ^ word, Ordering::Relaxed);
        least.1[1].store(word, Ordering::Relaxed);
    }
}

/// The key and the other word of an entry.
#[inline]
fn read(entry: &[AtomicU64]) -> (u64, u64) {
    let word = entry[1].load(Ordering::Relaxed);
    (entry[0].load(Ordering::Relaxed) ^ word, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_grow_with_the_work() {
        for work in [1, 2, 3, 4, 5, 7, 8, 100, 1_000_000, u64::MAX] {
            let least = work_of(class_of(work));
            assert!(least <= work && work - least <= work / 3, "{work}: {least}");
        }
        assert!((1..1000).all(|work| class_of(work) <= class_of(work + 1)));
        assert_eq!(class_of(u64::MAX), MOST_CLASS);
    }

    #[test]
    fn what_is_stored_is_found_until_more_work_pushes_it_out() {
        let table = NumberTable::new(1);
        table.store(1, (3, IMPOSSIBLE), 10);
        assert_eq!(table.probe(1), Some((3, IMPOSSIBLE)));
        table.store(1, (0, IMPOSSIBLE), 10);
        table.store(1, (5, 5), 10);
        assert_eq!((table.probe(1), table.probe(2)), (Some((0, IMPOSSIBLE)), None), "what is decided stays");
    }
}
