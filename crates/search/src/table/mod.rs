//! The transposition table: search results by position.
//!
//! A position may be in any of the places of a bucket; [`Replacement`] chooses the entry to replace. Threads share the
//! table without locks. Clearing is a new generation number; the memory itself is handed out by the system as zeros.
//!
//! The table begins small and doubles when half of it is in use, until it has the size that was asked for: a short
//! search stays within the processor's caches. Narrow entries belong to searches that spend so little on a position
//! that a cache miss costs more than a hit saves; there the table grows beyond [`NEAR_BYTES`] only where each place
//! would be written again and again. Threads that search together begin with all of it, or with [`SHARED_BYTES`].
//!
//! An entry comes in two [forms](Form): [wide], for any key, depth and score, and [narrow], half as large, for searches
//! to the end of a game with short keys.

mod narrow;
mod wide;

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use spielbaum_core::{Score, prefetch};

use crate::memory::Words;
use narrow::Narrow;
use wide::Wide;

/// Which entry of a bucket is replaced; entries from before the last clearing always come first, and where the
/// table is kept from search to search, older entries before younger ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replacement {
    /// The one whose search visited the fewest positions.
    LeastWork,
    /// The one with the least depth.
    LeastDepth,
    /// The one in the place given by the key.
    Always,
}

/// The contents of a table entry besides depth and bookkeeping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holds {
    /// One score with its bound type, and the best move.
    Score,
    /// A lower and an upper bound, from any number of searches.
    Bounds,
}

/// Settings of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableSettings {
    /// The most memory it takes.
    pub megabytes: usize,
    /// The contents of its entries.
    pub holds: Holds,
    /// The replacement scheme.
    pub replacement: Replacement,
}

impl TableSettings {
    /// Scores, with replacement by least work.
    pub const USUAL: TableSettings =
        TableSettings { megabytes: 64, holds: Holds::Score, replacement: Replacement::LeastWork };
}

/// The form of the entries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// 16 bytes, four in a bucket: for everything.
    Wide,
    /// 8 bytes, two in a bucket: two bounds between −62 and 62 of positions that are always searched to the end, with
    /// keys of at most 49 bits.
    Narrow,
}

impl Form {
    /// The form for keys of this many bits if entries are two bounds up to `limit` of searches to the end.
    pub fn for_bounds(key_bits: u32, limit: i32) -> Form {
        if key_bits <= narrow::MOST_KEY_BITS && limit < narrow::UNKNOWN { Form::Narrow } else { Form::Wide }
    }
}

/// A table of searched positions.
pub struct Table {
    words: Words,
    generation: AtomicU8,
    /// The generation of the last clearing; later ones are searches since then.
    oldest: AtomicU8,
    settings: TableSettings,
    form: Form,
    /// Whether the table begins small.
    grows: bool,
    /// Buckets in use, a power of two.
    buckets: AtomicUsize,
    /// Places to fill, or entries to write where the table is no longer near, before it grows.
    room: AtomicUsize,
    /// The most words in use since all were zero.
    touched: AtomicUsize,
}

/// The table entry of a position. Scores are relative to the position, not the root.
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

/// How much of a table is in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Its entries.
    pub entries: u64,
    /// Thousandths of the places that it may have at most.
    pub permille: u64,
}

/// Bytes of a table that has just been cleared, if it may grow.
const FIRST_BYTES: usize = 1 << 16;

/// Bytes up to which a table of narrow entries grows as it fills: about the reach of a processor's caches and TLB.
const NEAR_BYTES: usize = 1 << 20;

/// Bytes of a table of narrow entries that threads share. It does not grow, because two of them fill a small one too
/// fast.
const SHARED_BYTES: usize = 1 << 23;

/// How often each place is written, on average, before such a table grows further.
const WRITES_OF_A_PLACE: usize = 32;

impl Table {
    /// A table of at most the memory of `settings`, at least one bucket.
    pub fn new(settings: TableSettings) -> Table {
        let buckets = ((settings.megabytes << 20) / (8 * wide::BUCKET_WORDS)).max(1);
        let words = wide::BUCKET_WORDS << buckets.ilog2();
        let table = Table {
            words: Words::zeroed(words),
            generation: AtomicU8::new(0),
            oldest: AtomicU8::new(0),
            settings,
            form: Form::Wide,
            grows: true,
            buckets: AtomicUsize::new(1),
            room: AtomicUsize::new(0),
            touched: AtomicUsize::new(0),
        };
        table.clear();
        table
    }

    /// Changes the settings except the size, and clears the table.
    pub fn configure(&mut self, settings: TableSettings) {
        self.settings = TableSettings { megabytes: self.settings.megabytes, ..settings };
        self.clear();
    }

    /// Makes it as new, with these settings but its own size.
    pub fn reset(&mut self, settings: TableSettings) {
        let touched = std::mem::take(self.touched.get_mut());
        self.words.zero(touched);
        (*self.generation.get_mut(), *self.oldest.get_mut()) = (0, 0);
        (self.form, self.grows) = (Form::Wide, true);
        self.configure(settings);
    }

