//! Pruning: positions and moves that most likely do not matter are not searched. None of it is certain.
//!
//! The numbers are in [`Tuning`](super::tuning::Tuning) where experiments changed them; the others are customary.

use spielbaum_core::{Cut, Evaluate, MoveSet, Quiescence, Score, SelectiveSearch};

use super::move_loop::Progress;
use super::move_order::Candidate;
use super::node::{ByMove, Node, Window};
use super::searcher::{Move, Moves, Searcher, Setup};
use super::stack::{NEEDS_STACK, StackEntry};
use super::switches::{Switch, Switches};

/// Switches that skip moves one by one.
pub(super) const PRUNES_MOVES: Switches = Switches::of(&[Switch::LatePruning, Switch::ExchangePruning]);

/// The least depth at which a null move is verified.
const VERIFIED_DEPTH: u32 = 10;
/// The advantage that adds a ply to a null move's reduction.
const NULL_MOVE_STEP: i32 = 200;
/// The greatest depth at which moves are skipped, late or losing.
const PRUNED_DEPTH: u32 = 8;
/// Twice the number of moves that are searched at depth 0 before quiet ones are late.
const LATE_MOVES: i32 = 8;
/// What quiet and noisy moves may lose in an exchange, for each ply to the horizon.
const QUIET_LOSS: i32 = 60;
const NOISY_LOSS: i32 = 100;

/// Why the rest of the quiet moves is skipped.
#[derive(Clone, Copy)]
pub(super) enum SkipQuiets {
    /// None can reach more than this.
    Futile(Score),
    /// Enough moves have been searched.
    Late,
}

