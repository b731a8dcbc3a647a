//! `spielbaum endings probe`: what a position is worth, and the best play from there.

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Bound, Notation, TextError, Value, counted, in_words};
use spielbaum_documents::line_texts;
use spielbaum_endings::{Endings, MOST_MEN};
use spielbaum_games::{Chess, Setup};

use super::{FolderArguments, mate_moves};
use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
The fifty-move rule and repetitions take no part in a value.

Examples:
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ6 w - - 0 1'
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ6 w - - 0 1' -m 'Kb2 Kd5' --json
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KNB5 w - - 0 1' --dir tables")]
pub(super) struct Arguments {
    /// Position, as a FEN
    #[arg(short, long, value_name = "FEN")]
    position: String,

    /// Moves to play from there
    #[arg(short, long, value_name = "MOVES", default_value = "")]
    moves: String,

    #[command(flatten)]
    folder: FolderArguments,
}

#[derive(Serialize)]
struct ProbeJson {
    position: String,
    /// Win, draw or loss for the side to move.
    outcome: &'static str,
    /// Plies to mate.
    plies: Option<u32>,
    /// The same in moves of the winner.
    mate: Option<u32>,
    best: Vec<String>,
    line: Vec<String>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    outcome: &'static str,
    plies: Option<u32>,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let position: Chess = Setup::new(Chess::INFO.name, &arguments.position, &arguments.moves)?.line()?.position;
    let men = position.board().occupied().len();
    if men as usize > MOST_MEN {
        let what = format!("tables have up to {MOST_MEN} men, not the {men} of");
        return Err(TextError::at(&what, &position.to_string(), "").into());
    }
    let endings = arguments.folder.endings()?;
    let value = endings.value_on(position.board()).ok_or_else(|| unknown(&position))?;
    let moves = endings.moves(&position).unwrap_or_default();
    let line = line_texts(&position, &endings.line(&position));
    let best = moves.iter().take_while(|(_, own)| *own == value);
    let best: Vec<String> = best.map(|(mv, _)| position.move_text(*mv)).collect();
    let (outcome, plies) = told(value);
    if output.is_json() {
        let moves = moves.iter().map(|(mv, value)| {
            let (outcome, plies) = told(*value);
            MoveJson { mv: position.move_text(*mv), outcome, plies }
        });
        let (text, mate) = (position.to_string(), plies.map(mate_moves));
        return Ok(output.json(&ProbeJson {
            position: text,
            outcome,
            plies,
            mate,
            best,
            line,
            moves: moves.collect(),
        })?);
    }
    let words = in_words(&position, value, Bound::Exact).unwrap_or_default();
    let in_moves = |plies| format!(", mate in {}", counted(mate_moves(plies), "move", "moves"));
    let mate = plies.filter(|plies| *plies > 0).map(in_moves).unwrap_or_default();
    output.line(&format!("value      {value}: {words}{mate}"))?;
    if !best.is_empty() {
        output.line(&format!("best moves {}", best.join(" ")))?;
    }
    if !line.is_empty() {
        output.line(&format!("line       {}", line.join(" ")))?;
    }
    Ok(())
}

/// A position that is in no table, though it has few men.
fn unknown(position: &Chess) -> Failure {
    let reason = match Endings::ending_on(position.board()) {
        Some(name) => format!("there is no table of {name} ('spielbaum endings make {name}' makes it) for"),
        None => "tables know no castling, unlike".to_owned(),
    };
    TextError::at(&reason, &position.to_string(), "").into()
}

fn told(value: Value) -> (&'static str, Option<u32>) {
    match value {
        Value::Win(plies) => ("win", plies),
        Value::Loss(plies) => ("loss", plies),
        _ => ("draw", None),
    }
}
