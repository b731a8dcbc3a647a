//! Yavalath as text: a list of moves, `e5 d4 f5`, preceded by `side=4` or `swap` and a semicolon.
//!
//! A position prints the shortest list that leads to it: each side's stones in board order, the stone that ended
//! the game last.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Board, Cell, CellSet, GameInfo, GameOption, GameProfile, Layout, MovePlaces, MoveSet, Notation, Place, Side,
    TextError, TextStyle, split_options,
};

use super::Yavalath;
use super::geometry::Row;
use crate::registry::unknown_option;

impl Yavalath {
    fn cell_text(&self, cell: Cell) -> String {
        let (row, index) = self.geometry.row_and_index(cell.0);
        format!("{}{}", char::from(b'a' + row as u8), index + 1)
    }

    /// The stones of `side` in board order, but a stone that completed a row last.
    fn stones_in_playing_order(&self, side: Side) -> Vec<Cell> {
        let stones = self.stones(side);
        let mut order: Vec<Cell> = CellSet(stones).iter().collect();
        let is_last = |cell: &Cell| {
            let before = stones & !cell.bit();
            let made_before = |cell: Cell| self.geometry.row_made(before & !cell.bit(), cell.0) != Row::None;
            self.geometry.row_made(before, cell.0) != Row::None && !CellSet(before).iter().any(made_before)
        };
        if let Some(place) = order.iter().position(is_last) {
            let last = order.remove(place);
            order.push(last);
        }
        order
    }

    /// Moves that lead from the start to this position.
    fn moves_from_start(&self) -> Vec<Cell> {
        let [first, second] = Side::BOTH.map(|side| self.stones_in_playing_order(side));
        let plies = first.len() + second.len();
        let is_swapped = Side::after_plies(plies as u32) != self.side_to_move;
        let (mut first, mut second) = (first.into_iter(), second.into_iter());
        let mut moves = Vec::new();
        if is_swapped {
            moves.extend(second.next());
            moves.push(self.swap_move());
        }
        loop {
            let before = moves.len();
            moves.extend(first.next());
            moves.extend(second.next());
            if moves.len() == before {
                return moves;
            }
        }
    }
}

