//! Statistics of moves over all games of a search, independent of the position: alone, and as a reply to another move.
//!
//! MAST: Finnsson & Björnsson (2008). N-gram selection: Tak, Winands & Björnsson (2012).

use spielbaum_core::{Side, mix};

use super::settings::{RolloutPolicy, Settings};
use super::worker::PlayedMove;

/// Pairs of moves share this many slots.
const PAIR_PLACES: usize = 1 << 14;

/// The games that a pair needs before its statistics count (the value of Tak et al.).
const ENOUGH: u32 = 7;

/// Visits and sums of results between 0 and 1.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveStatistics {
    /// By side and slot.
    single: [Vec<(u32, f32)>; 2],
    /// By side, slot and the slot of the move before.
    pairs: Vec<(u32, f32)>,
}

impl MoveStatistics {
    pub(super) fn new(settings: &Settings, slots: usize) -> MoveStatistics {
        let slots = if settings.has_move_statistics() { slots } else { 0 };
        let pairs = if settings.rollout == RolloutPolicy::Nst { PAIR_PLACES } else { 0 };
        MoveStatistics { single: [vec![(0, 0.0); slots], vec![(0, 0.0); slots]], pairs: vec![(0, 0.0); pairs] }
    }

    /// Adds all moves of a game; `first` is its result for the first player between 0 and 1.
    #[inline]
    pub(super) fn enter(&mut self, trail: &[PlayedMove], first: f32) {
        let mut before = None;
        for played in trail {
            let result = if played.side == Side::First { first } else { 1.0 - first };
            let pair = before.filter(|_| !self.pairs.is_empty()).map(|before| pair_place(before, *played));
            let places = [
                Some(&mut self.single[played.side][usize::from(played.slot)]),
                pair.map(|place| &mut self.pairs[place]),
            ];
            for place in places.into_iter().flatten() {
                *place = (place.0 + 1, place.1 + result);
            }
            before = Some(played.slot);
        }
    }

    /// The mean result of a move.
    #[inline]
    pub(super) fn mean(&self, side: Side, slot: usize) -> Option<f32> {
        let (visits, sum) = self.single[side][slot];
        (visits > 0).then(|| sum / visits as f32)
    }

    /// The mean result of a move as a reply to another if it has enough games, else of the move alone.
    #[inline]
    pub(super) fn mean_after(&self, before: Option<u16>, played: PlayedMove) -> Option<f32> {
        let pair = before.filter(|_| !self.pairs.is_empty()).map(|before| self.pairs[pair_place(before, played)]);
        match pair {
            Some((visits, sum)) if visits >= ENOUGH => Some(sum / visits as f32),
            _ => self.mean(played.side, usize::from(played.slot)),
        }
    }
}

#[inline]
fn pair_place(before: u16, played: PlayedMove) -> usize {
    let code = u64::from(before) << 17 | u64::from(played.slot) << 1 | played.side as u64;
    mix(code, 1) as usize % PAIR_PLACES
}
