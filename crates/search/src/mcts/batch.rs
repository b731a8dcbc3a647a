//! Batches: the iterations that one of several threads makes in a row, in a subtree that it has locked.
//!
//! Writing to a cache line that another thread has just written to takes longer than a cheap iteration. Threads
//! therefore share only the top of the tree. A thread descends through the shared nodes once, locks the first node that
//! is not shared, and makes several iterations from there without synchronisation; the shared nodes above get the
//! results of the whole batch at once. A node that has become too large for one thread is made shared, for good.
//!
//! ```text
//!   shared:     ● root              the visits of a batch are added before it (virtual loss),
//!              ╱ ╲                  the results after it
//!   shared:   ●   ○ locked by another thread
//!            ╱ ╲
//!   locked: ○   ○                   no other thread reads or writes below
//! ```

use spielbaum_core::Game;

use super::settings::Selection;
use super::tree::{self, ROOT};
use super::worker::{Cursor, Setup, Worker};

/// A batch has one iteration for each so many visits of its node: the selection of that node would hardly have changed
/// in the meantime.
const VISITS_PER_ITERATION: u32 = 64;
const MAX_ITERATIONS: u32 = 64;

/// A node is made shared when it has more than 1 / (threads × this) of the root's visits: few enough nodes that batches
/// are long, and enough that threads seldom want the same subtree.
const SUBTREES_PER_THREAD: u32 = 8;

/// The iterations that a thread makes in a row.
pub(super) struct Batch<G> {
    /// The locked node and its position; none where the path ends at a shared node.
    subtree: Option<(u32, G)>,
    /// The shared nodes above, each with the sum of its results.
    shared_path: Vec<(u32, u64)>,
    /// The number of moves played on the way to the subtree, where they are tracked.
    played_moves: usize,
    /// Iterations that are still to be made.
    remaining: u32,
}

impl<G> Batch<G> {
    /// An empty batch.
    pub(super) fn new() -> Batch<G> {
        Batch { subtree: None, shared_path: Vec::new(), played_moves: 0, remaining: 0 }
    }

    /// The pending results of the shared node at this depth; none below the shared nodes.
    #[inline]
    pub(super) fn pending_sum(&mut self, depth: usize) -> Option<&mut u64> {
        self.shared_path.get_mut(depth).map(|(_, sum)| sum)
    }
}

/// How a thread may use a child of a shared node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Access {
    /// All threads may pass through the node at the same time.
    Shared,
    /// The subtree is now locked by this thread.
    Exclusive,
    /// The subtree is locked by another thread.
    Contended,
}

