//! What searches do that choose where to look: how a position stands before its moves are searched, and what that means for
//! them. None of it is certain; all of it saves depth where little is to be expected.
//!
//! The numbers are in [`Tuning`](super::tuning::Tuning) where experiments changed them; the others are usual.

use std::sync::LazyLock;

use spielbaum_core::{Cut, Evaluate, Knowledge, MoveSet, Observer, Score};

use super::node::{Frame, Loop};
use super::order::Candidate;
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use super::table_use::Asked;
use super::tries::Progress;

/// Switches that want to know how a position stands.
pub(super) const WANTS_OUTLOOK: Switches = Switches::of(&[
    Switch::ReverseFutility,
    Switch::LatePruning,
    Switch::ReductionTable,
    Switch::NullAdaptive,
    Switch::ExchangePruning,
    Switch::Correction,
    Switch::Singular,
    Switch::Gravity,
    Switch::Continuation,
]);

/// Switches that leave moves out.
pub(super) const PRUNES: Switches = Switches::of(&[Switch::LatePruning, Switch::ExchangePruning]);

/// The least depth at which a move is tried for being without rivals, and how much less deep its rivals are searched.
const SINGULAR_DEPTH: u32 = 7;
/// The least depth at which a position without a move in the table is searched less deep.
const UNKNOWN_DEPTH: u32 = 4;
/// The least depth at which a null move is verified.
const VERIFIED_DEPTH: u32 = 10;
/// Quiet moves are left out, late or losing, up to this depth.
const PRUNED_DEPTH: u32 = 8;
/// Twice the moves that are tried at the horizon before quiet ones come late.
const LEAST_MOVES: i32 = 8;
/// What quiet and noisy moves may lose in an exchange, a ply to the horizon.
const QUIET_LOSS: i32 = 60;
const NOISY_LOSS: i32 = 100;
/// What an advantage of so much adds to the plies that a null move saves.
const NULL_STEP: i32 = 200;

/// How a position stands before its moves are searched.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// Its evaluation, corrected where that is wanted.
    pub(super) value: Score,
    pub(super) is_check: bool,
    /// Whether the side to move stands better than two plies ago.
    pub(super) is_improving: bool,
    /// The place of a move that is not to be tried.
    pub(super) excluded: Option<u8>,
    /// The place of a move that is searched one ply deeper.
    pub(super) extended: Option<u8>,
    /// One more than the continuation slot of the move that led here; 0 where there is none.
    pub(super) slot: u16,
}

/// Why no more quiet moves are searched.
#[derive(Clone, Copy)]
pub(super) enum Enough {
    /// None can reach more than this.
    Futile(Score),
    /// So many moves have been tried.
    Late,
}

