//! Board sizes: 7 columns of 6 rows as compile-time constants, or any other.
//!
//! Rules, notation, knowledge and evaluation are written once for both. A type for each size would make all of them as
//! fast as the standard board, but compile every search 25 times.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use spielbaum_core::mix;

use super::evaluation::{PUBLISHED_VALUES, lines_through};
use super::lanes::{EightBoards, LANES, Vectors, Words};
use crate::Word;

/// The possible numbers of columns and of rows.
pub(super) const SIZES: RangeInclusive<u32> = SMALLEST..=LARGEST;
const SMALLEST: u32 = 4;
const LARGEST: u32 = 8;

/// The bits of the largest board.
const MOST_BITS: usize = (LARGEST * (LARGEST + 1)) as usize;

/// The columns and rows of a board, and the masks derived from them.
pub trait Shape: Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds the stones of one side.
    type Word: Word;
    /// The type that holds one board for each column.
    type Lanes: EightBoards<Self::Word>;

    /// The bits of its largest board, sentinels included.
    const MOST_BITS: usize;
    /// Bits of the keys: fewer than 64 if keys are unique.
    const KEY_BITS: u32;
    /// Whether position texts name the size.
    const NAMES_SIZE: bool;

    /// The shape of this size, if the type supports it.
    fn of_size(columns: u32, rows: u32) -> Option<Self>;
    /// The number of columns.
    fn columns(self) -> u32;
    /// The number of rows.
    fn rows(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Word;
    /// All cells.
    fn board(self) -> Self::Word;
    /// The leftmost column with its sentinel.
    fn first_column(self) -> Self::Word;
    /// The cells of each column, with its sentinel.
    fn column_lanes(self) -> Self::Lanes;
    /// The same for mirrored columns.
    fn mirrored_lanes(self) -> Self::Lanes;
    /// The value of a stone on each bit of the board.
    fn cell_values(self) -> &'static [i32];
    /// The key of a position from its unique word.
    fn key(self, unique: Self::Word) -> u64;

    /// The number of cells.
    #[inline]
    fn cells(self) -> u32 {
        self.columns() * self.rows()
    }

    /// Bits from a cell to its right-hand neighbour.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// The class of a cell given by its bit, by its distance from the nearer edge and its row; cells further away and
    /// rows beyond those of the standard board count as the last of it.
    #[inline]
    fn cell_class(self, bit: u32) -> usize {
        cell_class(bit / self.stride(), bit % self.stride(), self.columns())
    }

    /// The column of a cell given by its bit, from 0.
    #[inline]
    fn column_of(self, bit: u8) -> u32 {
        u32::from(bit) / self.stride()
    }
}

/// The number of [classes](Shape::cell_class).
pub(super) const CELL_CLASSES: usize = 24;

const fn cell_class(column: u32, row: u32, columns: u32) -> usize {
    let rest = columns - 1 - column;
    let from_edge = if column < rest { column } else { rest };
    let (from_edge, row) = (if from_edge < 3 { from_edge } else { 3 }, if row < 5 { row } else { 5 });
    (6 * from_edge + row) as usize
}

/// The standard board of 7 columns and 6 rows.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Standard;

impl Standard {
    /// The number of columns.
    pub const COLUMNS: u32 = 7;
    /// The number of rows.
    pub const ROWS: u32 = 6;
    /// Bits from a cell to its right-hand neighbour.
    pub const STRIDE: u32 = Standard::ROWS + 1;
    /// All 42 cells.
    pub const BOARD: u64 = Standard::MASKS.board as u64;

    const MASKS: Masks = Masks::new(Standard::COLUMNS, Standard::ROWS);

    const CELL_CLASSES: [u8; 64] = {
        let mut classes = [0; 64];
        let mut bit = 0;
        while bit < Standard::COLUMNS * Standard::STRIDE {
            let (column, row) = (bit / Standard::STRIDE, bit % Standard::STRIDE);
            classes[bit as usize] = cell_class(column, row, Standard::COLUMNS) as u8;
            bit += 1;
        }
        classes
    };

    /// The cells of each column, from the left or from the right.
    const fn columns_in_order(is_mirrored: bool) -> [u64; LANES] {
        let mut columns = [0; LANES];
        let mut lane = 0;
        while lane < Standard::COLUMNS {
            let column = if is_mirrored { Standard::COLUMNS - 1 - lane } else { lane };
            columns[lane as usize] = (Standard::MASKS.first_column as u64) << (column * Standard::STRIDE);
            lane += 1;
        }
        columns
    }
}

impl Shape for Standard {
    type Word = u64;
    type Lanes = Vectors;

    const MOST_BITS: usize = (Standard::COLUMNS * Standard::STRIDE) as usize;
    const KEY_BITS: u32 = Standard::COLUMNS * Standard::STRIDE;
    const NAMES_SIZE: bool = false;

