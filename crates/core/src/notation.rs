//! How people write and see a game: names, position text, move text, drawings.
//!
//! A position text is `[options;] body`, for instance `size=6; a1 b2` or a chess FEN, and what a position prints
//! can be read back. Every game also takes a list of moves from any position ([`Notation::play_line`]).

use std::fmt::Display;
use std::str::FromStr;

use crate::{Board, Game, Look, MoveSet, Outcome, Side, Status, TextError, Way};

/// A game that can be written, read and drawn. `Display` and `FromStr` are the position text.
pub trait Notation: Game + Display + FromStr<Err = TextError> {
    /// Names and explanations for lists, help texts and error messages.
    const INFO: GameInfo;

    /// Whether this is the type for these options, where several types share a name (boards of different sizes).
    fn fits(_options: &Options) -> bool {
        true
    }

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The board for a person's eyes, with the move that led here marked. Several lines, each ended by a line feed.
    fn draw(&self, look: Look, last: Option<Self::Move>) -> String;

    /// The board as data; none for a game that can only be drawn as text.
    fn board_data(&self) -> Option<Board> {
        None
    }

    /// The places of the board that a legal move leaves and reaches.
    fn way(&self, _mv: Self::Move) -> Way {
        Way::default()
    }

    /// The places of the board that decided a finished game: the line, the chain, the king that is mated.
    fn deciding_places(&self) -> Vec<usize> {
        Vec::new()
    }

    /// A legal move as players write it down, where that differs from what programs read.
    fn move_label(&self, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// Reads a legal move.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let moves = self.moves_to_choose_from(text)?;
        let found = moves.iter().find(|&mv| self.move_text(mv).eq_ignore_ascii_case(text));
        found.ok_or_else(|| self.illegal_move(text))
    }

    /// Cuts a list of moves into its parts; games whose players write moves without spaces cut finer.
    fn split_moves(text: &str) -> Vec<&str> {
        text.split([' ', '\t', '\n', '\r', ',']).filter(|part| !part.is_empty()).collect()
    }

    /// A forced move that people leave out in front of `text` when they write a game down (Othello's pass).
    fn unwritten_move(&self, _text: &str) -> Option<Self::Move> {
        None
    }

    /// How a finished game ended, in words.
    fn ending(&self) -> Option<String> {
        Some(match self.status().outcome()? {
            Outcome::Win(side) => format!("{} wins", Self::INFO.sides[side]),
            Outcome::Draw => "draw".to_owned(),
        })
    }

    /// What players call the opening that led here.
    fn opening(&self) -> Option<&'static str> {
        None
    }

    /// What players call the opening of a game that begins here with `moves`: the last name on the way.
    fn opening_behind(&self, moves: &[Self::Move]) -> Option<&'static str> {
        let (mut position, mut name) = (self.clone(), self.opening());
        for &mv in moves {
            position.play(mv);
            name = position.opening().or(name);
        }
        name
    }

    /// That `winner` wins by `margin` from here, in words; only for games whose wins have a
    /// [margin](crate::Knowledge::margin).
    fn win_in_words(&self, winner: Side, margin: i32) -> String {
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
            if let Some(mv) = line.position.unwritten_move(part) {
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
    fn moves_to_choose_from(&self, text: &str) -> Result<Self::Moves, TextError> {
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

/// What a game is called and how it is written.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name on the command line: `connect-four`.
    pub name: &'static str,
    /// The name in sentences: `Connect Four`.
    pub title: &'static str,
    /// What the two players are called, the one who moves first in front.
    pub sides: [&'static str; 2],
    /// Board and goal in one line.
    pub summary: &'static str,
    /// What can be set in front of a position text.
    pub options: &'static [GameOption],
    /// How a position is written, in one line.
    pub position_help: &'static str,
    /// How a move is written, in one line.
    pub move_help: &'static str,
}

/// Something about a game that a user may choose.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// Its name, as in `name=value`.
    pub name: &'static str,
    /// What may stand behind the equals sign; empty for a switch.
    pub values: &'static str,
    /// The value when nothing is said.
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

/// Cuts `[options;] body` apart: the options as name and value, and the body without surrounding space.
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
    fn options_stand_in_front_of_a_semicolon() {
        assert_eq!(split_options(" a1 b2 "), (vec![], "a1 b2"));
        assert_eq!(split_options("size=6, swap ;a1"), (vec![("size", Some("6")), ("swap", None)], "a1"));
        assert_eq!(split_options(";"), (vec![], ""));
    }
}
