//! Entries of two words: the key mixed with the data, and the data, so that a torn entry matches no key (Hyatt & Mann
//! 2002). Four share a cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use spielbaum_core::{Bound, Score};

use super::{Entry, FIRST_BYTES, Holds, Replacement};

/// Words of a bucket: a cache line of 64 bytes.
pub(super) const BUCKET_WORDS: usize = 2 * WAYS;
/// Entries of a bucket.
const WAYS: usize = 4;
/// How many doublings of its work, or plies of its depth, an entry loses with each search that it survives.
const AGE: u32 = 4;
/// The move of an entry that has none.
const NO_MOVE: u8 = u8::MAX;

/// The table as it is now.
pub(super) struct Wide<'a> {
    pub(super) words: &'a [AtomicU64],
    pub(super) buckets: usize,
    pub(super) generation: u8,
    /// The first generation whose entries count.
    pub(super) oldest: u8,
    pub(super) holds: Holds,
    pub(super) replacement: Replacement,
}

impl Wide<'_> {
    /// The first word of the key's bucket.
    #[inline]
    pub(super) fn place(&self, key: u64) -> usize {
        // Keys of small games have few bits: spread them before cutting.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.buckets - 1);
        place * BUCKET_WORDS
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(self.place(key)).iter().find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let is_match = entry[0].load(Ordering::Relaxed) ^ data == key && self.is_current(data);
            is_match.then(|| unpack(data, self.holds))
        })
    }

    /// Returns whether the entry got a place that was free.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry, work: u32) -> bool {
        let bucket = self.bucket(self.place(key));
        let mut victim = &bucket[0];
        let mut least = u32::MAX;
        for (index, place) in bucket.iter().enumerate() {
            let data = place[1].load(Ordering::Relaxed);
            let is_current = self.is_current(data);
            if is_current && place[0].load(Ordering::Relaxed) ^ data == key {
                (victim, least) = (place, u32::MAX);
                if self.holds == Holds::Bounds {
                    entry.narrow(unpack(data, self.holds));
                }
                break;
            }
            let cost = match self.replacement {
                _ if !is_current => 0,
                Replacement::LeastWork => 1 + unpack_work(data).saturating_sub(self.discount(data)),
                Replacement::LeastDepth => 1 + u32::from(unpack_depth(data)).saturating_sub(self.discount(data)),
                Replacement::Always => 1 + u32::from(index != key as usize % WAYS),
            };
            if cost < least {
                (victim, least) = (place, cost);
            }
        }
        let data = pack(entry, self.holds) | pack_common(entry, work, self.generation);
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
        least == 0
    }

    /// Moves entries to where they belong now that more than the first `old` words are in use.
    #[inline]
    pub(super) fn spread(&self, old: usize) {
        for first in (0..old).step_by(BUCKET_WORDS) {
            for (way, place) in self.bucket(first).iter().enumerate() {
                let (mixed, data) = (place[0].load(Ordering::Relaxed), place[1].load(Ordering::Relaxed));
                let target = self.place(mixed ^ data);
                if self.is_current(data) && target != first {
                    let target = &self.bucket(target)[way];
                    target[0].store(mixed, Ordering::Relaxed);
                    target[1].store(data, Ordering::Relaxed);
                    place[1].store(0, Ordering::Relaxed);
                }
            }
        }
    }

    /// The share of places in use among the first.
    pub(super) fn sampled_share(&self) -> f64 {
        /// Buckets in the sample: all of a table that has not grown.
        const SAMPLE: usize = FIRST_BYTES / (8 * BUCKET_WORDS);
        let places = self.words[..SAMPLE.min(self.buckets) * BUCKET_WORDS].as_chunks::<2>().0;
        let is_used = |place: &&[AtomicU64; 2]| self.is_current(place[1].load(Ordering::Relaxed));
        places.iter().filter(is_used).count() as f64 / places.len() as f64
    }

    /// Whether an entry was made since the last clearing.
    #[inline]
    fn is_current(&self, data: u64) -> bool {
        (self.oldest..=self.generation).contains(&unpack_generation(data))
    }

    /// How much the age of an entry lowers its rank.
    #[inline]
    fn discount(&self, data: u64) -> u32 {
        AGE * u32::from(self.generation - unpack_generation(data))
    }

    #[inline]
    fn bucket(&self, first: usize) -> &[[AtomicU64; 2]] {
        self.words[first..][..BUCKET_WORDS].as_chunks().0
    }
}

