//! The result of searches: their cost, player by player.

use serde::Serialize;
use spielbaum_lab::statistics::{Estimate, ratio_text};
use spielbaum_lab::{Cost, Experiment, Findings, Plan, SearchRecord, costs, limit_text};
use spielbaum_search::Limits;

use super::summary;
use crate::failure::Failure;
use crate::output::{Output, decimal, grouped, milliseconds};

#[derive(Serialize)]
struct CostsJson {
    game: String,
    seed: u64,
    searches: u64,
    costs: Vec<CostJson>,
    complete: bool,
    time_ms: f64,
}

/// Means over all positions; ratios are those to the first player, position by position.
#[derive(Serialize)]
struct CostJson {
    limit: String,
    player: String,
    positions: u64,
    nodes: f64,
    iterations: Option<f64>,
    depth: f64,
    time_ms: f64,
    median_ms: f64,
    nps: f64,
    table_hits: Option<f64>,
    first_move_cuts: Option<f64>,
    nodes_ratio: Option<[f64; 3]>,
    time_ratio: Option<[f64; 3]>,
    expected: u64,
    wrong: u64,
    differs: u64,
}

pub(super) fn print(
    experiment: &Experiment,
    searches: &[SearchRecord],
    findings: &Findings,
    output: &mut Output,
) -> Result<(), Failure> {
    let Plan::Searches(plan) = &experiment.plan else { unreachable!("the plan has searches") };
    let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    let costs = costs(searches);
    if output.is_json() {
        let triple =
            |estimate: Option<Estimate>| estimate.map(|found| [found.value, found.low, found.high].map(decimal));
        let json = |cost: &Cost| CostJson {
            limit: limit_text(&plan.limits[cost.limit]),
            player: names[cost.player].clone(),
            positions: cost.positions,
            nodes: decimal(cost.mean_nodes),
            iterations: cost.mean_iterations.map(decimal),
            depth: decimal(cost.mean_depth),
            time_ms: decimal(cost.mean_time * 1e3),
            median_ms: decimal(cost.median_time * 1e3),
            nps: cost.rate.round(),
            table_hits: cost.table_hits.map(decimal),
            first_move_cuts: cost.first_move_cuts.map(decimal),
            nodes_ratio: triple(cost.nodes_ratio),
            time_ratio: triple(cost.time_ratio),
            expected: cost.expected,
            wrong: cost.wrong,
            differs: cost.differs,
        };
        return Ok(output.json(&CostsJson {
            game: experiment.game.to_string(),
            seed: experiment.seed,
            searches: searches.len() as u64,
            costs: costs.iter().map(json).collect(),
            complete: findings.is_complete,
            time_ms: milliseconds(findings.time),
        })?);
    }
    let mut text = format!("{}\n", experiment.title);
    text += &summary(searches.len() as u64, "searches", 0, findings);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (limit, limits) in plan.limits.iter().enumerate() {
        text += &format!(
            "\n{}\n  {:<width$} {:>14} {:>7} {:>12} {:>12}  nodes as a multiple of the first\n",
            limit_text(limits),
            "player",
            "nodes",
            "depth",
            "ms",
            "nodes/s"
        );
        for cost in costs.iter().filter(|cost| cost.limit == limit) {
            let ratio = cost.nodes_ratio.map_or(String::new(), |ratio| format!("  {}", ratio_text(&ratio)));
            let wrong =
                if cost.wrong > 0 { format!("  {} of {} wrong", cost.wrong, cost.expected) } else { String::new() };
            // Exact searches to the same depth must return the same score.
            let [first, own] = [0, cost.player].map(|player| experiment.players[player].is_exact());
            let is_comparable = first && own && *limits == Limits { depth: limits.depth, ..Limits::default() };
            let differs = match cost.differs {
                differs if differs > 0 && is_comparable => {
                    format!("  {differs} of {} differ from the first", cost.positions)
                }
                _ => String::new(),
            };
            text += &format!(
                "  {:<width$} {:>14} {:>7.2} {:>12.3} {:>12}{ratio}{wrong}{differs}\n",
                names[cost.player],
                grouped(cost.mean_nodes.round() as u64),
                cost.mean_depth,
                cost.mean_time * 1e3,
                grouped(cost.rate.round() as u64),
            );
        }
    }
    Ok(output.text(&text)?)
}
