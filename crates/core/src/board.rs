//! A board as data, for whoever draws it otherwise than as text.

use crate::Side;

/// The places of a board and what stands on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// How the places lie.
    pub layout: Layout,
    /// The places in reading order, row by row from the top left.
    pub places: Vec<Place>,
}

/// How the places of a board lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Rows of squares.
    Squares {
        /// Squares in a row.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// Rows of squares in which stones fall.
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
    /// Crossing points between two lattices of dots: rows of `size` and of `size − 1` points take turns.
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

/// The places that a move leaves and reaches, as indices of [`Board::places`]; neither for a pass.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where the piece came from; none for one that is placed.
    pub from: Option<usize>,
    /// Where it arrives.
    pub to: Option<usize>,
}

impl Way {
    /// A piece is placed.
    pub fn to(place: usize) -> Way {
        Way { from: None, to: Some(place) }
    }
}
