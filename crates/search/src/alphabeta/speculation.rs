//! Ideas that are mostly right: no longer the minimax value of the depth, but often a better use of the time.

use spielbaum_core::{Cut, Evaluate, Knowledge, MoveSet, Observer, Score};

use super::node::{Frame, Loop};
use super::order::{Candidate, Candidates, moves_of, take_best};
use super::selective::WANTS_OUTLOOK;
use super::switch_source::SwitchSource;
use super::switches::Switch;
use crate::table::Entry;

/// What a noisy move may win beyond the pieces taken, beyond the horizon; and the most that it can be asked to win.
const QUIET_MARGIN: i32 = 150;
const MOST_NEEDED: i32 = 100_000;

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// The most that a quiet move can reach, where that is not above alpha.
    pub(super) fn futile_below(&self, position: &G, state: &E::State, frame: &Frame) -> Option<Score> {
        if frame.depth > self.tuning.futility_depth || frame.alpha.is_decided() {
            return None;
        }
        // Deeper than at the last ply nothing is futile that answers a check.
        if frame.depth > 1 && G::HAS_CHECKS && position.is_in_check() {
            return None;
        }
        let margin = self.tuning.futility_margin * frame.depth as i32;
        let value =
            if self.has_any(WANTS_OUTLOOK) { self.outlook(frame.ply).value } else { self.guess(position, state) };
        let hope = Score::estimate(value.0 + margin);
        (hope <= frame.alpha).then_some(hope)
    }

    /// Follows noisy moves until the position is at rest; standing still is always allowed.
    pub(super) fn quiesce(&mut self, position: &G, state: &E::State, frame: Frame, moves: &G::Moves) -> Score {
        if !self.has(Switch::Table) {
            return self.quiesce_afresh(position, state, frame, Some(moves), None).0;
        }
        let key = self.key(position);
        match self.look_up(position, key, frame) {
            Ok(score) => score,
            Err(index) => self.quiesce_unsettled(position, state, frame, Some(moves), (key, index)),
        }
    }

    /// The same for a position that the table does not settle, but will from now on; the moves may not be known yet.
    pub(super) fn quiesce_unsettled(
        &mut self,
        position: &G,
        state: &E::State,
        frame: Frame,
        moves: Option<&G::Moves>,
        (key, table_move): (u64, Option<u8>),
    ) -> Score {
        let nodes = self.meter.nodes();
        let (score, best_index) = self.quiesce_afresh(position, state, frame, moves, table_move);
        if !self.meter.is_exhausted() {
            let (lower, upper) = self.bounds_stored(score, (frame.alpha, frame.beta), frame.ply);
            let entry = Entry { lower, upper, depth: 0, is_complete: false, move_index: best_index };
            self.remember(key, entry, self.meter.nodes() - nodes);
        }
        score
    }

    /// The score without the table, and the place of the best move.
    fn quiesce_afresh(
        &mut self,
        position: &G,
        state: &E::State,
        mut frame: Frame,
        moves: Option<&G::Moves>,
        table_move: Option<u8>,
    ) -> (Score, Option<u8>) {
        let mut best = self.corrected(position, self.guess(position, state));
        let mut best_index = None;
        self.has_guessed = true;
        self.note_leaf(frame);
        if O::IS_ACTIVE && best > frame.alpha {
            self.observer.raise_alpha(None, best);
        }
        frame.alpha = frame.alpha.max(best);
        if best >= frame.beta && !O::IS_ACTIVE {
            return (best, None);
        }
        let found;
        let moves = if let Some(moves) = moves {
            moves
        } else {
            found = match position.generate_noisy() {
                Some(moves) => moves,
                None => return (best, None),
            };
            &found
        };
        if best >= frame.beta {
            self.cut(Cut::StandPat, moves.iter().filter(|&mv| position.is_noisy(mv)));
            return (best, None);
        }
        let standing = best;
        let mut candidates = Candidates::new();
        self.rank_noisy(position, moves, table_move, &mut candidates);
        let mut next = 0;
        while let Some(candidate) = take_best(&mut candidates, next) {
            next += 1;
            self.expect(position, candidate.mv);
            if G::HAS_SEE && self.has(Switch::Exchange) {
                // What loses an exchange, or wins too little, does not help.
                let needed = frame.alpha.0.saturating_sub(standing.0 + QUIET_MARGIN).clamp(0, MOST_NEEDED);
                if !position.see_ge(candidate.mv, needed) {
                    self.cut(Cut::Futility, [candidate.mv]);
                    continue;
                }
            }
            let child = Frame { alpha: -frame.beta, beta: -frame.alpha, depth: 0, ply: frame.ply + 1 };
            let score = -self.child(position, state, candidate.mv, child);
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves_of(&candidates[next..]));
                return (Score::DRAW, None);
            }
            if O::IS_ACTIVE && score > frame.alpha {
                self.observer.raise_alpha(Some(candidate.mv), score);
            }
            if score > best {
                best = score;
                best_index = Some(candidate.index);
                if score > frame.alpha && score < frame.beta && !frame.is_null_window() {
                    self.lines.extend(frame.ply, candidate.mv);
                }
            }
            frame.alpha = frame.alpha.max(score);
            if frame.alpha >= frame.beta {
                self.cut(Cut::Beta, moves_of(&candidates[next..]));
                break;
            }
        }
        (best, best_index)
    }

    /// The limit of a null window beyond which the score most likely lies, because a shallow search lies far enough beyond
    /// it: Multi-ProbCut (Buro 1997). Only the side is tried on which the evaluation is: the other one is hardly reached.
    pub(super) fn prob_cut(&mut self, position: &G, state: &E::State, frame: Frame) -> Option<Score> {
        if !frame.is_null_window() || frame.alpha.is_decided() || frame.beta.is_decided() {
            return None;
        }
        let prediction = self.evaluation.probcut_model(position, frame.depth)?;
        let margin = prediction.deviation * self.tuning.probcut_percent as f32 / 100.0;
        // The score of the shallow search by which the deep one is expected to have this score.
        let needed = |score: f32| (score - prediction.offset) / prediction.slope;
        let is_above = self.guess(position, state) >= frame.beta;
        let (limit, alpha) = if is_above {
            (frame.beta, needed(frame.beta.0 as f32 + margin).ceil() - 1.0)
        } else {
            (frame.alpha, needed(frame.alpha.0 as f32 - margin).floor())
        };
        let alpha = Score::estimate(alpha as i32);
        let shallow = Frame { alpha, beta: alpha.above(), depth: prediction.depth, ply: frame.ply };
        let had_guessed = self.has_guessed;
        let score = self.node(position, state, shallow, None);
        self.has_guessed = had_guessed;
        if self.meter.is_exhausted() || (score > alpha) != is_above {
            return None;
        }
        self.cut(Cut::ProbCut, []);
        Some(limit)
    }

    pub(super) fn null_move_cuts(&mut self, position: &G, state: &E::State, frame: Frame) -> bool {
        let is_after_null = frame.ply == self.null_ply;
        let is_sensible = frame.depth > self.tuning.null_reduction && !is_after_null && !frame.beta.is_decided();
        if !is_sensible || !frame.is_null_window() {
            return false;
        }
        let Some(saves) = self.null_saves(frame) else { return false };
        let Some(passed) = position.null_move() else { return false };
        if self.has(Switch::Table) {
            self.ask_early(self.key(&passed));
        }
        let passed_state = self.evaluation.after_null_move(state, &passed);
        let child =
            Frame { alpha: -frame.beta, beta: -frame.beta.below(), depth: frame.depth - 1 - saves, ply: frame.ply + 1 };
        if self.has(Switch::Continuation) {
            self.outlook_mut(child.ply).slot = 0;
        }
        let outer = std::mem::replace(&mut self.null_ply, child.ply);
        let score = -self.node(&passed, &passed_state, child, None);
        self.null_ply = outer;
        if self.meter.is_exhausted() || score < frame.beta || !self.null_is_verified(position, state, frame, saves) {
            return false;
        }
        self.statistics.null_move_cuts += 1;
        self.cut(Cut::NullMove, []);
        true
    }

    /// Plies that a late, quiet move is searched less deep.
    #[inline]
    pub(super) fn reduction(&self, position: &G, candidate: Candidate<G::Move>, frame: &Frame, tried: usize) -> u32 {
        if self.has(Switch::ReductionTable) {
            return self.reduction_by_table(position, candidate, frame, (tried, self.gives_check));
        }
        let is_late = tried >= 3 && frame.depth >= 3;
        u32::from(is_late && !position.is_noisy(candidate.mv))
    }
}
