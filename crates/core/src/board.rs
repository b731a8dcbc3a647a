//! A board as data, for graphical front ends.

use crate::Side;

/// The places of a board and the pieces on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The arrangement of the places.
    pub layout: Layout,
    /// The places in reading order, row by row from the top left.
    pub places: Vec<Place>,
}

/// The arrangement of a board's places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Rows of squares.
    Squares {
        /// Squares in a row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// Rows of squares in columns into which stones are dropped.
    Columns {
        /// Squares in a row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// A hexagon of hexagons; rows have `side` cells, then one more each up to the middle, then fewer again.
    Hexagon {
        /// Cells along an edge.
        side: usize,
    },
    /// Crossing points between two lattices of dots: rows of `size` and of `size − 1` points alternate.
    Links {
        /// Points in the longer rows.
        size: usize,
    },
}

/// A place of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// What players call it.
    pub name: String,
    /// Who has a piece there, and which.
    pub piece: Option<(Side, &'static str)>,
}

/// The origin and destination of a move, as indices of [`Board::places`]; neither for a pass.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MovePlaces {
    /// The origin; none where a piece is placed.
    pub from: Option<usize>,
    /// The destination.
    pub to: Option<usize>,
}

impl MovePlaces {
    /// A piece is placed.
    pub fn to(place: usize) -> MovePlaces {
        MovePlaces { from: None, to: Some(place) }
    }
}
