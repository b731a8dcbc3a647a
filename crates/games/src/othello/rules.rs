//! Rules of Othello: a side without a flipping move must pass, and when neither has one the game is over.

use spielbaum_core::{Cell, CellSet, Game, MoveSet, Outcome, Side, Status, mix};

use super::board::{flips, legal_moves, transformed};
use super::endgame::final_margin;

/// The forced pass, a move of its own.
pub const PASS: Cell = Cell(64);

/// A position of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    /// Discs of the side to move.
    pub(super) own: u64,
    /// Discs of the other side.
    pub(super) other: u64,
    pub(super) side_to_move: Side,
}

impl Default for Othello {
    /// Black on e4 and d5, white on d4 and e5, black to move.
    fn default() -> Othello {
        Othello { own: 1 << 28 | 1 << 35, other: 1 << 27 | 1 << 36, side_to_move: Side::First }
    }
}

impl Othello {
    /// The discs of `side`.
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.side_to_move { self.own } else { self.other }
    }

    /// By how many discs the side to move is ahead once the game is over; empty squares are the winner's.
    pub fn final_margin(&self) -> i32 {
        final_margin(self.own, self.other)
    }

    /// The status, with moves that `find` finds for the first of two sides.
    #[inline]
    pub(super) fn status_with(&self, find: impl Fn(u64, u64) -> u64) -> Status<OthelloMoves> {
        let moves = find(self.own, self.other);
        if moves != 0 || find(self.other, self.own) != 0 { ongoing(moves) } else { Status::Over(self.outcome()) }
    }

    /// The status, given the squares of the flipping moves.
    #[inline]
    pub(super) fn status_with_moves(&self, moves: u64) -> Status<OthelloMoves> {
        if moves != 0 || legal_moves(self.other, self.own) != 0 { ongoing(moves) } else { Status::Over(self.outcome()) }
    }

    fn outcome(&self) -> Outcome {
        let margin = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        match margin {
            0 => Outcome::Draw,
            1.. => Outcome::Win(self.side_to_move),
            _ => Outcome::Win(!self.side_to_move),
        }
    }
}

#[inline]
fn ongoing(moves: u64) -> Status<OthelloMoves> {
    Status::Ongoing(OthelloMoves(CellSet(moves)))
}

impl Game for Othello {
    type Move = Cell;
    type Moves = OthelloMoves;
    const ENDED_GAMES_ARE_LEAVES: bool = true;

    #[inline]
    fn status(&self) -> Status<OthelloMoves> {
        self.status_with(legal_moves)
    }

    #[inline]
    fn play(&mut self, square: Cell) {
        let (mut own, mut other) = (self.own, self.other);
        if square != PASS {
            let flipped = flips(own, other, square.0);
            own ^= flipped | square.bit();
            other ^= flipped;
        }
        *self = Othello { own: other, other: own, side_to_move: !self.side_to_move };
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.own, self.other) ^ self.side_to_move as u64
    }

    fn max_plies(&self) -> usize {
        // No two passes in a row: at most one in front of each disc.
        2 * (self.own | self.other).count_zeros() as usize
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transformed(&self, index: usize) -> Self {
        Othello { own: transformed(self.own, index), other: transformed(self.other, index), ..*self }
    }

    fn transformed_move(&self, square: Cell, index: usize) -> Cell {
        if square == PASS { PASS } else { Cell(transformed(square.bit(), index).trailing_zeros() as u8) }
    }
}

/// The flipping moves, or the forced pass where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloMoves(CellSet);

impl OthelloMoves {
    /// The squares of the flipping moves; none for the pass.
    #[inline]
    pub(super) fn cells(&self) -> u64 {
        self.0.0
    }

    /// Whether passing is the only move.
    pub fn is_pass(&self) -> bool {
        self.0.is_empty()
    }
}

impl MoveSet for OthelloMoves {
    type Move = Cell;

    #[inline]
    fn len(&self) -> usize {
        self.0.len().max(1)
    }

    #[inline]
    fn nth(&self, index: usize) -> Cell {
        // In an empty set no bit is found, and "no bit" is number 64, the pass.
        Cell(spielbaum_core::nth_set_bit(self.0.0, index) as u8)
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Cell> {
        self.0.iter().chain(self.is_pass().then_some(PASS))
    }

    #[inline]
    fn contains(&self, square: Cell) -> bool {
        if self.is_pass() { square == PASS } else { self.0.contains(square) }
    }
}
