//! Whether the conclusion of a study holds in our numbers.

use serde::Deserialize;

use crate::bench::SearchRecord;
use crate::experiment::Experiment;
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
    /// The first looks further ahead than the second.
    #[serde(default)]
    deeper: Vec<[usize; 2]>,
    /// The first visits more positions than the second.
    #[serde(default)]
    more: Vec<[usize; 2]>,
    /// What costs are counted in.
    by: Option<Measure>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Measure {
    Nodes,
    Time,
}

/// What our numbers say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Fails,
    Undecided,
    Holds,
}

impl Verdict {
    /// Of an estimate that must be above a threshold.
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
}

impl Claim {
    /// The conclusion, the verdict, and the numbers behind it.
    pub(super) fn row(&self, experiment: &Experiment, results: &Results) -> Vec<String> {
        let mut found: Vec<(Verdict, String)> = Vec::new();
        match results {
            Results::Games { standings, .. } => {
                let rankings = Rankings::new(experiment, standings);
                found.extend(self.stronger.iter().map(|&[first, second]| stronger(&rankings, first, second)));
            }
            Results::Searches(searches) => {
                let cost: fn(&SearchRecord) -> f64 = match self.by {
                    Some(Measure::Time) => |search| search.time.as_secs_f64().max(1e-6),
                    Some(Measure::Nodes) | None => |search| search.nodes.max(1) as f64,
                };
                found.extend(self.cheaper.iter().map(|&[first, second]| ratio(searches, second, first, cost)));
                let nodes: fn(&SearchRecord) -> f64 = |search| search.nodes.max(1) as f64;
                found.extend(self.more.iter().map(|&[first, second]| ratio(searches, first, second, nodes)));
                let depth: fn(&SearchRecord) -> f64 = |search| f64::from(search.depth.max(1));
                found.extend(self.deeper.iter().map(|&[first, second]| ratio(searches, first, second, depth)));
            }
        }
        let verdict = found.iter().map(|(verdict, _)| *verdict).min().unwrap_or(Verdict::Undecided);
        let evidence: Vec<String> = found.into_iter().map(|(_, evidence)| evidence).collect();
        vec![self.text.clone(), verdict.name().to_owned(), evidence.join("; ")]
    }
}

fn stronger(rankings: &Rankings, first: usize, second: usize) -> (Verdict, String) {
    let Some((score, p)) = rankings.meeting(first, second) else {
        return (Verdict::Undecided, "no games".to_owned());
    };
    let verdict = match score {
        _ if p >= 0.05 => Verdict::Undecided,
        _ if score > 0.5 => Verdict::Holds,
        _ => Verdict::Fails,
    };
    (verdict, format!("score {:.1} %, p = {p:.3}", 100.0 * score))
}

/// Whether the first of two players has more of something than the second, position by position and limit by limit.
fn ratio(
    searches: &[SearchRecord],
    first: usize,
    second: usize,
    measure: fn(&SearchRecord) -> f64,
) -> (Verdict, String) {
    let of = |player: usize| searches.iter().filter(move |search| search.player == player);
    let pairs: Vec<(f64, f64)> = of(first)
        .filter_map(|ours| {
            let theirs = of(second).find(|theirs| (theirs.position, theirs.limit) == (ours.position, ours.limit))?;
            Some((measure(ours), measure(theirs)))
        })
        .collect();
    match geometric_mean_ratio(&pairs) {
        None => (Verdict::Undecided, "no searches".to_owned()),
        Some(found) => (Verdict::above(&found, 1.0), format!("{} times", ratio_text(&found))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_interval_beyond_the_threshold_decides() {
        let verdict = |low, high| Verdict::above(&Estimate { value: 1.0, low, high }, 1.0);
        assert_eq!(
            [verdict(1.1, 2.0), verdict(0.9, 1.1), verdict(0.2, 0.9)].map(Verdict::name),
            ["holds", "undecided", "does not hold"]
        );
    }
}
