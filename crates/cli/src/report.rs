//! An analysis for people and for programs.

use std::io;

use serde::Serialize;
use spielbaum_core::{Analysis, Bound, MoveValue, Notation, Score, Statistics, Value, in_words};

use crate::output::{Output, grouped, milliseconds, per_second, rate};

/// A score as JSON.
#[derive(Serialize)]
pub(crate) struct ScoreJson {
    kind: &'static str,
    value: i32,
    text: String,
    /// Win, draw or loss of the side to move, where that is certain.
    outcome: Option<&'static str>,
    /// Who wins, how and when.
    words: Option<String>,
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
    /// All moves that are as good, where they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    best_moves: Vec<String>,
    /// The book that answered in place of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<String>,
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
    pub(crate) fn new<G: Notation>(position: &G, score: Score, value: Value, bound: Bound) -> ScoreJson {
        let kind = match (value, bound) {
            (_, Bound::Lower) => "lower",
            (_, Bound::Upper) => "upper",
            (Value::Estimate(_), Bound::Exact) => "estimate",
            (_, Bound::Exact) => "exact",
        };
        let outcome = match (value.sign(), bound) {
            (Some(1), Bound::Exact | Bound::Lower) => Some("win"),
            (Some(0), Bound::Exact) => Some("draw"),
            (Some(-1), Bound::Exact | Bound::Upper) => Some("loss"),
            _ => None,
        };
        let words = in_words(position, value, bound);
        ScoreJson { kind, value: score.0, text: value_text(value, bound), outcome, words }
    }
}

impl MoveJson {
    pub(crate) fn new<G: Notation>(position: &G, value: &MoveValue<G>) -> MoveJson {
        let score = ScoreJson::new(position, value.score, value.value, Bound::Exact);
        MoveJson { mv: position.move_text(value.mv), score, visits: value.visits }
    }
}

impl AnalysisJson {
    pub(crate) fn new<G: Notation>(
        game: String,
        algorithm: String,
        position: &G,
        analysis: &Analysis<G>,
    ) -> AnalysisJson {
        AnalysisJson {
            game,
            position: position.to_string(),
            algorithm,
            best: analysis.best.map(|mv| position.move_text(mv)),
            best_moves: Vec::new(),
            book: None,
            score: ScoreJson::new(position, analysis.score, analysis.value, analysis.bound),
            pv: line_texts(position, &analysis.pv),
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            nodes: analysis.nodes,
            time_ms: milliseconds(analysis.time),
            nps: per_second(analysis.nodes, analysis.time),
            moves: analysis.moves.iter().map(|value| MoveJson::new(position, value)).collect(),
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

/// All that a command tells about a position.
pub(crate) struct Report<'a, G: Notation> {
    /// The game with its options.
    pub(crate) game: String,
    /// The search as a person reads it.
    pub(crate) algorithm: String,
    pub(crate) position: &'a G,
    pub(crate) analysis: &'a Analysis<G>,
    /// All best moves that are known.
    pub(crate) best: &'a [G::Move],
    /// The book that answered in place of a search.
    pub(crate) book: Option<String>,
}

impl<G: Notation> Report<'_, G> {
    /// Prints it for a person or for a program.
    pub(crate) fn print(self, output: &mut Output) -> io::Result<()> {
        if !output.is_json() {
            return output.text(&self.text());
        }
        let mut json = AnalysisJson::new(self.game, self.algorithm, self.position, self.analysis);
        let equals = self.analysis.moves.iter().filter(|value| value.score == self.analysis.score);
        let equals: Vec<G::Move> = equals.map(|value| value.mv).collect();
        let best = if equals.is_empty() { self.best } else { &equals };
        json.best_moves = best.iter().map(|mv| self.position.move_text(*mv)).collect();
        json.book = self.book;
        output.json(&json)
    }

    fn text(&self) -> String {
        let Report { algorithm, position, analysis, best, book, .. } = self;
        let value = value_in_words(*position, analysis.value, analysis.bound);
        if best.is_empty() {
            let ending = position.ending().unwrap_or_else(|| "no move".to_owned());
            let margin = matches!(analysis.value, Value::Margin(_)).then(|| format!("value      {value}\n"));
            return format!("{ending}\n{}", margin.unwrap_or_default());
        }
        let side = G::INFO.sides[position.side_to_move()];
        let moves: Vec<String> = best.iter().map(|mv| position.move_text(*mv)).collect();
        let title = if moves.len() == 1 { "best move " } else { "best moves" };
        let line = line_texts(*position, &analysis.pv).join(" ");
        let source = match book {
            Some(name) => format!("book       {name}\n"),
            None => search_text(algorithm, analysis),
        };
        let moves = moves.join(" ");
        format!("{title} {moves} ({side})\nvalue      {value}\nline       {line}\n{source}")
            + &moves_text(*position, analysis)
    }
}

/// A value and what it means: `+1: yellow wins with its 21st stone, in 21 moves`.
pub(crate) fn value_in_words<G: Notation>(position: &G, value: Value, bound: Bound) -> String {
    let value_text = value_text(value, bound);
    match in_words(position, value, bound) {
        Some(words) if words.starts_with(&value_text) => words,
        Some(words) => format!("{value_text}: {words}"),
        None => value_text,
    }
}

/// What the search did.
fn search_text<G: Notation>(algorithm: &str, analysis: &Analysis<G>) -> String {
    let search = format!(
        "search     {algorithm}: depth {} ({}), {} nodes in {:.3} s, {}\n",
        analysis.depth,
        analysis.selective_depth,
        grouped(analysis.nodes),
        analysis.time.as_secs_f64(),
        rate(analysis.nodes, analysis.time)
    );
    search + &statistics_line(&analysis.statistics)
}

/// A line about each move whose value is known.
pub(crate) fn moves_text<G: Notation>(position: &G, analysis: &Analysis<G>) -> String {
    let mut text = String::new();
    for value in &analysis.moves {
        let visits = value.visits.map(|visits| format!("{:>14} visits", grouped(visits))).unwrap_or_default();
        let words = in_words(position, value.value, Bound::Exact).unwrap_or_default();
        let line = format!("  {:<6} {:<16}{visits}{words}", position.move_text(value.mv), value.value.to_string());
        text += &format!("{}\n", line.trim_end());
    }
    text
}
