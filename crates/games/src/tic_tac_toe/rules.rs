//! Rules of Tic-Tac-Toe: two 9-bit boards and a table of the boards that hold three in a row.
//!
//! ```text
//!      a b c
//!   1  0 1 2      bit = 3 · row + column
//!   2  3 4 5
//!   3  6 7 8
//! ```

use spielbaum_core::{Cell, CellSet, Game, Outcome, Side, Status};

/// A position of Tic-Tac-Toe.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe {
    /// Stones of the side to move.
    pub(super) own: u64,
    /// Stones of the side that has just moved.
    pub(super) other: u64,
}

const FULL: u64 = 0b111_111_111;

pub(super) const LINES: [u64; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// One bit for each of the 512 boards: whether it holds a line.
static HAS_LINE: [u64; 8] = {
    let mut table = [0u64; 8];
    let mut board = 0;
    while board < 512 {
        let mut line = 0;
        while line < LINES.len() {
            if board as u64 & LINES[line] == LINES[line] {
                table[board / 64] |= 1 << (board % 64);
            }
            line += 1;
        }
        board += 1;
    }
    table
};

/// Where symmetry `index` takes `cell`: bit 0 of the index mirrors columns, bit 1 mirrors rows, bit 2 transposes.
#[inline]
fn transformed_cell(cell: u8, index: usize) -> u8 {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if index & 1 != 0 {
        column = 2 - column;
    }
    if index & 2 != 0 {
        row = 2 - row;
    }
    if index & 4 != 0 {
        (row, column) = (column, row);
    }
    3 * row + column
}

#[inline]
fn transformed_board(board: u64, index: usize) -> u64 {
    (0..9).filter(|&cell| board >> cell & 1 != 0).map(|cell| 1 << transformed_cell(cell, index)).sum()
}

/// Whether `stones` hold three in a row.
#[inline]
pub(super) fn has_line(stones: u64) -> bool {
    let stones = stones as usize & 511;
    HAS_LINE[stones / 64] >> (stones % 64) & 1 != 0
}

impl Game for TicTacToe {
    type Move = Cell;
    type Moves = CellSet;

    #[inline]
    fn status(&self) -> Status<CellSet> {
        let empty = FULL & !(self.own | self.other);
        if has_line(self.other) {
            Status::Over(Outcome::Win(!self.side_to_move()))
        } else if empty == 0 {
            Status::Over(Outcome::Draw)
        } else {
            Status::Ongoing(CellSet(empty))
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        *self = TicTacToe { own: self.other, other: self.own | cell.bit() };
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        Side::after_plies((self.own | self.other).count_ones())
    }

    #[inline]
    fn key(&self) -> u64 {
        // Both boards side by side: a unique key.
        self.own << 9 | self.other
    }

    #[inline]
    fn max_plies(&self) -> usize {
        9 - (self.own | self.other).count_ones() as usize
    }

    #[inline]
    fn symmetries(&self) -> usize {
        8
    }

    #[inline]
    fn transformed(&self, index: usize) -> Self {
        TicTacToe { own: transformed_board(self.own, index), other: transformed_board(self.other, index) }
    }

    #[inline]
    fn transformed_move(&self, cell: Cell, index: usize) -> Cell {
        Cell(transformed_cell(cell.0, index))
    }
}
