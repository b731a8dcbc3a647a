//! A node of the tree: four words.
//!
//! ```text
//!   word 0   sum of results, from the view of the side that moved here, the worst result counted as 0
//!   word 1   visits 32 | children 16 | order 8 | lock 1, shared 1 | upper 2, lower 2 | open 1
//!   word 2   first 32 | next 32
//!   word 3   heuristic 32 | place of the move 16 | history slot 16
//! ```
//!
//! Everything is atomic, so that threads can grow the tree together and others can read it while it grows. A single
//! thread uses loads and stores, which cost nothing; several threads use atomic adds. For shared and locked nodes see
//! `batch.rs`.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::Bounds;

pub(super) const CHILD: u64 = 1 << 32;
pub(super) const CHILDREN: u64 = 0xffff << 32;
pub(super) const ORDER_SHIFT: u32 = 48;
pub(super) const LOCK: u64 = 1 << 56;
pub(super) const TRANSPOSED: u64 = 1 << 57;
const UPPER_SHIFT: u32 = 58;
const LOWER_SHIFT: u32 = 60;
const BOUNDS: u64 = 3 << LOWER_SHIFT | 3 << UPPER_SHIFT;
pub(super) const SHARED: u64 = 1 << 62;

/// A node's words.
pub(super) type Node = [AtomicU64; 4];

/// Bytes of a node without options.
pub const NODE_BYTES: usize = size_of::<Node>();

/// Adds to a word: atomically for several threads, or cheaper for a single one.
#[inline]
pub(super) fn add(word: &AtomicU64, amount: u64, is_shared: bool) {
    if is_shared {
        word.fetch_add(amount, Ordering::Relaxed);
    } else {
        word.store(word.load(Ordering::Relaxed).wrapping_add(amount), Ordering::Relaxed);
    }
}

/// The same for what others read only together with what was written before.
#[inline]
pub(super) fn add_release(word: &AtomicU64, amount: u64, is_shared: bool) {
    if is_shared {
        word.fetch_add(amount, Ordering::Release);
    } else {
        word.store(word.load(Ordering::Relaxed).wrapping_add(amount), Ordering::Release);
    }
}

/// The number of visits.
#[inline]
pub(super) fn visits(node: &Node) -> u32 {
    node[1].load(Ordering::Relaxed) as u32
}

/// Sum of the results.
#[inline]
pub(super) fn sum(node: &Node) -> i64 {
    node[0].load(Ordering::Relaxed) as i64
}

/// Counts visits, which are virtual losses until their results arrive.
#[inline]
pub(super) fn add_visits(node: &Node, count: u32, is_shared: bool) {
    add(&node[1], u64::from(count), is_shared);
}

/// Takes back visits whose iterations were not made.
#[inline]
pub(super) fn remove_visits(node: &Node, count: u32) {
    node[1].fetch_sub(u64::from(count), Ordering::Relaxed);
}

/// Adds the result of a visit, or of several.
#[inline]
pub(super) fn add_result(node: &Node, result: u64, is_shared: bool) {
    add(&node[0], result, is_shared);
}

/// How many children exist.
#[inline]
pub(super) fn child_count(node: &Node) -> usize {
    (node[1].load(Ordering::Acquire) >> 32) as usize & 0xffff
}

/// The first child.
#[inline]
pub(super) fn first(node: &Node) -> u32 {
    node[2].load(Ordering::Relaxed) as u32
}

/// The start of the next group of siblings, stored in the first node of a group.
#[inline]
pub(super) fn next(node: &Node) -> u32 {
    (node[2].load(Ordering::Relaxed) >> 32) as u32
}

/// A random number per node: the order in which its children are tried.
#[inline]
pub(super) fn order(node: &Node) -> u8 {
    (node[1].load(Ordering::Relaxed) >> ORDER_SHIFT) as u8
}

/// Locks the node for adding children; false if another thread holds the lock.
#[inline]
pub(super) fn try_lock(node: &Node) -> bool {
    node[1].fetch_or(LOCK, Ordering::Acquire) & LOCK == 0
}

