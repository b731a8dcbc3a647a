//! Expansion: which child is added to the tree.
//!
//! Each node tries its moves in a random order of its own. With first-play urgency (Gelly & Wang 2006) a good child is
//! visited again before all others have been tried.

use spielbaum_core::{Game, MoveOrdering, MoveSet, Outcome, Side, Status};

use super::numeric::{Thousandths, exp_below_one};
use super::settings::{Expansion, Initial, ProofNumbers, Selection};
use super::tree::{self, Bounds};
use super::worker::{Cursor, Move, Moves, Setup, Worker};

/// The next step of the descent from a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A child that was visited before.
    Visited(u32),
    /// A child without visits, and the index of its move.
    New(u32, usize),
    /// None: the node stays a leaf, because memory is used up.
    Leaf,
    /// None: other threads have locked all children, or one of them is adding the first.
    Contended,
}

/// Strides through the moves: primes, so that for every number of moves that occurs one of them does not divide it.
const STRIDES: [usize; 8] = [7, 11, 13, 17, 19, 23, 29, 31];

/// The softmax temperature of priors: a heuristic value greater by this much has a prior e times as large.
const PRIOR_TEMPERATURE: f32 = 0.5;

/// The largest proof number that an evaluation gives a leaf.
const WORST_LEAF: f32 = 8.0;

