//! `spielbaum algorithms`: every search and every switch, one line each.

use serde::Serialize;
use spielbaum_search::alphabeta::{Switch, Tuning};
use spielbaum_search::{Engine, PRESETS, Spec, mcts, proof};

use crate::failure::Failure;
use crate::output::Output;

#[derive(Serialize)]
struct Row {
    name: &'static str,
    summary: &'static str,
    reference: &'static str,
    exact: bool,
}

/// Options that are not switches.
const OPTIONS: [(&str, &str); 18] = [
    ("depth=N, nodes=N, time=T", "limits, used when the command line gives none"),
    ("objective=outcome|sooner|margin", "the objective: who wins, who wins and how soon, or by how much"),
    ("eval=NAME", "evaluation, for games with several: Othello has patterns, squares, study, study-constant"),
    ("iterative", "iterative deepening, best move of the last iteration first"),
    ("aspiration[=WIDTH]", "a narrow window around the last iteration's value (alphabeta and pvs)"),
    ("fail=soft|hybrid|hard", "what a search returns when the value is outside the window"),
    ("bisect-to=N", "bisect until both bounds are within ±N, then follow the last result (hybrid), default 9"),
    ("guess=N|evaluation", "first guess (mtdf); default: the last iteration's value"),
    ("above=N", "whether the value is above this score (null-window, auto)"),
    ("weak", "win, draw or loss only (auto)"),
    ("keep-table", "keep the table from one search to the next, as strong does"),
    ("table=MB", "size of the transposition table, default 64"),
    ("replace=work|depth|always", "which table entry is replaced: least work (default), least depth, any"),
    ("entry=score|bounds", "contents of a table entry: one score and a move, or two bounds"),
    ("threads=N", "threads that share the table"),
    ("seed=N", "seed (random)"),
    ("no-NAME", "turns a preset's switch off"),
    ("NAME", "turns a switch on"),
];

pub(crate) fn run(output: &mut Output) -> Result<(), Failure> {
    let presets: Vec<Row> = PRESETS
        .iter()
        .map(|preset| Row {
            name: preset.name,
            summary: preset.summary,
            reference: preset.reference,
            exact: preset.engine.is_exact_within_any_limit(),
        })
        .collect();
    let switches: Vec<Row> = Switch::ALL
        .iter()
        .map(|switch| Row {
            name: switch.name(),
            summary: switch.summary(),
            reference: switch.reference(),
            exact: switch.is_exact(),
        })
        .collect();
    if output.is_json() {
        return Ok(output.json(&serde_json::json!({ "algorithms": presets, "switches": switches }))?);
    }
    output.text("An algorithm is written NAME[:option[=value],…], for example alphabeta:tt,iterative,time=1s.\n\n")?;
    for row in &presets {
        let otherwise = match row.name.parse::<Spec>() {
            Ok(spec) if spec.proves() => "proves",
            Ok(spec) if matches!(spec.engine(), Engine::Random { .. }) => "no value",
            Ok(spec) if matches!(spec.engine(), Engine::Auto(_)) => "depends",
            _ => "speculative",
        };
        output.text(&text(row, otherwise))?;
    }
    output.text("\nOptions:\n")?;
    for (name, help) in OPTIONS {
        output.text(&format!("  {name:<32} {help}\n"))?;
    }
    for (name, usual, help) in Tuning::OPTIONS {
        output.text(&format!("  {:<32} {help}, default {usual}\n", format!("{name}=N")))?;
    }
    output.text("\nSwitches:\n")?;
    for row in &switches {
        output.text(&text(row, "speculative"))?;
    }
    for (family, options) in [("Monte-Carlo tree search", mcts::options()), ("proof-number search", proof::options())] {
        output.text(&format!("\nOptions of {family}:\n"))?;
        for (name, help) in options {
            output.text(&format!("  {name:<32} {help}\n"))?;
        }
    }
    Ok(())
}

fn text(row: &Row, otherwise: &str) -> String {
    let exact = if row.exact { "exact" } else { otherwise };
    format!("  {:<18} {:<11}  {} [{}]\n", row.name, exact, row.summary, row.reference)
}