    /// The form of its entries.
    #[inline]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Clears the table and prepares it for entries of a form; a table that does not grow uses all its memory at once.
    pub fn prepare(&mut self, form: Form, grows: bool) {
        let fits = self.words.len() * 8 >= FIRST_BYTES;
        (self.form, self.grows) = (if fits { form } else { Form::Wide }, grows);
        self.clear();
    }

    /// Clears the table.
    pub fn clear(&self) {
        let generation = self.generation.load(Ordering::Relaxed).wrapping_add(1);
        if generation == 0 {
            // Entries of 255 generations ago would become valid again.
            let touched = self.touched.swap(0, Ordering::Relaxed);
            self.words[..touched].iter().for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.generation.store(generation.max(1), Ordering::Relaxed);
        self.oldest.store(generation.max(1), Ordering::Relaxed);
        let bytes = match (self.grows, self.form) {
            (true, _) => FIRST_BYTES,
            (false, Form::Narrow) => SHARED_BYTES,
            (false, Form::Wide) => usize::MAX,
        };
        self.use_words(self.words.len().min(bytes / 8));
    }

    /// Starts a new search that keeps the entries: older ones are replaced before younger ones. Narrow entries
    /// have no age.
    pub fn age(&self) {
        let generation = self.generation.load(Ordering::Relaxed);
        if generation == u8::MAX {
            self.clear();
        } else if self.form == Form::Wide {
            self.generation.store(generation + 1, Ordering::Relaxed);
        }
    }

    /// Whether the table begins small and grows.
    #[inline]
    pub fn grows(&self) -> bool {
        self.grows
    }

    /// Bytes that it takes at most.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// How much of it is in use, by a sample.
    pub fn usage(&self) -> Usage {
        let share = match self.form {
            Form::Wide => self.wide().sampled_share(),
            Form::Narrow => self.narrow().sampled_share(),
        };
        let used = self.used_words() as f64 / self.words.len() as f64;
        let entries = (share * self.places() as f64).round() as u64;
        Usage { entries, permille: (1000.0 * share * used).min(1000.0) as u64 }
    }

    /// Prefetches the bucket of a key. As below, `form` is the table's own, for callers that know it at compile time.
    #[inline]
    pub(crate) fn prefetch_in(&self, form: Form, key: u64) {
        let word = match form {
            Form::Wide => self.wide().place(key),
            Form::Narrow => self.narrow().place(key),
        };
        prefetch(&self.words[word]);
    }

    /// Probes the table for this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.probe_in(self.form, key)
    }

    /// Stores a position; `nodes` is the cost of its search.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry, nodes: u64) {
        self.store_in(self.form, key, entry, nodes);
    }

    #[inline]
    pub(crate) fn probe_in(&self, form: Form, key: u64) -> Option<Entry> {
        debug_assert_eq!(form, self.form);
        match form {
            Form::Wide => self.wide().probe(key),
            Form::Narrow => self.narrow().probe(key),
        }
    }

    #[inline]
    pub(crate) fn store_in(&self, form: Form, key: u64, entry: Entry, nodes: u64) {
        let work = u64::BITS - nodes.leading_zeros();
        let is_new = match form {
            Form::Wide => self.wide().store(key, entry, work),
            Form::Narrow => self.narrow().store(key, entry, work),
        };
        if self.grows && (is_new || !self.is_near()) {
            let room = self.room.load(Ordering::Relaxed).saturating_sub(1);
            self.room.store(room, Ordering::Relaxed);
            if room == 0 {
                self.grow();
            }
        }
    }

    /// Doubles what is in use, if there is more.
    #[cold]
    fn grow(&self) {
        let old = self.used_words();
        if 2 * old > self.words.len() {
            self.room.store(usize::MAX, Ordering::Relaxed);
            return;
        }
        self.use_words(2 * old);
        match self.form {
            Form::Wide => self.wide().spread(old),
            Form::Narrow => self.narrow().spread(old),
        }
    }

    #[inline]
    fn use_words(&self, words: usize) {
        self.buckets.store(words / self.bucket_words(), Ordering::Relaxed);
        self.touched.fetch_max(words, Ordering::Relaxed);
        // A quarter of the places are taken when a small table has just grown: it grows again when half of them are.
        let places = self.places();
        let room = if self.is_near() { places / 4 } else { WRITES_OF_A_PLACE * places };
        self.room.store(room.max(1), Ordering::Relaxed);
    }

    /// Whether the part in use is small enough for the caches, or waiting for memory does not matter.
    #[inline]
    fn is_near(&self) -> bool {
        self.form == Form::Wide || self.used_words() * 8 < NEAR_BYTES
    }

    #[inline]
    fn used_words(&self) -> usize {
        self.buckets.load(Ordering::Relaxed) * self.bucket_words()
    }

    #[inline]
    fn bucket_words(&self) -> usize {
        if self.form == Form::Wide { wide::BUCKET_WORDS } else { narrow::BUCKET_WORDS }
    }

    /// Entries that the part in use has room for.
    #[inline]
    fn places(&self) -> usize {
        if self.form == Form::Wide { self.used_words() / 2 } else { self.used_words() }
    }

    #[inline]
    fn wide(&self) -> Wide<'_> {
        Wide {
            words: &self.words,
            buckets: self.buckets.load(Ordering::Relaxed),
            generation: self.generation.load(Ordering::Relaxed),
            oldest: self.oldest.load(Ordering::Relaxed),
            holds: self.settings.holds,
            replacement: self.settings.replacement,
        }
    }

    #[inline]
    fn narrow(&self) -> Narrow<'_> {
        let (buckets, generation) = (self.buckets.load(Ordering::Relaxed), self.generation.load(Ordering::Relaxed));
        Narrow { words: &self.words, buckets, generation }
    }
}

