//! Trying the moves of a position, one after another, until one reaches beta.

use spielbaum_core::{Cut, Evaluate, Knowledge, MoveSet, Observer, Score};

use super::node::{Frame, Loop};
use super::order::{Candidate, Candidates, TABLE_MOVE, moves_of, take_best};
use super::selective::{PRUNES, WANTS_OUTLOOK};
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};

/// Switches that search a move with less effort first.
const NARROW_FIRST: Switches = Switches::of(&[Switch::Reductions, Switch::Pvs]);

/// Switches that hold it against moves that they did not cut off.
const BLAMES: Switches = Switches::of(&[Switch::Gravity, Switch::Continuation]);

/// How trying moves ended.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// No move is left.
    AllTried,
    /// A move reached beta.
    CutOff,
    /// The score that settles the position was there before a move was searched.
    Known(Score),
    /// The budget was used up.
    Exhausted,
}

impl End {
    /// Why the rest of the moves is left out.
    pub(super) fn reason(self) -> Cut {
        if matches!(self, End::Exhausted) { Cut::Budget } else { Cut::Beta }
    }
}

/// What the moves of a position have come to so far.
pub(super) struct Progress<M> {
    pub(super) best: Score,
    pub(super) best_index: Option<u8>,
    pub(super) tried: usize,
    pub(super) reply: Option<M>,
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Tries the moves in the order of the move set.
    #[inline(always)]
    pub(super) fn try_as_they_come(
        &mut self,
        position: &G,
        state: &E::State,
        moves: &G::Moves,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        for (index, mv) in moves.iter().enumerate() {
            let candidate = Candidate { mv, index: index as u8, promise: 0 };
            match self.try_move(position, state, candidate, frame, progress) {
                End::AllTried => {}
                end => {
                    self.cut(end.reason(), moves.iter().skip(index + 1));
                    return end;
                }
            }
        }
        End::AllTried
    }

    /// Tries the moves in the order that promises most. Apart from the other way, because a list of candidates on the
    /// stack costs every call.
    #[inline(never)]
    pub(super) fn try_in_order(
        &mut self,
        position: &G,
        state: &E::State,
        moves: &G::Moves,
        table_move: Option<u8>,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let mut candidates = Candidates::new();
        let excluded = if self.has(Switch::Singular) { self.outlook(frame.ply).excluded } else { None };
        let mut next = 0;
        let first = table_move.filter(|_| self.has_any(WANTS_OUTLOOK) && self.has(Switch::TableMove));
        if let Some(index) = first.filter(|&index| usize::from(index) < moves.len()) {
            // The table's move often ends it, before anything is known of the others.
            let candidate = Candidate { mv: moves.nth(index.into()), index, promise: TABLE_MOVE };
            self.expect(position, candidate.mv);
            match self.try_move(position, state, candidate, frame, progress) {
                End::AllTried => next = 1,
                end => {
                    if matches!(end, End::CutOff) && self.has_any(BLAMES) {
                        self.blame(position, &[candidate], *frame);
                    }
                    self.cut(end.reason(), moves.iter().filter(|&mv| mv != candidate.mv));
                    return end;
                }
            }
            candidates.push(candidate);
        }
        // Quiet moves wait until the noisy ones have been tried: often their turn never comes.
        let mut quiet_wait = self.ranks_in_stages();
        if quiet_wait {
            self.rank_stage(position, moves, true, *frame, &mut candidates);
        } else {
            candidates.clear();
            self.rank(position, moves, table_move, *frame, &mut candidates);
            if next == 1 {
                take_best(&mut candidates, 0);
            }
        }
        let hope = if self.has(Switch::Futility) { self.futile_below(position, state, frame) } else { None };
        loop {
            let mut candidate = self.take_next(position, &mut candidates, next);
            if quiet_wait && !candidate.is_some_and(|candidate| candidate.precedes_quiet()) {
                quiet_wait = false;
                let is_listed = |index| candidates.iter().any(|candidate| candidate.index == index);
                let excluded = excluded.filter(|&index| !is_listed(index));
                let count = moves.len() - candidates.len() - usize::from(excluded.is_some());
                if let Some(enough) = self.enough_of_quiet(frame, progress, hope) {
                    let quiet = moves.iter().filter(|&mv| !position.is_noisy(mv));
                    let left_out = quiet.filter(|&mv| !moves_of(&candidates).any(|listed| listed == mv));
                    self.leave_out_quiet(enough, (count, left_out), progress);
                } else {
                    self.rank_stage(position, moves, false, *frame, &mut candidates);
                    candidate = self.take_next(position, &mut candidates, next);
                }
            }
            let Some(candidate) = candidate else { return End::AllTried };
            self.expect(position, candidate.mv);
            next += 1;
            if excluded == Some(candidate.index) {
                continue;
            }
            let enough = self.enough_of_quiet(frame, progress, hope);
            if let Some(enough) = enough.filter(|_| !position.is_noisy(candidate.mv)) {
                // What is left are noisy moves that lose.
                next -= 1;
                let is_left_out = |candidate: &Candidate<G::Move>| {
                    excluded != Some(candidate.index) && !position.is_noisy(candidate.mv)
                };
                let left_out = candidates[next..].iter().copied().filter(is_left_out);
                let count = left_out.clone().count();
                self.leave_out_quiet(enough, (count, left_out.map(|candidate| candidate.mv)), progress);
                let mut place = 0;
                candidates.retain(|candidate| {
                    place += 1;
                    place <= next || position.is_noisy(candidate.mv)
                });
                continue;
            }
            if self.has_any(PRUNES) && self.is_left_out(position, candidate, frame, (progress.tried, progress.best)) {
                self.note_left_out([candidate.mv]);
                continue;
            }
            match self.try_move(position, state, candidate, frame, progress) {
                End::AllTried => {}
                end => {
                    if matches!(end, End::CutOff) && self.has_any(BLAMES) {
                        self.blame(position, &candidates[..next], *frame);
                    }
                    let waiting =
                        moves.iter().filter(|&mv| quiet_wait && !moves_of(&candidates).any(|seen| seen == mv));
                    self.cut(end.reason(), moves_of(&candidates[next..]).chain(waiting));
                    return end;
                }
            }
        }
    }

