//! The transposition table: what has been found out about positions, so that another way to them costs nothing.
//!
//! Four entries share a cache line, and a position may be in any of the four; [`Replacement`] says which gives way.
//! Threads share the table without locks: an entry is two words, and the first is the key mixed with the second, so that
//! a torn entry matches no key (Hyatt & Mann 2002). Clearing is a new generation number; the memory itself is handed out
//! by the system as zeros and touched only where entries are written.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use spielbaum_core::{Bound, Score};

/// Entries that share a cache line of 64 bytes.
const BUCKET: usize = 4;
/// Bytes of an entry.
const ENTRY_BYTES: usize = 16;
/// The move of an entry that has none.
const NO_MOVE: u8 = u8::MAX;

/// Which of four entries gives way to a new one; entries from before the last clearing always come first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replacement {
    /// The one whose search visited the fewest positions.
    LeastWork,
    /// The one that was searched least deep.
    LeastDepth,
    /// The one in the place that the key points to, whatever it is.
    Always,
}

/// What an entry of a table holds besides depth and bookkeeping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holds {
    /// One score, how it relates to the truth, and the best move.
    Score,
    /// A lower and an upper bound, from however many searches.
    Bounds,
}

/// How a table works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableSettings {
    /// The most memory it takes.
    pub megabytes: usize,
    /// What its entries hold.
    pub holds: Holds,
    /// Which entries give way.
    pub replacement: Replacement,
}

impl TableSettings {
    /// Scores, and the least work gives way.
    pub const USUAL: TableSettings =
        TableSettings { megabytes: 64, holds: Holds::Score, replacement: Replacement::LeastWork };
}

/// A table of searched positions.
pub struct Table {
    /// Two words an entry: key mixed with data, data.
    words: Vec<AtomicU64>,
    generation: AtomicU8,
    settings: TableSettings,
}

/// What the table knows of a position. Scores are counted from the position and not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The depth it was searched to.
    pub depth: u8,
    /// Whether every line ended with the game, so that any greater depth gives the same.
    pub is_complete: bool,
    /// The best move's place in the move set, if there is one.
    pub move_index: Option<u8>,
}

impl Table {
    /// A table of at most the memory of `settings`, at least one bucket.
    pub fn new(settings: TableSettings) -> Table {
        let buckets = (settings.megabytes << 20) / (BUCKET * ENTRY_BYTES);
        let buckets = if buckets == 0 { 1 } else { 1 << buckets.ilog2() };
        Table { words: bytemuck::zeroed_vec(buckets * BUCKET * 2), generation: AtomicU8::new(1), settings }
    }

    /// Works as `settings` say from now on, but keeps its size; forgets everything.
    pub fn configure(&mut self, settings: TableSettings) {
        self.settings = TableSettings { megabytes: self.settings.megabytes, ..settings };
        self.clear();
    }

    /// Forgets everything.
    pub fn clear(&self) {
        let generation = self.generation.load(Ordering::Relaxed).wrapping_add(1);
        if generation == 0 {
            // Entries of 255 clearings ago would come back to life.
            self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.generation.store(generation.max(1), Ordering::Relaxed);
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let generation = self.generation.load(Ordering::Relaxed);
        self.bucket(key).iter().find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let is_match = entry[0].load(Ordering::Relaxed) ^ data == key && unpack_generation(data) == generation;
            is_match.then(|| unpack(data, self.settings.holds))
        })
    }

    /// Remembers a position; `nodes` is what its search cost.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry, nodes: u64) {
        let generation = self.generation.load(Ordering::Relaxed);
        let TableSettings { holds, replacement, .. } = self.settings;
        let work = u64::BITS - nodes.leading_zeros();
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = u32::MAX;
        for (index, place) in bucket.iter().enumerate() {
            let data = place[1].load(Ordering::Relaxed);
            let is_current = unpack_generation(data) == generation;
            if place[0].load(Ordering::Relaxed) ^ data == key {
                victim = place;
                if is_current && holds == Holds::Bounds {
                    entry.narrow(unpack(data, holds));
                }
                break;
            }
            let cost = match replacement {
                _ if !is_current => 0,
                Replacement::LeastWork => 1 + unpack_work(data),
                Replacement::LeastDepth => 1 + u32::from(unpack_depth(data)),
                Replacement::Always => 1 + u32::from(index != key as usize % BUCKET),
            };
            if cost < least {
                (victim, least) = (place, cost);
            }
        }
        let data = pack(entry, holds) | pack_common(entry, work, generation);
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }

    /// Of a thousand places, how many are in use, seen in the first thousand.
    pub fn fill_per_mille(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.words.len() / 2;
        let sample = sample.min(1000);
        let used = (0..sample)
            .filter(|place| unpack_generation(self.words[2 * place + 1].load(Ordering::Relaxed)) == generation);
        used.count() * 1000 / sample
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let buckets = self.words.len() / (2 * BUCKET);
        // Keys of small games have few bits: spread them before cutting.
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (buckets - 1);
        let words = &self.words[place * 2 * BUCKET..][..2 * BUCKET];
        words.as_chunks().0
    }
}

