//! The statistics that GRAVE ranks by: all-moves-as-first results at an ancestor with enough visits.
//!
//! Generalised rapid action value estimation: Cazenave (2015). With a reference of 0 visits it is RAVE (Gelly & Silver
//! 2007).

use std::sync::atomic::Ordering;

use spielbaum_core::Side;

use super::settings::{Selection, Settings};
use super::tree::{self, FIXED_POINT_ONE, Tree};
use super::worker::PlayedMove;

/// For each side, the AMAF statistics of the nearest ancestor that was visited often enough.
#[derive(Clone, Debug, Default)]
pub(super) struct AmafReference {
    /// Visits and sum of results by history slot.
    statistics: [Vec<(u32, f32)>; 2],
    is_loaded: [bool; 2],
    /// By history slot: the iteration in which the move was last made, and its index in that iteration's moves.
    last_played: [Vec<(u32, u32)>; 2],
    iteration: u32,
}

impl AmafReference {
    /// Without memory unless the settings select by GRAVE.
    pub(super) fn new(settings: &Settings, slots: usize) -> AmafReference {
        let slots = if settings.selection == Selection::Grave { slots } else { 0 };
        AmafReference {
            statistics: [vec![(0, 0.0); slots], vec![(0, 0.0); slots]],
            is_loaded: [false; 2],
            last_played: [vec![(0, 0); slots], vec![(0, 0); slots]],
            iteration: 0,
        }
    }

    /// Starts a new descent.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.is_loaded = [false; 2];
    }

    pub(super) fn is_loaded(&self, side: Side) -> bool {
        self.is_loaded[side]
    }

    /// Loads the statistics of the children of a node where `side` is to move.
    pub(super) fn load(&mut self, tree: &Tree, index: u32, side: Side, total: usize) {
        self.is_loaded[side] = true;
        self.statistics[side].fill((0, 0.0));
        for child in tree.children(index, total) {
            let [visits, sum] = &tree.amaf[child as usize];
            let visits = visits.load(Ordering::Relaxed) as u32;
            let sum = sum.load(Ordering::Relaxed) as f32 / FIXED_POINT_ONE;
            let entry = &mut self.statistics[side][tree::slot(tree.node(child))];
            *entry = (entry.0 + visits, entry.1 + sum);
        }
    }

    /// Records the moves of an iteration.
    pub(super) fn record_moves(&mut self, moves: &[PlayedMove]) {
        self.iteration += 1;
        for (index, played) in moves.iter().enumerate() {
            self.last_played[played.side][usize::from(played.slot)] = (self.iteration, index as u32);
        }
    }

    /// Whether `side` made the move with this slot in the recorded iteration, at ply `depth` or later.
    pub(super) fn was_played_since(&self, depth: usize, side: Side, slot: usize) -> bool {
        let (iteration, index) = self.last_played[side][slot];
        iteration == self.iteration && index as usize >= depth
    }

    /// The visits of a move and its mean result, counted from 0 for the worst.
    #[inline]
    pub(super) fn statistics(&self, side: Side, slot: usize) -> (f32, f32) {
        let (visits, sum) = self.statistics[side][slot];
        (visits as f32, if visits > 0 { sum / visits as f32 } else { 0.0 })
    }
}
