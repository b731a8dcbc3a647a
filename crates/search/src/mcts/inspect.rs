//! Inspection of the tree: the children of any node with their selection terms, and single iterations.
//!
//! Nodes are atomic, so that another thread can read them without synchronisation; the numbers of one view may be a few
//! iterations apart.

use std::cmp::Reverse;
use std::sync::Arc;

use spielbaum_core::{Evaluate, Knowledge, MoveSet, Outcome, Rng, Side};

use super::final_move::candidates;
use super::reuse::tree_moves;
use super::selection::Terms;
use super::settings::{ProofNumbers, Selection, Settings};
use super::tree::{self, Bounds, ROOT, Tree};
use super::worker::{Setup, Transpositions, Types, Worker};

/// A view of a tree that may still be growing.
pub struct Inspector<G: Knowledge, E> {
    tree: Arc<Tree>,
    root: G,
    settings: Settings,
    evaluation: E,
}

/// A child of a node, from the view of the side that can move there.
#[derive(Clone, Debug)]
pub struct Child<G: Knowledge> {
    /// The move that leads to it.
    pub mv: G::Move,
    /// Its visits.
    pub visits: u32,
    /// The mean result; the lowest for an unvisited child.
    pub mean: f32,
    /// Its selection terms.
    pub terms: Terms,
    /// Proven bounds, for the first player.
    pub bounds: Bounds,
    /// The proven outcome, by bounds or by proof numbers.
    pub outcome: Option<Outcome>,
    /// The proof number of each player's goal, if maintained.
    pub proofs: Option<[u32; 2]>,
    /// The number of its existing children.
    pub children: usize,
}

impl<G: Knowledge, E: Evaluate<G>> Inspector<G, E> {
    pub(super) fn new(tree: Arc<Tree>, root: G, settings: Settings, evaluation: E) -> Inspector<G, E> {
        Inspector { tree, root, settings, evaluation }
    }

    /// The position at the root.
    pub fn root(&self) -> &G {
        &self.root
    }

    /// Allocated nodes.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Visits to the node at the end of `path`; `None` if it does not exist.
    pub fn visits(&self, path: &[G::Move]) -> Option<u32> {
        self.find(path).map(|(index, _)| tree::visits(self.tree.node(index)))
    }

    /// The existing children of the node at the end of `path`, the most visited first; `None` if it does not exist.
    pub fn children(&self, path: &[G::Move]) -> Option<Vec<Child<G>>> {
        let (index, position) = self.find(path)?;
        let Some(moves) = tree_moves(&self.settings, &position, index == ROOT) else { return Some(Vec::new()) };
        let (side, total) = (position.side_to_move(), moves.len());
        let owner = self.tree.owner(index);
        let transpositions = Transpositions::default();
        let mut worker: Worker<'_, Types<G, E, false, true>> =
            Worker::new((&self.settings, &self.evaluation), (&self.tree, &transpositions), &self.root, Rng::new(0));
        let found = candidates(&self.tree, &self.settings, (index, side, self.root.side_to_move()), total);
        worker.prepare_terms(owner, side, found.len(), total);
        let mut children: Vec<Child<G>> = found
            .into_iter()
            .enumerate()
            .map(|(place, candidate)| {
                let node = self.tree.node(candidate.index);
                let has_proofs = self.settings.proof_numbers != ProofNumbers::None;
                Child {
                    mv: moves.nth(tree::move_index(node)),
                    visits: candidate.visits,
                    mean: candidate.mean,
                    terms: worker.terms_of(owner, candidate.index, side, (place, total)),
                    bounds: tree::bounds(node),
                    outcome: candidate.outcome,
                    proofs: has_proofs.then(|| self.tree.proofs(candidate.index)),
                    children: tree::child_count(self.tree.node(self.tree.owner(candidate.index))),
                }
            })
            .collect();
        spielbaum_core::insertion_sort_by_key(&mut children, |child| Reverse(child.visits));
        Some(children)
    }

    /// The node at the end of a line of moves, and its position.
    fn find(&self, path: &[G::Move]) -> Option<(u32, G)> {
        let (mut index, mut position) = (ROOT, self.root.clone());
        for &mv in path {
            let moves = tree_moves(&self.settings, &position, index == ROOT)?;
            let is_wanted = |child: &u32| moves.nth(tree::move_index(self.tree.node(*child))) == mv;
            index = self.tree.children(self.tree.owner(index), moves.len()).find(is_wanted)?;
            position.play(mv);
        }
        Some((index, position))
    }
}

impl<C: Setup> Worker<'_, C> {
    /// Prepares the computation of the terms of a node's children.
    fn prepare_terms(&mut self, index: u32, side: Side, count: usize, total: usize) {
        if self.settings.proof_weight.0 != 0 {
            self.rank_by_proof(index, side, count, total);
        }
        if self.settings.selection == Selection::Grave {
            self.amaf_reference.load(self.tree, index, side, total);
        }
    }
}

/// An iteration, phase by phase.
#[derive(Clone, Debug)]
pub struct Iteration<G: Knowledge> {
    /// Selection and expansion: the nodes from the root to the leaf, each with its values after backup.
    pub path: Vec<Visit<G>>,
    /// Whether the last node of the path is new.
    pub is_expanded: bool,
    /// Whether the leaf was terminal or decided, so that there was no simulation.
    pub is_decided: bool,
    /// Simulation: the result for the first player.
    pub result: f32,
    /// Plies from the root to the end of the simulated game.
    pub plies: usize,
}

/// A node on the path of an iteration, from the view of the side that moved there.
#[derive(Clone, Debug)]
pub struct Visit<G: Knowledge> {
    /// The move that leads here; `None` at the root.
    pub mv: Option<G::Move>,
    /// The side that made it.
    pub mover: Side,
    /// Visits including this one.
    pub visits: u32,
    /// The mean before; `None` on the first visit.
    pub mean_before: Option<f32>,
    /// The mean with this visit.
    pub mean: f32,
}

/// Runs one iteration and returns its details.
pub(super) fn step<G: Knowledge, E: Evaluate<G>>(
    (settings, evaluation): (&Settings, &E),
    (tree, transpositions): (&Tree, &Transpositions),
    root: &G,
    rng: &mut Rng,
) -> Iteration<G> {
    let mut worker: Worker<'_, Types<G, E, false, false>> =
        Worker::new((settings, evaluation), (tree, transpositions), root, rng.clone());
    let report = worker.iterate();
    let mut position = root.clone();
    let mut path = Vec::new();
    let mut moves = None;
    for step in &worker.path {
        let node = tree.node(step.node);
        let mv = moves.as_ref().map(|moves: &G::Moves| moves.nth(tree::move_index(node)));
        if let Some(mv) = mv {
            position.play(mv);
        }
        moves = tree_moves(settings, &position, step.node == ROOT);
        let visits = tree::visits(node);
        let mean = worker.mean(node, visits);
        let result = if step.mover == Side::First { report.result } else { -report.result };
        let before = visits - 1;
        let mean_before = (before > 0).then(|| (mean * visits as f32 - result) / before as f32);
        path.push(Visit { mv, mover: step.mover, visits, mean_before, mean });
    }
    let is_expanded = path.last().is_some_and(|visit| visit.visits == 1 && visit.mv.is_some());
    *rng = worker.rng;
    Iteration { path, is_expanded, is_decided: report.is_decided, result: report.result, plies: report.plies }
}
