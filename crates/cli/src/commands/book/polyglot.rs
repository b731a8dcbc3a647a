//! `spielbaum book games` and `book show FILE.bin`: chess books in Polyglot's format.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use spielbaum_connect::polyglot::{PolyglotBook, Selection};
use spielbaum_core::Notation;
use spielbaum_games::Chess;
use spielbaum_games::chess::Pgn;

use crate::failure::Failure;
use crate::files;
use crate::output::{Output, grouped};

#[derive(Args)]
#[command(after_help = "\
A move scores two points for each game its side won and one for each draw; moves without points are left out.

Examples:
  spielbaum book games tournament.pgn --output openings.bin
  spielbaum book games a.pgn b.pgn --plies 16 --min-games 3 --output openings.bin
  spielbaum book show openings.bin -m 'e4 e5'")]
pub(super) struct Arguments {
    /// PGN files with games
    #[arg(value_name = "FILE", required = true)]
    games: Vec<PathBuf>,

    /// Book to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Plies taken from each game
    #[arg(long, value_name = "N", default_value_t = 20)]
    plies: usize,

    /// Minimum number of games with a move
    #[arg(long, alias = "least-games", value_name = "N", default_value_t = 1)]
    min_games: u32,
}

#[derive(Serialize)]
struct MadeJson {
    games: usize,
    moves: usize,
    bytes: usize,
}

#[derive(Serialize)]
struct ShownJson {
    game: &'static str,
    moves_in_book: usize,
    position: String,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    san: String,
    weight: u16,
    share: f64,
}

/// Builds a book from PGN games.
pub(super) fn make(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let mut games = Vec::new();
    for file in &arguments.games {
        let place = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| Failure::input(&place, error))?;
        games.extend(Pgn::read_all(&text).map_err(|error| Failure::input(&place, error))?);
    }
    let selection = Selection { plies: arguments.plies, min_games: arguments.min_games };
    write(&games, selection, &arguments.output, output)
}

/// Writes the book of these games and reports its size.
pub(super) fn write(games: &[Pgn], selection: Selection, file: &Path, output: &mut Output) -> Result<(), Failure> {
    let book = PolyglotBook::from_games(games, selection);
    if book.is_empty() {
        return Err(Failure::Input("no move of these games qualifies for a book: the games need results".to_owned()));
    }
    let bytes = book.to_bytes();
    files::write(file, &bytes)?;
    if output.is_json() {
        return Ok(output.json(&MadeJson { games: games.len(), moves: book.len(), bytes: bytes.len() })?);
    }
    let (count, moves) = (grouped(games.len() as u64), grouped(book.len() as u64));
    Ok(output.line(&format!("{count} games, {moves} moves in {}", file.display()))?)
}

/// Whether the file name is that of a Polyglot book.
pub(super) fn is_polyglot(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"))
}

/// Prints the book's moves in the position after `moves`.
pub(super) fn show(file: &Path, moves: &str, output: &mut Output) -> Result<(), Failure> {
    let place = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|error| Failure::input(&place, error))?;
    let book = PolyglotBook::from_bytes(&bytes).map_err(|error| Failure::input(&place, error))?;
    let line = Chess::default().play_line(moves).map_err(|error| Failure::input("moves", error))?;
    let position = line.position;
    let known = book.moves(&position);
    let total: f64 = known.iter().map(|&(_, weight)| f64::from(weight)).sum();
    let moves = known.iter().map(|&(mv, weight)| MoveJson {
        mv: position.move_text(mv),
        san: position.san(mv),
        weight,
        share: (1e4 * f64::from(weight) / total.max(1.0)).round() / 1e4,
    });
    let shown = ShownJson {
        game: Chess::INFO.name,
        moves_in_book: book.len(),
        position: position.to_string(),
        moves: moves.collect(),
    };
    if output.is_json() {
        return Ok(output.json(&shown)?);
    }
    let mut text = format!("chess, {} moves\nposition: {}\n", grouped(shown.moves_in_book as u64), shown.position);
    for mv in &shown.moves {
        text += &format!("  {:<8} {:>6}  {:>5.1} %\n", mv.san, mv.weight, 100.0 * mv.share);
    }
    text += if shown.moves.is_empty() { "not in the book\n" } else { "" };
    Ok(output.text(&text)?)
}
