//! A Monte-Carlo search that can be watched, independent of its evaluation.

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, Search};

use super::inspect::{Child, Inspector, Iteration};
use super::{Mcts, Settings};

/// A Monte-Carlo search whose tree can be inspected.
pub trait MonteCarlo<G: Knowledge>: Search<G> {
    /// The settings.
    fn settings(&self) -> &Settings;

    /// Prepares the tree for a search from `root`, and returns a view of it that stays valid while it grows.
    fn prepare(&mut self, root: &G) -> Box<dyn Inspect<G>>;

    /// Runs one iteration from `root`, on the tree of the last search or step from the same position.
    fn step(&mut self, root: &G) -> Iteration<G>;

    /// Continues the tree of the last search or step from `root`.
    fn resume(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G>;

    /// A view of the current tree; `None` before the first search.
    fn inspect(&self) -> Option<Box<dyn Inspect<G>>>;
}

/// A view of a tree that may still be growing.
pub trait Inspect<G: Knowledge>: Send + Sync {
    /// The position at the root.
    fn root(&self) -> &G;

    /// Allocated nodes.
    fn nodes(&self) -> usize;

    /// Visits to the node at the end of `path`; `None` if it does not exist.
    fn visits(&self, path: &[G::Move]) -> Option<u32>;

    /// The existing children of the node at the end of `path`, the most visited first; `None` if it does not exist.
    fn children(&self, path: &[G::Move]) -> Option<Vec<Child<G>>>;
}

impl<G: Knowledge, E: Evaluate<G>> MonteCarlo<G> for Mcts<G, E> {
    fn settings(&self) -> &Settings {
        Mcts::settings(self)
    }

    fn prepare(&mut self, root: &G) -> Box<dyn Inspect<G>> {
        Box::new(Mcts::prepare(self, root))
    }

    fn step(&mut self, root: &G) -> Iteration<G> {
        Mcts::step(self, root)
    }

    fn resume(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        Mcts::resume(self, root, budget, progress)
    }

    fn inspect(&self) -> Option<Box<dyn Inspect<G>>> {
        Some(Box::new(Mcts::inspect(self)?))
    }
}

impl<G: Knowledge, E: Evaluate<G>> Inspect<G> for Inspector<G, E> {
    fn root(&self) -> &G {
        Inspector::root(self)
    }

    fn nodes(&self) -> usize {
        Inspector::nodes(self)
    }

    fn visits(&self, path: &[G::Move]) -> Option<u32> {
        Inspector::visits(self, path)
    }

    fn children(&self, path: &[G::Move]) -> Option<Vec<Child<G>>> {
        Inspector::children(self, path)
    }
}
