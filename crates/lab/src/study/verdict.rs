//! Whether the conclusion of a study holds in our numbers.

use std::collections::BTreeMap;

use serde::Deserialize;
use spielbaum_search::{Limits, Spec};

use crate::bench::SearchRecord;
use crate::experiment::{Experiment, Plan};
use crate::rankings::Rankings;
use crate::session::Results;
use crate::statistics::{Estimate, geometric_mean_ratio, ratio_text};

/// A conclusion: each of these pairs of players must be in this order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    text: String,
    /// The first wins against the second.
    #[serde(default)]
    stronger: Vec<[usize; 2]>,
    /// The first costs less than the second.
    #[serde(default)]
    cheaper: Vec<[usize; 2]>,
    /// The first searches deeper than the second.
    #[serde(default)]
    deeper: Vec<[usize; 2]>,
    /// The first visits more nodes than the second.
    #[serde(default)]
    more: Vec<[usize; 2]>,
    /// The unit of costs.
    by: Option<Measure>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Measure {
    Nodes,
    Time,
}

/// The verdict of our numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Fails,
    Undecided,
    Holds,
}

impl Verdict {
    /// The verdict on an estimate that must be above a threshold.
    fn above(estimate: &Estimate, threshold: f64) -> Verdict {
        match estimate {
            _ if estimate.low > threshold => Verdict::Holds,
            _ if estimate.high < threshold => Verdict::Fails,
            _ => Verdict::Undecided,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Undecided => "undecided",
            Verdict::Fails => "does not hold",
        }
    }

    /// The name for several comparisons.
    fn plural(self) -> &'static str {
        match self {
            Verdict::Holds => "hold",
            Verdict::Undecided => "undecided",
            Verdict::Fails => "do not hold",
        }
    }
}

/// The evidence of one pair of players.
struct Finding {
    verdict: Verdict,
    evidence: String,
}

impl Claim {
    /// The conclusion, the verdict, and the evidence.
    pub(super) fn row(&self, experiment: &Experiment, results: &Results) -> Vec<String> {
        let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
        let found = match results {
            Results::Games { standings, .. } => {
                let rankings = Rankings::new(experiment, standings);
                self.stronger.iter().map(|&[first, second]| stronger(&rankings, &names, [first, second])).collect()
            }
            Results::Searches(searches) => self.of_searches(experiment, searches, &names),
        };
        let verdict = found.iter().map(|finding| finding.verdict).min().unwrap_or(Verdict::Undecided);
        vec![self.text.clone(), verdict.name().to_owned(), summary(&found)]
    }

    fn of_searches(&self, experiment: &Experiment, searches: &[SearchRecord], names: &[String]) -> Vec<Finding> {
        let (what, cost): (_, Measured) = match self.by {
            Some(Measure::Time) => ("time", |search| search.time.as_secs_f64().max(1e-6)),
            Some(Measure::Nodes) | None => ("nodes", |search| search.nodes.max(1) as f64),
        };
        let nodes: Measured = |search| search.nodes.max(1) as f64;
        let depth: Measured = |search| f64::from(search.depth.max(1));
        let compare = |what: &str, measured, [more, less]: [usize; 2]| {
            let (verdict, ratio) = ratio(searches, [more, less], measured, what == "nodes" && !is_timed(experiment));
            Finding { verdict, evidence: format!("{}: {ratio} the {what} of {}", names[more], names[less]) }
        };
        let cheaper = self.cheaper.iter().map(|&[first, second]| compare(what, cost, [second, first]));
        let more = self.more.iter().map(|&pair| compare("nodes", nodes, pair));
        let deeper = self.deeper.iter().map(|&pair| compare("depth", depth, pair));
        cheaper.chain(more).chain(deeper).collect()
    }
}

/// The evidence of all pairs; if there are several, it starts with how many hold.
fn summary(found: &[Finding]) -> String {
    let evidence: Vec<&str> = found.iter().map(|finding| finding.evidence.as_str()).collect();
    let evidence = evidence.join("; ");
    if found.len() < 2 {
        return evidence;
    }
    let counts = [Verdict::Holds, Verdict::Undecided, Verdict::Fails].map(|verdict| {
        let count = found.iter().filter(|finding| finding.verdict == verdict).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { verdict.name() } else { verdict.plural() }))
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    format!("of {} comparisons {}. {evidence}", found.len(), counts.join(", "))
}

fn stronger(rankings: &Rankings, names: &[String], [first, second]: [usize; 2]) -> Finding {
    let who = format!("{} against {}", names[first], names[second]);
    let Some((score, p)) = rankings.meeting(first, second) else {
        return Finding { verdict: Verdict::Undecided, evidence: format!("{who}: no games") };
    };
    let verdict = match score.value {
        _ if p >= 0.05 => Verdict::Undecided,
        value if value > 0.5 => Verdict::Holds,
        _ => Verdict::Fails,
    };
    let Estimate { value, low, high } = score.map(|share| 100.0 * share);
    let p = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
    Finding { verdict, evidence: format!("{who}: {value:.1} % ({low:.1} to {high:.1}), {p}") }
}

/// Whether the depth of searches depends on the clock.
fn is_timed(experiment: &Experiment) -> bool {
    let is_limited = |limits: Limits| limits.time.is_some() || limits.clock.is_some();
    let Plan::Searches(plan) = &experiment.plan else { return false };
    plan.limits.iter().copied().chain(experiment.players.iter().map(Spec::limits)).any(is_limited)
}

