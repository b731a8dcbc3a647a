//! What is known of a position without searching: ends one or two plies ahead, and scores out of reach.

use spielbaum_core::{
    Analysis, Bound, Cut, Evaluate, Knowledge, LookAhead, Objective, Observer, Outcome, RootProbe, Score, Value,
};

use super::node::{Frame, Loop};
use super::switch_source::SwitchSource;
use super::switches::Switch;

/// What can be seen of a position without searching it.
pub(super) struct Foresight<Moves> {
    /// Its score and how it is known, where that settles the position.
    pub(super) settled: Option<(Score, Cut)>,
    /// The window, narrowed to scores that can be reached.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The moves that neither win nor lose at once, if anybody looked.
    pub(super) moves: Option<Moves>,
}

impl<Moves> Foresight<Moves> {
    #[inline]
    fn settled_by(self, reason: Cut, score: Score) -> Foresight<Moves> {
        Foresight { settled: Some((score, reason)), ..self }
    }
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// The score of a win by the side to move `plies` plies ahead.
    #[inline]
    pub(super) fn decided(&self, position: &G, plies: u32, ply: u32) -> Score {
        match self.objective() {
            Objective::Outcome => Score::win_in(0),
            Objective::Sooner => Score::win_in(ply + plies),
            Objective::Margin => Score(position.margin(plies)),
        }
    }

    /// The score of a finished game.
    #[inline]
    pub(super) fn end(&self, position: &G, outcome: Outcome, ply: u32) -> Score {
        self.objective().terminal(outcome, position.side_to_move(), ply, || position.margin(0))
    }

    /// The score of a position that the evaluation has an oracle for.
    #[inline]
    pub(super) fn known(&self, position: &G, ply: u32) -> Option<Score> {
        if !E::PROBES_TABLEBASES || !self.has(Switch::Endings) {
            return None;
        }
        match self.evaluation.probe_tablebases(position)? {
            Value::Win(Some(plies)) => Some(self.decided(position, plies, ply)),
            Value::Loss(Some(plies)) => Some(-self.decided(position, plies, ply)),
            Value::Win(None) => self.known_win(ply),
            Value::Loss(None) => self.known_win(ply).map(|win| -win),
            Value::Draw => Some(Score::DRAW),
            _ => None,
        }
    }

    /// The score of a win after nobody knows how many plies.
    #[inline]
    fn known_win(&self, ply: u32) -> Option<Score> {
        match self.objective() {
            Objective::Outcome => Some(Score::win_in(0)),
            Objective::Sooner => Some(Score::tablebase_win_in(ply)),
            Objective::Margin => None,
        }
    }

    /// What the oracle says about the moves of the root.
    pub(super) fn advice(&self, root: &G) -> Option<RootProbe<G>> {
        if E::PROBES_TABLEBASES && self.has(Switch::Endings) { self.evaluation.probe_root(root) } else { None }
    }

    /// Says of an analysis what is known of its position, unless the search has found out more.
    pub(super) fn heed(&self, advice: &RootProbe<G>, analysis: &mut Analysis<G>) {
        if analysis.score.is_decided() || !analysis.best.is_some_and(|best| advice.moves.contains(&best)) {
            return;
        }
        let known = match advice.value {
            Value::Win(_) => self.known_win(0).map(|win| (win, Bound::Lower)),
            Value::Loss(_) => self.known_win(0).map(|win| (-win, Bound::Upper)),
            Value::Draw => Some((Score::DRAW, Bound::Exact)),
            Value::Margin(_) | Value::Estimate(_) => None,
        };
        if let Some((score, bound)) = known {
            (analysis.score, analysis.bound, analysis.value) = (score, bound, advice.value);
        }
    }

    /// The same for a position that need not be searched then.
    #[inline]
    pub(super) fn looked_up(&mut self, position: &G, frame: Frame) -> Option<Score> {
        let score = self.known(position, frame.ply)?;
        self.note_leaf(frame);
        Some(score)
    }

    /// Whether theory has a say: it speaks of positions that are searched to the end.
    #[inline]
    pub(super) fn wants_theory(&self, position: &G, depth: u32) -> bool {
        self.has(Switch::Theory) && depth >= position.max_plies() as u32
    }

    /// Looks at a position of a game that goes on, with depth left, without searching it.
    #[inline]
    pub(super) fn foresee(&self, position: &G, frame: Frame, moves: &G::Moves) -> Foresight<G::Moves> {
        let look = if self.has(Switch::LookAhead) { Some(position.look_ahead(moves.clone())) } else { None };
        let wants_theory = self.wants_theory(position, frame.depth);
        let theory_bound = || if wants_theory { position.theory_bound() } else { None };
        self.conclude(position, frame, look, |has_looked| position.margin_bounds(has_looked), theory_bound)
    }

