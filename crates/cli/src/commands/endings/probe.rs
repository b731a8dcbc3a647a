//! `spielbaum endings probe`: what a position is worth, and the best play from there.

use clap::Args;
use serde::Serialize;
use spielbaum_core::{Bound, Game, Notation, TextError, Value, counted, describe_value};
use spielbaum_documents::line_texts;
use spielbaum_games::{Chess, Setup};
use spielbaum_tablebases::syzygy::{RankedMove, Wdl};
use spielbaum_tablebases::{Endings, MOST_MEN};

use super::{FolderArguments, mate_moves};
use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
The fifty-move rule and repetitions take no part in the value of a table. Where Syzygy files know the \
position they say who wins with that rule (wdl; a cursed win is one that it spoils, a blessed loss one \
that it averts), and the plies to the next capture, pawn move or mate (dtz; negative for losses, 100 more \
where the rule spoils the win), of the position as if its clock stood at 0, and of every move with \
what is left of the fifty moves.

Examples:
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ6 w - - 0 1'
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ6 w - - 0 1' -m 'Kb2 Kd5' --json
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KNB5 w - - 0 1' --dir tables
  spielbaum endings probe -p '8/8/8/8/3k4/8/8/KQ5r w - - 0 1' --dir syzygy")]
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
    /// None where no Syzygy file knows the position.
    syzygy: Option<SyzygyJson>,
}

#[derive(Serialize)]
struct SyzygyJson {
    wdl: String,
    dtz: Option<i32>,
    moves: Vec<SyzygyMoveJson>,
}

#[derive(Serialize)]
struct SyzygyMoveJson {
    #[serde(rename = "move")]
    mv: String,
    wdl: String,
    dtz: Option<i32>,
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
    let endings = arguments.folder.endings()?;
    let men = position.board().occupied().len() as usize;
    let most_men = endings.syzygy().most_men().max(MOST_MEN);
    if men > most_men {
        let what = format!("tables have up to {most_men} men, not the {men} of");
        return Err(TextError::at(&what, &position.to_string(), "").into());
    }
    let syzygy = asked_syzygy(&position, &endings)?;
    let known = endings.value_on(position.board());
    let value = match known {
        Some(value) => value,
        None => syzygy.as_ref().map(|(value, _)| *value).ok_or_else(|| unknown(&position, men))?,
    };
    let moves = endings.moves(&position).unwrap_or_default();
    let line = line_texts(&position, &endings.line(&position));
    let best = moves.iter().take_while(|(_, own)| *own == value);
    let mut best: Vec<String> = best.map(|(mv, _)| position.move_text(*mv)).collect();
    if best.is_empty() && known.is_none() {
        let best_moves = endings.syzygy().best_moves(&position)?.map(|(_, moves)| moves).unwrap_or_default();
        best = best_moves.into_iter().map(|mv| position.move_text(mv)).collect();
    }
    let (outcome, plies) = told(value);
    let syzygy = syzygy.map(|(_, syzygy)| syzygy);
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
            syzygy,
        })?);
    }
    let words = describe_value(&position, value, Bound::Exact).unwrap_or_default();
    let in_moves = |plies| format!(", mate in {}", counted(mate_moves(plies), "move", "moves"));
    let mate = plies.filter(|plies| *plies > 0).map(in_moves).unwrap_or_default();
    output.line(&format!("value      {value}: {words}{mate}"))?;
    if !best.is_empty() {
        output.line(&format!("best moves {}", best.join(" ")))?;
    }
    if !line.is_empty() {
        output.line(&format!("line       {}", line.join(" ")))?;
    }
    if let Some(SyzygyJson { wdl, dtz, moves }) = syzygy {
        output.line(&format!("syzygy     {}", wdl_text(&wdl, dtz)))?;
        for SyzygyMoveJson { mv, wdl, dtz } in moves {
            output.line(&format!("  {mv:<8} {}", wdl_text(&wdl, dtz)))?;
        }
    }
    Ok(())
}

/// What Syzygy files say of a position, if they know it, and of its moves, if they know all of them.
fn asked_syzygy(position: &Chess, endings: &Endings) -> Result<Option<(Value, SyzygyJson)>, Failure> {
    let syzygy = endings.syzygy();
    let Some(wdl) = syzygy.wdl(position.board())? else { return Ok(None) };
    let dtz = syzygy.dtz(position.board())?;
    let moves = match position.status().moves() {
        Some(_) => syzygy.moves(position)?.unwrap_or_default(),
        None => Vec::new(),
    };
    let told = |RankedMove { mv, wdl, dtz }: &RankedMove| SyzygyMoveJson {
        mv: position.move_text(*mv),
        wdl: wdl.to_string(),
        dtz: *dtz,
    };
    let value = match wdl {
        Wdl::Win => Value::Win(None),
        Wdl::Loss => Value::Loss(None),
        _ => Value::Draw,
    };
    Ok(Some((value, SyzygyJson { wdl: wdl.to_string(), dtz, moves: moves.iter().map(told).collect() })))
}

fn wdl_text(wdl: &str, dtz: Option<i32>) -> String {
    dtz.map_or_else(|| wdl.to_owned(), |dtz| format!("{wdl}, dtz {dtz}"))
}

/// A position that is in no table, though it has few men.
fn unknown(position: &Chess, men: usize) -> Failure {
    let reason = match Endings::ending_on(position.board()) {
        Some(name) => format!("there is no table of {name} ('spielbaum endings make {name}' makes it) for"),
        None if men > MOST_MEN => "there is no Syzygy file for".to_owned(),
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
