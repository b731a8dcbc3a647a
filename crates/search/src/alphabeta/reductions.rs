//! Reductions: unpromising moves and positions are searched to reduced depth.

use std::sync::LazyLock;

use spielbaum_core::Quiescence;

use super::move_order::Candidate;
use super::node::Node;
use super::searcher::{Move, Searcher, Setup};
use super::switches::Switch;
use super::transposition::TableHit;

/// The least depth at which a position without a table move is reduced.
const IIR_DEPTH: u32 = 4;

/// By depth and number of moves searched, the reduction of a move in plies.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let reduction = |depth: usize, searched: usize| {
        if depth == 0 || searched == 0 { 0 } else { (0.8 + (depth as f64).ln() * (searched as f64).ln() / 2.3) as u8 }
    };
    std::array::from_fn(|depth| std::array::from_fn(|searched| reduction(depth, searched)))
});

impl<C: Setup> Searcher<'_, C> {
    /// One ply where the table has no move for a node.
    #[inline]
    pub(super) fn internal_iterative_reduction(&self, node: &Node<'_, C>, hit: TableHit) -> u32 {
        let is_reduced =
            self.has(Switch::InternalIterativeReduction) && hit.table_move.is_none() && node.depth >= IIR_DEPTH;
        u32::from(is_reduced)
    }

    /// The reduction, in plies, of a late quiet move after `searched` others.
    #[inline]
    pub(super) fn late_move_reduction(
        &self,
        node: &Node<'_, C>,
        candidate: Candidate<Move<C>>,
        searched: usize,
        gives_check: bool,
    ) -> u32 {
        if !self.has(Switch::ReductionTable) {
            let is_late = searched >= 3 && node.depth >= 3;
            return u32::from(is_late && !node.position.is_noisy(candidate.mv));
        }
        if searched == 0 || node.depth < 3 || node.ply == 0 {
            return 0;
        }
        let mut reduction = i32::from(REDUCTIONS[node.depth.min(63) as usize][searched.min(63)]);
        let stacked = self.stack(node.ply);
        if node.position.is_noisy(candidate.mv) {
            reduction = if candidate.loses_exchange() { reduction / 2 } else { 0 };
        } else {
            reduction += i32::from(!stacked.is_improving);
            let history = self.quiet_histories(node.position, node.ply).of(node.position, candidate.mv);
            reduction -= history / self.tuning.reduction_history;
            reduction -= i32::from(candidate.is_killer());
        }
        reduction -= i32::from(!node.is_null_window()) + i32::from(gives_check) + i32::from(stacked.is_in_check);
        reduction.clamp(0, node.depth as i32 - 2) as u32
    }
}
