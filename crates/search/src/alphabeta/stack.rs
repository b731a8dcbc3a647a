//! The positions on the path from the root, by ply: the search stack, as in Stockfish.

use spielbaum_core::{MoveOrdering, Quiescence, Score};

use super::node::Node;
use super::searcher::{Move, Searcher, Setup};
use super::switches::{Switch, Switches};

/// Switches that need the stack.
pub(super) const NEEDS_STACK: Switches = Switches::of(&[
    Switch::ReverseFutility,
    Switch::LatePruning,
    Switch::ReductionTable,
    Switch::NullAdaptive,
    Switch::ExchangePruning,
    Switch::Correction,
    Switch::Singular,
    Switch::Gravity,
    Switch::Continuation,
]);

/// The data of a position before its moves are searched.
#[derive(Clone, Copy, Default)]
pub(super) struct StackEntry {
    /// The static evaluation, with its correction where that is on.
    pub(super) static_eval: Score,
    pub(super) is_in_check: bool,
    /// Whether the side to move stands better than two plies ago.
    pub(super) is_improving: bool,
    /// The index of a move that is not searched.
    pub(super) excluded: Option<u8>,
    /// The index of a move that is searched one ply deeper.
    pub(super) extended: Option<u8>,
    /// One more than the continuation slot of the move that led here; 0 where there is none.
    pub(super) continuation_slot: u16,
}

impl<C: Setup> Searcher<'_, C> {
    /// The entry of a ply.
    #[inline]
    pub(super) fn stack(&self, ply: u32) -> StackEntry {
        self.stack.get(ply as usize).copied().unwrap_or_default()
    }

    /// The place for the entry of a ply.
    #[inline]
    pub(super) fn stack_mut(&mut self, ply: u32) -> &mut StackEntry {
        let ply = ply as usize;
        if self.stack.len() <= ply {
            self.stack.resize(ply + 1, StackEntry::default());
        }
        &mut self.stack[ply]
    }

    /// Evaluates a node and puts the result on the stack.
    #[inline]
    pub(super) fn push_static_eval(&mut self, node: &Node<'_, C>) -> StackEntry {
        let is_in_check = C::Game::HAS_CHECKS && node.position.is_in_check();
        let static_eval = self.corrected(node.position, self.static_eval(node.position, node.state));
        let two_plies_ago = node.ply.checked_sub(2).map(|ply| self.stack(ply));
        let is_improving = !is_in_check
            && two_plies_ago.is_some_and(|earlier| earlier.is_in_check || static_eval > earlier.static_eval);
        let entry = self.stack_mut(node.ply);
        *entry = StackEntry { static_eval, is_in_check, is_improving, extended: None, ..*entry };
        *entry
    }

    /// Records the move that leads to the next ply.
    #[inline]
    pub(super) fn push_move(&mut self, position: &C::Game, mv: Move<C>, ply: u32) {
        let slot = position.continuation_slot(mv) as u16 + 1;
        self.stack_mut(ply + 1).continuation_slot = slot;
    }
}