// Data word, from the low end: 42 bits for scores, depth 8, generation 8, work 5, complete 1.
// The scores are a score of 21 bits, the kind of bound in 2 and a move in 8, or two bounds of 21 bits each.
const SCORE_BITS: u32 = 21;
/// Scores beyond this stand for nothing known.
const UNKNOWN: i32 = (1 << (SCORE_BITS - 1)) - 1;

#[inline]
fn pack(entry: Entry, holds: Holds) -> u64 {
    let bits = |score: Score| u64::from(score.0.clamp(-UNKNOWN, UNKNOWN) as u32) & ((1 << SCORE_BITS) - 1);
    let has = |score: Score| score.0.abs() < UNKNOWN;
    if holds == Holds::Bounds {
        return bits(entry.lower) | bits(entry.upper) << SCORE_BITS;
    }
    let (score, kind) = match (has(entry.lower), has(entry.upper)) {
        (true, true) => (entry.lower, Bound::Exact),
        (true, false) => (entry.lower, Bound::Lower),
        (false, _) => (entry.upper, Bound::Upper),
    };
    bits(score) | (kind as u64) << SCORE_BITS | u64::from(entry.move_index.unwrap_or(NO_MOVE)) << (SCORE_BITS + 2)
}

#[inline]
fn pack_common(entry: Entry, work: u32, generation: u8) -> u64 {
    u64::from(entry.depth) << 42
        | u64::from(generation) << 50
        | u64::from(work.min(31)) << 58
        | u64::from(entry.is_complete) << 63
}

#[inline]
fn unpack(data: u64, holds: Holds) -> Entry {
    let score = |bits: u64| {
        let value = (bits << (64 - SCORE_BITS)) as i64 >> (64 - SCORE_BITS);
        match value as i32 {
            UNKNOWN.. => Score::INFINITE,
            value if value <= -UNKNOWN => -Score::INFINITE,
            value => Score(value),
        }
    };
    let (depth, is_complete) = (unpack_depth(data), data >> 63 != 0);
    if holds == Holds::Bounds {
        let (lower, upper) = (score(data), score(data >> SCORE_BITS));
        return Entry { lower, upper, depth, is_complete, move_index: None };
    }
    let kind = data >> SCORE_BITS & 3;
    let lower = if kind == Bound::Upper as u64 { -Score::INFINITE } else { score(data) };
    let upper = if kind == Bound::Lower as u64 { Score::INFINITE } else { score(data) };
    let move_index = (data >> (SCORE_BITS + 2)) as u8;
    Entry { lower, upper, depth, is_complete, move_index: (move_index != NO_MOVE).then_some(move_index) }
}

#[inline]
fn unpack_depth(data: u64) -> u8 {
    (data >> 42) as u8
}

#[inline]
fn unpack_generation(data: u64) -> u8 {
    (data >> 50) as u8
}

#[inline]
fn unpack_work(data: u64) -> u32 {
    (data >> 58) as u32 & 31
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;

    #[test]
    fn entries_survive_packing() {
        let mut rng = Rng::new(1);
        for index in 0..3000 {
            let score = Score(rng.below(2_000_001) as i32 - 1_000_000);
            let holds = if index % 2 == 0 { Holds::Score } else { Holds::Bounds };
            let (lower, upper) = match rng.below(4) {
                0 => (score, score),
                1 => (score, Score::INFINITE),
                2 => (-Score::INFINITE, score),
                _ if holds == Holds::Score => (score, score),
                _ => (Score(score.0.min(999_000)), Score(1_000_000)),
            };
            let has_move = holds == Holds::Score && rng.below(2) == 1;
            let entry = Entry {
                lower,
                upper,
                depth: rng.below(256) as u8,
                is_complete: rng.below(2) == 1,
                move_index: has_move.then(|| rng.below(255) as u8),
            };
            let data = pack(entry, holds) | pack_common(entry, 40, 200);
            assert_eq!(unpack(data, holds), entry);
            assert_eq!((unpack_generation(data), unpack_work(data)), (200, 31));
        }
    }
}