impl Entry {
    /// Takes over what an older entry of the same position and depth knows better.
    fn narrow(&mut self, older: Entry) {
        if (older.depth, older.is_complete) == (self.depth, self.is_complete) {
            self.lower = self.lower.max(older.lower);
            self.upper = self.upper.min(older.upper);
        }
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
    use super::*;
    use spielbaum_core::Rng;

    const SMALLEST: TableSettings = TableSettings { megabytes: 0, ..TableSettings::USUAL };

    fn entry(score: i32) -> Entry {
        let (lower, upper) = (Score(score), Score::INFINITE);
        Entry { lower, upper, depth: 7, is_complete: true, move_index: Some(3) }
    }

    #[test]
    fn what_is_stored_is_found_until_the_table_is_cleared() {
        let table = Table::new(TableSettings { megabytes: 1, ..TableSettings::USUAL });
        assert_eq!(table.bytes(), 1 << 20);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(-77), 10);
            assert_eq!(table.probe(key), Some(entry(-77)));
        }
        table.clear();
        assert_eq!(table.probe(1), None);
        for _ in 0..600 {
            table.store(5, entry(1), 1);
            table.clear();
            assert_eq!(table.probe(5), None);
        }
    }

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

    #[test]
    fn bounds_from_two_searches_meet() {
        let table = Table::new(TableSettings { holds: Holds::Bounds, ..SMALLEST });
        let below = Entry { move_index: None, ..entry(-3) };
        let above = Entry { lower: -Score::INFINITE, upper: Score(4), ..below };
        table.store(1, below, 1);
        table.store(1, above, 1);
        assert_eq!(table.probe(1), Some(Entry { lower: Score(-3), upper: Score(4), ..below }));
        let deeper = Entry { depth: 8, is_complete: false, ..below };
        table.store(1, deeper, 1);
        assert_eq!(table.probe(1), Some(deeper), "another depth is another question");
    }

    #[test]
    fn the_newest_entry_finds_a_place_and_the_others_keep_theirs_by_rank() {
        for (replacement, victim) in [(Replacement::LeastDepth, 3), (Replacement::Always, 4)] {
            let table = Table::new(TableSettings { replacement, ..SMALLEST });
            for (key, depth) in [(0, 9), (1, 7), (2, 8), (3, 2)] {
                table.store(key, Entry { depth, ..entry(1) }, 1);
            }
            table.store(4, entry(1), 1);
            let gone: Vec<u64> = (0..5).filter(|&key| table.probe(key).is_none()).collect();
            assert_eq!(gone, [victim % 4], "{replacement:?}");
        }
    }

    #[test]
    fn the_least_work_gives_way() {
        let table = Table::new(SMALLEST);
        for key in 1..=4 {
            table.store(key, entry(key as i32), 1 << (3 * key));
        }
        table.store(99, entry(99), 5);
        assert_eq!(table.probe(1), None);
        assert!([2, 3, 4, 99].into_iter().all(|key| table.probe(key).is_some()));
    }
}
