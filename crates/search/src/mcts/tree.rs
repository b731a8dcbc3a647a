//! The tree: nodes of 32 bytes in one array, children in groups.
//!
//! A node's children are added one after another, in contiguous groups: all of up to eight children at once, else 4,
//! then 8, 16 … So a scan over siblings reads contiguous memory, and a node that never gets beyond its second child
//! does not pay for sixty.
//!
//! ```text
//!   node  ──first──▸ [c0 c1 c2 c3] ──next──▸ [c4 … c11] ──next──▸ [c12 …
//! ```

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use spielbaum_core::prefetch;

pub use super::bounds::Bounds;
pub use super::node::NODE_BYTES;
use super::node::{CHILD, CHILDREN, LOCK, ORDER_SHIFT, SHARED, TRANSPOSED, add, add_release, first, next};
pub(super) use super::node::{
    Node, add_result, add_visits, bounds, child_count, heuristic, is_bounded, is_locked, is_shared, is_subtree_locked,
    make_shared, move_index, narrow_bounds, order, remove_visits, set_slot_and_heuristic, slot, sum, try_lock,
    try_lock_subtree, unlock, unlock_subtree, visits,
};
use super::settings::{Backup, ProofNumbers, Selection, Settings};
use crate::memory::Words;

/// One result in the fixed-point numbers of sums.
pub(super) const FIXED_POINT_ONE: f32 = 65_536.0;

/// Words of a node.
const WORDS: usize = NODE_BYTES / size_of::<AtomicU64>();

/// The index of the root.
pub(super) const ROOT: u32 = 1;

/// Size of the first group if there are more children than [`SMALL`].
const FIRST_GROUP: usize = 4;
/// Up to this many children share one group.
const SMALL: usize = 8;

/// Nodes allocated to a thread at once if several share a tree.
const CHUNK_NODES: usize = 256;

/// Nodes reserved for one thread.
#[derive(Default)]
pub(super) struct ArenaChunk {
    start: u32,
    left: u32,
}

/// The nodes, and side arrays for some settings.
pub(super) struct Tree {
    words: Words,
    /// Nodes in use, the unused number 0 among them.
    len: AtomicU32,
    /// Word 1 of a new node.
    new_node_flags: u64,
    /// AMAF statistics of moves in games through the parent: visits, sum.
    pub(super) amaf: Vec<[AtomicU64; 2]>,
    /// Sums of squared results.
    squares: Vec<AtomicU64>,
    /// Proof numbers: of the first player in the low half, of the second in the high half.
    proofs: Vec<AtomicU64>,
    /// Heuristic values minimaxed up the tree, from the view of the side that moved here.
    minimax: Vec<AtomicU32>,
}

impl Tree {
    /// An empty tree of at most `bytes`, with the arrays that `settings` need.
    pub(super) fn new(bytes: usize, settings: &Settings) -> Tree {
        let has_amaf = settings.selection == Selection::Grave;
        let has_squares = settings.selection == Selection::Tuned;
        let has_proofs = settings.proof_numbers != ProofNumbers::None;
        let has_minimax = settings.implicit.0 != 0;
        let extra = 16 * usize::from(has_amaf)
            + 8 * usize::from(has_squares)
            + 8 * usize::from(has_proofs)
            + 4 * usize::from(has_minimax);
        let capacity = (bytes / (NODE_BYTES + extra)).clamp(1024, u32::MAX as usize / 2);
        let when = |is_needed: bool| if is_needed { capacity } else { 0 };
        let tree = Tree {
            words: Words::zeroed(capacity * WORDS),
            len: AtomicU32::new(0),
            // With transpositions no subtree belongs to a single thread.
            new_node_flags: if settings.is_graph { SHARED } else { 0 },
            amaf: bytemuck::zeroed_vec(when(has_amaf)),
            squares: bytemuck::zeroed_vec(when(has_squares)),
            proofs: bytemuck::zeroed_vec(when(has_proofs)),
            minimax: bytemuck::zeroed_vec(when(has_minimax)),
        };
        tree.clear();
        tree
    }

    /// Clears the tree down to a new root.
    pub(super) fn clear(&self) {
        self.len.store(ROOT + 1, Ordering::Relaxed);
        self.reset(ROOT as usize);
        self.node(ROOT)[1].store(SHARED, Ordering::Relaxed);
    }

