//! An analysis for people and for programs.

use std::io;

use spielbaum_core::{Analysis, Bound, Notation, ProofNumbers, Statistics, Value, describe_value};
use spielbaum_documents::{AnalysisJson, line_texts, value_text};

use crate::output::{Output, grouped, rate};

/// One line about an iteration.
pub(crate) fn progress_line<G: Notation>(position: &G, analysis: &Analysis<G>) -> String {
    let reached = match analysis.proof_numbers.as_slice() {
        [] => format!("depth {:>2}  ", analysis.depth),
        questions => proof_text::<G>(questions, "  "),
    };
    format!(
        "{reached}{:<16} {:>13} nodes {:>10}  {}",
        open_proof(position, analysis).unwrap_or_else(|| value_text(analysis.value, analysis.bound)),
        grouped(analysis.nodes),
        rate(analysis.nodes, analysis.time),
        line_texts(position, &analysis.pv).join(" ")
    )
}

/// Proof and disproof numbers of the open questions, each followed by `end`: `white wins? 19 : 616,798`. Decided
/// questions are left out, as the value answers them.
fn proof_text<G: Notation>(questions: &[ProofNumbers], end: &str) -> String {
    if questions.iter().any(|question| question.yes == Some(0)) {
        return String::new();
    }
    let text = |question: &ProofNumbers| {
        let (yes, no) = question.yes.zip(question.no)?;
        let winner = G::INFO.sides[question.winner];
        Some(format!("{winner} wins? {} : {}{end}", grouped(yes.into()), grouped(no.into())))
    };
    questions.iter().filter_map(text).collect()
}

/// What a proof-number search has established about an undecided position.
fn open_proof<G: Notation>(position: &G, analysis: &Analysis<G>) -> Option<String> {
    let is_open = !analysis.proof_numbers.is_empty() && matches!(analysis.value, Value::Estimate(_));
    let side = G::INFO.sides[position.side_to_move()];
    is_open.then(|| match analysis.bound {
        Bound::Exact => "open".to_owned(),
        Bound::Lower => format!("open: {side} does not lose"),
        Bound::Upper => format!("open: {side} does not win"),
    })
}

/// Counts of cut-offs and table hits, if there were any.
fn statistics_line(statistics: &Statistics) -> String {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let mut parts = Vec::new();
    if statistics.beta_cuts > 0 {
        let (cuts, share) = (grouped(statistics.beta_cuts), percent(statistics.first_move_cuts, statistics.beta_cuts));
        parts.push(format!("{cuts} cut-offs, {share:.1} % on the first move"));
    }
    if statistics.table_probes > 0 {
        let share = percent(statistics.table_hits, statistics.table_probes);
        parts.push(format!("table {share:.1} % hits, {} cut-offs", grouped(statistics.table_cuts)));
    }
    let others = [
        (statistics.look_ahead_cuts, "by look-ahead"),
        (statistics.child_probe_cuts, "by probing children"),
        (statistics.bound_cuts, "by bounds"),
        (statistics.child_table_cuts, "by entries of children"),
        (statistics.null_move_cuts, "by null moves"),
        (statistics.futility_cuts, "by futility"),
        (statistics.reductions, "reduced"),
        (statistics.re_searches, "re-searches"),
    ];
    parts.extend(others.iter().filter(|other| other.0 > 0).map(|(count, what)| format!("{} {what}", grouped(*count))));
    if parts.is_empty() { String::new() } else { format!("tree       {}\n", parts.join("; ")) }
}

/// The result of a command for one position.
pub(crate) struct Report<'a, G: Notation> {
    /// The game with its options.
    pub(crate) game: String,
    /// The search, for display.
    pub(crate) algorithm: String,
    pub(crate) position: &'a G,
    pub(crate) analysis: &'a Analysis<G>,
    /// All known best moves.
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
        let value = open_proof(*position, analysis)
            .unwrap_or_else(|| value_in_words(*position, analysis.value, analysis.bound));
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
        let opening = position.opening().map(|name| format!("opening    {name}\n")).unwrap_or_default();
        format!("{title} {moves} ({side})\nvalue      {value}\nline       {line}\n{opening}{source}")
            + &moves_text(*position, analysis)
    }
}

/// A value and what it means: `+1: yellow wins with its 21st stone, in 21 moves`.
pub(crate) fn value_in_words<G: Notation>(position: &G, value: Value, bound: Bound) -> String {
    let value_text = value_text(value, bound);
    match describe_value(position, value, bound) {
        Some(words) if words.starts_with(&value_text) => words,
        Some(words) => format!("{value_text}: {words}"),
        None => value_text,
    }
}

/// Depth, nodes and time of the search.
fn search_text<G: Notation>(algorithm: &str, analysis: &Analysis<G>) -> String {
    let reached = match analysis.proof_numbers.as_slice() {
        [] => format!("depth {} ({}), ", analysis.depth, analysis.selective_depth),
        questions => proof_text::<G>(questions, ", "),
    };
    let search = format!(
        "search     {algorithm}: {reached}{} nodes in {:.3} s, {}\n",
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
        let words = describe_value(position, value.value, Bound::Exact).unwrap_or_default();
        let line = format!("  {:<6} {:<16}{visits}{words}", position.move_text(value.mv), value.value.to_string());
        text += &format!("{}\n", line.trim_end());
    }
    text
}
