//! How people read and write a game: names, position text, move text, drawings.
//!
//! A position text is `[options;] body`, for instance `size=6; a1 b2` or a chess FEN, and what a position prints
//! can be read back. Every game also takes a list of moves from any position ([`Notation::play_line`]).

use std::fmt::Display;
use std::str::FromStr;

use crate::{Board, Game, GameProfile, MovePlaces, MoveSet, Outcome, Side, Status, TextError, TextStyle};

/// A game that can be written, read and drawn. `Display` and `FromStr` are the position text.
pub trait Notation: Game + Display + FromStr<Err = TextError> {
    /// Names and descriptions for lists, help texts and error messages.
    const INFO: GameInfo;

    /// The opening book, playing levels and hints for the page that come with the game.
    const PROFILE: GameProfile = GameProfile::DEFAULT;

    /// Whether this is the type for these options, where several types share a name (boards of different sizes).
    fn fits(_options: &Options) -> bool {
        true
    }

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The board as text, with the last move marked. Several lines, each ended by a line feed.
    fn draw(&self, style: TextStyle, last: Option<Self::Move>) -> String;

    /// The board as data for graphical front ends; none for a game that can only be drawn as text.
    fn board_data(&self) -> Option<Board> {
        None
    }

    /// The text, without options, of the position on a board like this one with `pieces` on the places of
    /// [`board_data`](Notation::board_data) and `side` to move; it may be invalid. By default a list of moves named after places, both
    /// sides in turn.
    fn set_up_text(&self, pieces: &[Option<(Side, &str)>], _side: Side) -> String {
        let places = self.board_data().map(|board| board.places).unwrap_or_default();
        let of_side = |side| {
            let occupied =
                places.iter().zip(pieces).filter(move |(_, piece)| piece.is_some_and(|(owner, _)| owner == side));
            occupied.map(|(place, _)| place.name.as_str()).collect::<Vec<_>>()
        };
        let [first, second] = Side::BOTH.map(of_side);
        let turns = (0..first.len().max(second.len())).flat_map(|turn| [first.get(turn), second.get(turn)]);
        turns.flatten().copied().collect::<Vec<_>>().join(" ")
    }

    /// The origin and destination of a legal move.
    fn move_places(&self, _mv: Self::Move) -> MovePlaces {
        MovePlaces::default()
    }

    /// The places that decided a finished game: the line, the chain, the mated king.
    fn deciding_places(&self) -> Vec<usize> {
        Vec::new()
    }

    /// A legal move in the notation of players (SAN in chess), where that differs from
    /// [`move_text`](Notation::move_text).
    fn move_label(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// Parses a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let moves = self.legal_moves_for(text)?;
        let found = moves.iter().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| self.illegal_move(text))
    }

    /// Splits a list of moves; games whose players write moves without spaces split further.
    fn split_moves(text: &str) -> Vec<&str> {
        text.split([' ', '\t', '\n', '\r', ',']).filter(|part| !part.is_empty()).collect()
    }

    /// A forced move before `text` that game records leave out (Othello's pass).
    fn implicit_move(&self, _text: &str) -> Option<Self::Move> {
        None
    }

    /// How a finished game ended, in words.
    fn ending(&self) -> Option<String> {
        Some(match self.status().outcome()? {
            Outcome::Win(side) => format!("{} wins", Self::INFO.sides[side]),
            Outcome::Draw => "draw".to_owned(),
        })
    }

    /// The name of the opening that led to this position.
    fn opening(&self) -> Option<&'static str> {
        None
    }

    /// The name of the opening after `moves` from here: that of the last named position on the line.
    fn opening_after(&self, moves: &[Self::Move]) -> Option<&'static str> {
        let (mut position, mut name) = (self.clone(), self.opening());
        for &mv in moves {
            position.play(mv);
            name = position.opening().or(name);
        }
        name
    }

    /// The sentence that `winner` wins by `margin` from here; only for games whose wins have a
    /// [margin](crate::Margins::margin).
    fn describe_win(&self, winner: Side, margin: i32) -> String {
        format!("{} wins by {margin}", Self::INFO.sides[winner])
    }

    /// The game with the options of this position, as the command line takes it: `gale:size=4`.
    fn game_text(&self) -> String {
        let text = self.to_string();
        let options = text.split_once(';').map(|(options, _)| format!(":{options}"));
        format!("{}{}", Self::INFO.name, options.unwrap_or_default())
    }

    /// Plays a list of moves from this position.
    fn play_line(&self, text: &str) -> Result<Line<Self>, TextError> {
        let mut line = Line { position: self.clone(), moves: Vec::new() };
        for part in Self::split_moves(text) {
            if let Some(mv) = line.position.implicit_move(part) {
                line.position.play(mv);
                line.moves.push(mv);
            }
            let mv = line.position.parse_move(part).map_err(|error| {
                let number = line.moves.len() + 1;
                TextError::new(format!("{error} (move {number} of the list)"))
            })?;
            line.position.play(mv);
            line.moves.push(mv);
        }
        Ok(line)
    }

    /// The legal moves, or the error that `text` cannot be played because the game is over.
    fn legal_moves_for(&self, text: &str) -> Result<Self::Moves, TextError> {
        match self.status() {
            Status::Ongoing(moves) => Ok(moves),
            Status::Over(_) => {
                let ending = self.ending().unwrap_or_default();
                let error = TextError::at("no move", text, "");
                Err(TextError::new(format!("{error}: the game is over ({ending})")))
            }
        }
    }

    /// The error that `text` is not a legal move here, with the moves that are.
    fn illegal_move(&self, text: &str) -> TextError {
        let Some(moves) = self.status().moves() else { return TextError::at("illegal move", text, "") };
        let legal: Vec<String> = moves.iter().take(12).map(|mv| self.move_text(mv)).collect();
        let more = if moves.len() > 12 { " …" } else { "" };
        let error = TextError::at("illegal move", text, "");
        TextError::new(format!("{error}; legal here: {}{more}", legal.join(" ")))
    }
}

/// The names and texts of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name on the command line: `connect-four`.
    pub name: &'static str,
    /// The name in prose: `Connect Four`.
    pub title: &'static str,
    /// The names of the two players, the one who moves first in front.
    pub sides: [&'static str; 2],
    /// Board and goal in one line.
    pub summary: &'static str,
    /// The options that a position text may start with.
    pub options: &'static [GameOption],
    /// How a position is written, in one line.
    pub position_help: &'static str,
    /// How a move is written, in one line.
    pub move_help: &'static str,
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// The values after the equals sign; empty for a switch.
    pub values: &'static str,
    /// The value if the option is not given.
    pub default: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The position after the last move.
    pub position: G,
    /// The moves from first to last.
    pub moves: Vec<G::Move>,
}

/// Options as names and values; a switch has no value.
pub type Options<'a> = [(&'a str, Option<&'a str>)];

/// Splits `[options;] body` into options (name and value) and the trimmed body.
pub fn split_options(text: &str) -> (Vec<(&str, Option<&str>)>, &str) {
    let Some((options, body)) = text.split_once(';') else { return (Vec::new(), text.trim()) };
    let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
    let pairs = options.map(|option| match option.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (option, None),
    });
    (pairs.collect(), body.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_precede_a_semicolon() {
        assert_eq!(split_options(" a1 b2 "), (vec![], "a1 b2"));
        assert_eq!(split_options("size=6, swap ;a1"), (vec![("size", Some("6")), ("swap", None)], "a1"));
        assert_eq!(split_options(";"), (vec![], ""));
    }
}
