//! Chess games as text: Portable Game Notation (Edwards 1994), read leniently and written in export format.
//!
//! Variations are skipped when read. Moves after a claimable draw are accepted.

mod read;
mod write;

use cozy_chess::Move;
use spielbaum_core::{Game, Outcome};

use super::Chess;

/// One game with its tags, moves, comments and result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pgn {
    /// Names and values in the order of the text, without `Result`, `SetUp` and `FEN`, which have fields of their own.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Chess,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the game.
    pub moves: Vec<PgnMove>,
    /// The result; `None` if unfinished or unknown.
    pub result: Option<Outcome>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// The comment after it, in one line; several comments are joined by a space.
    pub comment: Option<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
}

impl Pgn {
    /// The game of legal `moves` from `start`, with its result by the rules.
    pub fn new(start: Chess, moves: impl IntoIterator<Item = Move>) -> Pgn {
        let moves = moves.into_iter().map(PgnMove::from).collect();
        let mut game = Pgn { start, moves, ..Pgn::default() };
        game.result = game.last_position().status().outcome();
        game
    }

    /// The position after the last move.
    pub fn last_position(&self) -> Chess {
        let mut position = self.start.clone();
        for played in &self.moves {
            position.play(played.mv);
        }
        position
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, whose name is one word of letters, digits and underscores.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
}

impl From<Move> for PgnMove {
    fn from(mv: Move) -> PgnMove {
        PgnMove { mv, comment: None, nags: Vec::new() }
    }
}