/// Whether a thread holds the lock for adding children.
#[inline]
pub(super) fn is_locked(node: &Node) -> bool {
    node[1].load(Ordering::Relaxed) & LOCK != 0
}

#[inline]
pub(super) fn unlock(node: &Node) {
    node[1].fetch_and(!LOCK, Ordering::Release);
}

/// Whether all threads may pass through the node at the same time.
#[inline]
pub(super) fn is_shared(node: &Node) -> bool {
    node[1].load(Ordering::Relaxed) & SHARED != 0
}

/// Whether one thread has locked the subtree.
#[inline]
pub(super) fn is_subtree_locked(node: &Node) -> bool {
    node[1].load(Ordering::Relaxed) & (LOCK | SHARED) == LOCK
}

/// Locks the subtree for one thread; false if the node is shared or locked by another thread.
#[inline]
pub(super) fn try_lock_subtree(node: &Node) -> bool {
    let word = node[1].load(Ordering::Relaxed);
    let is_free = word & (LOCK | SHARED) == 0;
    is_free && node[1].compare_exchange(word, word | LOCK, Ordering::Acquire, Ordering::Relaxed).is_ok()
}

/// Unlocks the subtree.
#[inline]
pub(super) fn unlock_subtree(node: &Node) {
    // No other thread writes to the word of a locked node.
    node[1].store(node[1].load(Ordering::Relaxed) & !LOCK, Ordering::Release);
}

/// Makes a locked node shared.
#[inline]
pub(super) fn make_shared(node: &Node) {
    node[1].store(node[1].load(Ordering::Relaxed) & !LOCK | SHARED, Ordering::Release);
}

/// The proven bounds of the node.
#[inline]
pub(super) fn bounds(node: &Node) -> Bounds {
    let word = node[1].load(Ordering::Relaxed);
    Bounds { lower: (word >> LOWER_SHIFT & 3) as i8 - 1, upper: 1 - (word >> UPPER_SHIFT & 3) as i8 }
}

/// Whether the node has proven bounds.
#[inline]
pub(super) fn is_bounded(node: &Node) -> bool {
    node[1].load(Ordering::Relaxed) & BOUNDS != 0
}

/// Narrows the bounds; they never widen.
#[inline]
pub(super) fn narrow_bounds(node: &Node, found: Bounds) {
    let known = bounds(node);
    let (lower, upper) = (known.lower.max(found.lower), known.upper.min(found.upper));
    if (lower, upper) == (known.lower, known.upper) {
        return;
    }
    debug_assert!(lower <= upper, "{known:?} and {found:?} contradict each other");
    let bits = |lower: i8, upper: i8| ((lower + 1) as u64) << LOWER_SHIFT | ((1 - upper) as u64) << UPPER_SHIFT;
    let merged = |word: u64| {
        let lower = ((word >> LOWER_SHIFT & 3) as i8 - 1).max(found.lower);
        let upper = (1 - (word >> UPPER_SHIFT & 3) as i8).min(found.upper);
        Some(word & !BOUNDS | bits(lower, upper))
    };
    // Rare: a node is decided once.
    let _ = node[1].fetch_update(Ordering::Relaxed, Ordering::Relaxed, merged);
}

/// The index of the node's move among its parent's.
#[inline]
pub(super) fn move_index(node: &Node) -> usize {
    (node[3].load(Ordering::Relaxed) >> 32) as usize & 0xffff
}

/// The slot of the node's move in move statistics.
#[inline]
pub(super) fn slot(node: &Node) -> usize {
    (node[3].load(Ordering::Relaxed) >> 48) as usize
}

/// The heuristic value of the node from the view of the side that moved here.
#[inline]
pub(super) fn heuristic(node: &Node) -> f32 {
    f32::from_bits(node[3].load(Ordering::Relaxed) as u32)
}

/// Sets the heuristic value and history slot of a new node.
#[inline]
pub(super) fn set_slot_and_heuristic(node: &Node, slot: usize, heuristic: f32) {
    let word = node[3].load(Ordering::Relaxed) & 0xffff << 32;
    node[3].store(word | (slot as u64) << 48 | u64::from(heuristic.to_bits()), Ordering::Relaxed);
}
