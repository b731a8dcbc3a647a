//! The part of a report about searches.

use std::collections::BTreeMap;

use spielbaum_search::{Limits, Spec};

use super::figures::{self, Axes, Series};
use super::{Block, figure, table};
use crate::bench::SearchRecord;
use crate::costs::{Cost, costs};
use crate::experiment::{Experiment, Plan, limit_text};
use crate::statistics::ratio_text;

pub(super) fn blocks(experiment: &Experiment, records: &[SearchRecord]) -> Vec<Block> {
    let Plan::Searches(plan) = &experiment.plan else { unreachable!("the plan has searches") };
    let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
    let costs = costs(records);
    let mut blocks =
        vec![Block::Text(format!("{}, {} searches, seed {}.", experiment.game, records.len(), experiment.seed))];
    for (index, limits) in plan.limits.iter().enumerate() {
        let own: Vec<&Cost> = costs.iter().filter(|cost| cost.limit == index).collect();
        if let Some(cost) = own.first() {
            let is_exact: Vec<bool> = experiment.players.iter().map(Spec::is_exact).collect();
            blocks.push(cost_table(index, limits, (&names, &is_exact), &own, cost.positions));
        }
    }
    blocks.extend(growth(&plan.limits, &names, &costs));
    blocks.extend(rates(&plan.limits, &names, records));
    blocks.extend(boxes(&plan.limits, &names, records));
    blocks
}

fn cost_table(
    index: usize,
    limits: &Limits,
    (names, is_exact): (&[String], &[bool]),
    costs: &[&Cost],
    positions: u64,
) -> Block {
    let is_comparable = is_exact[0] && *limits == Limits { depth: limits.depth, ..Limits::default() };
    let share = |share: Option<f64>| share.map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let rows = costs.iter().map(|cost| {
        let ratio = cost.nodes_ratio.map_or("–".to_owned(), |ratio| ratio_text(&ratio));
        let differs = match is_comparable && is_exact[cost.player] {
            true => format!("{} of {}", cost.differs, cost.positions),
            false => "–".to_owned(),
        };
        let wrong = if cost.expected == 0 { "–".to_owned() } else { format!("{} of {}", cost.wrong, cost.expected) };
        vec![
            names[cost.player].clone(),
            format!("{:.0}", cost.mean_nodes),
            format!("{:.2}", cost.mean_depth),
            format!("{:.3}", cost.mean_time * 1e3),
            format!("{:.3}", cost.median_time * 1e3),
            format!("{:.0}", cost.rate),
            share(cost.table_hits),
            share(cost.first_move_cuts),
            ratio,
            differs,
            wrong,
        ]
    });
    let columns = [
        "player",
        "nodes",
        "depth",
        "ms",
        "median ms",
        "nodes/s",
        "table hits",
        "first-move cuts",
        "nodes ratio",
        "differs",
        "wrong",
    ];
    let plural = if positions == 1 { "" } else { "s" };
    let mut caption = format!("{}: means over {positions} position{plural}.", limit_text(limits));
    // The same for all limits.
    if index == 0 {
        caption += &format!(
            " First-move cuts: share of cut-offs on the first move. Nodes ratio: geometric mean of the ratios to {}, position by \
             position, with its 95 % interval. Differs: exact searches whose score is not the first player's. Wrong: scores \
             that are not the expected ones; a win in plies agrees with a margin of the same sign.",
            names[0]
        );
    }
    table(&format!("costs-{}", index + 1), caption, &columns, rows.collect())
}

/// Nodes by depth and depth by time, if there are several of either.
fn growth(limits: &[Limits], names: &[String], costs: &[Cost]) -> Vec<Block> {
    let series = |x: &dyn Fn(&Limits) -> Option<f64>, y: &dyn Fn(&Cost) -> f64| -> Vec<Series> {
        let lines = names.iter().enumerate().map(|(player, name)| {
            let own = costs.iter().filter(|cost| cost.player == player);
            Series {
                name: name.clone(),
                points: own.filter_map(|cost| Some((x(&limits[cost.limit])?, y(cost)))).collect(),
                ..Series::default()
            }
        });
        lines.filter(|line| line.points.len() > 1).collect()
    };
    let mut blocks = Vec::new();
    let by_depth = series(&|limits| limits.depth.map(f64::from), &|cost| cost.mean_nodes);
    if !by_depth.is_empty() {
        let axes = Axes { x: "depth (plies)", y: "nodes", is_log_x: false, is_log_y: true, x_step: Some(1.0) };
        let caption = "Mean number of nodes by depth.".to_owned();
        blocks.push(figure("nodes-by-depth", caption, figures::lines(&axes, &by_depth)));
    }
    let by_time = series(&|limits| limits.time.map(|time| time.as_secs_f64() * 1e3), &|cost| cost.mean_depth);
    if !by_time.is_empty() {
        let axes = Axes { x: "time (ms)", y: "depth (plies)", is_log_x: true, is_log_y: false, x_step: None };
        let caption = "Mean completed depth by time.".to_owned();
        blocks.push(figure("depth-by-time", caption, figures::lines(&axes, &by_time)));
    }
    blocks
}

/// Speed by stage of the game, for the last limit, if there are several stages.
fn rates(limits: &[Limits], names: &[String], records: &[SearchRecord]) -> Option<Block> {
    let last = limits.len().checked_sub(1)?;
    let series = names.iter().enumerate().map(|(player, name)| {
        let mut stages = BTreeMap::<u32, (f64, f64)>::new();
        for record in records.iter().filter(|record| (record.player, record.limit) == (player, last)) {
            let (nodes, seconds) = stages.entry(record.plies.unwrap_or(0)).or_default();
            *nodes += record.nodes as f64;
            *seconds += record.time.as_secs_f64();
        }
        let rate =
            |(plies, (nodes, seconds)): (u32, (f64, f64))| (f64::from(plies), (nodes / seconds.max(1e-6)).max(1.0));
        Series { name: name.clone(), points: stages.into_iter().map(rate).collect(), ..Series::default() }
    });
    let series: Vec<Series> = series.filter(|line| line.points.len() > 1).collect();
    if series.is_empty() {
        return None;
    }
    let axes = Axes { x: "random plies played", y: "nodes per second", is_log_x: false, is_log_y: true, x_step: None };
    let caption = format!("Nodes per second by stage of the game, {}.", limit_text(&limits[last]));
    Some(figure("rate-by-ply", caption, figures::lines(&axes, &series)))
}

/// The distribution of nodes over positions, for the last limit.
fn boxes(limits: &[Limits], names: &[String], records: &[SearchRecord]) -> Option<Block> {
    let last = limits.len().checked_sub(1)?;
    let groups: Vec<(String, Vec<f64>)> = names
        .iter()
        .enumerate()
        .map(|(player, name)| {
            let own = records.iter().filter(|record| (record.player, record.limit) == (player, last));
            (name.clone(), own.map(|record| record.nodes.max(1) as f64).collect())
        })
        .filter(|(_, values): &(String, Vec<f64>)| values.len() > 3)
        .collect();
    if groups.is_empty() {
        return None;
    }
    let caption = format!(
        "Nodes per search, {}: box from the lower to the upper quartile, line at the median, whiskers within 1.5 times \
         the height of the box.",
        limit_text(&limits[last])
    );
    Some(figure("nodes-spread", caption, figures::boxes("nodes", true, &groups)))
}