    /// What follows from having looked ahead, from the scores that can be reached, and from the theory of the game.
    #[inline]
    pub(super) fn conclude(
        &self,
        position: &G,
        frame: Frame,
        look: Option<LookAhead<G::Moves>>,
        margins: impl FnOnce(bool) -> (i32, i32),
        theory_bound: impl FnOnce() -> Option<i32>,
    ) -> Foresight<G::Moves> {
        let mut seen = Foresight { settled: None, alpha: frame.alpha, beta: frame.beta, moves: None };
        // One or two plies ahead: at depth 1 only wins are within the horizon.
        match look {
            Some(LookAhead::Win) => {
                return seen.settled_by(Cut::LookAhead, self.decided(position, 1, frame.ply));
            }
            Some(LookAhead::Loss(plies)) if plies <= frame.depth => {
                return seen.settled_by(Cut::LookAhead, -self.decided(position, plies, frame.ply));
            }
            Some(LookAhead::Moves(rest)) if frame.depth >= 2 => seen.moves = Some(rest),
            _ => {}
        }
        // Scores that can still be reached.
        if self.has(Switch::Bounds) {
            let (low, high) = self.reachable(frame.ply, G::LOOKS_AHEAD && seen.moves.is_some(), margins);
            if low >= frame.beta || high <= frame.alpha {
                return seen.settled_by(Cut::Bounds, if low >= frame.beta { low } else { high });
            }
            seen.alpha = seen.alpha.max(low);
            seen.beta = seen.beta.min(high);
            if seen.alpha >= seen.beta {
                return seen.settled_by(Cut::Bounds, high);
            }
        }
        if self.has(Switch::Theory)
            && let Some(high) = theory_bound().and_then(|margin| self.at_most(position, margin, frame.ply))
        {
            if high <= seen.alpha {
                return seen.settled_by(Cut::Bounds, high);
            }
            seen.beta = seen.beta.min(high);
        }
        seen
    }

    /// Whether the game finishes a position itself; its own code counts no plies.
    #[inline]
    pub(super) fn is_finished(&self, position: &G, depth: u32) -> bool {
        G::HAS_ENDGAME_SOLVER
            && self.has(Switch::Finish)
            && position.can_solve_endgame()
            && self.objective() != Objective::Sooner
            && depth >= position.max_plies() as u32
    }

    /// The score of a position that the game finishes itself; `None` where it does not.
    #[inline]
    pub(super) fn finish(&mut self, position: &G, frame: Frame) -> Option<Score> {
        if !self.is_finished(position, frame.depth) {
            return None;
        }
        let finish = position.solve_endgame(self.margin_of(frame.alpha), self.margin_of(frame.beta))?;
        self.meter.add(finish.nodes);
        self.note_leaf(frame);
        Some(match (self.objective(), finish.margin) {
            (Objective::Margin, margin) => Score(margin),
            (_, 1..) => Score::win_in(0),
            (_, 0) => Score::DRAW,
            _ => Score::loss_in(0),
        })
    }

    /// A score at most alpha that the position cannot exceed, where the game sees one.
    #[inline]
    pub(super) fn cap(&self, position: &G, frame: Frame) -> Option<Score> {
        if !self.wants_theory(position, frame.depth) {
            return None;
        }
        let margin = position.stability_bound(self.margin_of(frame.alpha))?;
        self.at_most(position, margin, frame.ply).filter(|highest| *highest <= frame.alpha)
    }

    /// The limit of a window as a margin; where only the outcome counts, 1 stands for every win.
    #[inline]
    fn margin_of(&self, score: Score) -> i32 {
        if self.objective() == Objective::Margin { score.0 } else { score.0.signum() }
    }

    /// Counts and tells what settled a position, and returns its score.
    pub(super) fn settle(&mut self, score: Score, reason: Cut, ply: u32) -> Score {
        if reason == Cut::LookAhead {
            self.statistics.look_ahead_cuts += 1;
            self.selective_depth = self.selective_depth.max(ply + 1);
        } else {
            self.statistics.bound_cuts += 1;
        }
        self.cut(reason, []);
        score
    }

    /// The highest score of a position whose side to move can hope for no more than a margin.
    #[inline]
    pub(super) fn at_most(&self, position: &G, margin: i32, ply: u32) -> Option<Score> {
        Some(match self.objective() {
            Objective::Margin => Score(margin),
            Objective::Outcome if margin < 0 => Score::loss_in(0),
            Objective::Sooner if margin < 0 => Score::loss_in(ply + position.max_plies() as u32),
            Objective::Outcome | Objective::Sooner if margin == 0 => Score::DRAW,
            Objective::Outcome | Objective::Sooner => return None,
        })
    }

    /// The lowest and the highest score that a position can have; `margins` are its
    /// [`margin_bounds`](spielbaum_core::Margins::margin_bounds).
    #[inline]
    pub(super) fn reachable(
        &self,
        ply: u32,
        has_looked: bool,
        margins: impl FnOnce(bool) -> (i32, i32),
    ) -> (Score, Score) {
        match self.objective() {
            Objective::Outcome => (Score::loss_in(0), Score::win_in(0)),
            // A move may lose by itself, as in Yavalath: whoever has looked ahead neither wins nor loses with the next
            // move and does not lose to the reply, which may still be the opponent's own undoing.
            Objective::Sooner if has_looked => (Score::loss_in(ply + 3), Score::win_in(ply + 2)),
            Objective::Sooner => (Score::loss_in(ply + 1), Score::win_in(ply + 1)),
            Objective::Margin => {
                let (low, high) = margins(has_looked);
                (Score(low), Score(high))
            }
        }
    }
}