    fn of_size(columns: u32, rows: u32) -> Option<Standard> {
        (columns == Standard::COLUMNS && rows == Standard::ROWS).then_some(Standard)
    }

    #[inline]
    fn cell_class(self, bit: u32) -> usize {
        const CLASSES: [u8; 64] = Standard::CELL_CLASSES;
        CLASSES[bit as usize % 64].into()
    }

    #[inline]
    fn columns(self) -> u32 {
        Standard::COLUMNS
    }

    #[inline]
    fn rows(self) -> u32 {
        Standard::ROWS
    }

    #[inline]
    fn bottom(self) -> u64 {
        const { Standard::MASKS.bottom as u64 }
    }

    #[inline]
    fn board(self) -> u64 {
        Standard::BOARD
    }

    #[inline]
    fn first_column(self) -> u64 {
        const { Standard::MASKS.first_column as u64 }
    }

    #[inline]
    fn column_lanes(self) -> Vectors {
        const { Vectors::new(Standard::columns_in_order(false)) }
    }

    #[inline]
    fn mirrored_lanes(self) -> Vectors {
        const { Vectors::new(Standard::columns_in_order(true)) }
    }

    #[inline]
    fn cell_values(self) -> &'static [i32] {
        &PUBLISHED_VALUES
    }

    #[inline]
    fn key(self, unique: u64) -> u64 {
        unique
    }
}

/// A board of 4 to 8 columns and 4 to 8 rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnySize {
    columns: u8,
    rows: u8,
}

impl AnySize {
    #[inline]
    fn masks(self) -> &'static Masks {
        &MASKS[usize::from(self.columns) - SMALLEST as usize][usize::from(self.rows) - SMALLEST as usize]
    }
}

impl Default for AnySize {
    /// A small board that is not square.
    fn default() -> AnySize {
        AnySize { columns: 5, rows: 4 }
    }
}

impl Shape for AnySize {
    type Word = u128;
    type Lanes = Words;

    const MOST_BITS: usize = MOST_BITS;
    const KEY_BITS: u32 = 64;
    const NAMES_SIZE: bool = true;

    fn of_size(columns: u32, rows: u32) -> Option<AnySize> {
        let fits = SIZES.contains(&columns) && SIZES.contains(&rows);
        fits.then_some(AnySize { columns: columns as u8, rows: rows as u8 })
    }

    #[inline]
    fn columns(self) -> u32 {
        self.columns.into()
    }

    #[inline]
    fn rows(self) -> u32 {
        self.rows.into()
    }

    #[inline]
    fn bottom(self) -> u128 {
        self.masks().bottom
    }

    #[inline]
    fn board(self) -> u128 {
        self.masks().board
    }

    #[inline]
    fn first_column(self) -> u128 {
        self.masks().first_column
    }

    #[inline]
    fn column_lanes(self) -> Words {
        let column = |lane: u32| if lane < self.columns() { self.first_column() << (lane * self.stride()) } else { 0 };
        Words::new(std::array::from_fn(|lane| column(lane as u32)))
    }

    #[inline]
    fn mirrored_lanes(self) -> Words {
        let columns = self.column_lanes().boards();
        let mirrored =
            |lane: usize| if lane < self.columns.into() { columns[usize::from(self.columns) - 1 - lane] } else { 0 };
        Words::new(std::array::from_fn(mirrored))
    }

    #[inline]
    fn cell_values(self) -> &'static [i32] {
        &self.masks().cell_values
    }

    /// A hash for 8 columns of 8 rows; all other boards have at most 64 bits, so their keys are unique.
    #[inline]
    fn key(self, unique: u128) -> u64 {
        let (low, high) = unique.halves();
        low ^ mix(high, u64::from(self.columns) << 8 | u64::from(self.rows))
    }
}

/// Masks of a board, by size.
struct Masks {
    bottom: u128,
    board: u128,
    first_column: u128,
    cell_values: [i32; MOST_BITS],
}

/// By columns and rows, both less [`SMALLEST`].
static MASKS: [[Masks; 5]; 5] = {
    const fn of_columns(columns: u32) -> [Masks; 5] {
        [
            Masks::new(columns, 4),
            Masks::new(columns, 5),
            Masks::new(columns, 6),
            Masks::new(columns, 7),
            Masks::new(columns, 8),
        ]
    }
    [of_columns(4), of_columns(5), of_columns(6), of_columns(7), of_columns(8)]
};

impl Masks {
    const fn new(columns: u32, rows: u32) -> Masks {
        let stride = rows + 1;
        let mut masks = Masks { bottom: 0, board: 0, first_column: (1 << stride) - 1, cell_values: [0; MOST_BITS] };
        let mut column = 0;
        while column < columns {
            masks.bottom |= 1 << (column * stride);
            let mut row = 0;
            while row < rows {
                masks.board |= 1 << (column * stride + row);
                masks.cell_values[(column * stride + row) as usize] = lines_through(column, row, columns, rows);
                row += 1;
            }
            column += 1;
        }
        masks
    }
}
