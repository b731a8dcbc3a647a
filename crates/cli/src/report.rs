//! An analysis for people and for programs.

use serde::Serialize;
use spielbaum_core::{Analysis, Bound, MoveValue, Notation, Score, Statistics, Value};

use crate::output::{grouped, milliseconds, per_second, rate};

/// A score as JSON.
#[derive(Serialize)]
pub(crate) struct ScoreJson {
    kind: &'static str,
    value: i32,
    text: String,
}

/// A move of the root as JSON.
#[derive(Serialize)]
pub(crate) struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    score: ScoreJson,
    /// Rounds through the move, for searches in rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

/// An analysis as JSON.
#[derive(Serialize)]
pub(crate) struct AnalysisJson {
    pub(crate) game: String,
    position: String,
    algorithm: String,
    best: Option<String>,
    score: ScoreJson,
    pv: Vec<String>,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    time_ms: f64,
    nps: f64,
    moves: Vec<MoveJson>,
    statistics: StatisticsJson,
}

/// Counters of a search as JSON.
#[derive(Serialize)]
pub(crate) struct StatisticsJson {
    leaves: u64,
    table_probes: u64,
    table_hits: u64,
    table_cuts: u64,
    child_table_cuts: u64,
    beta_cuts: u64,
    late_cuts: u64,
    look_ahead_cuts: u64,
    glance_cuts: u64,
    bound_cuts: u64,
    null_move_cuts: u64,
    futile: u64,
    reductions: u64,
    searches_again: u64,
}

impl From<Statistics> for StatisticsJson {
    fn from(statistics: Statistics) -> StatisticsJson {
        StatisticsJson {
            leaves: statistics.leaves,
            table_probes: statistics.table_probes,
            table_hits: statistics.table_hits,
            table_cuts: statistics.table_cuts,
            child_table_cuts: statistics.child_table_cuts,
            beta_cuts: statistics.beta_cuts,
            late_cuts: statistics.late_cuts,
            look_ahead_cuts: statistics.look_ahead_cuts,
            glance_cuts: statistics.glance_cuts,
            bound_cuts: statistics.bound_cuts,
            null_move_cuts: statistics.null_move_cuts,
            futile: statistics.futile,
            reductions: statistics.reductions,
            searches_again: statistics.searches_again,
        }
    }
}

impl ScoreJson {
    fn new(score: Score, value: Value, bound: Bound) -> ScoreJson {
        let kind = match (value, bound) {
            (_, Bound::Lower) => "lower",
            (_, Bound::Upper) => "upper",
            (Value::Estimate(_), Bound::Exact) => "estimate",
            (_, Bound::Exact) => "exact",
        };
        ScoreJson { kind, value: score.0, text: value_text(value, bound) }
    }
}

impl AnalysisJson {
    pub(crate) fn new<G: Notation>(
        game: String,
        algorithm: String,
        position: &G,
        analysis: &Analysis<G>,
    ) -> AnalysisJson {
        let root_move = |value: &MoveValue<G>| MoveJson {
            mv: position.move_text(value.mv),
            score: ScoreJson::new(value.score, value.value, Bound::Exact),
            visits: value.visits,
        };
        AnalysisJson {
            game,
            position: position.to_string(),
            algorithm,
            best: analysis.best.map(|mv| position.move_text(mv)),
            score: ScoreJson::new(analysis.score, analysis.value, analysis.bound),
            pv: line_texts(position, &analysis.pv),
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            nodes: analysis.nodes,
            time_ms: milliseconds(analysis.time),
            nps: per_second(analysis.nodes, analysis.time),
            moves: analysis.moves.iter().map(root_move).collect(),
            statistics: analysis.statistics.into(),
        }
    }
}

/// A value with the sign of its bound.
pub(crate) fn value_text(value: Value, bound: Bound) -> String {
    match bound {
        Bound::Exact => value.to_string(),
        Bound::Lower => format!("at least {value}"),
        Bound::Upper => format!("at most {value}"),
    }
}

/// The texts of moves played one after the other.
pub(crate) fn line_texts<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&mv: &G::Move| {
        let text = position.move_text(mv);
        position.play(mv);
        text
    };
    line.iter().map(text).collect()
}

/// One line about an iteration.
pub(crate) fn progress_line<G: Notation>(position: &G, analysis: &Analysis<G>) -> String {
    format!(
        "depth {:>2}  {:<16} {:>13} nodes {:>10}  {}",
        analysis.depth,
        value_text(analysis.value, analysis.bound),
        grouped(analysis.nodes),
        rate(analysis.nodes, analysis.time),
        line_texts(position, &analysis.pv).join(" ")
    )
}

/// What the cut-offs and the table did, where there were any.
fn statistics_line(statistics: &Statistics) -> String {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let mut parts = Vec::new();
    if statistics.beta_cuts > 0 {
        let first = statistics.beta_cuts - statistics.late_cuts;
        let (cuts, share) = (grouped(statistics.beta_cuts), percent(first, statistics.beta_cuts));
        parts.push(format!("{cuts} cut-offs, {share:.1} % at the first move"));
    }
    if statistics.table_probes > 0 {
        let share = percent(statistics.table_hits, statistics.table_probes);
        parts.push(format!("table {share:.1} % hits, {} cut-offs", grouped(statistics.table_cuts)));
    }
    let others = [
        (statistics.look_ahead_cuts, "by looking ahead"),
        (statistics.glance_cuts, "at a glance"),
        (statistics.bound_cuts, "by bounds"),
        (statistics.child_table_cuts, "by children in the table"),
        (statistics.null_move_cuts, "by null moves"),
        (statistics.futile, "futile"),
        (statistics.reductions, "reduced"),
        (statistics.searches_again, "searched again"),
    ];
    parts.extend(others.iter().filter(|other| other.0 > 0).map(|(count, what)| format!("{} {what}", grouped(*count))));
    if parts.is_empty() { String::new() } else { format!("tree       {}\n", parts.join("; ")) }
}

/// The whole result for a person.
pub(crate) fn text<G: Notation>(algorithm: &str, position: &G, analysis: &Analysis<G>) -> String {
    let side = G::INFO.sides[position.side_to_move()];
    let Some(best) = analysis.best else {
        return format!("{}\n", position.ending().unwrap_or_else(|| "no move".to_owned()));
    };
    let mut text = format!("best move  {} ({side})\n", position.move_text(best));
    text += &format!("value      {}\n", value_text(analysis.value, analysis.bound));
    text += &format!("line       {}\n", line_texts(position, &analysis.pv).join(" "));
    text += &format!(
        "search     {algorithm}: depth {} ({}), {} nodes in {:.3} s, {}\n",
        analysis.depth,
        analysis.selective_depth,
        grouped(analysis.nodes),
        analysis.time.as_secs_f64(),
        rate(analysis.nodes, analysis.time)
    );
    text += &statistics_line(&analysis.statistics);
    for value in &analysis.moves {
        let visits = value.visits.map(|visits| format!("{:>14} visits", grouped(visits))).unwrap_or_default();
        let line = format!("  {:<6} {:<16}{visits}", position.move_text(value.mv), value.value.to_string());
        text += &format!("{}\n", line.trim_end());
    }
    text
}
