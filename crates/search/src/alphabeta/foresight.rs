//! What is known of a position without searching: ends one or two plies ahead, and scores out of reach.

use spielbaum_core::{Cut, Evaluate, Knowledge, Objective, Observer, Score};

use super::node::{Frame, Loop};
use super::switches::SwitchSource;

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

    #[inline]
    pub(super) fn looked(&mut self, score: Score, ply: u32) -> Score {
        self.statistics.look_ahead_cuts += 1;
        self.selective_depth = self.selective_depth.max(ply + 1);
        self.cut(Cut::LookAhead, []);
        score
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
