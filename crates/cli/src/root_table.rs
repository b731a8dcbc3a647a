//! The children of a Monte-Carlo node as a text table: visits, values and selection terms.

use spielbaum_core::{Knowledge, Notation, Outcome};
use spielbaum_search::mcts::{Child, Terms};

use crate::output::grouped;

/// A column: its heading and its text for a child.
type Column<G> = (&'static str, fn(&G, &Child<G>) -> String);

/// The children as a table, at most `most` of them; empty columns are left out.
pub(crate) fn table<G: Notation + Knowledge>(position: &G, children: &[Child<G>], most: usize) -> String {
    let shown = &children[..children.len().min(most)];
    let has = |term: fn(&Terms) -> f32| shown.iter().any(|child| term(&child.terms) != 0.0);
    let mut columns: Vec<Column<G>> = vec![
        ("move", |position, child| position.move_text(child.mv)),
        ("visits", |_, child| grouped(child.visits.into())),
        ("mean", |_, child| signed(child, child.mean)),
        ("explore", |_, child| format!("{:.3}", child.terms.exploration)),
    ];
    // Statistics that are mixed into the mean, such as GRAVE's.
    let is_mixed = shown.iter().any(|child| child.visits > 0 && child.terms.value != child.mean);
    let optional: [(bool, Column<G>); 6] = [
        (is_mixed, ("value", |_, child| signed(child, child.terms.value))),
        (has(|terms| terms.bias), ("bias", |_, child| format!("{:+.3}", child.terms.bias))),
        (has(|terms| terms.history), ("history", |_, child| format!("{:.3}", child.terms.history))),
        (has(|terms| terms.proof), ("proof", |_, child| format!("{:.3}", child.terms.proof))),
        (
            shown.iter().any(|child| child.proofs.is_some()),
            ("numbers", |_, child| child.proofs.map_or(String::new(), numbers_text)),
        ),
        (shown.iter().any(|child| child.outcome.is_some()), ("proven", proven_text)),
    ];
    columns.extend(optional.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, column)| column));
    let mut rows: Vec<Vec<String>> = vec![columns.iter().map(|(heading, _)| (*heading).to_owned()).collect()];
    rows.extend(shown.iter().map(|child| columns.iter().map(|(_, text)| text(position, child)).collect()));
    let widths: Vec<usize> =
        (0..columns.len()).map(|place| rows.iter().map(|row| row[place].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        // Names are left-aligned, numbers right-aligned.
        let cells = cells.map(
            |(place, (cell, &width))| {
                if place == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            },
        );
        text += &format!("  {}\n", cells.collect::<Vec<String>>().join("  ").trim_end());
    }
    if children.len() > shown.len() {
        text += &format!("  and {} more\n", children.len() - shown.len());
    }
    text
}

/// The value of a visited child.
fn signed<G: Knowledge>(child: &Child<G>, value: f32) -> String {
    if child.visits > 0 { format!("{value:+.3}") } else { "–".to_owned() }
}

/// Both players' proof numbers; an impossible proof is `∞`.
fn numbers_text(numbers: [u32; 2]) -> String {
    let text = |number: u32| if number >= 1 << 30 { "∞".to_owned() } else { number.to_string() };
    format!("{}/{}", text(numbers[0]), text(numbers[1]))
}

/// The proven result of a child, for the side that moves to it.
fn proven_text<G: Notation + Knowledge>(position: &G, child: &Child<G>) -> String {
    match child.outcome {
        Some(Outcome::Win(side)) if side == position.side_to_move() => "win",
        Some(Outcome::Win(_)) => "loss",
        Some(Outcome::Draw) => "draw",
        None => "",
    }
    .to_owned()
}
