//! An analysis as JSON; `docs/command-line.md` describes every field.

use std::time::Duration;

use serde::Serialize;
use spielbaum_core::{Analysis, Bound, MoveValue, Notation, ProofNumbers, Score, Statistics, Value, describe_value};

/// A score as JSON.
#[derive(Serialize)]
pub struct ScoreJson {
    kind: &'static str,
    value: i32,
    text: String,
    /// Win, draw or loss for the side to move, if certain.
    outcome: Option<&'static str>,
    /// The score in words.
    words: Option<String>,
}

/// A move of the root as JSON.
#[derive(Serialize)]
pub struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    score: ScoreJson,
    /// Visits of the move, for Monte-Carlo searches.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

/// An analysis as JSON.
#[derive(Serialize)]
pub struct AnalysisJson {
    /// The game with its options.
    pub game: String,
    position: String,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'static str>,
    algorithm: String,
    best: Option<String>,
    /// All best moves, if known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best_moves: Vec<String>,
    /// The book that answered in place of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    score: ScoreJson,
    pv: Vec<String>,
    /// The line in the players' notation, if that differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv_labels: Vec<String>,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    time_ms: f64,
    nps: f64,
    moves: Vec<MoveJson>,
    /// Proof and disproof numbers of a proof-number search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proof_numbers: Vec<ProofNumbersJson>,
    statistics: StatisticsJson,
}

/// Proof and disproof number of a question as JSON; `None` if infinite.
#[derive(Serialize)]
struct ProofNumbersJson {
    winner: &'static str,
    yes: Option<u32>,
    no: Option<u32>,
}

/// Counters of a search as JSON.
#[derive(Serialize)]
pub struct StatisticsJson {
    leaves: u64,
    table_probes: u64,
    table_hits: u64,
    table_cuts: u64,
    table_entries: u64,
    child_table_cuts: u64,
    beta_cuts: u64,
    first_move_cuts: u64,
    look_ahead_cuts: u64,
    child_probe_cuts: u64,
    bound_cuts: u64,
    null_move_cuts: u64,
    futility_cuts: u64,
    reductions: u64,
    re_searches: u64,
}

impl From<Statistics> for StatisticsJson {
    fn from(statistics: Statistics) -> StatisticsJson {
        StatisticsJson {
            leaves: statistics.leaves,
            table_probes: statistics.table_probes,
            table_hits: statistics.table_hits,
            table_cuts: statistics.table_cuts,
            table_entries: statistics.table_entries,
            child_table_cuts: statistics.child_table_cuts,
            beta_cuts: statistics.beta_cuts,
            first_move_cuts: statistics.first_move_cuts,
            look_ahead_cuts: statistics.look_ahead_cuts,
            child_probe_cuts: statistics.child_probe_cuts,
            bound_cuts: statistics.bound_cuts,
            null_move_cuts: statistics.null_move_cuts,
            futility_cuts: statistics.futility_cuts,
            reductions: statistics.reductions,
            re_searches: statistics.re_searches,
        }
    }
}

impl ScoreJson {
    /// A score of `position`, from the view of its side to move.
    pub fn new<G: Notation>(position: &G, score: Score, value: Value, bound: Bound) -> ScoreJson {
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
        let words = describe_value(position, value, bound);
        ScoreJson { kind, value: score.0, text: value_text(value, bound), outcome, words }
    }
}

impl MoveJson {
    /// The value of a move of `position`.
    pub fn new<G: Notation>(position: &G, value: &MoveValue<G>) -> MoveJson {
        let score = ScoreJson::new(position, value.score, value.value, Bound::Exact);
        MoveJson { mv: position.move_text(value.mv), score, visits: value.visits }
    }
}

impl ProofNumbersJson {
    fn new<G: Notation>(numbers: &ProofNumbers) -> ProofNumbersJson {
        ProofNumbersJson { winner: G::INFO.sides[numbers.winner], yes: numbers.yes, no: numbers.no }
    }
}

impl AnalysisJson {
    /// The result of the search `algorithm` in `position`.
    pub fn new<G: Notation>(game: String, algorithm: String, position: &G, analysis: &Analysis<G>) -> AnalysisJson {
        let pv = line_texts(position, &analysis.pv);
        let mut pv_labels = line_with(position, &analysis.pv, G::move_label);
        if pv_labels == pv {
            pv_labels.clear();
        }
        AnalysisJson {
            game,
            position: position.to_string(),
            algorithm,
            best: analysis.best.map(|mv| position.move_text(mv)),
            best_moves: Vec::new(),
            book: None,
            opening: position.opening(),
            score: ScoreJson::new(position, analysis.score, analysis.value, analysis.bound),
            pv,
            pv_labels,
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            nodes: analysis.nodes,
            time_ms: milliseconds(analysis.time),
            nps: per_second(analysis.nodes, analysis.time),
            moves: analysis.moves.iter().map(|value| MoveJson::new(position, value)).collect(),
            proof_numbers: analysis.proof_numbers.iter().map(ProofNumbersJson::new::<G>).collect(),
            statistics: analysis.statistics.into(),
        }
    }
}

/// A value with the sign of its bound.
pub fn value_text(value: Value, bound: Bound) -> String {
    match bound {
        Bound::Exact => value.to_string(),
        Bound::Lower => format!("at least {value}"),
        Bound::Upper => format!("at most {value}"),
    }
}

/// The texts of the moves of a line.
pub fn line_texts<G: Notation>(position: &G, line: &[G::Move]) -> Vec<String> {
    line_with(position, line, G::move_text)
}

fn line_with<G: Notation>(position: &G, line: &[G::Move], text: impl Fn(&G, G::Move) -> String) -> Vec<String> {
    let mut position = position.clone();
    let play = |&mv: &G::Move| {
        let text = text(&position, mv);
        position.play(mv);
        text
    };
    line.iter().map(play).collect()
}

/// Milliseconds with three decimals.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A rate per second, 0 if no time was measured.
pub fn per_second(count: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { (count as f64 / time.as_secs_f64()).round() }
}