impl Entry {
    /// Merges tighter bounds from an older entry of the same position and depth.
    #[inline]
    fn narrow(&mut self, older: Entry) {
        if (older.depth, older.is_complete) == (self.depth, self.is_complete) {
            self.lower = self.lower.max(older.lower);
            self.upper = self.upper.min(older.upper);
        }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Rng;

    use super::*;

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
    fn a_table_that_is_reset_is_as_new() {
        let settings = TableSettings { megabytes: 8, ..TableSettings::USUAL };
        let narrow = Form::for_bounds(49, 21);
        for (form, grows, entries) in [(Form::Wide, true, 9), (narrow, true, 99_999), (Form::Wide, false, 9)] {
            let mut table = Table::new(TableSettings { holds: Holds::Bounds, ..settings });
            table.prepare(form, grows);
            for key in 0..entries {
                table.store(key << 15 | 1, entry(3), 1);
            }
            table.age();
            table.reset(settings);
            let new = Table::new(settings);
            let state = |table: &Table| {
                let counters = [&table.buckets, &table.room, &table.touched].map(|count| count.load(Ordering::Relaxed));
                let generations = [&table.generation, &table.oldest].map(|number| number.load(Ordering::Relaxed));
                (table.form, table.grows, table.settings, table.words.len(), counters, generations)
            };
            assert_eq!(state(&table), state(&new));
            assert!(table.words.iter().all(|word| word.load(Ordering::Relaxed) == 0), "{form:?} {grows}");
        }
    }

    #[test]
    fn a_growing_table_keeps_most_entries_and_mixes_none_up() {
        for form in [Form::Wide, Form::for_bounds(49, 21)] {
            let mut table = Table::new(TableSettings { megabytes: 8, holds: Holds::Bounds, ..TableSettings::USUAL });
            for _ in 0..2 {
                table.prepare(form, true);
                let mut rng = Rng::new(5);
                let keys: Vec<u64> = (0..60_000).map(|_| rng.next_u64() >> 15).collect();
                let value = |key: u64| Score((key % 43) as i32 - 21);
                for &key in &keys {
                    let entry = Entry { lower: value(key), upper: value(key), depth: 9, ..entry(0) };
                    table.store(key, entry, 1);
                }
                let found = keys.iter().filter_map(|&key| table.probe(key).map(|entry| (key, entry)));
                let found: Vec<(u64, Entry)> = found.collect();
                assert!(found.iter().all(|(key, entry)| entry.lower == value(*key) && entry.upper == value(*key)));
                assert!(found.len() > 48_000, "{form:?}: {} of 60,000", found.len());
                let entries = table.usage().entries as f64 / found.len() as f64;
                assert!((0.9..1.1).contains(&entries), "{form:?}: {entries} of {}", found.len());
                assert!(table.used_words() < table.words.len(), "{form:?}");
                assert_eq!(table.probe(1), None);
            }
        }
    }

    #[test]
    fn only_short_keys_and_small_scores_have_narrow_entries() {
        assert_eq!(Form::for_bounds(49, 62), Form::Narrow);
        assert_eq!([Form::for_bounds(50, 21), Form::for_bounds(49, 63)], [Form::Wide; 2]);
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
    fn entries_of_earlier_searches_are_found_but_give_way_sooner() {
        let table = Table::new(SMALLEST);
        for key in 1..=4 {
            table.store(key, entry(key as i32), 1 << (key + 9));
        }
        table.age();
        table.age();
        assert!((1..=4).all(|key| table.probe(key) == Some(entry(key as i32))));
        // The young ones cost less than the old ones, but stay.
        for key in 11..=14 {
            table.store(key, entry(key as i32), 1 << 7);
        }
        assert!((1..=4).all(|key| table.probe(key).is_none()));
        assert!((11..=14).all(|key| table.probe(key) == Some(entry(key as i32))));
        for _ in 0..600 {
            table.store(5, entry(1), 1);
            table.age();
        }
        table.clear();
        assert_eq!(table.probe(5), None);
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