    /// Allocated nodes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed) as usize - ROOT as usize
    }

    /// The capacity in nodes.
    #[inline]
    pub(super) fn capacity(&self) -> usize {
        self.nodes().len() - ROOT as usize
    }

    #[inline]
    fn nodes(&self) -> &[Node] {
        self.words.as_chunks().0
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes()[index as usize]
    }

    /// Prefetches the first children of a node.
    #[inline]
    pub(super) fn prefetch_children(&self, index: u32) {
        let start = first(self.node(index)) as usize;
        for node in self.nodes().iter().skip(start).step_by(2).take(SMALL / 2) {
            prefetch(node);
        }
    }

    /// `length` contiguous nodes.
    #[inline]
    pub(super) fn slice(&self, start: u32, length: usize) -> &[Node] {
        &self.nodes()[start as usize..start as usize + length]
    }

    /// Allocates `count` contiguous nodes; `None` if memory is used up.
    #[inline]
    fn allocate(&self, count: usize) -> Option<u32> {
        let start = self.len.load(Ordering::Relaxed);
        if start as usize + count > self.nodes().len() {
            return None;
        }
        self.len.store(start + count as u32, Ordering::Relaxed);
        self.reset_all(start, count);
        Some(start)
    }

    /// The same for one of several threads, each with a chunk of its own.
    #[inline]
    fn allocate_in(&self, chunk: &mut ArenaChunk, count: usize) -> Option<u32> {
        if chunk.left < count as u32 {
            let ample = CHUNK_NODES.max(count);
            let (start, left) = match self.reserve(ample) {
                Some(start) => (start, ample),
                None => (self.reserve(count)?, count),
            };
            self.reset_all(start, left);
            *chunk = ArenaChunk { start, left: left as u32 };
        }
        let start = chunk.start;
        *chunk = ArenaChunk { start: start + count as u32, left: chunk.left - count as u32 };
        Some(start)
    }

    /// Takes `count` nodes for one of several threads.
    #[inline]
    fn reserve(&self, count: usize) -> Option<u32> {
        let capacity = self.nodes().len();
        let fits = |len: u32| (len as usize + count <= capacity).then_some(len + count as u32);
        self.len.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()
    }

    fn reset_all(&self, start: u32, count: usize) {
        (start as usize..start as usize + count).for_each(|index| self.reset(index));
    }

    #[inline]
    fn reset(&self, index: usize) {
        for (word, value) in self.nodes()[index].iter().zip([0, self.new_node_flags, 0, 0]) {
            word.store(value, Ordering::Relaxed);
        }
        if let Some(record) = self.amaf.get(index) {
            record[0].store(0, Ordering::Relaxed);
            record[1].store(0, Ordering::Relaxed);
        }
        if let Some(squares) = self.squares.get(index) {
            squares.store(0, Ordering::Relaxed);
        }
        if let Some(proofs) = self.proofs.get(index) {
            proofs.store(1 << 32 | 1, Ordering::Relaxed);
        }
        if let Some(value) = self.minimax.get(index) {
            value.store(0, Ordering::Relaxed);
        }
    }

    /// The groups of the first `count` of `moves` children, each as the index of its first node and its length.
    #[inline]
    pub(super) fn groups(&self, parent: u32, count: usize, moves: usize) -> Groups<'_> {
        let first = first(self.node(parent));
        Groups { tree: self, start: first, size: group_size(0, moves), rest: count, moves_left: moves }
    }

    /// The indices of all children that exist.
    #[inline]
    pub(super) fn children(&self, parent: u32, moves: usize) -> impl Iterator<Item = u32> {
        let count = child_count(self.node(parent));
        self.groups(parent, count, moves).flat_map(|(start, length)| start..start + length as u32)
    }

    /// Adds the next child of a node with `moves` moves, with this index of its move; `None` if memory is used up. The
    /// first child sets the order in which the others follow, unless the node has one. Among several threads the caller
    /// holds the lock of the node.
    #[inline]
    pub(super) fn add_child(
        &self,
        parent: u32,
        moves: usize,
        (place, order): (usize, Option<u8>),
        chunk: Option<&mut ArenaChunk>,
    ) -> Option<u32> {
        let node = self.node(parent);
        let count = child_count(node);
        debug_assert!(count < moves);
        let mut link = (node, 0);
        let (mut begin, mut size, mut start) = (0, group_size(0, moves), first(node));
        while count >= begin + size {
            link = (self.node(start), 32);
            begin += size;
            size = group_size(begin, moves);
            start = next(self.node(start));
        }
        if count == begin {
            let is_shared = chunk.is_some();
            start = chunk.map_or_else(|| self.allocate(size), |chunk| self.allocate_in(chunk, size))?;
            // At the same time another thread may add the first child of the sibling that holds the link.
            add(&link.0[2], u64::from(start) << link.1, is_shared);
        }
        let child = start + (count - begin) as u32;
        self.node(child)[3].store((place as u64) << 32, Ordering::Relaxed);
        // Readers see the child only after its words.
        add_release(&node[1], CHILD + (u64::from(order.unwrap_or(0)) << ORDER_SHIFT), is_shared(node));
        Some(child)
    }

    /// Lets `node` share the children of `owner`, a transposition.
    #[inline]
    pub(super) fn alias_children(&self, node: u32, owner: u32) {
        let words = self.node(node);
        words[2].fetch_or(u64::from(owner), Ordering::Relaxed);
        words[1].fetch_or(TRANSPOSED, Ordering::Relaxed);
    }

    /// The node whose children are those of `index`: itself, unless it shares another's.
    #[inline]
    pub(super) fn owner(&self, index: u32) -> u32 {
        let node = self.node(index);
        if node[1].load(Ordering::Relaxed) & TRANSPOSED != 0 { first(node) } else { index }
    }

    /// Sum of squared results.
    #[inline]
    pub(super) fn squares(&self, index: u32) -> f32 {
        self.squares[index as usize].load(Ordering::Relaxed) as f32 / FIXED_POINT_ONE
    }

    #[inline]
    pub(super) fn add_square(&self, index: u32, square: f32, is_shared: bool) {
        add(&self.squares[index as usize], (square * FIXED_POINT_ONE) as u64, is_shared);
    }

    /// The least number of visits with which nodes keep their children so that at most `limit` nodes remain.
    #[inline]
    pub(super) fn visit_threshold(&self, limit: usize) -> u32 {
        let nodes = &self.nodes()[ROOT as usize..][..self.len()];
        let kept = |least: u32| -> usize { nodes.iter().filter(|node| visits(node) >= least).map(child_count).sum() };
        (1..32).map(|power| 1 << power).find(|&least| kept(least) <= limit).unwrap_or(u32::MAX)
    }

    /// The proof numbers of both players.
    #[inline]
    pub(super) fn proofs(&self, index: u32) -> [u32; 2] {
        let word = self.proofs[index as usize].load(Ordering::Relaxed);
        [word as u32, (word >> 32) as u32]
    }

    #[inline]
    pub(super) fn set_proofs(&self, index: u32, [first, second]: [u32; 2]) {
        self.proofs[index as usize].store(u64::from(second) << 32 | u64::from(first), Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn minimax(&self, index: u32) -> f32 {
        f32::from_bits(self.minimax[index as usize].load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn set_minimax(&self, index: u32, value: f32) {
        self.minimax[index as usize].store(value.to_bits(), Ordering::Relaxed);
    }

    /// Copies the data of one node, except its links; the order of its children only if they are copied, too.
    #[inline]
    pub(super) fn copy_node(&self, from: u32, target: &Tree, to: u32, keeps_children: bool) {
        let (source, copy) = (self.node(from), target.node(to));
        let word = |index: usize| source[index].load(Ordering::Relaxed);
        copy[0].store(word(0), Ordering::Relaxed);
        // The children are counted again as they are added.
        let order = if keeps_children { 0 } else { 0xff << ORDER_SHIFT };
        let own = copy[1].load(Ordering::Relaxed) & SHARED;
        copy[1].store(word(1) & !(CHILDREN | LOCK | SHARED | TRANSPOSED | order) | own, Ordering::Relaxed);
        copy[3].store(word(3), Ordering::Relaxed);
        let (from, to) = (from as usize, to as usize);
        if let (Some(record), Some(place)) = (self.amaf.get(from), target.amaf.get(to)) {
            place[0].store(record[0].load(Ordering::Relaxed), Ordering::Relaxed);
            place[1].store(record[1].load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (values, places) in [(&self.squares, &target.squares), (&self.proofs, &target.proofs)] {
            if let (Some(value), Some(place)) = (values.get(from), places.get(to)) {
                place.store(value.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        if let (Some(value), Some(place)) = (self.minimax.get(from), target.minimax.get(to)) {
            place.store(value.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

/// Steps through the groups of a node's children.
pub(super) struct Groups<'a> {
    tree: &'a Tree,
    start: u32,
    size: usize,
    rest: usize,
    moves_left: usize,
}

impl Iterator for Groups<'_> {
    type Item = (u32, usize);

    #[inline]
    fn next(&mut self) -> Option<(u32, usize)> {
        if self.rest == 0 || self.start == 0 {
            return None;
        }
        let group = (self.start, self.size.min(self.rest));
        self.rest -= group.1;
        self.moves_left -= self.size;
        if self.rest > 0 {
            self.start = next(self.tree.node(self.start));
            self.size = (2 * self.size).min(self.moves_left);
        }
        Some(group)
    }
}

/// The size of the group that starts with child number `begin`.
#[inline]
fn group_size(begin: usize, moves: usize) -> usize {
    if moves <= SMALL {
        return moves;
    }
    // Groups before it had 4, 8, 16 … children, together one group of 4 less than this one.
    (begin + FIRST_GROUP).min(moves - begin)
}

/// Whether the settings prove results; only then are bounds meaningful.
#[inline]
pub(super) fn keeps_bounds(settings: &Settings) -> bool {
    settings.backup != Backup::Mean || settings.level > 0
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Outcome, Side};

    use super::*;

    #[test]
    fn a_node_takes_at_most_forty_bytes() {
        const { assert!(NODE_BYTES <= 40) };
    }

    #[test]
    fn children_stand_in_the_order_in_which_they_came() {
        for moves in 1..300 {
            let tree = Tree::new(1 << 20, &Settings::PLAIN);
            let mut added = Vec::new();
            for place in 0..moves {
                added.push(tree.add_child(ROOT, moves, (moves - 1 - place, None), None).expect("there is room"));
                let children: Vec<u32> = tree.children(ROOT, moves).collect();
                assert_eq!(children, added, "{moves} moves");
            }
            for (place, &child) in added.iter().enumerate() {
                assert_eq!(move_index(tree.node(child)), moves - 1 - place);
            }
            assert_eq!(tree.len(), 1 + moves, "no memory is left over when all children exist");
        }
    }

    #[test]
    fn a_node_without_room_for_children_stays_as_it_is() {
        let tree = Tree::new(0, &Settings::PLAIN);
        while tree.allocate(1).is_some() {}
        for order in 1..=255 {
            assert_eq!(tree.add_child(ROOT, 7, (0, Some(order)), None), None);
            assert_eq!(tree.add_child(ROOT, 7, (0, Some(order)), Some(&mut ArenaChunk::default())), None);
        }
        assert_eq!(
            (child_count(tree.node(ROOT)), order(tree.node(ROOT)), bounds(tree.node(ROOT))),
            (0, 0, Bounds::UNKNOWN)
        );
    }

    #[test]
    fn threads_get_different_memory_and_all_there_is() {
        let tree = Tree::new(0, &Settings::PLAIN);
        let (mut chunks, mut given) = ([ArenaChunk::default(), ArenaChunk::default()], vec![false; tree.nodes().len()]);
        while let Some(start) = tree.allocate_in(&mut chunks[tree.len() % 2], 7) {
            for node in &mut given[start as usize..start as usize + 7] {
                assert!(!std::mem::replace(node, true));
            }
        }
        assert!(tree.capacity() - tree.len() < 7, "nothing but a rest is left");
    }

    #[test]
    fn bounds_only_ever_narrow() {
        let tree = Tree::new(1 << 20, &Settings::PLAIN);
        let node = tree.node(ROOT);
        assert_eq!(bounds(node), Bounds::UNKNOWN);
        narrow_bounds(node, Bounds { lower: 0, upper: 1 });
        assert_eq!(bounds(node).outcome(), None);
        narrow_bounds(node, Bounds { lower: -1, upper: 0 });
        assert_eq!(bounds(node).outcome(), Some(Outcome::Draw));
        assert_eq!(Bounds::of(Outcome::Win(Side::Second)).seen_by(Side::Second), (1, 1));
    }
}
