//! The hash table and move history of a game's endgame prover.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::prefetch;

/// Entries: half a million, four megabytes. A larger table would hit more often but miss the cache.
const ENTRIES_LOG2: u32 = 19;

/// Moves with a history of their own; a power of two. Higher slots share one with a lower.
const SLOTS: usize = 128;

/// The bonus of a move that decided a position, and the value above which all histories are halved.
const BONUS: u32 = 64;
const MAX_HISTORY: u32 = 1 << 20;

/// Which endgame positions are won, and which moves decided such positions. Threads may share it. It allocates on first
/// use.
#[derive(Default)]
pub struct EndgameTable {
    /// A key with the result in its lowest bit; always replaced.
    entries: OnceLock<Box<[AtomicU64]>>,
    /// The history of every move, for the defender and the attacker.
    histories: OnceLock<Box<[[AtomicU32; SLOTS]; 2]>>,
}

impl EndgameTable {
    /// The stored result for this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<bool> {
        let word = self.entry(key).load(Relaxed);
        ((word ^ key) >> 1 == 0).then_some(word & 1 == 1)
    }

    /// Prefetches the entry of this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.entry(key));
    }

    /// Stores a result.
    #[inline]
    pub fn store(&self, key: u64, is_won: bool) {
        self.entry(key).store(key & !1 | u64::from(is_won), Relaxed);
    }

    #[inline]
    fn entry(&self, key: u64) -> &AtomicU64 {
        let entries = self.entries.get_or_init(|| (0..1 << ENTRIES_LOG2).map(|_| AtomicU64::new(0)).collect());
        &entries[(key >> (64 - ENTRIES_LOG2)) as usize]
    }

    /// The history of a move: how often it has decided positions lately, for the attacker or the defender.
    #[inline]
    pub fn history(&self, is_attacker: bool, slot: usize) -> u32 {
        self.histories()[usize::from(is_attacker)][slot % SLOTS].load(Relaxed)
    }

    /// Raises the history of a move that decided a position, or lets it decay.
    #[inline]
    pub fn update_history(&self, is_attacker: bool, slot: usize, has_decided: bool) {
        let histories = &self.histories()[usize::from(is_attacker)];
        let history = histories[slot % SLOTS].load(Relaxed);
        histories[slot % SLOTS].store(if has_decided { history + BONUS } else { history - history / BONUS }, Relaxed);
        if history > MAX_HISTORY {
            histories.iter().for_each(|history| history.store(history.load(Relaxed) / 2, Relaxed));
        }
    }

    #[inline]
    fn histories(&self) -> &[[AtomicU32; SLOTS]; 2] {
        self.histories.get_or_init(|| Box::new([const { [const { AtomicU32::new(0) }; SLOTS] }; 2]))
    }
}
