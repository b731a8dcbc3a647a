//! The keys of the positions that may still repeat, stored for cheap copies.
//!
//! Every node of a search copies its position. Copying an array of all 150 keys is slow, and a `Vec` allocates
//! each time; so the newest keys are in a small array, and the older ones of a long history in a list shared by copies.

use std::sync::Arc;

use super::draws::SEVENTY_FIVE_MOVES;

/// Keys that are copied. Sequences without pawn move or capture are rarely much longer.
const RECENT_KEYS: usize = 8;

/// A list of position keys that grows at its newest end.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Whole blocks of [`RECENT_KEYS`], the oldest key first.
    older: Option<Arc<[u64]>>,
    /// The newer keys, up to `recent_count`.
    recent: [u64; RECENT_KEYS],
    recent_count: u8,
}

impl History {
    /// The number of keys.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.older().len() + usize::from(self.recent_count)
    }

    /// The keys, the newest first.
    #[inline]
    pub(super) fn newest_first(&self) -> impl Iterator<Item = u64> {
        let recent = &self.recent[..usize::from(self.recent_count)];
        recent.iter().rev().chain(self.older().iter().rev()).copied()
    }

    /// Adds the newest key.
    #[inline]
    pub(super) fn push(&mut self, key: u64) {
        if usize::from(self.recent_count) == RECENT_KEYS {
            self.make_room();
        }
        self.recent[usize::from(self.recent_count)] = key;
        self.recent_count += 1;
    }

    /// Removes all keys.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.older = None;
        self.recent_count = 0;
    }

    #[inline]
    fn older(&self) -> &[u64] {
        self.older.as_deref().unwrap_or_default()
    }

    /// Moves the array into a new list. A game that continues after the 75-move rule loses its oldest keys.
    #[inline(never)]
    fn make_room(&mut self) {
        let older = self.older();
        let lost = if older.len() > usize::from(SEVENTY_FIVE_MOVES) { RECENT_KEYS } else { 0 };
        self.older = Some(older[lost..].iter().chain(&self.recent).copied().collect());
        self.recent_count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_newest_first_for_at_least_the_75_move_rule() {
        let mut history = History::default();
        for key in 0..1000 {
            history.push(key);
            let keys: Vec<u64> = history.clone().newest_first().collect();
            assert_eq!(keys.len(), history.len());
            assert!(
                keys.len() as u64 >= (key + 1).min(SEVENTY_FIVE_MOVES.into()) && keys.len() < 200,
                "{}",
                keys.len()
            );
            assert!(keys.iter().copied().eq((0..=key).rev().take(keys.len())), "{keys:?}");
        }
        history.clear();
        assert_eq!((history.len(), history.newest_first().count()), (0, 0));
    }
}