impl<C: Setup> Worker<'_, C> {
    /// The next child of a node that was visited before: a new one where a move is untried, else the best of all.
    #[inline]
    pub(super) fn select_or_expand(&mut self, at: &Cursor<C::Game>, moves: &Moves<C>) -> Choice {
        let (position, is_shared) = (&at.position, at.is_shared);
        let index = if C::PLAIN { at.index } else { self.children_owner(at.index, position) };
        let node = self.tree.node(index);
        let (mut count, total) = (tree::child_count(node), moves.len());
        if count < total {
            let is_urgent = C::PLAIN || self.settings.urgency.is_none() || count == 0;
            if !C::PLAIN && self.settings.expansion == Expansion::All {
                self.expand_all(index, position, moves, is_shared);
            } else if (is_urgent || self.prefers_untried(index, position, (count, total), is_shared))
                && let Some((child, move_index)) = self.expand_one(index, position, moves, is_shared)
            {
                return Choice::New(child, move_index);
            }
            let is_locked = is_shared && tree::is_locked(node);
            count = tree::child_count(node);
            if count == 0 {
                return if is_locked { Choice::Contended } else { Choice::Leaf };
            }
        }
        let child = self.best_child(index, position, (count, total), is_shared);
        if is_shared && child == 0 {
            return Choice::Contended;
        }
        if !C::PLAIN && tree::visits(self.tree.node(child)) == 0 {
            return Choice::New(child, tree::move_index(self.tree.node(child)));
        }
        Choice::Visited(child)
    }

    /// Whether an untried move is more urgent than every child.
    #[inline]
    fn prefers_untried(
        &mut self,
        index: u32,
        position: &C::Game,
        (count, total): (usize, usize),
        is_shared: bool,
    ) -> bool {
        let urgency = self.settings.urgency.map_or(f32::INFINITY, Thousandths::real);
        let child = self.best_child(index, position, (count, total), is_shared);
        child == 0 || self.terms_of(index, child, position.side_to_move(), (0, total)).total() < urgency
    }

    /// Adds the next child, unless memory is used up or another thread is expanding the node.
    #[inline]
    fn expand_one(
        &mut self,
        index: u32,
        position: &C::Game,
        moves: &Moves<C>,
        is_shared: bool,
    ) -> Option<(u32, usize)> {
        let (node, total) = (self.tree.node(index), moves.len());
        if is_shared && !tree::try_lock(node) {
            return None;
        }
        let count = tree::child_count(node);
        let added = if count < total { self.add_child(index, count, position, moves) } else { None };
        if is_shared {
            tree::unlock(node);
        }
        added
    }

    /// Adds child number `count`. The caller holds the lock of a shared node.
    #[inline]
    fn add_child(&mut self, index: u32, count: usize, position: &C::Game, moves: &Moves<C>) -> Option<(u32, usize)> {
        let (node, total) = (self.tree.node(index), moves.len());
        let (order, is_first) = if count == 0 { (self.rng.next_u64() as u8, true) } else { (tree::order(node), false) };
        let move_index = tried_move(order, count, total);
        let chunk = C::PARALLEL.then_some(&mut self.chunk);
        let Some(child) = self.tree.add_child(index, total, (move_index, is_first.then_some(order)), chunk) else {
            self.is_full = true;
            return None;
        };
        if !C::PLAIN {
            self.init_child(child, position, moves.nth(move_index));
        }
        Some((child, move_index))
    }

    /// Adds all missing children, unless memory is used up or another thread is expanding the node.
    pub(super) fn expand_all(&mut self, index: u32, position: &C::Game, moves: &Moves<C>, is_shared: bool) {
        let (node, total) = (self.tree.node(index), moves.len());
        if is_shared && !tree::try_lock(node) {
            return;
        }
        let is_fresh = tree::child_count(node) == 0;
        while let count @ 0.. = tree::child_count(node)
            && count < total
        {
            if self.add_child(index, count, position, moves).is_none() {
                break;
            }
        }
        if is_fresh && self.settings.selection == Selection::Puct {
            self.set_priors(index, total);
        }
        if is_shared {
            tree::unlock(node);
        }
    }

    /// Sets the history slot of a new child and what the settings need beside it.
    fn init_child(&mut self, child: u32, position: &C::Game, mv: Move<C>) {
        let slot = position.history_slot(mv);
        let needs_position = self.settings.has_heuristic() || self.settings.proof_numbers != ProofNumbers::None;
        let node = self.tree.node(child);
        if !needs_position {
            tree::set_slot_and_heuristic(node, slot, 0.0);
            return;
        }
        let mut after = position.clone();
        after.play(mv);
        let status = after.status();
        let heuristic = if !self.settings.has_heuristic() {
            0.0
        } else if let Status::Over(outcome) = status {
            let value = self.outcome_value(outcome);
            if position.side_to_move() == Side::First { value } else { -value }
        } else {
            -self.static_evaluation(&after)
        };
        tree::set_slot_and_heuristic(node, slot, heuristic);
        if self.settings.implicit.0 != 0 {
            self.tree.set_minimax(child, heuristic);
        }
        if self.settings.proof_numbers != ProofNumbers::None {
            let proofs = match &status {
                Status::Over(outcome) => self.proofs_of(*outcome),
                Status::Ongoing(moves) => self.initial_proofs(&after, moves.len()),
            };
            self.tree.set_proofs(child, proofs);
        }
        if let Status::Over(outcome) = status
            && self.settings.is_solving()
        {
            tree::narrow_bounds(node, Bounds::of(outcome));
        }
    }

    /// The proof numbers of a decided node: 0 for a side that has reached its goal, infinite for the other.
    #[inline]
    pub(super) fn proofs_of(&self, outcome: Outcome) -> [u32; 2] {
        let reached = |side| match (outcome, self.settings.proof_numbers) {
            (Outcome::Win(winner), _) => winner == side,
            // The question is whether the player at the root wins: a draw disproves it.
            (Outcome::Draw, ProofNumbers::Root) => side != self.root.side_to_move(),
            (Outcome::Draw, _) => false,
        };
        Side::BOTH.map(|side| if reached(side) { 0 } else { super::backup::UNPROVABLE })
    }

    /// The proof numbers of a leaf where the side to move has `count` moves.
    fn initial_proofs(&self, position: &C::Game, count: usize) -> [u32; 2] {
        let side = position.side_to_move();
        let mut proofs = [1; 2];
        match self.settings.initial {
            Initial::One => {}
            // The side to move needs one good move, the opponent a reply to all of them.
            Initial::Mobility => proofs[!side] = count as u32,
            Initial::Evaluation => {
                // The chance of the side to move, between 0 and 1.
                let chance = (1.0 + self.static_evaluation(position) / self.win_value()) / 2.0;
                proofs[side] = 1 + (WORST_LEAF * (1.0 - chance)) as u32;
                proofs[!side] = 1 + (WORST_LEAF * chance) as u32;
            }
        }
        proofs
    }

    /// Turns the heuristic values of siblings into priors that add up to 1 (softmax).
    fn set_priors(&mut self, index: u32, total: usize) {
        let children: Vec<u32> = self.tree.children(index, total).collect();
        let value = |child: &u32| tree::heuristic(self.tree.node(*child));
        let best = children.iter().map(value).fold(f32::MIN, f32::max);
        let weights: Vec<f32> =
            children.iter().map(|child| exp_below_one((value(child) - best) / PRIOR_TEMPERATURE)).collect();
        let sum: f32 = weights.iter().sum();
        for (&child, weight) in children.iter().zip(weights) {
            let node = self.tree.node(child);
            tree::set_slot_and_heuristic(node, tree::slot(node), weight / sum);
        }
    }

    /// The node that holds the children of this position; transpositions share one.
    #[inline]
    fn children_owner(&mut self, index: u32, position: &C::Game) -> u32 {
        if !self.settings.is_graph {
            return index;
        }
        let owner = self.tree.owner(index);
        if owner != index || tree::child_count(self.tree.node(index)) > 0 {
            return owner;
        }
        let mut owners = self.transpositions.lock().expect("no thread panics");
        let owner = *owners.entry(position.key()).or_insert(index);
        if owner != index {
            self.tree.alias_children(index, owner);
        }
        owner
    }
}

/// The index of the move that is tried as number `count` of `total`, in the order `order`.
#[inline]
fn tried_move(order: u8, count: usize, total: usize) -> usize {
    let order = usize::from(order);
    let strides = (0..STRIDES.len()).map(|skip| STRIDES[(order + skip) % STRIDES.len()]);
    let stride = strides.into_iter().find(|&stride| !total.is_multiple_of(stride)).unwrap_or(1);
    (((order * total) >> 8) + count * stride) % total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_tries_every_move_once() {
        for total in 1..=300 {
            for order in 0..=255 {
                let mut indices: Vec<usize> = (0..total).map(|count| tried_move(order, count, total)).collect();
                indices.sort_unstable();
                assert!(indices.into_iter().eq(0..total), "{total} moves in order {order}");
            }
        }
    }
}
