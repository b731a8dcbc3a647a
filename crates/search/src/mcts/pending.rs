//! Results that a thread keeps to itself for a while.
//!
//! Near the root all threads pass the same nodes in every iteration, and whoever writes to one makes the others wait for it.
//! So a node with many visits hears of a few of them at a time. What it does not know yet is less than one visit in
//! [`SHARE`] of each thread.

use super::tree::{self, Tree};

/// Nodes with fewer visits hear of each at once.
const BUSY: u32 = 2 * SHARE;

/// A thread keeps back one visit of so many, and never more than [`MOST`].
const SHARE: u32 = 64;
const MOST: u32 = 64;

/// Nodes that a thread keeps results of; a power of two.
const PLACES: usize = 512;

/// What one thread keeps back.
pub(super) struct Pending(Vec<Entry>);

/// Visits of a node and the sum of their results.
#[derive(Clone, Copy, Default)]
struct Entry {
    node: u32,
    visits: u32,
    sum: u64,
}

impl Pending {
    /// Nothing yet; `is_shared` says whether other threads grow the tree, too.
    pub(super) fn new(is_shared: bool) -> Pending {
        Pending(vec![Entry::default(); if is_shared { PLACES } else { 0 }])
    }

    /// Whether the results of a node are kept back.
    #[inline]
    pub(super) fn suits(node: &tree::Node) -> bool {
        tree::visits(node) >= BUSY
    }

    /// Keeps a visit and its result, or passes on all there are.
    #[inline]
    pub(super) fn add(&mut self, tree: &Tree, node: u32, result: u64) {
        let entry = &mut self.0[node as usize % PLACES];
        if entry.node != node {
            entry.pass_on(tree);
            entry.node = node;
        }
        entry.visits += 1;
        entry.sum += result;
        if entry.visits >= (tree::visits(tree.node(node)) / SHARE).min(MOST) {
            entry.pass_on(tree);
        }
    }

    /// Passes on everything.
    pub(super) fn pass_on(&mut self, tree: &Tree) {
        self.0.iter_mut().for_each(|entry| entry.pass_on(tree));
    }
}

impl Entry {
    #[inline]
    fn pass_on(&mut self, tree: &Tree) {
        if self.visits > 0 {
            let node = tree.node(self.node);
            tree::add_visits(node, self.visits, true);
            tree::add_result(node, self.sum, true);
            (self.visits, self.sum) = (0, 0);
        }
    }
}
