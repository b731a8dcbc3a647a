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

/// A lot has one iteration for so many visits of its node, and never more than [`MOST`]: the choice of that node would hardly
/// have changed in the meantime.
const SHARE: u32 = 64;
const MOST: u32 = 64;

/// A node is opened when it has more than one of so many visits of the root for each thread: few enough that lots are long,
/// and enough that threads seldom want the same part.
const PARTS: u32 = 8;

/// The iterations that a thread makes in a row.
pub(super) struct Lot<G> {
    /// The node that is its own, and the position there; none where the path ends among open nodes.
    own: Option<(u32, G)>,
    /// The open nodes above, with the sums of the results for them.
    above: Vec<(u32, u64)>,
    /// Moves that led there, as records of moves know them.
    trail: usize,
    /// Iterations that are still to begin.
    left: u32,
}

impl<G> Lot<G> {
    /// Nothing to do yet.
    pub(super) fn new() -> Lot<G> {
        Lot { own: None, above: Vec::new(), trail: 0, left: 0 }
    }

    /// Where the results of the open node at this depth are kept until the end of the lot; none for the thread's own nodes.
    #[inline]
    pub(super) fn kept(&mut self, depth: usize) -> Option<&mut u64> {
        self.above.get_mut(depth).map(|(_, sum)| sum)
    }
}

/// Whether a thread may go to a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Way {
    /// The node is open.
    Open,
    /// The node is its own now.
    Own,
    /// Another thread has it.
    Barred,
}

impl<G, E, const PLAIN: bool, const SHARED: bool> Worker<'_, G, E, PLAIN, SHARED>
where
    G: Knowledge,
    E: Evaluate<G>,
{
    /// Where the next iteration begins, and whether that is among open nodes. The path and the trail lead there.
    #[inline]
    pub(super) fn begin(&mut self) -> (u32, G, bool) {
        if SHARED && let Some(begin) = self.go_on() {
            return begin;
        }
        let position = self.root.clone();
        self.path.clear();
        if !PLAIN {
            self.trail.clear();
            self.grave.forget();
        }
        self.enter(ROOT, !position.side_to_move(), SHARED);
        (ROOT, position, SHARED)
    }

    /// Begins the next iteration of the lot; ends it where it is over or its node is decided.
    #[inline]
    fn go_on(&mut self) -> Option<(u32, G, bool)> {
        if self.lot.left > 0
            && let Some((index, position)) = &self.lot.own
            && let node = self.tree.node(*index)
            && (PLAIN || tree::bounds(node).outcome().is_none())
        {
            self.lot.left -= 1;
            self.path.truncate(self.lot.above.len() + 1);
            self.trail.truncate(self.lot.trail);
            tree::add_visits(node, 1, false);
            return Some((*index, position.clone(), false));
        }
        self.end_lot();
        None
    }

    /// Goes from an open node to a child, if no other thread has it.
    pub(super) fn approach(&self, child: u32) -> Way {
        let node = self.tree.node(child);
        if tree::is_open(node) {
            return Way::Open;
        }
        if !tree::take(node) {
            return Way::Barred;
        }
        let parts = PARTS * self.settings.threads as u32;
        if tree::visits(node) > tree::visits(self.tree.node(ROOT)) / parts + 1 {
            tree::open(node);
            return Way::Open;
        }
        Way::Own
    }

    /// Begins a lot at the end of the path; `own` is the node that was taken and the position there.
    pub(super) fn begin_lot(&mut self, own: Option<(u32, G)>) {
        let visits = own.as_ref().map_or(0, |(node, _)| tree::visits(self.tree.node(*node)));
        // What the nodes above contribute to the records of moves is found on the way through them.
        let is_single = own.is_none() || self.settings.selection == Selection::Grave;
        let count = if is_single { 1 } else { (visits / SHARE).clamp(1, MOST) };
        self.lot.left = count - 1;
        let open = self.path.len() - usize::from(own.is_some());
        self.lot.above.clear();
        self.lot.above.extend(self.path[..open].iter().map(|step| (step.node, 0)));
        for (node, _) in &self.lot.above {
            tree::add_visits(self.tree.node(*node), count, true);
        }
        if let Some((node, _)) = &own {
            tree::add_visits(self.tree.node(*node), 1, false);
        }
        self.lot.own = own;
        self.lot.trail = self.trail.len();
    }

    /// Tells the nodes above what the lot came to, and leaves the part of the tree to others.
    pub(super) fn end_lot(&mut self) {
        for (node, sum) in self.lot.above.drain(..) {
            let node = self.tree.node(node);
            tree::add_result(node, sum, true);
            if self.lot.left > 0 {
                tree::take_back_visits(node, self.lot.left);
            }
        }
        self.lot.left = 0;
        if let Some((node, _)) = self.lot.own.take() {
            tree::give_back(self.tree.node(node));
        }
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Budget, Meter, MoveSet, Rng};
    use spielbaum_games::{ConnectFour, Othello, TicTacToe, Yavalath};

    use super::super::growth::{Control, Growth};
    use super::super::reuse::moves_of;
    use super::super::settings::Settings;
    use super::super::tree::{Tree, UNIT};
    use super::super::worker::Transpositions;
    use super::*;

    /// Every visit but the first went on to a child, every result is that of a child or of the first visit, and nobody has
    /// kept a node.
    fn check<G: Knowledge>(tree: &Tree, index: u32, position: &G) {
        let node = tree.node(index);
        assert!(!tree::is_locked(node), "{position:?}");
        let Some(moves) = moves_of(&Settings::PLAIN, position, index == ROOT) else { return };
        let (mut visits, mut sum) = (0, 0);
        for child in tree.children(index, moves.len()) {
            let (own, results) = (tree::visits(tree.node(child)), tree::sum(tree.node(child)));
            assert!(own > 0, "{position:?}: a child that was never visited");
            visits += own;
            sum += 2 * UNIT as i64 * i64::from(own) - results;
            let mut after = position.clone();
            after.play(moves.nth(tree::move_place(tree.node(child))));
            check(tree, child, &after);
        }
        let first = u32::from(index != ROOT);
        assert_eq!(tree::visits(node), visits + first, "{position:?}");
        let rest = tree::sum(node) - sum;
        assert!((0..=2 * UNIT as i64 * i64::from(first)).contains(&rest), "{position:?}: {rest} of the first visit");
    }

    fn grow<G: Knowledge>(root: &G, threads: usize, iterations: u64) {
        let settings = Settings { threads, ..Settings::PLAIN };
        let tree = Tree::new(64 << 20, &settings);
        let budget = Budget { iterations: Some(iterations), ..Budget::default() };
        let growth = Growth {
            settings: &settings,
            evaluation: &G::Evaluation::default(),
            tree: &tree,
            transpositions: &Transpositions::default(),
            root,
            budget: &budget,
        };
        growth.grow(&Control::default(), &mut Meter::start(&budget), &mut Rng::new(1), &mut |_| {});
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
        assert!(tree::is_open(tree.node(ROOT)) && !tree::take(tree.node(ROOT)));
        let child = tree.add_child(ROOT, 7, (0, None), None).expect("there is room");
        let node = tree.node(child);
        assert!(!tree::is_open(node) && tree::take(node) && tree::is_taken(node) && !tree::take(node));
        tree::give_back(node);
        assert!(!tree::is_taken(node) && tree::take(node));
        tree::open(node);
        assert!(tree::is_open(node) && !tree::is_taken(node) && !tree::take(node));
        assert!(!tree::is_bounded(node));
    }
}
