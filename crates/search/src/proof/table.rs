//! The table of df-pn: numbers by position, the least work gives way.
//!
//! An entry is three words, which the system hands out as zeros: key, the efforts for yes and no, positions visited below.

/// Entries that share a bucket.
const BUCKET: usize = 4;

type Entry = [u64; 3];

/// A table of numbers.
pub(super) struct NumberTable {
    entries: Vec<Entry>,
}

impl NumberTable {
    /// A table of at most `megabytes`.
    pub(super) fn new(megabytes: usize) -> NumberTable {
        let buckets = ((megabytes << 20) / (BUCKET * size_of::<Entry>())).max(1);
        NumberTable { entries: bytemuck::zeroed_vec(BUCKET << buckets.ilog2()) }
    }

    /// Appends everything that is known: three words an entry, little-endian.
    pub(super) fn save(&self, bytes: &mut Vec<u8>) {
        let known = self.entries.iter().filter(|[.., work]| *work > 0);
        known.flatten().for_each(|word| bytes.extend(word.to_le_bytes()));
    }

    /// Takes over what [`save`](NumberTable::save) has written; false when that is no whole number of entries.
    pub(super) fn load(&mut self, bytes: &[u8]) -> bool {
        let (entries, rest) = bytes.as_chunks::<{ size_of::<Entry>() }>();
        for entry in entries {
            let (words, _) = entry.as_chunks::<8>();
            let [key, numbers, work] = [0, 1, 2].map(|place| u64::from_le_bytes(words[place]));
            self.store(key, (numbers as u32, (numbers >> 32) as u32), work);
        }
        rest.is_empty()
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        ((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (buckets - 1)) * BUCKET
    }

    /// What is known of the position with this key: the efforts for yes and no.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<(u32, u32)> {
        let start = self.bucket(key);
        let entry = self.entries[start..start + BUCKET].iter().find(|[other, _, work]| *other == key && *work > 0);
        entry.map(|[_, numbers, _]| (*numbers as u32, (numbers >> 32) as u32))
    }

    /// Remembers numbers that took this much work.
    #[inline]
    pub(super) fn store(&mut self, key: u64, (proof, disproof): (u32, u32), work: u64) {
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|[other, ..]| *other == key);
        let least = || (0..BUCKET).min_by_key(|&place| bucket[place][2]).unwrap_or(0);
        let place = same.unwrap_or_else(least);
        let before = if same.is_some() { bucket[place][2] } else { 0 };
        bucket[place] = [key, u64::from(disproof) << 32 | u64::from(proof), work.saturating_add(before).max(1)];
    }
}
