//! Square values: a stone is worth the number of lines of four through its cell.
//!
//! The evaluation of Liese (2024). The sum is updated incrementally: a stone adds its value, then the side changes.

use spielbaum_core::{Cell, Evaluate};

use super::ConnectFour;
use super::shape::{Shape, Standard};
use crate::Word;

const COLUMNS: u32 = Standard::COLUMNS;
const ROWS: u32 = Standard::ROWS;
const STRIDE: u32 = Standard::STRIDE;

/// The values of the lower three rows of the standard board, from the bottom; the upper three mirror them (figure 3.7).
/// They are the numbers of lines through the cells, except for the 9: there are 10, but the sums of section 3.2.2 show
/// that 9 was used.
const ROW_VALUES: [[i32; COLUMNS as usize]; 3] =
    [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 9, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]];

/// The value of a stone on each bit of the standard board; the sentinels have none.
pub(super) static PUBLISHED_VALUES: [i32; (COLUMNS * STRIDE) as usize] = {
    let mut values = [0; (COLUMNS * STRIDE) as usize];
    let mut column = 0;
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            let from_edge = if row < ROWS / 2 { row } else { ROWS - 1 - row };
            values[(column * STRIDE + row) as usize] = ROW_VALUES[from_edge as usize][column as usize];
            row += 1;
        }
        column += 1;
    }
    values
};

/// The number of lines of four through a cell: its value on boards of other sizes than the study's.
pub(super) const fn lines_through(column: u32, row: u32, columns: u32, rows: u32) -> i32 {
    /// The number of lines through a cell with this many cells on either side in their direction.
    const fn lines(before: u32, behind: u32) -> i32 {
        let before = if before > 3 { 3 } else { before };
        let behind = if behind > 3 { 3 } else { behind };
        if before + behind < 3 { 0 } else { (before + behind - 2) as i32 }
    }
    const fn lesser(a: u32, b: u32) -> u32 {
        if a < b { a } else { b }
    }
    let (right, above) = (columns - 1 - column, rows - 1 - row);
    lines(column, right)
        + lines(row, above)
        + lines(lesser(column, row), lesser(right, above))
        + lines(lesser(column, above), lesser(right, row))
}

/// The cell values of the side to move minus those of its opponent.
#[derive(Clone, Copy, Default, Debug)]
pub struct SquareValues;

impl<S: Shape> Evaluate<ConnectFour<S>> for SquareValues {
    /// The value itself, from the view of the side to move.
    type State = i32;

    fn start(&self, position: &ConnectFour<S>) -> i32 {
        let values = position.shape.cell_values();
        let sum = |stones: S::Word| -> i32 { stones.bits().map(|bit| values[bit as usize]).sum() };
        sum(position.own) - sum(position.own ^ position.occupied)
    }

    #[inline]
    fn update(&self, value: &mut i32, before: &ConnectFour<S>, cell: Cell) {
        *value = -(*value + before.shape.cell_values()[usize::from(cell.0)]);
    }

    #[inline]
    fn evaluate(&self, value: &i32, _: &ConnectFour<S>) -> i32 {
        *value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::shape::{AnySize, SIZES};

    fn value<S: Shape>(position: &ConnectFour<S>) -> i32 {
        SquareValues.evaluate(&SquareValues.start(position), position)
    }

    #[test]
    fn known_positions_have_the_values_of_their_cells() {
        let value_of = |text: &str| value::<Standard>(&text.parse().unwrap());
        assert_eq!(value_of(""), 0);
        assert_eq!(value_of("4"), -7);
        assert_eq!(value_of("44"), 7 - 9);
        assert_eq!(value_of("444444"), 7 - 9 + 13 - 13 + 9 - 7);
        // A corner is on three lines, and the cell next to it on a board of 4 × 4 on two.
        assert_eq!(value::<AnySize>(&"columns=4,rows=4; 12".parse().unwrap()), 3 - 2);
    }

    #[test]
    fn the_table_adds_up_to_the_sums_of_the_study() {
        // Section 3.2.2: all cells up to 5 are worth 84, and all others but one of 6 are worth 184.
        let (low, high): (Vec<i32>, Vec<i32>) = PUBLISHED_VALUES.iter().partition(|&&value| value <= 5);
        assert_eq!((low.iter().sum::<i32>(), high.iter().sum::<i32>()), (84, 184 + 6));
    }

    #[test]
    fn cells_are_worth_the_lines_of_four_through_them() {
        let standard = AnySize::of_size(7, 6).unwrap();
        for (bit, (&published, &counted)) in PUBLISHED_VALUES.iter().zip(standard.cell_values()).enumerate() {
            let is_exception = published == 9 && counted == 10;
            assert!(published == counted || is_exception, "bit {bit}: {published}, {counted} lines");
        }
        for (columns, rows) in SIZES.flat_map(|columns| SIZES.map(move |rows| (columns, rows))) {
            // Every line is counted once by each of its four cells.
            let (across, up) = (columns as i32 - 3, rows as i32 - 3);
            let lines = across * rows as i32 + columns as i32 * up + 2 * across * up;
            let values = AnySize::of_size(columns, rows).unwrap().cell_values();
            assert_eq!(values.iter().sum::<i32>(), 4 * lines, "{columns} columns, {rows} rows");
        }
    }
}
