//! The loop over the moves of a node, until one reaches beta.

use spielbaum_core::{Cut, MoveSet, Quiescence, Score};

use super::move_order::{Candidate, Candidates, TABLE_MOVE, moves_of, take_best};
use super::node::{ByMove, Node, Window};
use super::pruning::PRUNES_MOVES;
use super::searcher::{Move, Moves, Searcher, Setup, State};
use super::stack::NEEDS_STACK;
use super::switches::{Switch, Switches};
use super::transposition::TableHit;

/// Switches that order the moves.
const ORDERING: Switches = Switches::of(&[
    Switch::TableMove,
    Switch::SortByTable,
    Switch::Static,
    Switch::Hint,
    Switch::Preview,
    Switch::Noisy,
    Switch::Killers,
    Switch::History,
    Switch::Futility,
    Switch::Gravity,
    Switch::Continuation,
    Switch::LatePruning,
    Switch::ExchangePruning,
    Switch::ReductionTable,
]);

/// Switches that search a move with reduced depth or a null window first.
const REDUCED_FIRST: Switches = Switches::of(&[Switch::Reductions, Switch::Pvs]);

/// How the loop ended.
#[derive(Clone, Copy)]
pub(super) enum LoopEnd {
    /// No move is left.
    AllSearched,
    /// A move reached beta.
    CutOff,
    /// The score of the node was found before a move was searched.
    Known(Score),
    OutOfBudget,
}

impl LoopEnd {
    /// Why the rest of the moves is not searched.
    #[inline]
    fn reason(self) -> Cut {
        if matches!(self, LoopEnd::OutOfBudget) { Cut::Budget } else { Cut::Beta }
    }
}

/// The state of the loop, and of the search before it began.
pub(super) struct Progress<M> {
    pub(super) best: Score,
    pub(super) best_index: Option<u8>,
    pub(super) best_move: Option<M>,
    /// Moves searched so far.
    pub(super) searched: usize,
    /// Alpha before the loop.
    pub(super) alpha: Score,
    /// Whether a heuristic value took part in the search before the loop.
    pub(super) was_heuristic: bool,
    /// Nodes visited before the loop.
    pub(super) nodes: u64,
}

/// The window of a move's search from the mover's view, and its reduction in plies.
pub(super) struct Probe {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) reduction: u32,
}

