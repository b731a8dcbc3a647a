//! What a search through the endings of a game remembers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::prefetch;

/// Entries: half a million, four megabytes. More would know more endings and take longer to look up.
const ENTRIES_LOG2: u32 = 19;

/// The most moves that can be told apart.
const SLOTS: usize = 128;

/// What a move that settled a position earns, and where all credit is halved.
const REWARD: u32 = 64;
const MOST_CREDIT: u32 = 1 << 20;

/// Whether positions at the end of a game are won, and which moves settled such positions. Threads may share it. It takes no memory
/// before something is looked up.
#[derive(Default)]
pub struct EndingMemory {
    /// A key with the answer in its lowest bit; what comes later replaces what was there.
    answers: OnceLock<Box<[AtomicU64]>>,
    /// The credit of every move, of either role.
    credits: OnceLock<Box<[[AtomicU32; SLOTS]; 2]>>,
}

impl EndingMemory {
    /// What is known about a position with this key.
    #[inline]
    pub fn answer(&self, key: u64) -> Option<bool> {
        let word = self.entry(key).load(Relaxed);
        ((word ^ key) >> 1 == 0).then_some(word & 1 == 1)
    }

    /// Says that a position with this key is about to be looked up.
    #[inline]
    pub fn expect(&self, key: u64) {
        prefetch(self.entry(key));
    }

    /// Keeps an answer.
    #[inline]
    pub fn keep(&self, key: u64, answer: bool) {
        self.entry(key).store(key & !1 | u64::from(answer), Relaxed);
    }

    #[inline]
    fn entry(&self, key: u64) -> &AtomicU64 {
        let answers = self.answers.get_or_init(|| (0..1 << ENTRIES_LOG2).map(|_| AtomicU64::new(0)).collect());
        &answers[(key >> (64 - ENTRIES_LOG2)) as usize]
    }

    /// How often a move settled positions of late, for the side in this role.
    #[inline]
    pub fn credit(&self, role: bool, slot: usize) -> u32 {
        self.credits()[usize::from(role)][slot].load(Relaxed)
    }

    /// Gives a move credit, or takes some away.
    #[inline]
    pub fn judge(&self, role: bool, slot: usize, has_settled: bool) {
        let credits = &self.credits()[usize::from(role)];
        let credit = credits[slot].load(Relaxed);
        credits[slot].store(if has_settled { credit + REWARD } else { credit - credit / REWARD }, Relaxed);
        if credit > MOST_CREDIT {
            credits.iter().for_each(|credit| credit.store(credit.load(Relaxed) / 2, Relaxed));
        }
    }

    #[inline]
    fn credits(&self) -> &[[AtomicU32; SLOTS]; 2] {
        self.credits.get_or_init(|| Box::new([const { [const { AtomicU32::new(0) }; SLOTS] }; 2]))
    }
}
