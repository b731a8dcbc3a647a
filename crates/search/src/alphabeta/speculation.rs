//! Ideas that are mostly right: no longer the minimax value of the depth, but often a better use of the time.

use spielbaum_core::{Cut, Evaluate, Knowledge, MoveSet, Observer, Score};

use super::node::{Frame, Loop};
use super::order::{Candidates, moves_of, take_best};
use super::switches::SwitchSource;

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// The most that a quiet move can reach, where that is not above alpha.
    pub(super) fn futile_below(&self, position: &G, state: &E::State, frame: &Frame) -> Option<Score> {
        let hope = Score::estimate(self.guess(position, state).0 + self.tuning.futility_margin);
        (frame.depth == 1 && !frame.alpha.is_decided() && hope <= frame.alpha).then_some(hope)
    }

    /// Follows noisy moves until the position is at rest; standing still is always allowed.
    pub(super) fn quiesce(&mut self, position: &G, state: &E::State, mut frame: Frame, moves: &G::Moves) -> Score {
        let mut best = self.guess(position, state);
        self.has_guessed = true;
        self.note_leaf(frame);
        if O::WATCHES && best > frame.alpha {
            self.observer.raise(None, best);
        }
        frame.alpha = frame.alpha.max(best);
        if best >= frame.beta {
            self.cut(Cut::StandPat, moves.iter().filter(|&mv| position.is_noisy(mv)));
            return best;
        }
        let mut candidates = Candidates::new();
        self.rank_noisy(position, moves, &mut candidates);
        let mut next = 0;
        while let Some(candidate) = take_best(&mut candidates, next) {
            next += 1;
            let child = Frame { alpha: -frame.beta, beta: -frame.alpha, depth: 0, ply: frame.ply + 1 };
            let score = -self.child(position, state, candidate.mv, child);
            if self.meter.is_exhausted() {
                self.cut(Cut::Budget, moves_of(&candidates[next..]));
                return Score::DRAW;
            }
            if O::WATCHES && score > frame.alpha {
                self.observer.raise(Some(candidate.mv), score);
            }
            if score > best {
                best = score;
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
        best
    }

    pub(super) fn null_move_cuts(&mut self, position: &G, frame: Frame) -> bool {
        let is_after_null = frame.ply == self.null_ply;
        let is_sensible = frame.depth > self.tuning.null_reduction && !is_after_null && !frame.beta.is_decided();
        let Some(passed) = position.pass().filter(|_| is_sensible && frame.is_null_window()) else { return false };
        let state = self.evaluation.start(&passed);
        let child = Frame {
            alpha: -frame.beta,
            beta: -frame.beta.below(),
            depth: frame.depth - 1 - self.tuning.null_reduction,
            ply: frame.ply + 1,
        };
        let outer = std::mem::replace(&mut self.null_ply, child.ply);
        let score = -self.node(&passed, &state, child, None);
        self.null_ply = outer;
        if self.meter.is_exhausted() || score < frame.beta {
            return false;
        }
        self.statistics.null_move_cuts += 1;
        self.cut(Cut::NullMove, []);
        true
    }

    /// Plies that a late, quiet move is searched less deep.
    #[inline]
    pub(super) fn reduction(&self, position: &G, mv: G::Move, frame: &Frame, tried: usize) -> u32 {
        let is_late = tried >= 3 && frame.depth >= 3;
        u32::from(is_late && !position.is_noisy(mv))
    }
}