impl<C: Setup> Searcher<'_, C> {
    /// Searches the moves of a node.
    #[inline(always)]
    pub(super) fn search_moves(
        &mut self,
        node: &mut Node<'_, C>,
        moves: &Moves<C>,
        hit: TableHit,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        if self.wants_child_probes(node) {
            self.search_probed(node, moves, hit, progress)
        } else if self.has_any(ORDERING) {
            self.search_ordered(node, moves, hit.table_move, progress)
        } else {
            self.search_unordered(node, moves, progress)
        }
    }

    /// Searches the moves in the order of the move set.
    #[inline(always)]
    fn search_unordered(
        &mut self,
        node: &mut Node<'_, C>,
        moves: &Moves<C>,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        for (index, mv) in moves.iter().enumerate() {
            let candidate = Candidate { mv, index: index as u8, order_score: 0 };
            match self.search_move(node, candidate, progress) {
                LoopEnd::AllSearched => {}
                end => {
                    self.cut(end.reason(), moves.iter().skip(index + 1));
                    return end;
                }
            }
        }
        LoopEnd::AllSearched
    }

    /// Searches the best moves first. Never inlined, because a list of candidates on the stack costs every call.
    #[inline(never)]
    fn search_ordered(
        &mut self,
        node: &mut Node<'_, C>,
        moves: &Moves<C>,
        table_move: Option<u8>,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let position = node.position;
        let mut candidates = Candidates::new();
        let excluded = if self.has(Switch::Singular) { self.stack(node.ply).excluded } else { None };
        let mut next = 0;
        let first = table_move.filter(|_| self.has_any(NEEDS_STACK) && self.has(Switch::TableMove));
        if let Some(index) = first.filter(|&index| usize::from(index) < moves.len()) {
            // The table's move often cuts off before the others are scored.
            let candidate = Candidate { mv: moves.nth(index.into()), index, order_score: TABLE_MOVE };
            self.prefetch_child(position, candidate.mv);
            match self.search_move(node, candidate, progress) {
                LoopEnd::AllSearched => next = 1,
                end => {
                    if matches!(end, LoopEnd::CutOff) {
                        self.update_histories(node, &[candidate]);
                    }
                    self.cut(end.reason(), moves.iter().filter(|&mv| mv != candidate.mv));
                    return end;
                }
            }
            candidates.push(candidate);
        }
        // Quiet moves are scored after the noisy ones were searched: often a cut-off saves that.
        let mut quiets_wait = self.scores_in_stages();
        if quiets_wait {
            self.score_stage(node, moves, true, &mut candidates);
        } else {
            candidates.clear();
            self.score_moves(node, moves, table_move, &mut candidates);
            if next == 1 {
                take_best(&mut candidates, 0);
            }
        }
        let futility_limit = self.futility_limit(node);
        loop {
            let mut candidate = self.take_next(position, &mut candidates, next);
            if quiets_wait && !candidate.is_some_and(|candidate| candidate.precedes_quiets()) {
                quiets_wait = false;
                let is_listed = |index| candidates.iter().any(|candidate| candidate.index == index);
                let excluded = excluded.filter(|&index| !is_listed(index));
                let count = moves.len() - candidates.len() - usize::from(excluded.is_some());
                if let Some(reason) = self.skip_quiets(node, progress, futility_limit) {
                    let quiets = moves.iter().filter(|&mv| !position.is_noisy(mv));
                    let skipped = quiets.filter(|&mv| !moves_of(&candidates).any(|listed| listed == mv));
                    self.count_skipped_quiets(reason, (count, skipped), progress);
                } else {
                    self.score_stage(node, moves, false, &mut candidates);
                    candidate = self.take_next(position, &mut candidates, next);
                }
            }
            let Some(candidate) = candidate else { return LoopEnd::AllSearched };
            self.prefetch_child(position, candidate.mv);
            next += 1;
            if excluded == Some(candidate.index) {
                continue;
            }
            let skip = self.skip_quiets(node, progress, futility_limit);
            if let Some(reason) = skip.filter(|_| !position.is_noisy(candidate.mv)) {
                // Only noisy moves that lose the exchange are left after this.
                next -= 1;
                let is_skipped = |candidate: &Candidate<Move<C>>| {
                    excluded != Some(candidate.index) && !position.is_noisy(candidate.mv)
                };
                let skipped = candidates[next..].iter().copied().filter(is_skipped);
                let count = skipped.clone().count();
                self.count_skipped_quiets(reason, (count, skipped.map(|candidate| candidate.mv)), progress);
                let mut place = 0;
                candidates.retain(|candidate| {
                    place += 1;
                    place <= next || position.is_noisy(candidate.mv)
                });
                continue;
            }
            if self.has_any(PRUNES_MOVES) && self.loses_too_much(node, candidate, progress) {
                self.count_pruned([candidate.mv]);
                continue;
            }
            match self.search_move(node, candidate, progress) {
                LoopEnd::AllSearched => {}
                end => {
                    if matches!(end, LoopEnd::CutOff) {
                        self.update_histories(node, &candidates[..next]);
                    }
                    let waiting =
                        moves.iter().filter(|&mv| quiets_wait && !moves_of(&candidates).any(|seen| seen == mv));
                    self.cut(end.reason(), moves_of(&candidates[next..]).chain(waiting));
                    return end;
                }
            }
        }
    }

    /// Searches one move; [`LoopEnd::AllSearched`] when the loop goes on.
    #[inline(always)]
    fn search_move(
        &mut self,
        node: &mut Node<'_, C>,
        candidate: Candidate<Move<C>>,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let (child, state) = self.make_move(node.position, node.state, candidate.mv);
        if self.has_any(REDUCED_FIRST) {
            return self.search_reduced_first(node, (&child, &state), candidate, progress);
        }
        let score = -self.search_node(Node::new(&child, &state, node.child()), ByMove::of(Some(candidate.mv)));
        self.update_searched(node, candidate, score, progress)
    }

    /// The same where a move is searched with reduced depth or a null window first. Never inlined, so that the other
    /// form is.
    #[inline(never)]
    fn search_reduced_first(
        &mut self,
        node: &mut Node<'_, C>,
        (child, state): (&C::Game, &State<C>),
        candidate: Candidate<Move<C>>,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        let mut depth = node.depth - 1;
        let mut gives_check = false;
        if self.has_any(NEEDS_STACK) {
            self.push_move(node.position, candidate.mv, node.ply);
            depth += u32::from(self.stack(node.ply).extended == Some(candidate.index));
            gives_check = C::Game::HAS_CHECKS && child.is_in_check();
        }
        let ply = node.ply + 1;
        let mut search = |searcher: &mut Self, probe: Probe| {
            let window = Window { alpha: -probe.beta, beta: -probe.alpha, depth: depth - probe.reduction, ply };
            -searcher.search_node(Node::new(child, state, window), ByMove::of(Some(candidate.mv)))
        };
        self.search_candidate(node, (candidate, gives_check), progress, &mut search)
    }

    /// Searches one move by `search`, which takes and returns scores from the mover's view.
    #[inline(always)]
    pub(super) fn search_candidate(
        &mut self,
        node: &mut Node<'_, C>,
        (candidate, gives_check): (Candidate<Move<C>>, bool),
        progress: &mut Progress<Move<C>>,
        search: &mut impl FnMut(&mut Self, Probe) -> Score,
    ) -> LoopEnd {
        let settled = if self.has_any(REDUCED_FIRST) {
            self.search_narrow(node, (candidate, gives_check), progress.searched, search)
        } else {
            None
        };
        let score = settled.unwrap_or_else(|| search(self, Probe { alpha: node.alpha, beta: node.beta, reduction: 0 }));
        self.update_searched(node, candidate, score, progress)
    }

    /// Late-move reduction and principal variation search: the score of a move, if reduced depth or a null window
    /// settles it.
    #[inline(never)]
    fn search_narrow(
        &mut self,
        node: &Node<'_, C>,
        (candidate, gives_check): (Candidate<Move<C>>, bool),
        searched: usize,
        search: &mut impl FnMut(&mut Self, Probe) -> Score,
    ) -> Option<Score> {
        let null_window = |reduction| Probe { alpha: node.alpha, beta: node.alpha.above(), reduction };
        let reduction = if self.has(Switch::Reductions) {
            self.late_move_reduction(node, candidate, searched, gives_check)
        } else {
            0
        };
        if reduction > 0 {
            self.statistics.reductions += 1;
            self.is_heuristic = true;
            let score = search(self, null_window(reduction));
            if score <= node.alpha || self.meter.is_exhausted() {
                return Some(score);
            }
            self.statistics.re_searches += 1;
        }
        if !self.has(Switch::Pvs) || searched == 0 || node.is_null_window() {
            return None;
        }
        let score = search(self, null_window(0));
        let is_settled = score <= node.alpha || score >= node.beta || self.meter.is_exhausted();
        self.statistics.re_searches += u64::from(!is_settled);
        is_settled.then_some(score)
    }

    /// Takes the score of a move that was searched.
    #[inline(always)]
    fn update_searched(
        &mut self,
        node: &mut Node<'_, C>,
        candidate: Candidate<Move<C>>,
        score: Score,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        if self.meter.is_exhausted() {
            return LoopEnd::OutOfBudget;
        }
        progress.searched += 1;
        self.update_best(node, candidate, score, progress)
    }

    /// Takes the score of a move: the best so far, alpha, the principal variation.
    #[inline(always)]
    pub(super) fn update_best(
        &mut self,
        node: &mut Node<'_, C>,
        candidate: Candidate<Move<C>>,
        score: Score,
        progress: &mut Progress<Move<C>>,
    ) -> LoopEnd {
        if score > progress.best {
            let mv = candidate.mv;
            progress.best = score;
            progress.best_index = Some(candidate.index);
            progress.best_move = Some(mv);
            if score > node.alpha {
                self.raise_alpha(Some(mv), score);
                if score >= node.beta {
                    return LoopEnd::CutOff;
                }
                if !node.is_null_window() {
                    self.pv.extend(node.ply, mv);
                }
                node.alpha = score;
            }
        }
        LoopEnd::AllSearched
    }

    /// Reports why the rest of the probed children is not searched.
    #[inline]
    pub(super) fn cut_children(&mut self, end: LoopEnd, first: usize) {
        if Self::IS_ACTIVE {
            let rest: Vec<Move<C>> = self.children[first..].iter().map(|child| child.candidate.mv).collect();
            self.cut(end.reason(), rest);
        }
    }
}