impl<C: Setup> Worker<'_, C> {
    /// Puts the cursor at the root, or at the locked node as long as the batch lasts. The path and the played moves
    /// lead there.
    #[inline]
    pub(super) fn start_iteration(&mut self) -> Cursor<C::Game> {
        if C::PARALLEL
            && let Some(cursor) = self.continue_batch()
        {
            return cursor;
        }
        let position = self.root.clone();
        self.path.clear();
        if !C::PLAIN {
            self.played_moves.clear();
            self.amaf_reference.reset();
        }
        self.enter(ROOT, !position.side_to_move(), C::PARALLEL);
        Cursor { index: ROOT, position, is_shared: C::PARALLEL, is_new: false }
    }

    /// Starts the next iteration of the batch; finishes the batch where none is left or the subtree is solved.
    #[inline]
    fn continue_batch(&mut self) -> Option<Cursor<C::Game>> {
        if self.batch.remaining > 0
            && let Some((index, position)) = &self.batch.subtree
            && let node = self.tree.node(*index)
            && (C::PLAIN || tree::bounds(node).outcome().is_none())
        {
            self.batch.remaining -= 1;
            self.path.truncate(self.batch.shared_path.len() + 1);
            self.played_moves.truncate(self.batch.played_moves);
            tree::add_visits(node, 1, false);
            return Some(Cursor { index: *index, position: position.clone(), is_shared: false, is_new: false });
        }
        self.finish_batch();
        None
    }

    /// Locks a child of a shared node, unless it is shared itself or another thread has locked it.
    #[inline]
    pub(super) fn acquire(&self, child: u32) -> Access {
        let node = self.tree.node(child);
        if tree::is_shared(node) {
            return Access::Shared;
        }
        if !tree::try_lock_subtree(node) {
            return Access::Contended;
        }
        let subtrees = SUBTREES_PER_THREAD * self.settings.threads as u32;
        if tree::visits(node) > tree::visits(self.tree.node(ROOT)) / subtrees + 1 {
            tree::make_shared(node);
            return Access::Shared;
        }
        Access::Exclusive
    }

    /// Starts a batch at the end of the path; `subtree` is the node that was locked and its position.
    pub(super) fn start_batch(&mut self, subtree: Option<(u32, C::Game)>) {
        let visits = subtree.as_ref().map_or(0, |(node, _)| tree::visits(self.tree.node(*node)));
        // GRAVE loads the statistics of ancestors on the way down, so that each iteration has to pass them.
        let is_single = subtree.is_none() || self.settings.selection == Selection::Grave;
        let count = if is_single { 1 } else { (visits / VISITS_PER_ITERATION).clamp(1, MAX_ITERATIONS) };
        self.batch.remaining = count - 1;
        let shared = self.path.len() - usize::from(subtree.is_some());
        self.batch.shared_path.clear();
        self.batch.shared_path.extend(self.path[..shared].iter().map(|step| (step.node, 0)));
        for (node, _) in &self.batch.shared_path {
            tree::add_visits(self.tree.node(*node), count, true);
        }
        if let Some((node, _)) = &subtree {
            tree::add_visits(self.tree.node(*node), 1, false);
        }
        self.batch.subtree = subtree;
        self.batch.played_moves = self.played_moves.len();
    }

    /// Adds the results of the batch to the shared nodes above, takes back the visits of iterations that were not made,
    /// and unlocks the subtree.
    #[inline]
    pub(super) fn finish_batch(&mut self) {
        for (node, sum) in self.batch.shared_path.drain(..) {
            let node = self.tree.node(node);
            tree::add_result(node, sum, true);
            if self.batch.remaining > 0 {
                tree::remove_visits(node, self.batch.remaining);
            }
        }
        self.batch.remaining = 0;
        if let Some((node, _)) = self.batch.subtree.take() {
            tree::unlock_subtree(self.tree.node(node));
        }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Budget, Knowledge, Meter, MoveSet, Rng};
    use spielbaum_games::{ConnectFour, Othello, TicTacToe, Yavalath};

    use super::super::reuse::tree_moves;
    use super::super::settings::Settings;
    use super::super::tree::{FIXED_POINT_ONE, Tree};
    use super::super::tree_search::{SearchState, TreeSearch};
    use super::super::worker::Transpositions;
    use super::*;

    /// Every visit but the first continued to a child, every result is that of a child or of the first visit, and no
    /// node is still locked.
    fn check<G: Knowledge>(tree: &Tree, index: u32, position: &G) {
        let node = tree.node(index);
        assert!(!tree::is_locked(node), "{position:?}");
        let Some(moves) = tree_moves(&Settings::PLAIN, position, index == ROOT) else { return };
        let (mut visits, mut sum) = (0, 0);
        for child in tree.children(index, moves.len()) {
            let (own, results) = (tree::visits(tree.node(child)), tree::sum(tree.node(child)));
            assert!(own > 0, "{position:?}: a child that was never visited");
            visits += own;
            sum += 2 * FIXED_POINT_ONE as i64 * i64::from(own) - results;
            let mut after = position.clone();
            after.play(moves.nth(tree::move_index(tree.node(child))));
            check(tree, child, &after);
        }
        let first = u32::from(index != ROOT);
        assert_eq!(tree::visits(node), visits + first, "{position:?}");
        let rest = tree::sum(node) - sum;
        assert!(
            (0..=2 * FIXED_POINT_ONE as i64 * i64::from(first)).contains(&rest),
            "{position:?}: {rest} of the first visit"
        );
    }

    fn run<G: Knowledge>(root: &G, threads: usize, iterations: u64) {
        let settings = Settings { threads, ..Settings::PLAIN };
        let tree = Tree::new(64 << 20, &settings);
        let budget = Budget { iterations: Some(iterations), ..Budget::default() };
        let search = TreeSearch {
            settings: &settings,
            evaluation: &G::Evaluation::default(),
            tree: &tree,
            transpositions: &Transpositions::default(),
            root,
            budget: &budget,
        };
        search.run(&SearchState::default(), &mut Meter::start(&budget), &mut Rng::new(1), &mut |_| {});
        assert_eq!(u64::from(tree::visits(tree.node(ROOT))), iterations);
        check(&tree, ROOT, root);
    }

    #[test]
    fn no_visit_and_no_result_is_lost_or_doubled() {
        // Iterations that are no multiple of what a thread reserves leave batches unfinished.
        for threads in [2, 3, 8] {
            run(&TicTacToe::default(), threads, 60_001);
            run(&<ConnectFour>::default(), threads, 100_003);
            run(&<Yavalath>::default(), threads, 20_011);
            run(&Othello::default(), threads, 5_003);
        }
    }

    #[test]
    fn a_node_is_locked_by_one_thread_or_shared_by_all() {
        let tree = Tree::new(1 << 20, &Settings::PLAIN);
        assert!(tree::is_shared(tree.node(ROOT)) && !tree::try_lock_subtree(tree.node(ROOT)));
        let child = tree.add_child(ROOT, 7, (0, None), None).expect("there is room");
        let node = tree.node(child);
        assert!(
            !tree::is_shared(node)
                && tree::try_lock_subtree(node)
                && tree::is_subtree_locked(node)
                && !tree::try_lock_subtree(node)
        );
        tree::unlock_subtree(node);
        assert!(!tree::is_subtree_locked(node) && tree::try_lock_subtree(node));
        tree::make_shared(node);
        assert!(tree::is_shared(node) && !tree::is_subtree_locked(node) && !tree::try_lock_subtree(node));
        assert!(!tree::is_bounded(node));
    }
}
