//! Published numbers next to ours. A negative number marks a missing one.

use serde::Deserialize;

use crate::costs::{Cost, costs};
use crate::experiment::{Experiment, Plan, limit_text};
use crate::rankings::Rankings;
use crate::session::Results;
use crate::statistics::wilson;

/// Numbers of a study, in the order of the players.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Published {
    /// Mean nodes, limit by limit.
    #[serde(default)]
    nodes: Vec<Vec<f64>>,
    /// Mean seconds of a search, limit by limit.
    #[serde(default)]
    seconds: Vec<Vec<f64>>,
    /// Mean depth over all limits.
    #[serde(default)]
    mean_depth: Vec<f64>,
    /// Nodes in per cent of the first player's, at the last limit.
    #[serde(default)]
    nodes_share: Vec<f64>,
    /// Nodes per second, at the last limit.
    #[serde(default)]
    rate: Vec<f64>,
    /// The same in per cent of the first player's.
    #[serde(default)]
    rate_share: Vec<f64>,
    /// Time in per cent of the first player's, at the last limit.
    #[serde(default)]
    time_share: Vec<f64>,
    /// Games that the row won against the column, in per cent.
    #[serde(default)]
    wins: Vec<Vec<f64>>,
}

/// A quantity of a cost.
type Measure = fn(&Cost) -> f64;

impl Published {
    /// Player, limit, published number, measured number, and their ratio.
    pub(super) fn rows(&self, experiment: &Experiment, results: &Results) -> Vec<Vec<String>> {
        let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
        match results {
            Results::Searches(searches) => self.of_searches(experiment, &names, &costs(searches)),
            Results::Games { standings, .. } => self.of_games(&Rankings::new(experiment, standings), &names),
        }
    }

    fn of_searches(&self, experiment: &Experiment, names: &[String], costs: &[Cost]) -> Vec<Vec<String>> {
        let Plan::Searches(plan) = &experiment.plan else { return Vec::new() };
        let mut rows = Vec::new();
        let tables: [(_, _, Measure); 2] =
            [(&self.nodes, "nodes", |cost| cost.mean_nodes), (&self.seconds, "s", |cost| cost.mean_time)];
        for (published, unit, measure) in tables {
            for (limit, limits) in plan.limits.iter().enumerate() {
                for cost in costs.iter().filter(|cost| cost.limit == limit) {
                    let known = published.get(limit).and_then(|row| row.get(cost.player));
                    rows.extend(
                        known.and_then(|&known| {
                            row(&names[cost.player], &limit_text(limits), known, measure(cost), unit)
                        }),
                    );
                }
            }
        }
        for (player, &known) in self.mean_depth.iter().enumerate() {
            let own: Vec<f64> = costs.iter().filter(|cost| cost.player == player).map(|cost| cost.mean_depth).collect();
            let mean = own.iter().sum::<f64>() / own.len().max(1) as f64;
            rows.extend(row(&names[player], "all limits", known, mean, "plies"));
        }
        // Studies divide means, not position by position.
        let last = plan.limits.len().saturating_sub(1);
        let within = limit_text(&plan.limits[last]);
        for (player, &known) in self.rate.iter().enumerate() {
            let cost = costs.iter().find(|cost| (cost.player, cost.limit) == (player, last));
            rows.extend(cost.and_then(|cost| row(&names[player], &within, known, cost.rate, "nodes/s")));
        }
        let shares: [(_, _, Measure); 3] = [
            (&self.rate_share, "% of the first's nodes/s", |cost| cost.rate),
            (&self.nodes_share, "% of the first's nodes", |cost| cost.mean_nodes),
            (&self.time_share, "% of the first's time", |cost| cost.mean_time),
        ];
        for (published, unit, measure) in shares {
            let of = |player| costs.iter().find(|cost| (cost.player, cost.limit) == (player, last)).map(measure);
            for (player, &known) in published.iter().enumerate().skip(1) {
                let share = of(player).zip(of(0)).map(|(own, first)| 100.0 * own / first);
                rows.extend(share.and_then(|share| row(&names[player], &within, known, share, unit)));
            }
        }
        rows
    }

    fn of_games(&self, rankings: &Rankings, names: &[String]) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (first, published) in self.wins.iter().enumerate() {
            for (second, &known) in published.iter().enumerate().filter(|(_, known)| **known >= 0.0) {
                let Some((wins, games)) = rankings.wins(first, second) else { continue };
                let share = wilson(wins, games).map(|share| 100.0 * share);
                let measured = format!("{:.0} % ({:.0} to {:.0})", share.value, share.low, share.high);
                let against = format!("wins against {}", names[second]);
                rows.push(vec![names[first].clone(), against, format!("{known:.0} %"), measured, String::new()]);
            }
        }
        rows
    }
}

fn row(name: &str, within: &str, known: f64, measured: f64, unit: &str) -> Option<Vec<String>> {
    let ratio = if measured > 0.0 { format!("{:.3}", known / measured) } else { "–".to_owned() };
    let cells = [
        name.to_owned(),
        within.to_owned(),
        format!("{} {unit}", number(known)),
        format!("{} {unit}", number(measured)),
        ratio,
    ];
    (known >= 0.0).then(|| cells.to_vec())
}

/// A number with its significant digits.
fn number(value: f64) -> String {
    match value {
        _ if value == value.round() => format!("{value:.0}"),
        _ if value >= 1000.0 => format!("{value:.0}"),
        _ if value >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.6}"),
    }
}
