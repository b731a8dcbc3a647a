//! The root of the tree: every move is tried, whatever the table says, so that there is always a move to answer with.

use spielbaum_core::{Cut, Evaluate, Knowledge, Observer, Score, insertion_sort_by_key};

use super::node::{Frame, Loop};
use super::order::{Candidate, Candidates, moves_of};
use super::selective::WANTS_OUTLOOK;
use super::switch_source::SwitchSource;
use super::switches::Switch;

/// A position whose moves are compared.
pub(super) struct Root<'a, G: Knowledge> {
    pub(super) position: &'a G,
    /// The moves in the order in which they are tried, with the scores of the last search.
    pub(super) moves: Candidates<G::Move>,
}

/// What a search of the root came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<M> {
    pub(super) score: Score,
    pub(super) best: Option<M>,
    /// The move that rose above the window's lower limit, if one did before the budget ran out.
    pub(super) proven: Option<M>,
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Searches the root within a window; the score has the same meaning as that of a node. When the budget runs out, the
    /// best move so far is among those searched completely, if there was one.
    pub(super) fn root(&mut self, root: &mut Root<G>, depth: u32, (alpha, beta): (Score, Score)) -> Found<G::Move> {
        let state = self.evaluation.start(root.position);
        let mut found = Found { score: -Score::INFINITE, best: None, proven: None };
        let mut lower = alpha;
        self.lines.clear(0);
        if self.meter.tick() {
            self.cut(Cut::Budget, []);
            return found;
        }
        if O::IS_ACTIVE {
            self.observer.enter(root.position, None, (alpha, beta), depth);
        }
        if self.has_any(WANTS_OUTLOOK) {
            self.look_out(root.position, &state, Frame { alpha, beta, depth, ply: 0 });
        }
        for place in 0..root.moves.len() {
            let mv = root.moves[place].mv;
            if self.has_any(WANTS_OUTLOOK) {
                self.note_path(root.position, mv, 0);
            }
            let full = Frame { alpha: -beta, beta: -lower, depth: depth - 1, ply: 1 };
            let mut score = Score::DRAW;
            let mut is_settled = false;
            if self.has(Switch::Pvs) && place > 0 && beta.0 - lower.0 > 1 {
                score = -self.child(root.position, &state, mv, Frame { alpha: -lower.above(), ..full });
                is_settled = score <= lower || score >= beta;
            }
            if !is_settled && !self.meter.is_exhausted() {
                score = -self.child(root.position, &state, mv, full);
            }
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves_of(&root.moves[place + 1..]));
                break;
            }
            root.moves[place].promise = score.0;
            if score > found.score {
                found = Found { score, best: Some(mv), ..found };
                if score > lower {
                    if O::IS_ACTIVE {
                        self.observer.raise_alpha(Some(mv), score);
                    }
                    if beta.0 - alpha.0 <= 1 {
                        // Null windows have no lines behind them.
                        self.lines.clear(1);
                    }
                    self.lines.extend(0, mv);
                    found.proven = Some(mv);
                    lower = score;
                }
            }
            if lower >= beta {
                self.cut(Cut::Beta, moves_of(&root.moves[place + 1..]));
                break;
            }
        }
        if O::IS_ACTIVE {
            self.observer.leave(found.score);
        }
        found
    }

    /// The moves of a position in the order of the switches.
    pub(super) fn root_moves(&self, position: &G, moves: &G::Moves, depth: u32) -> Candidates<G::Move> {
        let frame = Frame { alpha: -Score::INFINITE, beta: Score::INFINITE, depth, ply: 0 };
        let mut candidates = Candidates::new();
        self.rank(position, moves, None, frame, &mut candidates);
        sort(&mut candidates);
        candidates
    }
}

/// Sorts by promise; equals keep their order.
pub(super) fn sort<M: Copy>(candidates: &mut [Candidate<M>]) {
    insertion_sort_by_key(candidates, |candidate| std::cmp::Reverse(candidate.promise));
}

/// Puts one move in front of all others.
pub(super) fn bring_forward<M: Copy + PartialEq>(candidates: &mut [Candidate<M>], mv: M) {
    if let Some(place) = candidates.iter().position(|candidate| candidate.mv == mv) {
        candidates[..=place].rotate_right(1);
    }
}
