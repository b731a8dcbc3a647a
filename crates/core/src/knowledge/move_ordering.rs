//! What a game contributes to the order in which moves are searched.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use crate::{Checksum, Game, LookAhead, Margins, MoveSet, Status, Tactics};

/// Slots of history tables for games that do not number their moves.
const DEFAULT_HISTORY_SLOTS: usize = 4096;

/// Static and positional move ordering, slots of history tables, and probes of all children at once.
pub trait MoveOrdering: Tactics + Margins {
    /// One more than the largest [`history_slot`](MoveOrdering::history_slot); at most 65,536.
    const HISTORY_SLOTS: usize = DEFAULT_HISTORY_SLOTS;

    /// The index of a move in history tables, the same in all positions: its origin and destination, or its cell. By
    /// default a hash of the move, with which different moves may share a slot.
    #[inline]
    fn history_slot(&self, mv: Self::Move) -> usize {
        let mut hasher = MoveHasher(Checksum::new());
        mv.hash(&mut hasher);
        (hasher.finish() % Self::HISTORY_SLOTS as u64) as usize
    }

    /// One more than the largest [`continuation_slot`](MoveOrdering::continuation_slot); 0 where there are none.
    const CONTINUATION_SLOTS: usize = 0;

    /// The index of a move in continuation histories: the piece and its destination.
    #[inline]
    fn continuation_slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Whether [`static_order`](MoveOrdering::static_order) is implemented.
    const HAS_STATIC_ORDER: bool = false;

    /// How good a move is on average, in any position: higher is searched earlier.
    #[inline]
    fn static_order(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether [`order_hint`](MoveOrdering::order_hint) is implemented.
    const HAS_ORDER_HINTS: bool = false;

    /// How good a move looks in this position: higher is searched earlier. Between −1,000 and 1,000.
    #[inline]
    fn order_hint(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether [`probe_children`](MoveOrdering::probe_children) returns order scores that were learnt from solved
    /// positions.
    const HAS_LEARNT_ORDER: bool = false;

    /// Examines the child after `mv`, which [`look_ahead`](Tactics::look_ahead) has left.
    #[inline]
    fn probe_child(&self, mv: Self::Move, wants_theory: bool) -> ChildProbe<Self> {
        let mut position = self.clone();
        position.play(mv);
        let (status, theory_bound) = match position.status() {
            Status::Over(outcome) => (Status::Over(outcome), None),
            Status::Ongoing(replies) => {
                let theory_bound = if wants_theory { position.theory_bound() } else { None };
                (Status::Ongoing(position.look_ahead(replies)), theory_bound)
            }
        };
        let margins = position.margin_bounds(Self::LOOKS_AHEAD);
        let hint = self.order_hint(mv);
        ChildProbe { mv, index: 0, hint, order_score: 0, position, key: None, status, margins, theory_bound }
    }

    /// Examines the children after `moves`, those left by [`look_ahead`](Tactics::look_ahead), and calls `visit` with
    /// each, in any order, until it breaks. A game overrides this where examining all children together is faster than
    /// one after the other; if it finds a move after which the opponent loses in two plies, it returns that move with
    /// its index and does not call `visit`.
    #[inline]
    fn probe_children(
        &self,
        moves: &Self::Moves,
        wants_theory: bool,
        mut visit: impl FnMut(ChildProbe<Self>) -> ControlFlow<()>,
    ) -> Option<(Self::Move, usize)> {
        for (index, mv) in moves.iter().enumerate() {
            if visit(ChildProbe { index, ..self.probe_child(mv, wants_theory) }).is_break() {
                break;
            }
        }
        None
    }
}

/// What is known of a child before it is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChildProbe<G: Game> {
    /// The move to the child.
    pub mv: G::Move,
    /// Its index among the moves, or 0 where it was probed alone.
    pub index: usize,
    /// Its [`order_hint`](MoveOrdering::order_hint).
    pub hint: i32,
    /// Its rank by everything in this probe, between −1,000 and 1,000: 0 without
    /// [`HAS_LEARNT_ORDER`](MoveOrdering::HAS_LEARNT_ORDER).
    pub order_score: i32,
    /// The child.
    pub position: G,
    /// Its [canonical key](crate::Symmetry::canonical_key), where that is nearly free.
    pub key: Option<u64>,
    /// The outcome there, or the result of [`look_ahead`](Tactics::look_ahead).
    pub status: Status<LookAhead<G::Moves>>,
    /// The [margins](Margins::margin_bounds) reachable from there, if looking ahead has left moves.
    pub margins: (i32, i32),
    /// The [`theory_bound`](Margins::theory_bound) there, if requested and if looking ahead has left a choice of moves;
    /// else it may be missing.
    pub theory_bound: Option<i32>,
}

/// Hashes moves the same way on every platform and in every version of the compiler.
struct MoveHasher(Checksum);

impl Hasher for MoveHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0 = self.0.with(bytes);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.value()
    }
}
