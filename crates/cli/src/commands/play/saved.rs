//! Saved games: start position and moves as JSON; chess also as PGN.

use std::any::Any;
use std::path::Path;

use serde::{Deserialize, Serialize};
use spielbaum_core::{Notation, split_options};
use spielbaum_documents::line_texts;
use spielbaum_games::Chess;
use spielbaum_games::chess::Pgn;

use super::seat::Seat;
use crate::failure::Failure;
use crate::files;

/// A start position and the moves played since.
#[derive(Clone)]
pub(super) struct Record<G: Notation> {
    pub(super) start: G,
    pub(super) moves: Vec<G::Move>,
}

#[derive(Serialize, Deserialize)]
struct RecordJson {
    game: String,
    start: String,
    moves: Vec<String>,
    /// The players, the side that moves first at the start position first.
    #[serde(default)]
    players: Vec<String>,
}

impl<G: Notation> Record<G> {
    /// The position after the last move.
    pub(super) fn position(&self) -> G {
        let mut position = self.start.clone();
        self.moves.iter().for_each(|&mv| position.play(mv));
        position
    }

    /// The moves as text.
    pub(super) fn texts(&self) -> Vec<String> {
        line_texts(&self.start, &self.moves)
    }

    pub(super) fn save(&self, file: &Path, seats: &[Seat; 2]) -> Result<(), Failure> {
        let text = match (is_pgn(file), self.as_chess()) {
            (true, Some(record)) => pgn(record, seats).to_string(),
            (true, None) => {
                return Err(Failure::Input(format!("{}: only chess games can be saved as PGN", file.display())));
            }
            (false, _) => {
                let players = seats.iter().map(|seat| seat.name.clone()).collect();
                let (game, start) = (G::INFO.name.to_owned(), self.start.to_string());
                let json = RecordJson { game, start, moves: self.texts(), players };
                serde_json::to_string_pretty(&json).map_err(|error| Failure::Failed(error.to_string()))? + "\n"
            }
        };
        files::write(file, text.as_bytes())
    }

    pub(super) fn load(file: &Path) -> Result<Record<G>, Failure> {
        let place = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| Failure::input(&place, error))?;
        let in_file = |error: &dyn std::fmt::Display| Failure::input(&place, error);
        if is_pgn(file) && G::INFO.name == Chess::INFO.name {
            let games = Pgn::read_all(&text).map_err(|error| in_file(&error))?;
            let game = games.into_iter().last().ok_or_else(|| in_file(&"contains no game"))?;
            let moves = game.moves.iter().map(|played| played.mv).collect();
            let record: Box<dyn Any> = Box::new(Record { start: game.start, moves });
            return Ok(*record.downcast().expect("the game called chess is chess"));
        }
        let json: RecordJson = serde_json::from_str(&text).map_err(|error| in_file(&error))?;
        if json.game != G::INFO.name {
            return Err(in_file(&format!("a game of {}, not of {}", json.game, G::INFO.name)));
        }
        let start: G = json.start.parse().map_err(|error| match other_board::<G>(&json.start) {
            Some(game) => {
                let name = G::INFO.name;
                in_file(&format!("a game of {game}; 'spielbaum play {name} --load {place}' plays it on its own board"))
            }
            None => in_file(&error),
        })?;
        let line = start.play_line(&json.moves.join(" ")).map_err(|error| in_file(&error))?;
        Ok(Record { start, moves: line.moves })
    }

    fn as_chess(&self) -> Option<&Record<Chess>> {
        (self as &dyn Any).downcast_ref()
    }
}

/// The game that the options in a position text select, if they belong to another board type.
fn other_board<G: Notation>(start: &str) -> Option<String> {
    let (options, _) = start.split_once(';')?;
    (!G::fits(&split_options(start).0)).then(|| format!("{}:{}", G::INFO.name, options.trim()))
}

/// The start position of a saved game, if the file is one: its options select the board.
pub(super) fn start_of(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    serde_json::from_str::<RecordJson>(&text).ok().map(|json| json.start)
}

fn is_pgn(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

fn pgn(record: &Record<Chess>, seats: &[Seat; 2]) -> Pgn {
    let mut pgn = Pgn::new(record.start.clone(), record.moves.iter().copied());
    pgn.set_tag("White", seats[0].name.as_str());
    pgn.set_tag("Black", seats[1].name.as_str());
    pgn.name_opening();
    pgn
}
