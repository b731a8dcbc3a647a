//! Nim, a game that is not registered and has rules and notation alone, for tests of several crates.
//!
//! From four heaps of 1, 3, 5 and 7 matches, a move takes any number from one heap; whoever takes the last match wins. The side
//! to move loses where the exclusive or of the heaps is 0 (Bouton 1901).

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Cell, CellSet, Game, GameInfo, Notation, Outcome, Side, Status, TextError, TextStyle, default_knowledge,
};

default_knowledge!(Nim);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Nim {
    pub(crate) heaps: [u8; 4],
    pub(crate) side_to_move: Side,
}

impl Default for Nim {
    fn default() -> Nim {
        Nim { heaps: [1, 3, 5, 7], side_to_move: Side::First }
    }
}

impl Game for Nim {
    // A move is a number: 8 · heap + matches taken − 1. A set of such moves is the bits of a word.
    type Move = Cell;
    type Moves = CellSet;

    fn status(&self) -> Status<CellSet> {
        if self.heaps == [0; 4] {
            // Whoever moved last took the last match.
            return Status::Over(Outcome::Win(!self.side_to_move));
        }
        let moves = (0..4).map(|heap| ((1 << self.heaps[heap]) - 1) << (8 * heap)).sum();
        Status::Ongoing(CellSet(moves))
    }

    fn play(&mut self, mv: Cell) {
        self.heaps[usize::from(mv.0 / 8)] -= mv.0 % 8 + 1;
        self.side_to_move = !self.side_to_move;
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> u64 {
        u64::from(u32::from_le_bytes(self.heaps)) << 1 | self.side_to_move as u64
    }

    fn max_plies(&self) -> usize {
        self.heaps.iter().map(|&heap| usize::from(heap)).sum()
    }
}

impl Notation for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "Nim",
        sides: ["first", "second"],
        summary: "heaps of matches, the last match wins",
        options: &[],
        position_help: "the four heaps and whose turn it is, '1 3 5 7 first'",
        move_help: "heap letter and number of matches, 'c2'",
    };

    fn move_text(&self, mv: Cell) -> String {
        format!("{}{}", char::from(b'a' + mv.0 / 8), mv.0 % 8 + 1)
    }

    fn draw(&self, style: TextStyle, last: Option<Cell>) -> String {
        let mut text = String::new();
        for (heap, &count) in self.heaps.iter().enumerate() {
            let mark = if last.is_some_and(|mv| usize::from(mv.0 / 8) == heap) { ">" } else { " " };
            let matches = style.pick("│", "|").repeat(count.into());
            let letter = char::from(b'a' + heap as u8);
            text += format!("{mark}{letter} {matches}").trim_end();
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.heaps;
        write!(f, "{a} {b} {c} {d} {}", Self::INFO.sides[self.side_to_move])
    }
}

impl FromStr for Nim {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Nim, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [heaps @ .., side] = words.as_slice() else { return Err(TextError::at("no heaps in", text, "")) };
        let mut position = Nim::default();
        if heaps.len() != 4 {
            return Err(TextError::at("four heaps expected in", text, ""));
        }
        for (heap, digits) in position.heaps.iter_mut().zip(heaps) {
            let count = digits.parse().ok().filter(|count| *count <= 7);
            *heap = count.ok_or_else(|| TextError::at("a heap has 0 to 7 matches, not", digits, text))?;
        }
        let side_to_move = Side::BOTH.into_iter().find(|&side_to_move| Self::INFO.sides[side_to_move] == *side);
        position.side_to_move = side_to_move.ok_or_else(|| TextError::at("first or second, not", side, text))?;
        Ok(position)
    }
}