impl Notation for Yavalath {
    const INFO: GameInfo = GameInfo {
        name: "yavalath",
        title: "Yavalath",
        sides: ["white", "black"],
        summary: "hexagon of side 5, four in a row win, three in a row lose",
        options: &[
            GameOption { name: "side", values: "3 to 5", default: "5", help: "cells along an edge of the board" },
            GameOption {
                name: "swap",
                values: "",
                default: "off",
                help: "the second player may take over the first stone",
            },
        ],
        position_help: "a list of moves, 'e5 d4', after options as in 'side=4; a1 b2' or 'swap; e5 swap'",
        move_help: "row letter from the top and index in the row, 'a1' to 'i5' (centre 'e5'), or 'swap'",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    fn move_text(&self, cell: Cell) -> String {
        if cell == self.swap_move() { "swap".to_owned() } else { self.cell_text(cell) }
    }

    fn draw(&self, style: TextStyle, last: Option<Cell>) -> String {
        let geometry = self.geometry;
        let stones = style.pick(["○", "●"], ["O", "X"]);
        let glyph = |cell: Cell| match Side::BOTH.into_iter().find(|&side| self.stones(side) & cell.bit() != 0) {
            Some(side) => style.paint(side, stones[side]),
            None => style.pick("·", ".").to_owned(),
        };
        let mut text = String::new();
        for row in 0..geometry.rows() {
            let indent = geometry.rows() - geometry.row_length(row);
            let mut line = format!(" {:indent$}{} ", "", char::from(b'a' + row as u8));
            for index in 0..geometry.row_length(row) {
                let cell = Cell(geometry.row_starts[row] + index as u8);
                // Two columns per cell: the spaces around the last move become brackets.
                let follows_last = index > 0 && last == Some(Cell(cell.0 - 1));
                line += if last == Some(cell) {
                    "["
                } else if follows_last {
                    "]"
                } else {
                    " "
                };
                line += &glyph(cell);
            }
            let last_of_row = geometry.row_starts[row + 1] - 1;
            line += if last == Some(Cell(last_of_row)) { "]" } else { " " };
            // The index of each row's last cell: indices run along the rows.
            line += &format!(" {}", geometry.row_length(row));
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    fn board_data(&self) -> Option<Board> {
        let side_on = |cell: Cell| Side::BOTH.into_iter().find(|&side| self.stones(side) & cell.bit() != 0);
        let place = |cell| Place { name: self.cell_text(cell), piece: side_on(cell).map(|side| (side, "stone")) };
        let places = (0..self.geometry.cells as u8).map(Cell).map(place).collect();
        Some(Board { layout: Layout::Hexagon { side: self.geometry.side }, places })
    }

    fn deciding_places(&self) -> Vec<usize> {
        let Some(winner) = self.winner else { return Vec::new() };
        // The side that made the row has just moved: it wins by four and loses by three.
        let row = if winner == self.side_to_move { Row::Three } else { Row::Four };
        let is_part = |cell: &Cell| self.geometry.row_made(self.other & !cell.bit(), cell.0) == row;
        CellSet(self.other).iter().filter(is_part).map(|cell| cell.0.into()).collect()
    }

    fn move_places(&self, cell: Cell) -> MovePlaces {
        if cell == self.swap_move() { MovePlaces::default() } else { MovePlaces::to(cell.0.into()) }
    }
}

impl fmt::Display for Yavalath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side={}{};", self.geometry.side, if self.swap { ",swap" } else { "" })?;
        for cell in self.moves_from_start() {
            write!(f, " {}", self.move_text(cell))?;
        }
        Ok(())
    }
}

impl FromStr for Yavalath {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Yavalath, TextError> {
        let (options, moves) = split_options(text);
        let (mut side, mut swap) = (5, false);
        for (name, value) in options {
            match (name, value) {
                ("side", Some(digits)) => {
                    let number = digits.parse().ok().filter(|number| (3..=5).contains(number));
                    side = number.ok_or_else(|| TextError::at("side must be 3, 4 or 5, not", digits, text))?;
                }
                ("side", None) => return Err(TextError::at("a number is missing after", name, text)),
                ("swap", None) => swap = true,
                ("swap", Some(value)) => return Err(TextError::at("swap takes no value, found", value, text)),
                _ => return Err(unknown_option(name, &Self::INFO)),
            }
        }
        Ok(Yavalath::start(side, swap).play_line(moves)?.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Game;

    fn position(text: &str) -> Yavalath {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn four_wins_even_when_the_same_move_makes_a_three() {
        // White's e4 completes e2–e5 along the row and a three along a diagonal.
        let game = position("e2 a1 e3 a3 e5 a5 c4 b1 d4 i1 e4");
        assert_eq!(game.ending().as_deref(), Some("white wins"));
    }

    #[test]
    fn three_loses() {
        let game = position("e4 a1 e5 a3 e6");
        assert_eq!(game.ending().as_deref(), Some("black wins"));
        assert_eq!(position(&game.to_string()), game);
    }

    #[test]
    fn swapping_takes_over_the_first_stone() {
        let game = position("swap; e5 swap");
        assert_eq!(game.side_to_move(), Side::First);
        assert_eq!(game.to_string(), "side=5,swap; e5 swap");
        let refused = "e5 swap".parse::<Yavalath>().unwrap_err().to_string();
        assert!(refused.starts_with("illegal move 'swap'"), "{refused}");
        let refused = "swap; e5 a1 swap".parse::<Yavalath>().unwrap_err().to_string();
        assert!(refused.starts_with("illegal move 'swap'"), "{refused}");
    }

    #[test]
    fn wrong_options_are_named() {
        let refused = |text: &str| text.parse::<Yavalath>().unwrap_err().to_string();
        assert_eq!(refused("side=6; a1"), "side must be 3, 4 or 5, not '6' at character 6");
        assert_eq!(refused("size=4;"), "unknown option 'size'; yavalath has side, swap");
        assert_eq!(refused("swap=1;"), "swap takes no value, found '1' at character 6");
    }
}
