//! Whether another iteration is worth its time when the clock of a game is running.
//!
//! A move that has been best for long needs less than the usual time; one that has just changed, or whose score has dropped,
//! needs more (Hyatt 1984, "Using time wisely").

use spielbaum_core::{Analysis, Game, Meter, Score};

/// What the iterations so far have said.
pub(super) struct Patience<M> {
    best: Option<M>,
    score: Score,
    /// Iterations in a row that agreed on the best move.
    agreements: u32,
}

/// A drop of so many units of the evaluation is a reason to think longer: a third of a pawn of chess.
const WORRYING_DROP: i32 = 30;

impl<M: Copy + PartialEq> Patience<M> {
    pub(super) fn new() -> Patience<M> {
        Patience { best: None, score: Score::DRAW, agreements: 0 }
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
