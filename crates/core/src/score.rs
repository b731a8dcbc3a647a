//! The value of a position, as searches compute it and as people read it.
//!
//! Inside a search a [`Score`] is one number from the view of the side to move. Proven wins and losses lie beyond every
//! estimate, so that the two never mix; a [`Value`] distinguishes them for display.

use std::fmt;
use std::ops::Neg;

use crate::{Outcome, Side};

/// The value of a position from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// Neither side wins.
    pub const DRAW: Score = Score(0);
    /// Above every other score; its negation is below.
    pub const INFINITE: Score = Score(2_000_000);
    /// Estimates and margins lie between this and its negation.
    pub const ESTIMATE_LIMIT: i32 = 900_000;
    /// A win that has already happened; each ply to a later win takes one off.
    const WON: i32 = 1_000_000;
    /// A win by a tablebase without distances: below every win whose distance is known. Each ply to the position in the
    /// tablebase takes one off.
    const TABLEBASE_WIN: i32 = 950_000;

    /// A proven win after this many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WON - plies as i32)
    }

    /// A proven loss after this many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Score::WON)
    }

    /// A win of unknown distance, by a tablebase position that is this many plies away.
    #[inline]
    pub const fn tablebase_win_in(plies: u32) -> Score {
        Score(Score::TABLEBASE_WIN - plies as i32)
    }

    /// Whether this is a proven win or loss of unknown distance.
    #[inline]
    pub const fn is_without_distance(self) -> bool {
        self.is_decided() && -Score::TABLEBASE_WIN <= self.0 && self.0 <= Score::TABLEBASE_WIN
    }

    /// A static evaluation, clamped below proven results.
    #[inline]
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-Score::ESTIMATE_LIMIT, Score::ESTIMATE_LIMIT))
    }

    /// Whether this is a proven win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 > Score::ESTIMATE_LIMIT || self.0 < -Score::ESTIMATE_LIMIT
    }

    /// The score one unit higher.
    #[inline]
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The score one unit lower.
    #[inline]
    pub const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// A decided score as counted from a position `plies` further down the line; others stay. This converts a score
    /// counted from the root into one for the transposition table.
    #[inline]
    pub const fn nearer_by(self, plies: u32) -> Score {
        match self.0 {
            value if value > Score::ESTIMATE_LIMIT => Score(value + plies as i32),
            value if value < -Score::ESTIMATE_LIMIT => Score(value - plies as i32),
            _ => self,
        }
    }

    /// The inverse of [`nearer_by`](Score::nearer_by).
    #[inline]
    pub const fn further_by(self, plies: u32) -> Score {
        match self.0 {
            value if value > Score::ESTIMATE_LIMIT => Score(value - plies as i32),
            value if value < -Score::ESTIMATE_LIMIT => Score(value + plies as i32),
            _ => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            value if self.is_without_distance() => f.write_str(if value > 0 { "win" } else { "loss" }),
            value if value > Score::ESTIMATE_LIMIT => write!(f, "win in {}", Score::WON - value),
            value if value < -Score::ESTIMATE_LIMIT => write!(f, "loss in {}", Score::WON + value),
            value => write!(f, "{value}"),
        }
    }
}

/// The objective of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// Win, draw or loss, whatever the distance.
    Outcome,
    /// Win, draw or loss; early wins and late losses are preferred.
    Sooner,
    /// The margin: discs in Othello, stones left in Connect Four.
    Margin,
}

impl Objective {
    /// The score of a game that ended with `outcome`, `ply` plies from the root; `margin` is that of the winner.
    #[inline]
    pub fn terminal(self, outcome: Outcome, side_to_move: Side, ply: u32, margin: impl FnOnce() -> i32) -> Score {
        let Outcome::Win(winner) = outcome else { return Score::DRAW };
        let won = match self {
            Objective::Outcome => Score::win_in(0),
            Objective::Sooner => Score::win_in(ply),
            Objective::Margin => Score(margin()),
        };
        if winner == side_to_move { won } else { -won }
    }
}

/// A score for display, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A proven win, after so many plies where that is known.
    Win(Option<u32>),
    /// A proven loss, after so many plies where that is known.
    Loss(Option<u32>),
    /// A proven draw.
    Draw,
    /// A proven margin that is not 0.
    Margin(i32),
    /// A static evaluation, or a score that depends on one.
    Estimate(i32),
}

impl Value {
    /// The value of a score. `is_complete` means that it does not depend on any static evaluation.
    #[inline]
    pub fn of(score: Score, objective: Objective, is_complete: bool) -> Value {
        let has_distance = objective == Objective::Sooner && !score.is_without_distance();
        let plies = |plies: i32| has_distance.then_some(plies as u32);
        match score.0 {
            value if value > Score::ESTIMATE_LIMIT => Value::Win(plies(Score::WON - value)),
            value if value < -Score::ESTIMATE_LIMIT => Value::Loss(plies(Score::WON + value)),
            value if !is_complete => Value::Estimate(value),
            0 => Value::Draw,
            value => Value::Margin(value),
        }
    }

    /// 1 for a win, 0 for a draw, −1 for a loss; none for an estimate.
    #[inline]
    pub fn sign(self) -> Option<i32> {
        match self {
            Value::Win(_) => Some(1),
            Value::Loss(_) => Some(-1),
            Value::Draw => Some(0),
            Value::Margin(margin) => Some(margin.signum()),
            Value::Estimate(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(Some(plies)) => write!(f, "win in {plies}"),
            Value::Loss(Some(plies)) => write!(f, "loss in {plies}"),
            Value::Win(None) => f.write_str("win"),
            Value::Loss(None) => f.write_str("loss"),
            Value::Draw => f.write_str("draw"),
            Value::Margin(margin) => write!(f, "{margin:+}"),
            Value::Estimate(value) => write!(f, "about {value:+}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_wins_rank_above_late_ones_and_all_above_estimates() {
        assert!(Score::win_in(1) > Score::win_in(9) && Score::win_in(9) > Score::estimate(i32::MAX));
        assert!(Score::loss_in(1) < Score::loss_in(9) && Score::loss_in(9) < Score::estimate(i32::MIN));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }

    #[test]
    fn wins_without_distance_rank_between_estimates_and_the_slowest_wins() {
        let (near, far) = (Score::tablebase_win_in(0), Score::tablebase_win_in(250));
        assert!(Score::win_in(20_000) > near && near > far && far > Score::estimate(i32::MAX));
        for (score, value) in
            [(near, Value::Win(None)), (-far, Value::Loss(None)), (near.further_by(7), Value::Win(None))]
        {
            assert_eq!(Value::of(score, Objective::Sooner, false), value);
        }
        assert!(!Score::win_in(20_000).is_without_distance() && !Score::estimate(i32::MAX).is_without_distance());
        assert_eq!(format!("{near:?} {:?}", -far), "win loss");
    }

    #[test]
    fn decided_scores_move_with_the_ply_and_others_stay() {
        assert_eq!(Score::win_in(7).nearer_by(3), Score::win_in(4));
        assert_eq!(Score::loss_in(7).nearer_by(3), Score::loss_in(4));
        assert_eq!(Score::loss_in(4).further_by(3), Score::loss_in(7));
        assert_eq!(Score(12).nearer_by(3), Score(12));
    }
}
