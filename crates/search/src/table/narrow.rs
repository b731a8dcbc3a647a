//! Entries of one word: two bounds and enough of the key to tell all positions apart.
//!
//! Keys of at most 49 bits are shuffled one to one. The place in the table gives away the lowest 12 bits of the result
//! at least, and the entry holds the others, whatever the size of the table: so it may grow while threads use it.

use std::sync::atomic::{AtomicU64, Ordering};

use spielbaum_core::Score;

use super::{Entry, FIRST_BYTES};

/// Words of a bucket, one an entry.
pub(super) const BUCKET_WORDS: usize = 2;
/// Bits of the longest keys.
pub(super) const MOST_KEY_BITS: u32 = TAG_BITS + PLACE_BITS;
/// Bounds from here on stand for nothing known.
pub(super) const UNKNOWN: i32 = (1 << (BOUND_BITS - 1)) - 1;

/// Bits of the key that the place in the smallest table gives away.
const PLACE_BITS: u32 = (FIRST_BYTES / (8 * BUCKET_WORDS)).ilog2();

// From the low end: two bounds, work, generation, the rest of the key.
const BOUND_BITS: u32 = 7;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const GENERATION_SHIFT: u32 = WORK_SHIFT + 5;
const TAG_SHIFT: u32 = GENERATION_SHIFT + 8;
const TAG_BITS: u32 = u64::BITS - TAG_SHIFT;

/// The table as it is now.
pub(super) struct Narrow<'a> {
    pub(super) words: &'a [AtomicU64],
    pub(super) buckets: usize,
    pub(super) generation: u8,
}

impl Narrow<'_> {
    /// The first word of the key's bucket.
    #[inline]
    pub(super) fn place(&self, key: u64) -> usize {
        self.place_of(shuffled(key))
    }

    #[inline]
    fn place_of(&self, shuffled: u64) -> usize {
        (shuffled as usize & (self.buckets - 1)) * BUCKET_WORDS
    }

    /// What an entry of this key has above its work.
    #[inline]
    fn label(&self, shuffled: u64) -> u64 {
        shuffled >> PLACE_BITS << (TAG_SHIFT - GENERATION_SHIFT) | u64::from(self.generation)
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let shuffled = shuffled(key);
        let label = self.label(shuffled);
        let words = self.bucket(self.place_of(shuffled)).iter();
        let mut words = words.map(|word| word.load(Ordering::Relaxed));
        words.find(|word| word >> GENERATION_SHIFT == label).map(unpack)
    }

    /// Returns whether the entry got a place that was free.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry, work: u32) -> bool {
        let shuffled = shuffled(key);
        let label = self.label(shuffled);
        let bucket = self.bucket(self.place_of(shuffled));
        let mut victim = &bucket[0];
        let mut least = u64::MAX;
        for place in bucket {
            let word = place.load(Ordering::Relaxed);
            if word >> GENERATION_SHIFT == label {
                entry.narrow(Entry { depth: entry.depth, ..unpack(word) });
                (victim, least) = (place, u64::MAX);
                break;
            }
            let is_current = (word >> GENERATION_SHIFT) as u8 == self.generation;
            let cost = if is_current { 1 + (word >> WORK_SHIFT & 31) } else { 0 };
            if cost < least {
                (victim, least) = (place, cost);
            }
        }
        let word = pack(entry) | u64::from(work.min(31)) << WORK_SHIFT | label << GENERATION_SHIFT;
        victim.store(word, Ordering::Relaxed);
        least == 0
    }

    /// Moves entries to where they belong now that more than the first `old` words are in use.
    #[inline]
    pub(super) fn spread(&self, old: usize) {
        for first in (0..old).step_by(BUCKET_WORDS) {
            for (way, place) in self.bucket(first).iter().enumerate() {
                let word = place.load(Ordering::Relaxed);
                let low_bits = (first / BUCKET_WORDS) as u64 & ((1 << PLACE_BITS) - 1);
                let target = self.place_of(word >> TAG_SHIFT << PLACE_BITS | low_bits);
                if (word >> GENERATION_SHIFT) as u8 == self.generation && target != first {
                    self.bucket(target)[way].store(word, Ordering::Relaxed);
                    place.store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// The share of places in use among the first.
    pub(super) fn sampled_share(&self) -> f64 {
        /// Places in the sample: all of a table that has not grown.
        const SAMPLE: usize = FIRST_BYTES / 8;
        let places = &self.words[..SAMPLE.min(self.buckets * BUCKET_WORDS)];
        let is_used = |place: &&AtomicU64| (place.load(Ordering::Relaxed) >> GENERATION_SHIFT) as u8 == self.generation;
        places.iter().filter(is_used).count() as f64 / places.len() as f64
    }

    #[inline]
    fn bucket(&self, first: usize) -> &[AtomicU64] {
        &self.words[first..][..BUCKET_WORDS]
    }
}

const MASK: u64 = (1 << MOST_KEY_BITS) - 1;
const HALF: u32 = MOST_KEY_BITS.div_ceil(2);
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

/// Another number of no more bits than the longest key, another one for each key: multiplying by an odd number and
/// mixing high bits into low ones can both be undone.
#[inline]
fn shuffled(key: u64) -> u64 {
    let key = key.wrapping_mul(FACTORS[0]) & MASK;
    let key = (key ^ key >> HALF).wrapping_mul(FACTORS[1]) & MASK;
    key ^ key >> HALF
}

#[inline]
fn pack(entry: Entry) -> u64 {
    let bits = |score: Score| (score.0.clamp(-UNKNOWN, UNKNOWN) as u64) & ((1 << BOUND_BITS) - 1);
    bits(entry.lower) | bits(entry.upper) << BOUND_BITS
}

#[inline]
fn unpack(word: u64) -> Entry {
    let bound = |bits: u64| {
        let value = ((bits << (u64::BITS - BOUND_BITS)) as i64 >> (u64::BITS - BOUND_BITS)) as i32;
        match value {
            UNKNOWN => Score::INFINITE,
            value if value == -UNKNOWN => -Score::INFINITE,
            value => Score(value),
        }
    };
    let (lower, upper) = (bound(word), bound(word >> BOUND_BITS));
    Entry { lower, upper, depth: 0, is_complete: true, move_index: None }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;

    /// Undoes shuffling, step by step: mixing is its own inverse, because it reaches half of the bits.
    fn unshuffled(shuffled: u64) -> u64 {
        let inverse = |factor: u64| {
            (0..6).fold(factor, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(inverse))))
        };
        let undo = |key: u64, factor: u64| (key ^ key >> HALF).wrapping_mul(inverse(factor)) & MASK;
        undo(undo(shuffled, FACTORS[1]), FACTORS[0])
    }

    #[test]
    fn no_two_keys_are_shuffled_alike() {
        let mut rng = Rng::new(1);
        let keys = (0..1000).chain((0..1000).map(|less| MASK - less));
        for key in keys.chain((0..100_000).map(|_| rng.next_u64() & MASK)) {
            assert!(shuffled(key) <= MASK);
            assert_eq!(unshuffled(shuffled(key)), key);
        }
    }

    #[test]
    fn bounds_survive_packing() {
        for lower in -62..=62 {
            for upper in lower..=62 {
                let entry = Entry { lower: Score(lower), upper: Score(upper), ..unpack(0) };
                assert_eq!(unpack(pack(entry)), entry);
            }
        }
        let nothing = Entry { lower: -Score::INFINITE, upper: Score::INFINITE, ..unpack(0) };
        assert_eq!(unpack(pack(nothing)), nothing);
    }
}
