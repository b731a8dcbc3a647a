//! What is known of a position without searching: ends one or two plies ahead, and scores out of reach.

use spielbaum_core::{Cut, Evaluate, Knowledge, LookAhead, MoveSet, Objective, Observer, Score, Status};

use super::node::{Frame, Loop};
use super::order::Candidate;
use super::switches::{Switch, SwitchSource};

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
        match self.objective {
            Objective::Outcome => Score::win_in(0),
            Objective::Sooner => Score::win_in(ply + plies),
            Objective::Margin => Score(position.margin(plies)),
        }
    }

    /// Looks at a position of a game that goes on, with depth left, without searching it.
    #[inline]
    pub(super) fn foresee(&self, position: &G, frame: Frame, moves: &G::Moves) -> Foresight<G::Moves> {
        let mut seen = Foresight { settled: None, alpha: frame.alpha, beta: frame.beta, moves: None };
        // One or two plies ahead: at depth 1 only wins are within the horizon.
        if self.has(Switch::LookAhead) {
            match position.look_ahead(moves.clone()) {
                LookAhead::Win => {
                    return seen.settled_by(Cut::LookAhead, self.decided(position, 1, frame.ply));
                }
                LookAhead::Loss(plies) if plies <= frame.depth => {
                    return seen.settled_by(Cut::LookAhead, -self.decided(position, plies, frame.ply));
                }
                LookAhead::Moves(rest) if frame.depth >= 2 => seen.moves = Some(rest),
                _ => {}
            }
        }
        // Scores that can still be reached.
        if self.has(Switch::Bounds) {
            let (low, high) = self.reachable(position, frame.ply, seen.moves.is_some());
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
            && let Some(high) = self.theoretical(position, frame)
        {
            if high <= seen.alpha {
                return seen.settled_by(Cut::Bounds, high);
            }
            seen.beta = seen.beta.min(high);
        }
        seen
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

    /// The score of a move that can be seen to reach beta without searching, if there is one. Forced replies are followed.
    pub(super) fn glance_cuts(
        &mut self,
        position: &G,
        candidates: &[Candidate<G::Move>],
        frame: Frame,
    ) -> Option<Score> {
        for candidate in candidates {
            let mut child = position.clone();
            child.play(candidate.mv);
            if let Some(score) = self.glance(child, frame.behind_move()).filter(|score| -*score >= frame.beta) {
                self.statistics.glance_cuts += 1;
                self.cut(Cut::LookAhead, []);
                return Some(-score);
            }
        }
        None
    }

    /// The score of a position that is settled without searching, in the sense of the loop's contract.
    fn glance(&self, mut position: G, mut frame: Frame) -> Option<Score> {
        let mut is_turned = false;
        loop {
            let score = match position.status() {
                Status::Over(outcome) => {
                    let margin = || position.margin(0);
                    self.objective.terminal(outcome, position.side_to_move(), frame.ply, margin)
                }
                Status::Ongoing(_) if frame.depth == 0 => return None,
                Status::Ongoing(moves) => {
                    let seen = self.foresee(&position, frame, &moves);
                    match (seen.settled, seen.moves.unwrap_or(moves)) {
                        (Some((score, _)), _) => score,
                        (None, moves) if moves.len() == 1 => {
                            position.play(moves.nth(0));
                            frame = frame.behind_move();
                            is_turned = !is_turned;
                            continue;
                        }
                        _ => return None,
                    }
                }
            };
            return Some(if is_turned { -score } else { score });
        }
    }

    /// The highest score that theory leaves to a position searched to the end.
    #[inline]
    pub(super) fn theoretical(&self, position: &G, frame: Frame) -> Option<Score> {
        let longest = position.max_plies() as u32;
        if frame.depth < longest {
            return None;
        }
        let margin = position.highest_margin()?;
        Some(match self.objective {
            Objective::Margin => Score(margin),
            Objective::Outcome if margin < 0 => Score::loss_in(0),
            Objective::Sooner if margin < 0 => Score::loss_in(frame.ply + longest),
            Objective::Outcome | Objective::Sooner if margin == 0 => Score::DRAW,
            Objective::Outcome | Objective::Sooner => return None,
        })
    }

    /// The lowest and the highest score that the position can have.
    #[inline]
    pub(super) fn reachable(&self, position: &G, ply: u32, has_looked: bool) -> (Score, Score) {
        match self.objective {
            Objective::Outcome => (Score::loss_in(0), Score::win_in(0)),
            // A move may lose by itself, as in Yavalath: whoever has looked ahead neither wins nor loses with the next
            // move and does not lose to the reply, which may still be the opponent's own undoing.
            Objective::Sooner if has_looked => (Score::loss_in(ply + 3), Score::win_in(ply + 2)),
            Objective::Sooner => (Score::loss_in(ply + 1), Score::win_in(ply + 1)),
            Objective::Margin => {
                let (low, high) = position.margin_bounds(has_looked);
                (Score(low), Score(high))
            }
        }
    }
}
