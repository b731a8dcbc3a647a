//! Breakthrough by Dan Troyka (2000), a game of one's own with moves from place to place: rules and notation.
//!
//! Pawns step to the row ahead, straight or diagonally, and capture diagonally. Whoever reaches the last row wins.
//!
//! `cargo run --release -p spielbaum --example breakthrough`

use std::fmt;
use std::str::FromStr;

use spielbaum::crates::core::mix;
use spielbaum::prelude::*;

/// A bit is a square: a1 is 0, b1 is 1, h8 is 63. The first player moves up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Breakthrough {
    pawns: [u64; 2],
    side_to_move: Side,
}

/// The last row of each side.
const GOALS: [u64; 2] = [0xff << 56, 0xff];

/// The files that a pawn may not leave to the left, ahead, and to the right.
const EDGES: [u64; 3] = [0x0101_0101_0101_0101, 0, 0x8080_8080_8080_8080];

/// From a square to a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step(u8, u8);

/// Steps by direction: the pawns that may go to the left, ahead, and to the right.
#[derive(Clone, Copy)]
pub(crate) struct Steps([CellSet; 3], Side);

impl MoveSet for Steps {
    type Move = Step;

    fn len(&self) -> usize {
        self.0.iter().map(MoveSet::len).sum()
    }

    fn nth(&self, index: usize) -> Step {
        self.iter().nth(index).expect("an index below the number of steps")
    }

    fn iter(&self) -> impl Iterator<Item = Step> {
        let target = |from: u8, direction: u8| [from + 7 + direction, (from + direction).wrapping_sub(9)][self.1];
        let step = move |from: Cell, direction| Step(from.0, target(from.0, direction));
        (0..3).flat_map(move |direction| self.0[usize::from(direction)].iter().map(move |from| step(from, direction)))
    }

    fn contains(&self, step: Step) -> bool {
        self.iter().any(|known| known == step)
    }
}

impl Game for Breakthrough {
    type Move = Step;
    type Moves = Steps;

    fn status(&self) -> Status<Steps> {
        let side = self.side_to_move;
        let [own, other] = [self.pawns[side], self.pawns[!side]];
        if own == 0 || other & GOALS[!side] != 0 {
            return Status::Over(Outcome::Win(!side));
        }
        // A pawn may not step where its own side stands, nor straight where anybody stands.
        let blocked = [own, own | other, own];
        let behind = |squares: u64, direction: usize| [squares >> (7 + direction), squares << (9 - direction)][side];
        let pawns = |direction: usize| CellSet(own & !EDGES[direction] & !behind(blocked[direction], direction));
        Status::Ongoing(Steps([pawns(0), pawns(1), pawns(2)], side))
    }

    fn play(&mut self, Step(from, to): Step) {
        self.pawns[self.side_to_move] ^= 1 << from | 1 << to;
        self.side_to_move = !self.side_to_move;
        self.pawns[self.side_to_move] &= !(1 << to);
    }

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> u64 {
        mix(mix(self.pawns[0], self.pawns[1]), self.side_to_move as u64)
    }

    fn max_plies(&self) -> usize {
        2 * 8 * (6 + 7) // if all 32 pawns went as far as they can
    }
}

default_knowledge!(Breakthrough);

impl Default for Breakthrough {
    fn default() -> Breakthrough {
        Breakthrough { pawns: [0xffff, 0xffff << 48], side_to_move: Side::First }
    }
}

impl Breakthrough {
    /// Rows from the top, `x` for the first player's pawns and `o` for the second's.
    fn rows(&self) -> Vec<String> {
        let letter = |square: u64| match self.pawns.map(|pawns| pawns >> square & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        };
        (0..8).rev().map(|row| (8 * row..8 * row + 8).map(letter).collect()).collect()
    }
}

fn square(index: u8) -> String {
    format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1)
}

impl Notation for Breakthrough {
    const INFO: GameInfo = GameInfo {
        name: "breakthrough",
        title: "Breakthrough",
        sides: ["x", "o"],
        summary: "8×8 board, the first pawn on the last row wins",
        options: &[],
        position_help: "rows from the top, 'oooooooo/…/xxxxxxxx x', and whose turn it is",
        move_help: "from and to, 'a2b3'",
    };

    fn move_text(&self, Step(from, to): Step) -> String {
        square(from) + &square(to)
    }

    fn draw(&self, style: TextStyle, last: Option<Step>) -> String {
        let mark = last.map_or(String::new(), |step| style.paint(!self.side_to_move, &self.move_text(step)));
        let rows = self.rows().into_iter().zip((1..=8).rev()).map(|(row, number)| format!("{number} {row}\n"));
        rows.collect::<String>() + format!("  abcdefgh {mark}").trim_end() + "\n"
    }
}

impl fmt::Display for Breakthrough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows().join("/"), Self::INFO.sides[self.side_to_move])
    }
}

impl FromStr for Breakthrough {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Breakthrough, TextError> {
        let (rows, side) = text.trim().split_once(' ').ok_or_else(|| TextError::at("rows and side, not", text, ""))?;
        let side_to_move = Side::BOTH.into_iter().find(|&one| Self::INFO.sides[one] == side);
        let side_to_move = side_to_move.ok_or_else(|| TextError::at("x or o, not", side, text))?;
        let letters: Vec<u8> = rows.split('/').rev().flat_map(str::bytes).collect();
        if letters.len() != 64 || letters.iter().any(|letter| !b"xo.".contains(letter)) {
            return Err(TextError::at("eight rows of eight x, o and '.', not", rows, text));
        }
        let squares = |pawn| (0..64).filter(|&at| letters[at] == pawn).map(|at| 1 << at).sum();
        let pawns = [b'x', b'o'].map(squares);
        Ok(Breakthrough { pawns, side_to_move })
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let mut position = Breakthrough::default();
    let mut rng = Rng::new(1);
    // A game without an evaluation: rollouts tell good positions from bad ones.
    let mut search = Mcts::solver().seed(7).build::<Breakthrough>()?;
    let outcome = loop {
        let mv = match (position.status(), position.side_to_move()) {
            (Status::Over(outcome), _) => break outcome,
            (_, Side::First) => search.search(&position, &Budget::iterations(500), &mut |_| {}).best.expect("a move"),
            (Status::Ongoing(steps), Side::Second) => steps.sample(&mut rng),
        };
        position.play(mv);
        println!("{}", position.draw(TextStyle::UNICODE, Some(mv)));
    };
    println!("{}", position.ending().unwrap_or_default());
    assert_eq!(outcome, Outcome::Win(Side::First));
    Ok(())
}
