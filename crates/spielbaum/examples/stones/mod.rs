//! Stones: a heap of 21, a move takes one, two or three, and whoever takes the last one wins.

use std::fmt;
use std::str::FromStr;

use spielbaum::prelude::*;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stones {
    left: u8,
    side_to_move: Side,
}

impl Game for Stones {
    type Move = Cell; // 0 takes one stone, 1 two, 2 three
    type Moves = CellSet;

    fn status(&self) -> Status<CellSet> {
        match self.left {
            0 => Status::Over(Outcome::Win(!self.side_to_move)),
            left => Status::Ongoing(CellSet((1 << left.min(3)) - 1)),
        }
    }

    fn play(&mut self, mv: Cell) {
        self.left -= mv.0 + 1;
        self.side_to_move = !self.side_to_move;
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.side_to_move as u64
    }

    fn max_plies(&self) -> usize {
        self.left.into()
    }
}

// No knowledge beyond the rules.
default_knowledge!(Stones);

impl Default for Stones {
    fn default() -> Stones {
        Stones { left: 21, side_to_move: Side::First }
    }
}

// The notation: "21 first" is the start, "3" takes three.
impl Notation for Stones {
    const INFO: GameInfo = GameInfo {
        name: "stones",
        title: "Stones",
        sides: ["first", "second"],
        summary: "take one to three of 21 stones, the last one wins",
        options: &[],
        position_help: "the stones left and whose turn it is, '21 first'",
        move_help: "how many to take, '3'",
    };

    fn move_text(&self, mv: Cell) -> String {
        (mv.0 + 1).to_string()
    }

    fn draw(&self, _: TextStyle, _: Option<Cell>) -> String {
        format!("{}\n", "o ".repeat(self.left.into()).trim_end())
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.left, Self::INFO.sides[self.side_to_move])
    }
}

impl FromStr for Stones {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Stones, TextError> {
        let (left, side) =
            text.trim().split_once(' ').ok_or_else(|| TextError::at("stones and side, not", text, ""))?;
        let stones = left.parse().ok().filter(|&left| left <= 21);
        let side_to_move = Side::BOTH.into_iter().find(|&one| Self::INFO.sides[one] == side);
        Ok(Stones {
            left: stones.ok_or_else(|| TextError::at("0 to 21 stones, not", left, text))?,
            side_to_move: side_to_move.ok_or_else(|| TextError::at("first or second, not", side, text))?,
        })
    }
}
