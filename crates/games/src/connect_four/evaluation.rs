//! Square values: the more lines of four run through a cell, the more a stone there is worth.
//!
//! The evaluation of Liese (2024). The sum is kept move by move: a stone adds its value, then the view changes.

use spielbaum_core::{Cell, Evaluate};

use super::ConnectFour;
use super::rules::{COLUMNS, ROWS, STRIDE};

/// The values of the lower three rows, from the bottom; the upper three mirror them (figure 3.7). They are the
/// numbers of lines through the cells, but for the 9: there are 10, and the sums of section 3.2.2 show that 9 was used.
const ROW_VALUES: [[i32; COLUMNS as usize]; 3] =
    [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 9, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]];

/// The value of a stone on each bit of the board; the sentinels have none.
const CELL_VALUES: [i32; (COLUMNS * STRIDE) as usize] = {
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

/// The values of the cells of the side to move less those of its opponent's.
#[derive(Clone, Copy, Default, Debug)]
pub struct SquareValues;

impl Evaluate<ConnectFour> for SquareValues {
    /// The value itself, from the view of the side to move.
    type State = i32;

    fn start(&self, position: &ConnectFour) -> i32 {
        let sum = |stones: u64| -> i32 {
            (0..).zip(CELL_VALUES).map(|(bit, value)| (stones >> bit & 1) as i32 * value).sum()
        };
        sum(position.own) - sum(position.own ^ position.occupied)
    }

    #[inline]
    fn update(&self, value: &mut i32, _before: &ConnectFour, cell: Cell) {
        *value = -(*value + CELL_VALUES[usize::from(cell.0)]);
    }

    #[inline]
    fn evaluate(&self, value: &i32, _: &ConnectFour) -> i32 {
        *value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(position: &ConnectFour) -> i32 {
        SquareValues.evaluate(&SquareValues.start(position), position)
    }

    #[test]
    fn known_positions_have_the_values_of_their_cells() {
        assert_eq!(value(&ConnectFour::default()), 0);
        assert_eq!(value(&"4".parse().unwrap()), -7);
        assert_eq!(value(&"44".parse().unwrap()), 7 - 9);
        assert_eq!(value(&"444444".parse().unwrap()), 7 - 9 + 13 - 13 + 9 - 7);
    }

    #[test]
    fn the_table_adds_up_to_the_sums_of_the_study() {
        // Section 3.2.2: all cells up to 5 are worth 84, and all others but one of 6 are worth 184.
        let (low, high): (Vec<i32>, Vec<i32>) = CELL_VALUES.iter().partition(|&&value| value <= 5);
        assert_eq!((low.iter().sum::<i32>(), high.iter().sum::<i32>()), (84, 184 + 6));
    }
}