    /// Searches one move and notes what came of it; [`End::AllTried`] when the others are still of interest.
    #[inline(always)]
    fn try_move(
        &mut self,
        position: &G,
        state: &E::State,
        candidate: Candidate<G::Move>,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let (child, child_state) = self.made(position, state, candidate.mv);
        if self.has_any(NARROW_FIRST) {
            return self.try_narrow_first(position, (&child, &child_state), candidate, frame, progress);
        }
        let score = -self.node(&child, &child_state, frame.behind_move(), Some(candidate.mv));
        self.note_searched(candidate, score, frame, progress)
    }

    /// The same where a move is searched with less effort first. Apart, so that the other way is compiled into its caller.
    #[inline(never)]
    fn try_narrow_first(
        &mut self,
        position: &G,
        (child, state): (&G, &E::State),
        candidate: Candidate<G::Move>,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        let mut below = frame.behind_move();
        if self.has_any(WANTS_OUTLOOK) {
            self.note_path(position, candidate.mv, frame.ply);
            below.depth += u32::from(self.outlook(frame.ply).extended == Some(candidate.index));
            self.gives_check = G::HAS_CHECKS && child.is_in_check();
        }
        let mut visit = |search: &mut Self, (alpha, beta): (Score, Score), reduction| {
            let frame = Frame { alpha: -beta, beta: -alpha, depth: below.depth - reduction, ..below };
            -search.node(child, state, frame, Some(candidate.mv))
        };
        self.try_candidate(position, candidate, frame, progress, &mut visit)
    }

    /// Searches one move by `visit` and notes what came of it. What `visit` gets is a window and the plies to leave out, what
    /// it returns a score, all from the side to move's view.
    #[inline(always)]
    pub(super) fn try_candidate(
        &mut self,
        position: &G,
        candidate: Candidate<G::Move>,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
        visit: &mut impl FnMut(&mut Self, (Score, Score), u32) -> Score,
    ) -> End {
        let settled = if self.has_any(NARROW_FIRST) {
            self.try_narrow(position, (candidate, progress.tried), *frame, visit)
        } else {
            None
        };
        let score = settled.unwrap_or_else(|| visit(self, (frame.alpha, frame.beta), 0));
        self.note_searched(candidate, score, frame, progress)
    }

    /// Notes what came of a move that was searched.
    #[inline(always)]
    fn note_searched(
        &mut self,
        candidate: Candidate<G::Move>,
        score: Score,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        if self.meter.is_exhausted() {
            return End::Exhausted;
        }
        progress.tried += 1;
        self.note_score(candidate, score, frame, progress)
    }

    /// Notes what came of a move.
    #[inline(always)]
    pub(super) fn note_score(
        &mut self,
        candidate: Candidate<G::Move>,
        score: Score,
        frame: &mut Frame,
        progress: &mut Progress<G::Move>,
    ) -> End {
        if score > progress.best {
            let mv = candidate.mv;
            progress.best = score;
            progress.best_index = Some(candidate.index);
            progress.reply = Some(mv);
            if score > frame.alpha {
                if O::IS_ACTIVE {
                    self.observer.raise_alpha(Some(mv), score);
                }
                if score >= frame.beta {
                    return End::CutOff;
                }
                if !frame.is_null_window() {
                    self.lines.extend(frame.ply, mv);
                }
                frame.alpha = score;
            }
        }
        End::AllTried
    }

    /// Searches a move behind the first less deep or with a null window; its score if that settles it.
    #[inline(never)]
    fn try_narrow(
        &mut self,
        position: &G,
        (candidate, tried): (Candidate<G::Move>, usize),
        frame: Frame,
        visit: &mut impl FnMut(&mut Self, (Score, Score), u32) -> Score,
    ) -> Option<Score> {
        let narrow = (frame.alpha, frame.alpha.above());
        let reduction =
            if self.has(Switch::Reductions) { self.reduction(position, candidate, &frame, tried) } else { 0 };
        if reduction > 0 {
            self.statistics.reductions += 1;
            self.has_guessed = true;
            let score = visit(self, narrow, reduction);
            if score <= frame.alpha || self.meter.is_exhausted() {
                return Some(score);
            }
            self.statistics.searches_again += 1;
        }
        if !self.has(Switch::Pvs) || tried == 0 || frame.is_null_window() {
            return None;
        }
        let score = visit(self, narrow, 0);
        let is_settled = score <= frame.alpha || score >= frame.beta || self.meter.is_exhausted();
        self.statistics.searches_again += u64::from(!is_settled);
        is_settled.then_some(score)
    }
}
