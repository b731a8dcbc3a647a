//! The root of the tree: every move is searched, whatever the table says, so that there is always a best move.

use spielbaum_core::{Cut, Evaluate, Knowledge, Score, insertion_sort_by_key};

use super::move_order::{Candidate, Candidates, moves_of};
use super::node::{ByMove, Node, Window};
use super::searcher::{Move, Moves, Searcher, Setup};
use super::stack::NEEDS_STACK;
use super::switches::Switch;

/// A position whose moves are compared.
pub(super) struct Root<'a, G: Knowledge> {
    pub(super) position: &'a G,
    /// The moves in the order in which they are searched, with the scores of the last search.
    pub(super) moves: Candidates<G::Move>,
}

/// The result of a search of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<M> {
    pub(super) score: Score,
    pub(super) best: Option<M>,
    /// The move that raised alpha, if one did before the budget ran out.
    pub(super) proven: Option<M>,
}

impl<C: Setup> Searcher<'_, C> {
    /// Searches the root within a window; the score has the same meaning as that of a node. When the budget runs out,
    /// the best move so far is among those searched completely, if there was one.
    pub(super) fn search_root(
        &mut self,
        root: &mut Root<C::Game>,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Found<Move<C>> {
        let state = self.evaluation.start(root.position);
        let node = Node::new(root.position, &state, Window { alpha, beta, depth, ply: 0 });
        let mut found = Found { score: -Score::INFINITE, best: None, proven: None };
        let mut lower = alpha;
        self.pv.clear(0);
        if self.meter.tick() {
            self.out_of_budget([]);
            return found;
        }
        self.enter(&node, &ByMove::of(None));
        if self.has_any(NEEDS_STACK) {
            self.push_static_eval(&node);
        }
        for place in 0..root.moves.len() {
            let mv = root.moves[place].mv;
            if self.has_any(NEEDS_STACK) {
                self.push_move(root.position, mv, 0);
            }
            let full = Window { alpha: -beta, beta: -lower, depth: depth - 1, ply: 1 };
            let mut score = Score::DRAW;
            let mut is_settled = false;
            if self.has(Switch::Pvs) && place > 0 && beta.0 - lower.0 > 1 {
                score = -self.search_child(&node, mv, Window { alpha: -lower.above(), ..full });
                is_settled = score <= lower || score >= beta;
            }
            if !is_settled && !self.meter.is_exhausted() {
                score = -self.search_child(&node, mv, full);
            }
            if self.meter.is_exhausted() {
                self.out_of_budget(moves_of(&root.moves[place + 1..]));
                break;
            }
            root.moves[place].order_score = score.0;
            if score > found.score {
                found = Found { score, best: Some(mv), ..found };
                if score > lower {
                    self.raise_alpha(Some(mv), score);
                    if beta.0 - alpha.0 <= 1 {
                        // Null windows have no principal variation.
                        self.pv.clear(1);
                    }
                    self.pv.extend(0, mv);
                    found.proven = Some(mv);
                    lower = score;
                }
            }
            if lower >= beta {
                self.cut(Cut::Beta, moves_of(&root.moves[place + 1..]));
                break;
            }
        }
        self.leave(found.score, &ByMove::of(None));
        found
    }

    /// The moves of a position in the order of the switches.
    pub(super) fn root_moves(&self, position: &C::Game, moves: &Moves<C>, depth: u32) -> Candidates<Move<C>> {
        let window = Window { alpha: -Score::INFINITE, beta: Score::INFINITE, depth, ply: 0 };
        let state = self.evaluation.start(position);
        let mut candidates = Candidates::new();
        self.score_moves(&Node::new(position, &state, window), moves, None, &mut candidates);
        sort(&mut candidates);
        candidates
    }
}

/// Sorts by order score; equals keep their order.
pub(super) fn sort<M: Copy>(candidates: &mut [Candidate<M>]) {
    insertion_sort_by_key(candidates, |candidate| std::cmp::Reverse(candidate.order_score));
}

/// Puts one move in front of all others.
pub(super) fn bring_forward<M: Copy + PartialEq>(candidates: &mut [Candidate<M>], mv: M) {
    if let Some(place) = candidates.iter().position(|candidate| candidate.mv == mv) {
        candidates[..=place].rotate_right(1);
    }
}
