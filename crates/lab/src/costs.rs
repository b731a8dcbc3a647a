//! Costs of searches, player by player, over the same positions.

use spielbaum_core::Score;

use crate::bench::SearchRecord;
use crate::statistics::{Estimate, geometric_mean_ratio, median};

/// The costs of one player within one limit.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// The player by its place in the list.
    pub player: usize,
    /// The limits by their place in the list.
    pub limit: usize,
    /// Number of positions searched.
    pub positions: u64,
    /// Mean nodes per search.
    pub mean_nodes: f64,
    /// Mean iterations per search, for searches that count them.
    pub mean_iterations: Option<f64>,
    /// Mean depth completed per search.
    pub mean_depth: f64,
    /// Mean seconds per search.
    pub mean_time: f64,
    /// Median seconds per search.
    pub median_time: f64,
    /// Nodes per second, over all searches.
    pub rate: f64,
    /// The hit rate of the transposition table, if it was probed.
    pub table_hits: Option<f64>,
    /// The share of cut-offs on the first move, if there were cut-offs.
    pub first_move_cuts: Option<f64>,
    /// Nodes as a multiple of the first player's, position by position.
    pub nodes_ratio: Option<Estimate>,
    /// Time as a multiple of the first player's, position by position.
    pub time_ratio: Option<Estimate>,
    /// Searches whose score differs from the expected one.
    pub wrong: u64,
    /// Searches with an expected score.
    pub expected: u64,
    /// Searches whose score differs from the first player's; 0 between exact searches to the same depth.
    pub differs: u64,
}

/// The costs of all players, limit by limit.
pub fn costs(searches: &[SearchRecord]) -> Vec<Cost> {
    let mut groups: Vec<(usize, usize)> = searches.iter().map(|search| (search.limit, search.player)).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.into_iter().map(|(limit, player)| cost(searches, limit, player)).collect()
}

fn cost(searches: &[SearchRecord], limit: usize, player: usize) -> Cost {
    let of = |player| searches.iter().filter(move |search| (search.limit, search.player) == (limit, player));
    let own: Vec<&SearchRecord> = of(player).collect();
    let count = own.len() as f64;
    let sum = |part: &dyn Fn(&SearchRecord) -> f64| own.iter().map(|search| part(search)).sum::<f64>();
    let seconds = |search: &SearchRecord| search.time.as_secs_f64();
    let share = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
    // Avoid ratios of zero: count at least one node and one microsecond.
    let ratio = |part: &dyn Fn(&SearchRecord) -> f64, least: f64| {
        let pairs: Vec<(f64, f64)> = own
            .iter()
            .filter_map(|ours| {
                let theirs = of(0).find(|theirs| theirs.position == ours.position)?;
                Some((part(ours).max(least), part(theirs).max(least)))
            })
            .collect();
        geometric_mean_ratio(&pairs).filter(|_| player != 0)
    };
    let cuts = sum(&|search| search.statistics.beta_cuts as f64);
    let first_move_cuts = sum(&|search| search.statistics.first_move_cuts as f64);
    let probes = sum(&|search| search.statistics.table_probes as f64);
    let rounds: Option<u64> = own.iter().map(|search| search.iterations).sum();
    let differs = own.iter().filter(|ours| {
        of(0).find(|theirs| theirs.position == ours.position).is_some_and(|theirs| theirs.score != ours.score)
    });
    let differs = differs.count() as u64;
    let judged = own.iter().filter_map(|search| Some(!agrees(search.score, search.expected?)));
    Cost {
        player,
        limit,
        positions: own.len() as u64,
        mean_nodes: sum(&|search| search.nodes as f64) / count,
        mean_iterations: rounds.map(|rounds| rounds as f64 / count),
        mean_depth: sum(&|search| f64::from(search.depth)) / count,
        mean_time: sum(&seconds) / count,
        median_time: median(&own.iter().map(|search| seconds(search)).collect::<Vec<_>>()),
        rate: sum(&|search| search.nodes as f64) / sum(&seconds).max(1e-9),
        table_hits: share(sum(&|search| search.statistics.table_hits as f64), probes),
        first_move_cuts: share(first_move_cuts, cuts),
        nodes_ratio: ratio(&|search| search.nodes as f64, 1.0),
        time_ratio: ratio(&seconds, 1e-6),
        wrong: judged.clone().filter(|is_wrong| *is_wrong).count() as u64,
        expected: judged.count() as u64,
        differs,
    }
}

/// Whether a score is the expected one. A win or loss in plies agrees with any margin of the same sign.
fn agrees(score: i32, expected: i32) -> bool {
    let is_counted_otherwise = Score(score).is_decided() && !Score(expected).is_decided();
    score == expected || is_counted_otherwise && score.signum() == expected.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Statistics;
    use std::time::Duration;

    fn search(player: usize, position: u64, nodes: u64, score: i32) -> SearchRecord {
        SearchRecord {
            number: position * 2 + player as u64,
            player,
            position,
            limit: 0,
            text: String::new(),
            plies: None,
            best: String::new(),
            nodes,
            iterations: None,
            depth: 4,
            time: Duration::from_millis(nodes),
            score,
            value: String::new(),
            expected: (position == 0).then_some(1),
            statistics: Statistics { beta_cuts: 10, first_move_cuts: 6, ..Statistics::default() },
        }
    }

    #[test]
    fn wins_in_plies_agree_with_margins() {
        let won = Score::ESTIMATE_LIMIT + 5;
        assert!(agrees(won, 3) && agrees(-won, -3) && agrees(0, 0) && agrees(won, won));
        assert!(!agrees(won, 0) && !agrees(won, -3) && !agrees(2, 3) && !agrees(won, won - 2));
    }

    #[test]
    fn costs_are_compared_position_by_position() {
        let searches = [search(0, 0, 100, 1), search(1, 0, 50, 2), search(0, 1, 10, 0), search(1, 1, 5, 0)];
        let costs = costs(&searches);
        assert_eq!(costs.len(), 2);
        assert_eq!((costs[0].mean_nodes, costs[0].wrong, costs[0].expected), (55.0, 0, 1));
        assert_eq!((costs[1].wrong, costs[1].nodes_ratio.map(|ratio| (ratio.value * 1e9).round())), (1, Some(5e8)));
        assert_eq!((costs[0].differs, costs[1].differs), (0, 1));
        assert_eq!((costs[0].nodes_ratio, costs[0].first_move_cuts, costs[0].table_hits), (None, Some(0.6), None));
        assert!((costs[0].rate - 1000.0).abs() < 1e-6);
    }
}
