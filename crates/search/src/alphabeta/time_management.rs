//! Time management: whether to begin another iteration when the clock of a game is running.
//!
//! A move that has been best for several iterations needs less than the usual time; one that has just changed, or whose
//! score has dropped, needs more (Hyatt 1984, "Using time wisely").

use spielbaum_core::{Analysis, Game, Meter, Score};

/// What the iterations so far have found.
pub(super) struct TimeManager<M> {
    best: Option<M>,
    score: Score,
    /// Iterations in a row that agreed on the best move.
    agreements: u32,
}

/// A drop of this many units of the evaluation justifies more time: a third of a pawn in chess.
const WORRYING_DROP: i32 = 30;

impl<M: Copy + PartialEq> TimeManager<M> {
    pub(super) fn new() -> TimeManager<M> {
        TimeManager { best: None, score: Score::DRAW, agreements: 0 }
    }

    /// Whether to begin another iteration after this one. Without the clock of a game there is always time.
    pub(super) fn has_time<G: Game<Move = M>>(&mut self, analysis: &Analysis<G>, moves: usize, meter: &Meter) -> bool {
        self.agreements = if analysis.best == self.best { self.agreements + 1 } else { 0 };
        let has_dropped = analysis.depth > 1 && analysis.score.0 < self.score.0.saturating_sub(WORRYING_DROP);
        (self.best, self.score) = (analysis.best, analysis.score);
        let Some(usual) = meter.soft_limit() else { return true };
        let certainty = match self.agreements {
            0 => 1.5,
            1..=2 => 1.1,
            3..=5 => 0.8,
            _ => 0.6,
        };
        let worry = if has_dropped { 1.6 } else { 1.0 };
        // There is nothing to choose from a single move; and the next iteration takes longer than all before it.
        moves > 1 && meter.elapsed() < usual.mul_f64(certainty * worry * 0.7)
    }
}
