//! Which move to search first.
//!
//! Alpha-beta visits the fewest positions when the best move comes first (Knuth & Moore 1975). The order: the table's
//! move, then noisy moves, then killers, then by the game's hint, history and static order.

use arrayvec::ArrayVec;
use spielbaum_core::{Evaluate, Game, MoveOrdering, MoveSet, Quiescence, Score};

use super::node::Node;
use super::searcher::{Move, Moves, Searcher, Setup};
use super::stack::NEEDS_STACK;
use super::switches::{Switch, Switches};

/// More moves than any position of our games has: 218 in chess, 181 in Gale of size 10.
pub(super) const MAX_MOVES: usize = 256;

/// A list of moves with their order scores.
pub(super) type Candidates<M> = ArrayVec<Candidate<M>, MAX_MOVES>;

/// A move, its index in the move set, and its order score: higher is searched earlier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) index: u8,
    pub(super) order_score: i32,
}

impl<M> Candidate<M> {
    /// Whether it was put after the quiet moves because it loses the exchange.
    #[inline]
    pub(super) fn loses_exchange(&self) -> bool {
        self.order_score < LOSING / 2
    }

    #[inline]
    pub(super) fn is_killer(&self) -> bool {
        (KILLER / 2..NOISY / 2 + KILLER / 2).contains(&self.order_score)
    }

    /// Whether it comes before every quiet move.
    #[inline]
    pub(super) fn precedes_quiets(&self) -> bool {
        self.order_score >= NOISY - hint_score(MAX_HINT)
    }

    /// Whether it counts as a noisy move that wins the exchange; that is tested when it is taken from the list.
    #[inline]
    pub(super) fn see_ge(&self) -> bool {
        self.precedes_quiets() && self.order_score < TABLE_MOVE
    }
}

/// An item of a list of moves to choose from.
pub(super) trait Choice<M> {
    fn candidate(&mut self) -> &mut Candidate<M>;
    /// The order score; of equals the first in the move set.
    fn rank(&self) -> i64;
}

impl<M> Choice<M> for Candidate<M> {
    #[inline]
    fn candidate(&mut self) -> &mut Candidate<M> {
        self
    }

    #[inline]
    fn rank(&self) -> i64 {
        (i64::from(self.order_score) << 8) - i64::from(self.index)
    }
}

/// The index of the highest-ranked choice.
#[inline]
pub(super) fn best_choice<M, C: Choice<M>>(choices: &[C]) -> Option<usize> {
    let mut best = 0;
    let mut best_rank = choices.first()?.rank();
    for (index, choice) in choices.iter().enumerate().skip(1) {
        let rank = choice.rank();
        if rank > best_rank {
            (best, best_rank) = (index, rank);
        }
    }
    Some(best)
}

/// Swaps the best candidate from `next` on to the front and returns it.
#[inline]
pub(super) fn take_best<M: Copy>(candidates: &mut [Candidate<M>], next: usize) -> Option<Candidate<M>> {
    let rest = candidates.get_mut(next..)?;
    let best = best_choice(rest)?;
    rest.swap(0, best);
    Some(rest[0])
}

/// The moves alone.
#[inline]
pub(super) fn moves_of<M: Copy>(candidates: &[Candidate<M>]) -> impl Iterator<Item = M> {
    candidates.iter().map(|candidate| candidate.mv)
}

