//! Output of the engine: lines written by several threads, and search results in the protocol's format.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use spielbaum_core::{Analysis, Bound, Game, Value, Variation};
use spielbaum_games::Chess;

/// A writer of whole lines, shared among threads.
pub(super) struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Output<W> {
        Output(self.0.clone())
    }
}

impl<W: Write> Output<W> {
    pub(super) fn new(target: W) -> Output<W> {
        Output(Arc::new(Mutex::new(target)))
    }

    /// Writes one or more lines and flushes.
    pub(super) fn line(&self, line: &str) -> io::Result<()> {
        // A thread that panicked while writing left at worst a partial line; continue with the next one.
        let mut target = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(target, "{line}")?;
        target.flush()
    }

    /// Writes a message for people.
    pub(super) fn note(&self, note: &str) -> io::Result<()> {
        self.line(&format!("info string {}", note.replace(['\n', '\r'], " ")))
    }
}

/// The info lines of a search so far, one per variation.
pub(super) fn info(root: &Chess, analysis: &Analysis<Chess>, is_chess960: bool) -> String {
    let Analysis { depth, selective_depth, nodes, time, statistics, .. } = analysis;
    let rate = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let counts = format!("nodes {nodes} nps {rate} hashfull {} time {}", statistics.table_permille, time.as_millis());
    let only =
        Variation { score: analysis.score, value: analysis.value, bound: analysis.bound, pv: analysis.pv.clone() };
    let variations = if analysis.lines.is_empty() { std::slice::from_ref(&only) } else { &analysis.lines };
    let lines = variations.iter().zip(1..).map(|(variation, number)| {
        let score = score_text(variation.value, variation.bound);
        let pv = line_text(root, &variation.pv, is_chess960);
        format!("info depth {depth} seldepth {selective_depth} multipv {number} score {score} {counts} pv {pv}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn line_text(root: &Chess, line: &[<Chess as Game>::Move], is_chess960: bool) -> String {
    let mut position = root.clone();
    let text = |&mv: &<Chess as Game>::Move| {
        let text = position.uci_text(mv, is_chess960);
        position.play(mv);
        text
    };
    line.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// A value in the protocol's format: moves to mate, or centipawns.
pub fn score_text(value: Value, bound: Bound) -> String {
    // A proven mate may not be the shortest, which the protocol cannot express.
    let bound = match bound {
        _ if !matches!(value, Value::Estimate(_)) => "",
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let score = match value {
        Value::Win(Some(plies)) => format!("mate {}", plies.div_ceil(2)),
        Value::Loss(Some(plies)) => format!("mate {}", -((plies / 2) as i32)),
        Value::Win(None) => format!("cp {CERTAIN}"),
        Value::Loss(None) => format!("cp -{CERTAIN}"),
        Value::Draw => "cp 0".to_owned(),
        Value::Margin(score) | Value::Estimate(score) => format!("cp {score}"),
    };
    score + bound
}

/// Centipawns for a win of unknown length: beyond every estimate.
const CERTAIN: i32 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_become_moves_to_mate() {
        let text = |value| score_text(value, Bound::Lower);
        assert_eq!([1, 2, 3].map(|plies| text(Value::Win(Some(plies)))), ["mate 1", "mate 1", "mate 2"]);
        assert_eq!([0, 2, 4].map(|plies| text(Value::Loss(Some(plies)))), ["mate 0", "mate -1", "mate -2"]);
        assert_eq!(text(Value::Estimate(-31)), "cp -31 lowerbound");
        assert_eq!(score_text(Value::Draw, Bound::Exact), "cp 0");
    }
}
