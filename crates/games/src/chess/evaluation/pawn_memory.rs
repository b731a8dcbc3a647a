//! The pawn hash table: pawn structure and king shelter change only with every third move or so, and the same pawns and
//! kings recur all over the tree.
//!
//! Threads share the memory without locks. The first word of a slot is the key mixed with the data, so that a slot that
//! two threads wrote to at once matches no key (Hyatt & Mann 2002).

use std::sync::atomic::{AtomicU64, Ordering};

use cozy_chess::{BitBoard, Board, Color, Piece};
use spielbaum_core::mix;

use super::pair::Pair;

/// Slots, a power of two: 128 kB stay within the processor's second-level cache.
const SLOTS: usize = 1 << 12;

/// The terms that depend on pawns and kings only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pawns {
    /// Structure and shelter, white's less black's.
    pub(super) sum: Pair,
    /// The passed pawns of both sides.
    pub(super) passed: BitBoard,
}

/// The slots: key and data, the sum, the passed pawns, and a word of padding that keeps slots within cache lines.
#[derive(Debug)]
pub(super) struct PawnMemory(Box<[[AtomicU64; 4]]>);

impl PawnMemory {
    pub(super) fn new() -> PawnMemory {
        PawnMemory((0..SLOTS).map(|_| Default::default()).collect())
    }

    /// The entry of a position's pawns, computed by `find` on a miss.
    #[inline]
    pub(super) fn of(&self, board: &Board, find: impl FnOnce() -> Pawns) -> Pawns {
        let key = key_of(board);
        let slot = &self.0[key as usize % SLOTS];
        let [mixed, sum, passed] = [0, 1, 2].map(|word: usize| slot[word].load(Ordering::Relaxed));
        if mixed ^ sum ^ passed == key {
            return Pawns { sum: Pair::from_bits(sum as u32), passed: BitBoard(passed) };
        }
        let pawns = find();
        let (sum, passed) = (u64::from(pawns.sum.bits()), pawns.passed.0);
        slot[0].store(key ^ sum ^ passed, Ordering::Relaxed);
        slot[1].store(sum, Ordering::Relaxed);
        slot[2].store(passed, Ordering::Relaxed);
        pawns
    }
}

#[inline]
fn key_of(board: &Board) -> u64 {
    let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn).0);
    let kings = Color::ALL.map(|color| board.king(color) as u64);
    mix(mix(white, black), 64 * kings[0] + kings[1])
}