/// By depth and number of moves tried, the plies that a move is searched less deep.
static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let reduction = |depth: usize, tried: usize| {
        if depth == 0 || tried == 0 { 0 } else { (0.8 + (depth as f64).ln() * (tried as f64).ln() / 2.3) as u8 }
    };
    std::array::from_fn(|depth| std::array::from_fn(|tried| reduction(depth, tried)))
});

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// How the position at a ply stands.
    #[inline]
    pub(super) fn outlook(&self, ply: u32) -> Outlook {
        self.outlooks.get(ply as usize).copied().unwrap_or_default()
    }

    /// The place for the outlook of a ply.
    #[inline]
    pub(super) fn outlook_mut(&mut self, ply: u32) -> &mut Outlook {
        let ply = ply as usize;
        if self.outlooks.len() <= ply {
            self.outlooks.resize(ply + 1, Outlook::default());
        }
        &mut self.outlooks[ply]
    }

    /// Notes how a position stands.
    pub(super) fn look_out(&mut self, position: &G, state: &E::State, frame: Frame) -> Outlook {
        let is_check = G::HAS_CHECKS && position.is_in_check();
        let value = self.corrected(position, self.guess(position, state));
        let two_ago = frame.ply.checked_sub(2).map(|ply| self.outlook(ply));
        let is_improving = !is_check && two_ago.is_some_and(|before| before.is_check || value > before.value);
        let outlook = self.outlook_mut(frame.ply);
        *outlook = Outlook { value, is_check, is_improving, extended: None, ..*outlook };
        *outlook
    }

    /// Notes which move leads to the next ply.
    #[inline]
    pub(super) fn note_path(&mut self, position: &G, mv: G::Move, ply: u32) {
        let slot = position.continuation_slot(mv) as u16 + 1;
        self.outlook_mut(ply + 1).slot = slot;
    }

    /// The frame of a position with a ply more where a side is in check.
    #[inline]
    pub(super) fn extended(&self, position: &G, frame: Frame) -> Frame {
        let is_extended = G::HAS_CHECKS
            && self.has(Switch::CheckExtension)
            && frame.ply < 2 * self.root_depth
            && position.is_in_check();
        Frame { depth: frame.depth + u32::from(is_extended), ..frame }
    }

    /// Whether a position counts as a draw because it has come back.
    #[inline]
    pub(super) fn is_repeated(&self, position: &G, frame: Frame) -> bool {
        G::CAN_REPEAT && self.has(Switch::Repetition) && frame.ply > 0 && position.is_repetition()
    }

    /// The score of a position that has come back.
    pub(super) fn drawn_again(&mut self, frame: Frame) -> Score {
        self.note_leaf(frame);
        self.has_guessed = true;
        Score::DRAW
    }

    /// The score of a position so far above beta that its moves are not searched.
    #[inline]
    fn far_above(&self, frame: Frame, outlook: Outlook) -> Option<Score> {
        let is_asked = self.has(Switch::ReverseFutility)
            && frame.is_null_window()
            && !outlook.is_check
            && outlook.excluded.is_none()
            && frame.depth <= self.tuning.reverse_depth
            && !frame.beta.is_decided()
            && !outlook.value.is_decided();
        let margin = self.tuning.reverse_margin * (frame.depth as i32 - i32::from(outlook.is_improving));
        // Halfway between: neither the evaluation nor the limit is to be trusted alone.
        (is_asked && outlook.value.0 - margin >= frame.beta.0).then(|| Score((outlook.value.0 + frame.beta.0) / 2))
    }

    /// Plies that a null move saves beyond the one that it takes; none where it should not be tried.
    #[inline]
    pub(super) fn null_saves(&self, frame: Frame) -> Option<u32> {
        if !self.has(Switch::NullAdaptive) {
            return Some(self.tuning.null_reduction);
        }
        let outlook = self.outlook(frame.ply);
        let ahead = outlook.value.0 - frame.beta.0;
        let is_sensible = ahead >= 0 && outlook.excluded.is_none() && frame.ply >= self.null_from;
        is_sensible.then(|| {
            let saves = self.tuning.null_reduction + frame.depth / 3 + (ahead / NULL_STEP).min(3) as u32;
            saves.min(frame.depth - 1)
        })
    }

    /// Whether a search without null moves near the root agrees that a null move was enough.
    pub(super) fn null_is_verified(&mut self, position: &G, state: &E::State, frame: Frame, saves: u32) -> bool {
        if !self.has(Switch::NullAdaptive) || frame.depth < VERIFIED_DEPTH || self.null_from > frame.ply {
            return true;
        }
        let depth = frame.depth - 1 - saves.min(frame.depth - 1);
        let outer = std::mem::replace(&mut self.null_from, frame.ply + 3 * depth / 4 + 1);
        let check = Frame { alpha: frame.beta.below(), depth: depth.max(1), ..frame };
        let score = self.node(position, state, check, None);
        self.null_from = outer;
        !self.meter.is_exhausted() && score >= frame.beta
    }

    /// Searches the rivals of the table's move: if none comes near it, it is searched one ply deeper. A score where the rivals
    /// reach beta by themselves.
    pub(super) fn see_singular(
        &mut self,
        position: &G,
        state: &E::State,
        frame: Frame,
        moves: &G::Moves,
        (key, table_move): (u64, u8),
    ) -> Option<Score> {
        let outlook = self.outlook(frame.ply);
        if frame.depth < SINGULAR_DEPTH || outlook.excluded.is_some() || frame.ply == 0 || moves.len() < 2 {
            return None;
        }
        let entry = self.ask(key)?;
        let known = self.score_here(entry.lower, frame.ply);
        if known.is_decided() || known == -Score::INFINITE || u32::from(entry.depth) + 3 < frame.depth {
            return None;
        }
        let limit = Score(known.0 - 2 * frame.depth as i32);
        self.outlook_mut(frame.ply).excluded = Some(table_move);
        let rivals = Frame { alpha: limit.below(), beta: limit, depth: (frame.depth - 1) / 2, ply: frame.ply };
        let score = self.expand(position, state, rivals, moves, Asked::knowing(key, None));
        *self.outlook_mut(frame.ply) = outlook;
        if self.meter.is_exhausted() {
            return None;
        }
        if score < limit {
            self.outlook_mut(frame.ply).extended = Some(table_move);
        } else if limit >= frame.beta && frame.is_null_window() {
            return Some(limit);
        }
        None
    }

    /// The depth to search a position to about which the table knows nothing.
    #[inline]
    pub(super) fn depth_if_unknown(&self, frame: Frame, table_move: Option<u8>) -> u32 {
        let is_unknown = table_move.is_none() && frame.depth >= UNKNOWN_DEPTH;
        frame.depth - u32::from(self.has(Switch::InternalIterativeReduction) && is_unknown)
    }

    /// Whether moves may be left out here at all: something must have been searched that does not lose.
    #[inline]
    fn may_leave_out(&self, frame: &Frame, (tried, best): (usize, Score)) -> bool {
        frame.depth <= PRUNED_DEPTH
            && tried > 0
            && best > Score(-Score::ESTIMATE_LIMIT)
            && frame.ply > 0
            && !self.outlook(frame.ply).is_check
    }

    /// Whether none of the quiet moves left need be searched, and why.
    #[inline]
    pub(super) fn enough_of_quiet(
        &self,
        frame: &Frame,
        progress: &Progress<G::Move>,
        hope: Option<Score>,
    ) -> Option<Enough> {
        if let Some(hope) = hope.filter(|_| progress.tried > 0) {
            return Some(Enough::Futile(hope));
        }
        let depth = frame.depth as i32;
        let most = || (LEAST_MOVES + 2 * depth * depth) >> i32::from(!self.outlook(frame.ply).is_improving);
        let is_late = self.has(Switch::LatePruning)
            && frame.is_null_window()
            && self.may_leave_out(frame, (progress.tried, progress.best))
            && progress.tried as i32 >= most();
        is_late.then_some(Enough::Late)
    }

    /// Leaves quiet moves out, which are so many.
    #[inline]
    pub(super) fn leave_out_quiet(
        &mut self,
        enough: Enough,
        (count, moves): (usize, impl IntoIterator<Item = G::Move>),
        progress: &mut Progress<G::Move>,
    ) {
        if count == 0 {
            return;
        }
        self.note_left_out(moves);
        if let Enough::Futile(hope) = enough {
            self.statistics.futile += count as u64 - 1;
            // What was not searched is not lost either.
            progress.best = progress.best.max(hope);
        }
    }

    /// Whether a move need not be searched because it loses too much.
    #[inline]
    pub(super) fn is_left_out(
        &self,
        position: &G,
        candidate: Candidate<G::Move>,
        frame: &Frame,
        so_far: (usize, Score),
    ) -> bool {
        if !G::HAS_SEE || !self.has(Switch::ExchangePruning) || !self.may_leave_out(frame, so_far) {
            return false;
        }
        // What wins its exchange was found out when its turn came.
        if self.has(Switch::Exchange) && candidate.is_winning() {
            return false;
        }
        let mv = candidate.mv;
        let loss = if position.is_noisy(mv) { NOISY_LOSS } else { QUIET_LOSS };
        !position.see_ge(mv, -loss * frame.depth as i32)
    }

    /// Counts and tells which moves are left out.
    pub(super) fn note_left_out(&mut self, moves: impl IntoIterator<Item = G::Move>) {
        self.statistics.futile += 1;
        self.has_guessed = true;
        self.cut(Cut::Futility, moves);
    }

    /// Plies that a late move is searched less deep, by the table.
    #[inline]
    pub(super) fn reduction_by_table(
        &self,
        position: &G,
        candidate: Candidate<G::Move>,
        frame: &Frame,
        (tried, gives_check): (usize, bool),
    ) -> u32 {
        if tried == 0 || frame.depth < 3 || frame.ply == 0 {
            return 0;
        }
        let mut reduction = i32::from(REDUCTIONS[frame.depth.min(63) as usize][tried.min(63)]);
        let outlook = self.outlook(frame.ply);
        if position.is_noisy(candidate.mv) {
            reduction = if candidate.is_losing() { reduction / 2 } else { 0 };
        } else {
            reduction += i32::from(!outlook.is_improving);
            reduction -= self.reputation(position, candidate.mv, frame.ply) / self.tuning.reduction_history;
            reduction -= i32::from(candidate.is_killer());
        }
        reduction -= i32::from(!frame.is_null_window()) + i32::from(gives_check) + i32::from(outlook.is_check);
        reduction.clamp(0, frame.depth as i32 - 2) as u32
    }

    /// Notes by how much the evaluation missed what the search of a position has found, where that is known.
    pub(super) fn note_miss(
        &mut self,
        position: &G,
        (score, reply): (Score, Option<G::Move>),
        (alpha, frame): (Score, Frame),
        outlook: Outlook,
    ) {
        let is_known = !(score >= frame.beta && score <= outlook.value || score <= alpha && score >= outlook.value);
        let is_quiet = !outlook.is_check && !reply.is_some_and(|mv| position.is_noisy(mv));
        if is_known && is_quiet && !score.is_decided() {
            self.learn_correction(position, score.0 - outlook.value.0, frame.depth);
        }
    }

    /// Notes how a position stands, and gives it up with a score where that is far above beta.
    #[inline(always)]
    pub(super) fn given_up(&mut self, position: &G, state: &E::State, frame: Frame) -> Option<Score> {
        if !self.has_any(WANTS_OUTLOOK) {
            return None;
        }
        let outlook = self.look_out(position, state, frame);
        let score = self.far_above(frame, outlook)?;
        self.statistics.futile += 1;
        self.has_guessed = true;
        self.cut(Cut::Futility, []);
        Some(score)
    }
}
