//! Every straight line of a hexagonal board, from cube coordinates, and games that fill just that line.
//!
//! A cell is (x, y, z) with x + y + z = 0 and each below the side's length in size; z grows downwards and x to the
//! right, so that z is the row and cells of a row are numbered by x
//! (<https://www.redblobgames.com/grids/hexagons/>).

use std::collections::BTreeMap;

use spielbaum_core::{Outcome, Side};

use super::{Naive, cell_text};

type Cube = (i32, i32, i32);

const DIRECTIONS: [Cube; 3] = [(1, -1, 0), (0, -1, 1), (-1, 0, 1)];

/// The cells of the board and their names.
fn cells(side: i32) -> BTreeMap<Cube, String> {
    let radius = side - 1;
    let mut cells = BTreeMap::new();
    for z in -radius..=radius {
        let row = (-radius..=radius).map(|x| (x, -x - z, z)).filter(|(_, y, _)| y.abs() <= radius);
        cells.extend(row.enumerate().map(|(index, cube)| (cube, cell_text((z + radius) as usize, index))));
    }
    cells
}

fn step((x, y, z): Cube, (dx, dy, dz): Cube, steps: i32) -> Cube {
    (x + steps * dx, y + steps * dy, z + steps * dz)
}

/// A game in which the first player fills one line and the last stone closes it.
#[derive(Debug)]
pub(crate) struct LineGame {
    /// The moves of both players, up to the stone that closes the line.
    pub(crate) moves: Vec<String>,
    /// How that stone ends the game.
    pub(crate) outcome: Outcome,
}

/// All lines of `length` cells in all directions, each with every stone as the last one that can be.
///
/// A stone can be the last one if the others make no row of three before.
pub(crate) fn line_games(side: i32, length: i32) -> Vec<LineGame> {
    let names = cells(side);
    let outcome = Outcome::Win(if length == 3 { Side::Second } else { Side::First });
    let mut games = Vec::new();
    for &start in names.keys() {
        for direction in DIRECTIONS {
            let line: Vec<Cube> = (0..length).map(|steps| step(start, direction, steps)).collect();
            if !line.iter().all(|cell| names.contains_key(cell)) {
                continue;
            }
            let fillers = fillers(&names, &line);
            for last in (0..line.len()).filter(|&last| last < 3 && line.len() - 1 - last < 3) {
                let mut own = line.clone();
                let closing = own.remove(last);
                let pairs = own.iter().zip(&fillers).flat_map(|(own, filler)| [own, filler]);
                let moves = pairs.chain([&closing]).map(|cell| names[cell].clone()).collect();
                games.push(LineGame { moves, outcome });
            }
        }
    }
    games
}

/// Cells for the second player: off the line, and no two of them neighbours, so that they make no row.
fn fillers(names: &BTreeMap<Cube, String>, line: &[Cube]) -> Vec<Cube> {
    let mut fillers: Vec<Cube> = Vec::new();
    for &cell in names.keys() {
        let touches = DIRECTIONS.iter().any(|&direction| {
            fillers.contains(&step(cell, direction, 1)) || fillers.contains(&step(cell, direction, -1))
        });
        if !line.contains(&cell) && !touches {
            fillers.push(cell);
        }
    }
    assert!(fillers.len() >= line.len() - 1, "{line:?}");
    fillers
}

/// Checks, for boards of side 3, 4 and 5, that every line of three loses and every longer one wins for the player who
/// closes it. `outcome_after` gives the outcome after a list of moves under options.
pub(crate) fn check_every_line(outcome_after: impl Fn(&str, &[String]) -> Option<Outcome>) {
    for side in 3..=5 {
        for length in 3..=5 {
            for LineGame { moves, outcome } in line_games(side, length) {
                let options = format!("side={side}");
                let before = &moves[..moves.len() - 1];
                assert_eq!(outcome_after(&options, before), None, "side={side}; {}", before.join(" "));
                assert_eq!(outcome_after(&options, &moves), Some(outcome), "side={side}; {}", moves.join(" "));
            }
        }
    }
}

mod tests {
    use super::*;
    use crate::naive::after_all;
    use crate::naive::yavalath::NaiveYavalath;

    /// Rows of side 5 hold 5 6 7 8 9 8 7 6 5 cells, and so do the other two directions.
    #[test]
    fn lines_have_their_numbers() {
        let lines_of = |length: usize| {
            3 * [5, 6, 7, 8, 9, 8, 7, 6, 5].map(|cells: usize| cells + 1 - length).iter().sum::<usize>()
        };
        let last_stones = [3, 2, 1];
        for (length, last_stones) in (3..=5).zip(last_stones) {
            assert_eq!(line_games(5, length as i32).len(), last_stones * lines_of(length));
        }
    }

    #[test]
    fn every_line_of_the_board_in_every_direction_counts() {
        check_every_line(|options, moves| {
            let position: NaiveYavalath = after_all(options, moves.iter().map(String::as_str));
            position.outcome()
        });
    }
}
