//! Parses the `info` lines of an engine; nothing in them is trusted.

use std::time::Duration;

use spielbaum_core::{Analysis, Bound, Game, Score, Value};
use spielbaum_games::Chess;

/// The score of a mate that an engine reports: unproven, hence an estimate.
const CLAIMED_MATE: i32 = 100_000;

/// Updates `analysis` from an `info` line; returns whether it has a new score and principal variation.
pub(crate) fn read_info(line: &str, root: &Chess, analysis: &mut Analysis<Chess>) -> bool {
    let mut words = line.split_whitespace().peekable();
    let (mut depth, mut is_first, mut score, mut has_line) = (None, true, None, false);
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => depth = words.next().and_then(|text| text.parse().ok()),
            "seldepth" => analysis.selective_depth = parsed(words.next()).unwrap_or(analysis.selective_depth),
            "nodes" => analysis.nodes = parsed(words.next()).unwrap_or(analysis.nodes),
            "time" => analysis.time = parsed(words.next()).map_or(analysis.time, Duration::from_millis),
            "multipv" => is_first = words.next() == Some("1"),
            "score" => score = read_score(words.next(), words.next()),
            "lowerbound" => analysis.bound = Bound::Lower,
            "upperbound" => analysis.bound = Bound::Upper,
            "pv" if is_first => {
                let line = read_line(root, words.by_ref());
                if !line.is_empty() {
                    (has_line, analysis.pv) = (true, line);
                }
            }
            _ => {}
        }
    }
    if !is_first {
        return false;
    }
    if let Some(score) = score {
        (analysis.score, analysis.value) = (Score::estimate(score), Value::Estimate(score));
        analysis.depth = depth.unwrap_or(analysis.depth);
        if !line.contains("bound") {
            analysis.bound = Bound::Exact;
        }
    }
    score.is_some() && has_line
}

fn parsed<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

fn read_score(kind: Option<&str>, number: Option<&str>) -> Option<i32> {
    let number: i32 = number?.parse().ok()?;
    match kind? {
        "cp" => Some(number.clamp(-CLAIMED_MATE / 2, CLAIMED_MATE / 2)),
        // `mate 0` means that the side to move is mated.
        "mate" if number > 0 => Some(CLAIMED_MATE - number.min(1000)),
        "mate" => Some(-CLAIMED_MATE - number.max(-1000)),
        _ => None,
    }
}

/// The moves of a line up to the first illegal one.
fn read_line<'a>(root: &Chess, words: impl Iterator<Item = &'a str>) -> Vec<<Chess as Game>::Move> {
    let mut position = root.clone();
    let mut line = Vec::new();
    for word in words {
        let Ok(mv) = position.find_move(word) else { break };
        position.play(mv);
        line.push(mv);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (bool, Analysis<Chess>) {
        let mut analysis = Analysis::empty();
        (read_info(line, &Chess::default(), &mut analysis), analysis)
    }

    #[test]
    fn info_lines_are_parsed() {
        let (is_new, found) =
            read("info depth 12 seldepth 18 multipv 1 score cp -31 nodes 4000 time 70 pv e2e4 e7e5 a1a8");
        assert!(is_new);
        assert_eq!((found.depth, found.selective_depth, found.score.0, found.nodes), (12, 18, -31, 4000));
        assert_eq!((found.pv.len(), found.time), (2, Duration::from_millis(70)));
    }

    #[test]
    fn reported_mates_are_estimates() {
        let score = |text: &str| read(&format!("info depth 1 score mate {text} pv e2e4")).1.value;
        assert_eq!(score("3"), Value::Estimate(99_997));
        assert_eq!(score("-2"), Value::Estimate(-99_998));
        assert_eq!(score("-999999999"), Value::Estimate(-99_000));
    }

    #[test]
    fn malformed_lines_are_ignored() {
        for line in
            ["info", "info depth", "info score cp", "info score mate x pv e2e4", "info string score cp 1 pv e2e4"]
        {
            let (is_new, found) = read(line);
            assert!(!is_new && found.value == Value::Estimate(0), "{line}");
        }
        assert!(!read("info multipv 2 score cp 5 pv e2e4").0);
    }
}