/// A quantity of a search; never 0.
type Measured = fn(&SearchRecord) -> f64;

/// The ratio of a quantity between two players, and the verdict whether it is above 1. The position is the unit of
/// observation: its limits are averaged, as they are correlated. A single position is not a sample, but counts, unlike
/// times, are exact there.
fn ratio(
    searches: &[SearchRecord],
    [first, second]: [usize; 2],
    measured: Measured,
    is_counted: bool,
) -> (Verdict, String) {
    let of = |player: usize| searches.iter().filter(move |search| search.player == player);
    let mut positions = BTreeMap::<u64, Vec<f64>>::new();
    for ours in of(first) {
        let is_theirs = |theirs: &&SearchRecord| (theirs.position, theirs.limit) == (ours.position, ours.limit);
        if let Some(theirs) = of(second).find(is_theirs) {
            positions.entry(ours.position).or_default().push(measured(ours) / measured(theirs));
        }
    }
    if let (1, Some((_, ratios)), true) = (positions.len(), positions.first_key_value(), is_counted) {
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ratios.iter().copied().fold(0.0, f64::max);
        let verdict = match (least, most) {
            _ if least >= 1.0 && most > 1.0 => Verdict::Holds,
            _ if most <= 1.0 && least < 1.0 => Verdict::Fails,
            _ => Verdict::Undecided,
        };
        return (verdict, format!("{least:.3} to {most:.3} times in the one position"));
    }
    let mean = |ratios: &Vec<f64>| ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    let pairs: Vec<(f64, f64)> = positions.values().map(|ratios| (mean(ratios).exp(), 1.0)).collect();
    match geometric_mean_ratio(&pairs) {
        None => (Verdict::Undecided, "no searches to compare with".to_owned()),
        Some(found) => (Verdict::above(&found, 1.0), format!("{} times", ratio_text(&found))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Statistics;
    use std::time::Duration;

    #[test]
    fn only_an_interval_beyond_the_threshold_decides() {
        let verdict = |low, high| Verdict::above(&Estimate { value: 1.0, low, high }, 1.0);
        assert_eq!(
            [verdict(1.1, 2.0), verdict(0.9, 1.1), verdict(0.2, 0.9)].map(Verdict::name),
            ["holds", "undecided", "does not hold"]
        );
    }

    /// Searches of two players: positions × limits × the nodes of both.
    fn searches(nodes: &[&[[u64; 2]]]) -> Vec<SearchRecord> {
        let mut all = Vec::new();
        for (position, limits) in nodes.iter().enumerate() {
            for (limit, players) in limits.iter().enumerate() {
                for (player, &nodes) in players.iter().enumerate() {
                    all.push(SearchRecord {
                        number: all.len() as u64,
                        player,
                        position: position as u64,
                        limit,
                        text: String::new(),
                        plies: None,
                        best: String::new(),
                        nodes,
                        iterations: None,
                        depth: 1,
                        time: Duration::ZERO,
                        score: 0,
                        value: String::new(),
                        expected: None,
                        statistics: Statistics::default(),
                    });
                }
            }
        }
        all
    }

    fn judged(nodes: &[&[[u64; 2]]], is_counted: bool) -> (&'static str, String) {
        let (verdict, text) = ratio(&searches(nodes), [0, 1], |search| search.nodes as f64, is_counted);
        (verdict.name(), text)
    }

    #[test]
    fn many_limits_of_few_positions_are_no_large_sample() {
        // Sixteen ratios of 1.6 and 0.9 would have an interval of 1.02 to 1.41; two positions have none to speak of.
        let (high, low) = ([[16, 10]; 8], [[9, 10]; 8]);
        let (verdict, text) = judged(&[&high, &low], true);
        assert_eq!(verdict, "undecided", "{text}");
        assert!(text.starts_with("1.200 ("), "{text}");
        let lots: Vec<&[[u64; 2]]> = [&high[..], &low[..], &high[..]].into_iter().cycle().take(30).collect();
        assert_eq!(judged(&lots, true).0, "holds");
    }

    #[test]
    fn counts_in_a_single_position_are_exact_and_times_are_not() {
        let (verdict, text) = judged(&[&[[9, 9], [65, 32]]], true);
        assert_eq!((verdict, text.as_str()), ("holds", "1.000 to 2.031 times in the one position"));
        assert_eq!(judged(&[&[[9, 9], [32, 65]]], true).0, "does not hold");
        assert_eq!(judged(&[&[[65, 32], [32, 65]]], true).0, "undecided");
        assert_eq!(judged(&[&[[9, 9]]], true).0, "undecided");
        assert_eq!(judged(&[&[[9, 9], [65, 32]]], false).0, "undecided");
        assert_eq!(judged(&[], true).0, "undecided");
    }

    #[test]
    fn evidence_says_how_many_comparisons_hold() {
        let finding = |verdict, evidence: &str| Finding { verdict, evidence: evidence.to_owned() };
        assert_eq!(summary(&[finding(Verdict::Holds, "a")]), "a");
        let three = [finding(Verdict::Holds, "a"), finding(Verdict::Fails, "b"), finding(Verdict::Holds, "c")];
        assert_eq!(summary(&three), "of 3 comparisons 2 hold, 1 does not hold. a; b; c");
    }
}