impl<C: Setup> Searcher<'_, C> {
    /// Evaluates the node, and prunes it where the evaluation is far above beta.
    #[inline(always)]
    pub(super) fn reverse_futility(&mut self, node: &Node<'_, C>) -> Option<Score> {
        if !self.has_any(NEEDS_STACK) {
            return None;
        }
        let stacked = self.push_static_eval(node);
        let score = self.far_above_beta(node, stacked)?;
        self.statistics.futility_cuts += 1;
        self.is_heuristic = true;
        self.cut(Cut::Futility, []);
        Some(score)
    }

    #[inline]
    fn far_above_beta(&self, node: &Node<'_, C>, stacked: StackEntry) -> Option<Score> {
        let is_tried = self.has(Switch::ReverseFutility)
            && node.is_null_window()
            && !stacked.is_in_check
            && stacked.excluded.is_none()
            && node.depth <= self.tuning.reverse_depth
            && !node.beta.is_decided()
            && !stacked.static_eval.is_decided();
        let static_eval = stacked.static_eval.0;
        let margin = self.tuning.reverse_margin * (node.depth as i32 - i32::from(stacked.is_improving));
        // Halfway between: neither the evaluation nor beta is reliable alone.
        (is_tried && static_eval - margin >= node.beta.0).then(|| Score((static_eval + node.beta.0) / 2))
    }

    /// Beta, where even a null move reaches it.
    #[inline]
    pub(super) fn null_move(&mut self, node: &Node<'_, C>, moves: &Moves<C>) -> Option<Score> {
        if !self.has(Switch::NullMove) {
            return None;
        }
        let is_cut = self.null_move_reaches_beta(node);
        if is_cut {
            self.is_heuristic = true;
            return Some(node.beta);
        }
        self.meter.is_exhausted().then(|| self.out_of_budget(moves.iter()))
    }

    fn null_move_reaches_beta(&mut self, node: &Node<'_, C>) -> bool {
        let is_after_null_move = node.ply == self.null_move_ply;
        let is_sensible = node.depth > self.tuning.null_reduction && !is_after_null_move && !node.beta.is_decided();
        if !is_sensible || !node.is_null_window() {
            return false;
        }
        let Some(reduction) = self.null_move_reduction(node) else { return false };
        let Some(passed) = node.position.null_move() else { return false };
        if self.has(Switch::Table) {
            self.prefetch(self.key(&passed));
        }
        let passed_state = self.evaluation.after_null_move(node.state, &passed);
        let window = Window {
            alpha: -node.beta,
            beta: -node.beta.below(),
            depth: node.depth - 1 - reduction,
            ply: node.ply + 1,
        };
        if self.has(Switch::Continuation) {
            self.stack_mut(window.ply).continuation_slot = 0;
        }
        let outer = std::mem::replace(&mut self.null_move_ply, window.ply);
        let score = -self.search_node(Node::new(&passed, &passed_state, window), ByMove::of(None));
        self.null_move_ply = outer;
        if self.meter.is_exhausted() || score < node.beta || !self.null_move_is_verified(node, reduction) {
            return false;
        }
        self.statistics.null_move_cuts += 1;
        self.cut(Cut::NullMove, []);
        true
    }

    /// The reduction after a null move, in plies; none where it is not tried.
    #[inline]
    fn null_move_reduction(&self, node: &Node<'_, C>) -> Option<u32> {
        if !self.has(Switch::NullAdaptive) {
            return Some(self.tuning.null_reduction);
        }
        let stacked = self.stack(node.ply);
        let advantage = stacked.static_eval.0 - node.beta.0;
        let is_sensible = advantage >= 0 && stacked.excluded.is_none() && node.ply >= self.null_move_from;
        is_sensible.then(|| {
            let reduction = self.tuning.null_reduction + node.depth / 3 + (advantage / NULL_MOVE_STEP).min(3) as u32;
            reduction.min(node.depth - 1)
        })
    }

    /// Whether a search without null moves near the root confirms that a null move reaches beta.
    fn null_move_is_verified(&mut self, node: &Node<'_, C>, reduction: u32) -> bool {
        if !self.has(Switch::NullAdaptive) || node.depth < VERIFIED_DEPTH || self.null_move_from > node.ply {
            return true;
        }
        let depth = node.depth - 1 - reduction.min(node.depth - 1);
        let outer = std::mem::replace(&mut self.null_move_from, node.ply + 3 * depth / 4 + 1);
        let window = Window { alpha: node.beta.below(), depth: depth.max(1), ..node.window };
        let score = self.search_node(Node { window, ..*node }, ByMove::of(None));
        self.null_move_from = outer;
        !self.meter.is_exhausted() && score >= node.beta
    }

    /// The limit of a null window beyond which the score most likely lies, because a shallow search lies far enough
    /// beyond it: Multi-ProbCut (Buro 1997). Only the side of the static evaluation is tried: the other is rarely
    /// reached.
    #[inline]
    pub(super) fn probcut(&mut self, node: &Node<'_, C>, moves: &Moves<C>) -> Option<Score> {
        if !self.has(Switch::ProbCut) {
            return None;
        }
        let score = self.shallow_search_limit(node);
        if score.is_some() {
            self.is_heuristic = true;
            return score;
        }
        self.meter.is_exhausted().then(|| self.out_of_budget(moves.iter()))
    }

    fn shallow_search_limit(&mut self, node: &Node<'_, C>) -> Option<Score> {
        if !node.is_null_window() || node.alpha.is_decided() || node.beta.is_decided() {
            return None;
        }
        let prediction = self.evaluation.probcut_model(node.position, node.depth)?;
        let margin = prediction.deviation * self.tuning.probcut_percent as f32 / 100.0;
        // The score of the shallow search from which the deep one is predicted to have this score.
        let needed = |score: f32| (score - prediction.offset) / prediction.slope;
        let is_above = self.static_eval(node.position, node.state) >= node.beta;
        let (limit, alpha) = if is_above {
            (node.beta, needed(node.beta.0 as f32 + margin).ceil() - 1.0)
        } else {
            (node.alpha, needed(node.alpha.0 as f32 - margin).floor())
        };
        let alpha = Score::estimate(alpha as i32);
        let window = Window { alpha, beta: alpha.above(), depth: prediction.depth, ply: node.ply };
        let was_heuristic = self.is_heuristic;
        let score = self.search_node(Node { window, ..*node }, ByMove::of(None));
        self.is_heuristic = was_heuristic;
        if self.meter.is_exhausted() || (score > alpha) != is_above {
            return None;
        }
        self.cut(Cut::ProbCut, []);
        Some(limit)
    }

    /// Futility pruning: the most that a quiet move can reach, where that is not above alpha.
    pub(super) fn futility_limit(&self, node: &Node<'_, C>) -> Option<Score> {
        if !self.has(Switch::Futility) || node.depth > self.tuning.futility_depth || node.alpha.is_decided() {
            return None;
        }
        // At higher depths replies to a check are never pruned.
        if node.depth > 1 && C::Game::HAS_CHECKS && node.position.is_in_check() {
            return None;
        }
        let margin = self.tuning.futility_margin * node.depth as i32;
        let static_eval = if self.has_any(NEEDS_STACK) {
            self.stack(node.ply).static_eval
        } else {
            self.static_eval(node.position, node.state)
        };
        let limit = Score::estimate(static_eval.0 + margin);
        (limit <= node.alpha).then_some(limit)
    }

    /// Late-move and futility pruning: whether the rest of the quiet moves is skipped, and why.
    #[inline]
    pub(super) fn skip_quiets(
        &self,
        node: &Node<'_, C>,
        progress: &Progress<Move<C>>,
        futility_limit: Option<Score>,
    ) -> Option<SkipQuiets> {
        if let Some(limit) = futility_limit.filter(|_| progress.searched > 0) {
            return Some(SkipQuiets::Futile(limit));
        }
        let depth = node.depth as i32;
        let most = || (LATE_MOVES + 2 * depth * depth) >> i32::from(!self.stack(node.ply).is_improving);
        let is_late = self.has(Switch::LatePruning)
            && node.is_null_window()
            && self.may_prune_moves(node, progress)
            && progress.searched as i32 >= most();
        is_late.then_some(SkipQuiets::Late)
    }

    /// Counts skipped quiet moves.
    #[inline]
    pub(super) fn count_skipped_quiets(
        &mut self,
        reason: SkipQuiets,
        (count, moves): (usize, impl IntoIterator<Item = Move<C>>),
        progress: &mut Progress<Move<C>>,
    ) {
        if count == 0 {
            return;
        }
        self.count_pruned(moves);
        if let SkipQuiets::Futile(limit) = reason {
            self.statistics.futility_cuts += count as u64 - 1;
            // Moves that were not searched may still reach this much.
            progress.best = progress.best.max(limit);
        }
    }

    /// Static exchange pruning: whether a move loses too much to be searched.
    #[inline]
    pub(super) fn loses_too_much(
        &self,
        node: &Node<'_, C>,
        candidate: Candidate<Move<C>>,
        progress: &Progress<Move<C>>,
    ) -> bool {
        if !C::Game::HAS_SEE || !self.has(Switch::ExchangePruning) || !self.may_prune_moves(node, progress) {
            return false;
        }
        // A move that wins its exchange was recognised when it was taken from the list.
        if self.has(Switch::Exchange) && candidate.see_ge() {
            return false;
        }
        let mv = candidate.mv;
        let loss = if node.position.is_noisy(mv) { NOISY_LOSS } else { QUIET_LOSS };
        !node.position.see_ge(mv, -loss * node.depth as i32)
    }

    /// Whether moves may be skipped at all: one that does not lose must have been searched.
    #[inline]
    fn may_prune_moves(&self, node: &Node<'_, C>, progress: &Progress<Move<C>>) -> bool {
        node.depth <= PRUNED_DEPTH
            && progress.searched > 0
            && progress.best > Score(-Score::ESTIMATE_LIMIT)
            && node.ply > 0
            && !self.stack(node.ply).is_in_check
    }

    /// Counts and reports moves that are skipped.
    pub(super) fn count_pruned(&mut self, moves: impl IntoIterator<Item = Move<C>>) {
        self.statistics.futility_cuts += 1;
        self.is_heuristic = true;
        self.cut(Cut::Futility, moves);
    }
}
