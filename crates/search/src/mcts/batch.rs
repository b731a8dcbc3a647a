//! What one of several threads does in a row: a lot of iterations in a part of the tree that it has to itself.
//!
//! Whoever writes to memory that another thread has just written to waits for it longer than a cheap iteration takes. So
//! threads share the top of the tree only, the nodes that are open. A thread goes down through them once, takes the first
//! node that is not open, and makes several iterations from there as if it were alone; the nodes above hear of all of them
//! together. A node that has grown too large for one thread to keep is opened, for good.
//!
//! ```text
//!   open:   ● root                the visits of a lot are counted before it, so that they look like losses to others,
//!          ╱ ╲                    and their results after it
//!   open: ●   ○ another thread's
//!        ╱ ╲
//!   own: ○  ○                     nobody else looks below
//! ```

use spielbaum_core::{Evaluate, Knowledge};

use super::settings::Selection;
use super::tree::{self, ROOT};
use super::worker::Worker;

/// A lot has one iteration for so many visits of its node, and never more than [`MAX_ITERATIONS`]: the choice of that node would hardly
/// have changed in the meantime.
const VISITS_PER_ITERATION: u32 = 64;
const MAX_ITERATIONS: u32 = 64;

/// A node is opened when it has more than one of so many visits of the root for each thread: few enough that lots are long,
/// and enough that threads seldom want the same part.
const SUBTREES_PER_THREAD: u32 = 8;

/// The iterations that a thread makes in a row.
pub(super) struct Batch<G> {
    /// The node that is its own, and the position there; none where the path ends among open nodes.
    subtree: Option<(u32, G)>,
    /// The open nodes above, with the sums of the results for them.
    shared_path: Vec<(u32, u64)>,
    /// Moves that led there, as records of moves know them.
    played_moves: usize,
    /// Iterations that are still to begin.
    remaining: u32,
}

impl<G> Batch<G> {
    /// Nothing to do yet.
    pub(super) fn new() -> Batch<G> {
        Batch { subtree: None, shared_path: Vec::new(), played_moves: 0, remaining: 0 }
    }

    /// Where the results of the open node at this depth are kept until the end of the lot; none for the thread's own nodes.
    #[inline]
    pub(super) fn pending_sum(&mut self, depth: usize) -> Option<&mut u64> {
        self.shared_path.get_mut(depth).map(|(_, sum)| sum)
    }
}

/// Whether a thread may go to a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Access {
    /// All threads may pass through the node at the same time.
    Shared,
    /// The subtree is now locked by this thread.
    Exclusive,
    /// The subtree is locked by another thread.
    Contended,
}

impl<G, E, const PLAIN: bool, const PARALLEL: bool> Worker<'_, G, E, PLAIN, PARALLEL>
where
    G: Knowledge,
    E: Evaluate<G>,
{
    /// Where the next iteration begins, and whether that is among open nodes. The path and the trail lead there.
    #[inline]
    pub(super) fn start_iteration(&mut self) -> (u32, G, bool) {
        if PARALLEL && let Some(begin) = self.continue_batch() {
            return begin;
        }
        let position = self.root.clone();
        self.path.clear();
        if !PLAIN {
            self.played_moves.clear();
            self.amaf_reference.reset();
        }
        self.enter(ROOT, !position.side_to_move(), PARALLEL);
        (ROOT, position, PARALLEL)
    }

    /// Begins the next iteration of the lot; ends it where it is over or its node is decided.
    #[inline]
    fn continue_batch(&mut self) -> Option<(u32, G, bool)> {
        if self.batch.remaining > 0
            && let Some((index, position)) = &self.batch.subtree
            && let node = self.tree.node(*index)
            && (PLAIN || tree::bounds(node).outcome().is_none())
        {
            self.batch.remaining -= 1;
            self.path.truncate(self.batch.shared_path.len() + 1);
            self.played_moves.truncate(self.batch.played_moves);
            tree::add_visits(node, 1, false);
            return Some((*index, position.clone(), false));
        }
        self.finish_batch();
        None
    }

    /// Goes from an open node to a child, if no other thread has it.
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

    /// Begins a lot at the end of the path; `own` is the node that was taken and the position there.
    pub(super) fn start_batch(&mut self, own: Option<(u32, G)>) {
        let visits = own.as_ref().map_or(0, |(node, _)| tree::visits(self.tree.node(*node)));
        // What the nodes above contribute to the records of moves is found on the way through them.
        let is_single = own.is_none() || self.settings.selection == Selection::Grave;
        let count = if is_single { 1 } else { (visits / VISITS_PER_ITERATION).clamp(1, MAX_ITERATIONS) };
        self.batch.remaining = count - 1;
        let open = self.path.len() - usize::from(own.is_some());
        self.batch.shared_path.clear();
        self.batch.shared_path.extend(self.path[..open].iter().map(|step| (step.node, 0)));
        for (node, _) in &self.batch.shared_path {
            tree::add_visits(self.tree.node(*node), count, true);
        }
        if let Some((node, _)) = &own {
            tree::add_visits(self.tree.node(*node), 1, false);
        }
        self.batch.subtree = own;
        self.batch.played_moves = self.played_moves.len();
    }

    /// Tells the nodes above what the lot came to, and leaves the part of the tree to others.
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
    use spielbaum_core::{Budget, Meter, MoveSet, Rng};
    use spielbaum_games::{ConnectFour, Othello, TicTacToe, Yavalath};

    use super::super::reuse::tree_moves;
    use super::super::settings::Settings;
    use super::super::tree::{FIXED_POINT_ONE, Tree};
    use super::super::tree_search::{SearchState, TreeSearch};
    use super::super::worker::Transpositions;
    use super::*;

    /// Every visit but the first went on to a child, every result is that of a child or of the first visit, and nobody has
    /// kept a node.
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

    fn grow<G: Knowledge>(root: &G, threads: usize, iterations: u64) {
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
        // Iterations that are no multiple of what a thread takes at once leave lots unfinished.
        for threads in [2, 3, 8] {
            grow(&TicTacToe::default(), threads, 60_001);
            grow(&<ConnectFour>::default(), threads, 100_003);
            grow(&<Yavalath>::default(), threads, 20_011);
            grow(&Othello::default(), threads, 5_003);
        }
    }

    #[test]
    fn a_node_is_one_threads_or_everybodys() {
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