#[inline]
fn candidates_of<'c, M: 'c, C: Choice<M>>(choices: &'c mut [C]) -> impl Iterator<Item = &'c mut Candidate<M>> {
    choices.iter_mut().map(C::candidate)
}

/// Switches that score moves besides the table, the game's hint and the static order.
pub(super) const HEURISTICS: Switches =
    Switches::of(&[Switch::History, Switch::SortByTable, Switch::Killers, Switch::Noisy]);

/// Switches after which noisy moves need not come before all quiet ones.
const MIXES: Switches = Switches::of(&[Switch::Hint, Switch::Static, Switch::Preview, Switch::SortByTable]);

/// Order scores above every hint, history and static order.
pub(super) const TABLE_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// The order score of noisy moves that lose the exchange, below that of every quiet one.
const LOSING: i32 = -(1 << 28);
/// The largest hint of a game.
const MAX_HINT: i32 = 1000;

/// The order score of a game's hint.
#[inline]
pub(super) fn hint_score(hint: i32) -> i32 {
    debug_assert!(hint.abs() <= MAX_HINT, "a hint of {hint}");
    hint << 12
}

impl<C: Setup> Searcher<'_, C> {
    /// Fills `candidates` with the moves and their order scores. Returning the list would copy its empty places, too.
    #[inline]
    pub(super) fn score_moves(
        &self,
        node: &Node<'_, C>,
        moves: &Moves<C>,
        table_move: Option<u8>,
        candidates: &mut Candidates<Move<C>>,
    ) {
        let position = node.position;
        for (index, mv) in moves.iter().enumerate() {
            candidates.push(Candidate { mv, index: index as u8, order_score: 0 });
        }
        if self.has(Switch::Hint) {
            candidates
                .iter_mut()
                .for_each(|candidate| candidate.order_score = hint_score(position.order_hint(candidate.mv)));
        }
        if self.has(Switch::Preview) && self.evaluates_children(node) {
            let state = self.evaluation.start(position);
            for candidate in &mut *candidates {
                let (child, child_state) = self.make_move(position, &state, candidate.mv);
                candidate.order_score += self.evaluation_score(-self.static_eval(&child, &child_state));
            }
        }
        if self.has(Switch::Static) {
            candidates.iter_mut().for_each(|candidate| candidate.order_score += position.static_order(candidate.mv));
        }
        self.add_heuristics(node, table_move, candidates);
    }

    /// Whether noisy moves come before all quiet ones, so that quiet moves are scored only when they are needed.
    #[inline]
    pub(super) fn scores_in_stages(&self) -> bool {
        C::Game::HAS_NOISE
            && self.has_any(NEEDS_STACK)
            && self.has(Switch::Noisy)
            && self.has(Switch::Exchange)
            && !self.has_any(MIXES)
    }

    /// Adds the noisy or the quiet moves to the candidates, apart from a table move that is among them already.
    #[inline]
    pub(super) fn score_stage(
        &self,
        node: &Node<'_, C>,
        moves: &Moves<C>,
        are_noisy: bool,
        candidates: &mut Candidates<Move<C>>,
    ) {
        let position = node.position;
        let table_move =
            candidates.first().filter(|first| first.order_score == TABLE_MOVE).map(|first| usize::from(first.index));
        let histories = self.quiet_histories(position, node.ply);
        let killers = if self.has(Switch::Killers) { self.histories.killers(node.ply) } else { [None; 2] };
        // A move in another slot is another move, and slots are compared faster.
        let killer_slots = killers.map(|killer| killer.map_or(usize::MAX, |mv| position.history_slot(mv)));
        let quiet_score = |mv, continuation_slot| {
            let slot = position.history_slot(mv);
            let is_killer = (slot == killer_slots[0] || slot == killer_slots[1]) && killers.contains(&Some(mv));
            (histories.at(slot, continuation_slot) << 4) + if is_killer { KILLER } else { 0 }
        };
        // Two loops, so that nothing is looked up for quiet moves that only noisy ones need.
        if are_noisy {
            position.for_each_by_noise(moves, true, |index, mv, slot| {
                if table_move != Some(index) {
                    let order_score = quiet_score(mv, slot) + NOISY + hint_score(position.order_hint(mv));
                    candidates.push(Candidate { mv, index: index as u8, order_score });
                }
            });
        } else {
            position.for_each_by_noise(moves, false, |index, mv, slot| {
                if table_move != Some(index) {
                    candidates.push(Candidate { mv, index: index as u8, order_score: quiet_score(mv, slot) });
                }
            });
        }
    }

    /// Whether the horizon and the end of the game are far enough to order moves by the static evaluation after them.
    #[inline]
    pub(super) fn evaluates_children(&self, node: &Node<'_, C>) -> bool {
        node.depth.min(node.position.max_plies() as u32) >= self.tuning.preview_depth
    }

    /// The order score of a move that leads to this static evaluation.
    #[inline]
    pub(super) fn evaluation_score(&self, static_eval: Score) -> i32 {
        hint_score((self.tuning.preview_weight * static_eval.0).clamp(-MAX_HINT, MAX_HINT))
    }

    /// Adds the scores of the table and the heuristics to the order scores.
    #[inline]
    pub(super) fn add_heuristics<T: Choice<Move<C>>>(
        &self,
        node: &Node<'_, C>,
        table_move: Option<u8>,
        choices: &mut [T],
    ) {
        if self.has_any(HEURISTICS) {
            self.add_history_and_killers(node, choices);
        }
        if self.has(Switch::TableMove)
            && let Some(candidate) = candidates_of(choices).find(|candidate| Some(candidate.index) == table_move)
        {
            candidate.order_score = TABLE_MOVE;
        }
    }

    #[inline]
    fn add_history_and_killers<T: Choice<Move<C>>>(&self, node: &Node<'_, C>, choices: &mut [T]) {
        // One pass for each idea, so that a switch is tested once a position and not once a move.
        let position = node.position;
        let has = |switch| self.has(switch);
        if has(Switch::Gravity) || has(Switch::Continuation) {
            let histories = self.quiet_histories(position, node.ply);
            for candidate in candidates_of(choices) {
                candidate.order_score += histories.of(position, candidate.mv) << 4;
            }
        } else if has(Switch::History) {
            let history = self.histories.history(position.side_to_move());
            for candidate in candidates_of(choices) {
                candidate.order_score += history[position.history_slot(candidate.mv)] << 4;
            }
        }
        if has(Switch::SortByTable) {
            for candidate in candidates_of(choices) {
                candidate.order_score += self.value_in_table(position, candidate.mv);
            }
        }
        if has(Switch::Killers) {
            let killers = self.histories.killers(node.ply);
            for candidate in candidates_of(choices).filter(|candidate| killers.contains(&Some(candidate.mv))) {
                candidate.order_score += KILLER;
            }
        }
        if has(Switch::Noisy) {
            for candidate in candidates_of(choices).filter(|candidate| position.is_noisy(candidate.mv)) {
                candidate.order_score += NOISY + hint_score(position.order_hint(candidate.mv));
            }
        }
    }

    /// The noisy moves only: the table's first, then by the game's hint.
    #[inline]
    pub(super) fn score_noisy(
        &self,
        position: &C::Game,
        moves: &Moves<C>,
        table_move: Option<u8>,
        candidates: &mut Candidates<Move<C>>,
    ) {
        position.for_each_by_noise(moves, true, |index, mv, _| {
            let index = index as u8;
            let order_score = if table_move == Some(index) { TABLE_MOVE } else { position.order_hint(mv) };
            candidates.push(Candidate { mv, index, order_score });
        });
    }

    /// The table's value of the position after `mv`, of any depth, from the mover's view.
    #[inline]
    fn value_in_table(&self, position: &C::Game, mv: Move<C>) -> i32 {
        let mut child = position.clone();
        child.play(mv);
        self.table_entry(self.key(&child)).map_or(0, |entry| {
            // Where one bound is unknown, the other one is taken.
            let known = if entry.upper == Score::INFINITE { entry.lower } else { entry.upper };
            -known.0
        })
    }

    /// The best candidate from `next` on, swapped to the front. A noisy move that loses the exchange is put after the
    /// quiet ones when its turn comes.
    #[inline]
    pub(super) fn take_next(
        &self,
        position: &C::Game,
        candidates: &mut Candidates<Move<C>>,
        next: usize,
    ) -> Option<Candidate<Move<C>>> {
        let mut best = take_best(candidates, next)?;
        if C::Game::HAS_SEE && self.has(Switch::Exchange) {
            while best.see_ge() && !position.see_ge(best.mv, 0) {
                candidates[next].order_score += LOSING - NOISY;
                best = take_best(candidates, next)?;
            }
        }
        Some(best)
    }
}
