//! Open lines: the classic evaluation of Tic-Tac-Toe (Nilsson 1971).

use spielbaum_core::{Cell, Evaluate};

use super::TicTacToe;
use super::rules::LINES;

/// The number of lines that the side to move can still fill, minus the number that its opponent can.
#[derive(Clone, Copy, Default, Debug)]
pub struct OpenLines;

impl Evaluate<TicTacToe> for OpenLines {
    type State = ();

    fn start(&self, _: &TicTacToe) {}

    fn update(&self, (): &mut (), _: &TicTacToe, _: Cell) {}

    fn evaluate(&self, (): &(), position: &TicTacToe) -> i32 {
        lines_without(position.other) - lines_without(position.own)
    }
}

fn lines_without(stones: u64) -> i32 {
    LINES.iter().filter(|&line| line & stones == 0).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> i32 {
        OpenLines.evaluate(&(), &text.parse().unwrap())
    }

    #[test]
    fn open_lines_of_known_positions_are_counted() {
        assert_eq!(value(".../.../..."), 0);
        // O to move: the centre stone leaves it 4 lines, and X all 8.
        assert_eq!(value(".../.X./..."), -4);
        // X to move: 5 lines avoid the corner stone, 4 the centre stone.
        assert_eq!(value("O../.X./..."), 1);
    }

    #[test]
    fn the_value_changes_its_sign_with_the_colours() {
        for own in 0..512 {
            for other in (0..512).filter(|other| own & other == 0) {
                let value = |own, other| OpenLines.evaluate(&(), &TicTacToe { own, other });
                assert_eq!(value(own, other), -value(other, own), "{own:09b} {other:09b}");
                assert!(value(own, other).abs() <= LINES.len() as i32);
            }
        }
    }
}
