//! Backup: the nodes of the path are updated with the result of an iteration.
//!
//! Proven results: Winands, Björnsson & Saito (2008). Bounds: Cazenave & Saffidine (2010). Proof numbers: Allis (1994),
//! in the tree of MCTS as in Doe et al. (2022); one number for each player as in GPN-MCTS (2025).

use std::sync::atomic::Ordering;

use spielbaum_core::{Outcome, Side};

use super::batch::Batch;
use super::settings::{Backup, ProofNumbers, Selection};
use super::tree::{self, Bounds, FIXED_POINT_ONE, Tree};
use super::worker::{PathNode, Setup, Worker};

/// The infinite proof number: what can never be proven.
pub(super) const UNPROVABLE: u32 = 1 << 30;

impl<C: Setup> Worker<'_, C> {
    /// Adds a result for the first player to the nodes of the path; `outcome` is what is proven about the leaf.
    #[inline]
    pub(super) fn back_up(&mut self, result: f32, outcome: Option<Outcome>) {
        if !C::PLAIN {
            return self.back_up_by_settings(result, outcome);
        }
        let results = self.fixed_point_results(result);
        for (depth, step) in self.path.iter().enumerate() {
            Self::add_result(&mut self.batch, self.tree, (depth, step), results[step.mover]);
        }
    }

    /// Adds the result of a node, or keeps it until the end of the batch.
    #[inline]
    fn add_result(batch: &mut Batch<C::Game>, tree: &Tree, (depth, step): (usize, &PathNode), result: u64) {
        if C::PARALLEL
            && let Some(sum) = batch.pending_sum(depth)
        {
            *sum += result;
        } else {
            tree::add_result(tree.node(step.node), result, false);
        }
    }

    fn back_up_by_settings(&mut self, result: f32, outcome: Option<Outcome>) {
        if let Some(outcome) = outcome {
            let leaf = self.path[self.path.len() - 1];
            tree::narrow_bounds(self.tree.node(leaf.node), Bounds::of(outcome));
        }
        self.update_proofs_on_path();
        let mut seen = result;
        for (depth, step) in self.path.iter().enumerate().rev() {
            let node = self.tree.node(step.node);
            if self.settings.backup == Backup::Bounds {
                // A result outside the proven bounds of a node cannot happen under best play.
                let Bounds { lower, upper } = tree::bounds(node);
                seen = seen.clamp(f32::from(lower) * self.win_value(), f32::from(upper) * self.win_value());
            }
            let result = self.fixed_point_results(seen)[step.mover];
            Self::add_result(&mut self.batch, self.tree, (depth, step), result);
            if self.settings.selection == Selection::Tuned {
                let own = if step.mover == Side::First { seen } else { -seen };
                self.tree.add_square(step.node, (self.win_value() + own).powi(2), C::PARALLEL);
            }
        }
        if self.settings.selection == Selection::Grave {
            self.update_amaf(self.fixed_point_results(result));
        }
        if self.settings.has_move_statistics() {
            self.move_statistics.enter(&self.played_moves, (result / self.win_value() + 1.0) / 2.0);
        }
    }

    /// A result in fixed point, counted from 0 for the worst, for each side as the one that moved.
    #[inline]
    fn fixed_point_results(&self, result: f32) -> [u64; 2] {
        [((self.win_value() + result) * FIXED_POINT_ONE) as u64, ((self.win_value() - result) * FIXED_POINT_ONE) as u64]
    }

    /// Updates bounds, proof numbers and implicit minimax values from the leaf towards the root, as long as anything
    /// changes.
    fn update_proofs_on_path(&self) {
        let has_numbers = self.settings.proof_numbers != ProofNumbers::None || self.settings.implicit.0 != 0;
        let leaf = self.path[self.path.len() - 1];
        let is_decided = tree::bounds(self.tree.node(leaf.node)).outcome().is_some();
        if !(has_numbers || self.settings.is_solving() && is_decided) {
            return;
        }
        for (height, step) in self.path.iter().rev().enumerate() {
            let has_changed = self.update_proofs(self.tree.owner(step.node), step);
            // The parent of a new leaf is updated even where the leaf itself has not changed.
            if !has_changed && height > 0 {
                return;
            }
        }
    }

    /// Updates the node of `step` from the children of `owner`; returns whether anything has changed.
    fn update_proofs(&self, owner: u32, step: &PathNode) -> bool {
        let (index, side, total) = (step.node, !step.mover, usize::from(step.moves));
        let node = self.tree.node(index);
        let count = tree::child_count(self.tree.node(owner)).min(total);
        let mut has_changed = false;
        if self.settings.is_solving() && count > 0 {
            let before = tree::bounds(node);
            tree::narrow_bounds(node, self.bounds_of_children(owner, side, count, total));
            has_changed |= tree::bounds(node) != before;
        }
        if self.settings.proof_numbers != ProofNumbers::None {
            let before = self.tree.proofs(index);
            let proofs = match tree::bounds(node).outcome() {
                Some(outcome) => self.proofs_of(outcome),
                None if count > 0 => self.proofs_of_children(owner, side, count, total),
                None => before,
            };
            self.tree.set_proofs(index, proofs);
            has_changed |= proofs != before;
        }
        if self.settings.implicit.0 != 0 && count > 0 {
            let groups = self.tree.groups(owner, count, total);
            let children = groups.flat_map(|(start, length)| start..start + length as u32);
            let best = children.map(|child| self.tree.minimax(child)).fold(f32::NEG_INFINITY, f32::max);
            has_changed |= self.tree.minimax(index) != -best;
            self.tree.set_minimax(index, -best);
        }
        has_changed
    }

    /// What the children prove about a node where `side` is to move.
    pub(super) fn bounds_of_children(&self, owner: u32, side: Side, count: usize, total: usize) -> Bounds {
        // An untried move may still win.
        let (mut least, mut most) = (-1, if count < total { 1 } else { -1 });
        for (start, length) in self.tree.groups(owner, count, total) {
            for child in self.tree.slice(start, length) {
                let (low, high) = tree::bounds(child).seen_by(side);
                least = least.max(low);
                most = most.max(high);
            }
        }
        let found = Bounds::of_side(side, (least, most));
        // The solver backs up proven outcomes only.
        if self.settings.backup == Backup::Bounds || found.outcome().is_some() { found } else { Bounds::UNKNOWN }
    }

    /// The proof numbers of a node where `side` is to move: for its own goal the minimum over the children, for the
    /// opponent's their sum.
    pub(super) fn proofs_of_children(&self, owner: u32, side: Side, count: usize, total: usize) -> [u32; 2] {
        let untried = (total - count) as u32;
        let mut own = if untried > 0 { 1 } else { UNPROVABLE };
        let mut other = untried;
        for (start, length) in self.tree.groups(owner, count, total) {
            for child in start..start + length as u32 {
                let proofs = self.tree.proofs(child);
                own = own.min(proofs[side]);
                // A sum of finite numbers stays finite.
                let is_possible = other < UNPROVABLE && proofs[!side] < UNPROVABLE;
                other = if is_possible { (other + proofs[!side]).min(UNPROVABLE - 1) } else { UNPROVABLE };
            }
        }
        let mut proofs = [0; 2];
        proofs[side] = own;
        proofs[!side] = other;
        proofs
    }

    /// All moves as first: a child of a node of the path gets the result if the same side made its move at any later
    /// ply.
    fn update_amaf(&mut self, results: [u64; 2]) {
        let tree = self.tree;
        self.amaf_reference.record_moves(&self.played_moves);
        for (depth, step) in self.path.iter().enumerate().filter(|(_, step)| step.moves > 0) {
            let side = !step.mover;
            let owner = tree.owner(step.node);
            for child in tree.children(owner, usize::from(step.moves)) {
                if self.amaf_reference.was_played_since(depth, side, tree::slot(tree.node(child))) {
                    let [visits, sum] = &tree.amaf[child as usize];
                    visits.fetch_add(1, Ordering::Relaxed);
                    sum.fetch_add(results[side], Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{HasEvaluation, Knowledge, MoveSet, Rng, Status};
    use spielbaum_games::{ConnectFour, Gale, Othello, TicTacToe, Yavalath};

    use super::super::reuse::tree_moves;
    use super::super::settings::{Expansion, Initial, RolloutPolicy, Settings};
    use super::super::tree::{ROOT, Tree};
    use super::super::worker::{Transpositions, Types};
    use super::*;
    use crate::mcts::Thousandths;

    type TestWorker<'a, G> = Worker<'a, Types<G, <G as HasEvaluation>::Evaluation, false, false>>;

    /// Compares every node below `index` with its children.
    fn check<G: Knowledge>(worker: &TestWorker<'_, G>, index: u32, position: &G) {
        let (tree, settings) = (worker.tree, worker.settings);
        let node = tree.node(index);
        let (visits, sum) = (tree::visits(node), tree::sum(node) as f32 / FIXED_POINT_ONE);
        let limit = 2.0 * worker.win_value() * visits as f32;
        assert!(sum >= -1e-3 && sum <= limit * 1.000_01, "{position:?}: {sum} of {visits} visits");
        let known = tree::bounds(node);
        let moves = match tree_moves(settings, position, index == ROOT) {
            Some(moves) => moves,
            None => {
                assert_eq!(tree::child_count(node), 0, "{position:?}");
                return;
            }
        };
        let (side, total) = (position.side_to_move(), moves.len());
        let children: Vec<u32> = tree.children(index, total).collect();
        let below: u32 = children.iter().map(|&child| tree::visits(tree.node(child))).sum();
        if children.is_empty() {
            assert!(visits <= 1 || known.outcome().is_some(), "{position:?}: {visits} visits of a leaf");
            return;
        }
        let own = u32::from(index != ROOT);
        if known.outcome().is_none() {
            assert_eq!(visits, below + own, "{position:?}");
        } else {
            // A visit of a decided node ends there.
            assert!(visits >= below + own, "{position:?}");
        }
        let mut places: Vec<usize> = children.iter().map(|&child| tree::move_index(tree.node(child))).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), children.len(), "{position:?}: a move has two children");
        let count = children.len();
        if settings.is_solving() {
            assert_eq!(known, worker.bounds_of_children(index, side, count, total), "{position:?}");
        }
        if settings.proof_numbers != ProofNumbers::None {
            let expected = match known.outcome() {
                Some(outcome) => worker.proofs_of(outcome),
                None => worker.proofs_of_children(index, side, count, total),
            };
            assert_eq!(tree.proofs(index), expected, "{position:?}");
        }
        for child in children {
            let mut after = position.clone();
            after.play(moves.nth(tree::move_index(tree.node(child))));
            if let Status::Over(outcome) = after.status()
                && tree::visits(tree.node(child)) > 0
            {
                assert_eq!(tree::bounds(tree.node(child)), Bounds::of(outcome), "{after:?}");
            }
            check(worker, child, &after);
        }
    }

    fn check_search<G: Knowledge>(root: &G, settings: &Settings, iterations: usize) {
        let tree = Tree::new(32 << 20, settings);
        let (transpositions, evaluation) = (Transpositions::default(), G::Evaluation::default());
        let mut worker: TestWorker<'_, G> =
            Worker::new((settings, &evaluation), (&tree, &transpositions), root, Rng::new(7));
        for iteration in 1..=iterations {
            if tree::bounds(tree.node(ROOT)).outcome().is_some() {
                break;
            }
            worker.iterate();
            assert_eq!(tree::visits(tree.node(ROOT)) as usize, iteration);
            if iteration % 100 == 0 {
                check(&worker, ROOT, root);
            }
        }
        check(&worker, ROOT, root);
    }

    #[test]
    fn every_node_agrees_with_its_children_after_every_hundred_iterations() {
        let solver = Settings { backup: Backup::Solver, ..Settings::PLAIN };
        let bounds = Settings { backup: Backup::Bounds, ..Settings::PLAIN };
        let root_proofs = Settings {
            proof_numbers: ProofNumbers::Root,
            proof_weight: Thousandths::ONE,
            expansion: Expansion::All,
            initial: Initial::Mobility,
            ..Settings::PLAIN
        };
        let both = Settings { proof_numbers: ProofNumbers::Players, expansion: Expansion::One, ..bounds };
        let careful = Settings { is_decisive: true, rollout: RolloutPolicy::Careful, ..both };
        let evaluated = Settings { initial: Initial::Evaluation, implicit: Thousandths(300), ..root_proofs };
        for settings in [Settings::PLAIN, solver, bounds, root_proofs, both, evaluated] {
            check_search(&TicTacToe::default(), &settings, 1500);
            check_search(&<ConnectFour>::default(), &settings, 1500);
            check_search::<Gale>(&"size=3;".parse().unwrap(), &settings, 1500);
            check_search(&Othello::default(), &settings, 500);
            check_search::<Yavalath>(&"side=3;".parse().unwrap(), &settings, 1500);
        }
        check_search(&TicTacToe::default(), &careful, 1000);
        check_search(&<ConnectFour>::default(), &careful, 1000);
        check_search::<Yavalath>(&"side=3;".parse().unwrap(), &careful, 1000);
    }
}
