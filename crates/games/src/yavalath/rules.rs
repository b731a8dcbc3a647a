//! Rules of Yavalath: four in a row win, three in a row without four lose, a full board is a draw.
//!
//! With the swap rule the second player may answer the first stone by taking it over.

use spielbaum_core::{Cell, CellSet, Game, MoveSet, Outcome, Side, Status, mix};

use super::geometry::{Geometry, Row};

/// A position of Yavalath.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Yavalath {
    /// Stones of the side to move.
    pub(super) own: u64,
    /// Stones of the other side.
    pub(super) other: u64,
    pub(super) side_to_move: Side,
    /// The winner by a row, decided when the row is made.
    pub(super) winner: Option<Side>,
    pub(super) geometry: &'static Geometry,
    /// Whether the second player may take over the first stone.
    pub(super) swap: bool,
}

impl Default for Yavalath {
    fn default() -> Yavalath {
        Yavalath::start(5, false)
    }
}

impl Yavalath {
    /// An empty board of side 3, 4 or 5.
    pub(super) fn start(side: u8, swap: bool) -> Yavalath {
        Yavalath { own: 0, other: 0, side_to_move: Side::First, winner: None, geometry: Geometry::of_side(side), swap }
    }

    /// The stones of `side`.
    #[inline]
    pub(super) fn stones(&self, side: Side) -> u64 {
        if side == self.side_to_move { self.own } else { self.other }
    }

    /// The number of empty cells.
    #[inline]
    pub(super) fn empty_cells(&self) -> usize {
        self.geometry.cells - (self.own | self.other).count_ones() as usize
    }

    /// The move that takes over the first stone: the number after the last cell.
    #[inline]
    pub(super) fn swap_move(&self) -> Cell {
        Cell(self.geometry.cells as u8)
    }

    #[inline]
    pub(super) fn can_swap(&self) -> bool {
        self.swap && self.own == 0 && self.side_to_move == Side::Second
    }
}

impl Game for Yavalath {
    type Move = Cell;
    type Moves = CellSet;

    #[inline]
    fn status(&self) -> Status<CellSet> {
        let empty = self.geometry.board & !(self.own | self.other);
        if let Some(side) = self.winner {
            Status::Over(Outcome::Win(side))
        } else if empty == 0 {
            Status::Over(Outcome::Draw)
        } else if self.can_swap() {
            Status::Ongoing(CellSet(empty | self.swap_move().bit()))
        } else {
            Status::Ongoing(CellSet(empty))
        }
    }

    #[inline]
    fn play(&mut self, cell: Cell) {
        let mover = self.side_to_move;
        let (mut own, mut other) = (self.own, self.other);
        if self.can_swap() && cell == self.swap_move() {
            (own, other) = (other, own);
        } else {
            self.winner = match self.geometry.row_made(own, cell.0) {
                Row::None => None,
                Row::Three => Some(!mover),
                Row::Four => Some(mover),
            };
            own |= cell.bit();
        }
        *self = Yavalath { own: other, other: own, side_to_move: !mover, ..*self };
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        // Three bits are free above the 61 cells.
        let rules = (self.geometry.side as u64 - 3) << 62 | u64::from(self.swap) << 61;
        mix(self.own ^ (self.side_to_move as u64) << 63, self.other ^ rules)
    }

    #[inline]
    fn max_plies(&self) -> usize {
        self.empty_cells() + usize::from(self.swap)
    }

    #[inline]
    fn symmetries(&self) -> usize {
        12
    }

    fn transformed(&self, index: usize) -> Self {
        let turn = |stones: u64| {
            let cells = CellSet(stones);
            cells.iter().map(|cell| self.transformed_move(cell, index).bit()).sum()
        };
        Yavalath { own: turn(self.own), other: turn(self.other), ..*self }
    }

    #[inline]
    fn canonical_image(&self) -> Self {
        self.transformed(self.first_symmetry())
    }

    fn transformed_move(&self, cell: Cell, index: usize) -> Cell {
        if cell == self.swap_move() { cell } else { Cell(self.geometry.transformed_cell(cell.0, index)) }
    }
}
