//! Tic-Tac-Toe as text: `X.O/.../...`, rows from the top; cells `a1` (top left) to `c3`.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Board, Cell, CellSet, Game, GameInfo, GameProfile, Layout, MovePlaces, MoveSet, Notation, Side, TextError,
    TextStyle,
};

use super::TicTacToe;
use super::rules::{LINES, has_line};
use crate::draw::{Grid, grid_places, letters, numbers, piece_rows};

impl TicTacToe {
    /// The stones of the first and the second player.
    fn stones(self) -> [u64; 2] {
        match self.side_to_move() {
            Side::First => [self.own, self.other],
            Side::Second => [self.other, self.own],
        }
    }

    fn side_on(self, cell: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.stones()[side] >> cell & 1 != 0)
    }
}

impl Notation for TicTacToe {
    const INFO: GameInfo = GameInfo {
        name: "tic-tac-toe",
        title: "Tic-Tac-Toe",
        sides: ["X", "O"],
        summary: "3×3 board, three in a row win",
        options: &[],
        position_help: "rows from the top, 'X.O/.../...'; X begins",
        move_help: "column letter and row number, 'a1' (top left) to 'c3'",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    fn move_text(&self, cell: Cell) -> String {
        format!("{}{}", char::from(b'a' + cell.0 % 3), cell.0 / 3 + 1)
    }

    fn draw(&self, style: TextStyle, last: Option<Cell>) -> String {
        let glyph = |row, column| match self.side_on(3 * row + column) {
            Some(side) => style.paint(side, Self::INFO.sides[side]),
            None => style.pick("·", ".").to_owned(),
        };
        let last = last.map(|cell| (usize::from(cell.0) / 3, usize::from(cell.0) % 3));
        Grid { rows: numbers(3), columns: letters(3), glyph: &glyph, last }.draw()
    }

    fn board_data(&self) -> Option<Board> {
        let piece = |row, column| self.side_on(3 * row + column).map(|side| (side, "mark"));
        let places = grid_places(&letters(3), &numbers(3), piece);
        Some(Board { layout: Layout::Squares { columns: 3, rows: 3 }, places })
    }

    fn set_up_text(&self, pieces: &[Option<(Side, &str)>], _side: Side) -> String {
        piece_rows(pieces, 3, Self::INFO.sides, ".", "/")
    }

    fn deciding_places(&self) -> Vec<usize> {
        let lines = LINES.into_iter().filter(|line| self.other & line == *line);
        CellSet(lines.fold(0, |cells, line| cells | line)).iter().map(|cell| cell.0.into()).collect()
    }

    fn move_places(&self, cell: Cell) -> MovePlaces {
        MovePlaces::to(cell.0.into())
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            if cell % 3 == 0 && cell > 0 {
                f.write_str("/")?;
            }
            f.write_str(self.side_on(cell).map_or(".", |side| Self::INFO.sides[side]))?;
        }
        Ok(())
    }
}

impl FromStr for TicTacToe {
    type Err = TextError;

    fn from_str(text: &str) -> Result<TicTacToe, TextError> {
        let mut stones = [0u64; 2];
        let mut cell = 0;
        for (offset, letter) in text.trim().char_indices() {
            let part = &text.trim()[offset..offset + letter.len_utf8()];
            if letter == '/' && cell % 3 == 0 && (cell == 3 || cell == 6) {
                continue;
            }
            if cell == 9 {
                return Err(TextError::at("more than 9 cells:", part, text));
            }
            match letter {
                'X' | 'x' => stones[0] |= 1 << cell,
                'O' | 'o' => stones[1] |= 1 << cell,
                '.' | '-' => {}
                _ => return Err(TextError::at("expected X, O or '.', found", part, text)),
            }
            cell += 1;
        }
        if cell < 9 {
            return Err(TextError::at(&format!("{cell} of 9 cells in"), text, ""));
        }
        TicTacToe::from_stones(stones).map_err(|reason| TextError::at(&format!("{reason}:"), text, ""))
    }
}

impl TicTacToe {
    fn from_stones([x, o]: [u64; 2]) -> Result<TicTacToe, &'static str> {
        let (own, other) = match x.count_ones() as i32 - o.count_ones() as i32 {
            0 => (x, o),
            1 => (o, x),
            _ => return Err("X must have as many stones as O, or one more"),
        };
        if has_line(own) {
            return Err("the side to move already has three in a row");
        }
        Ok(TicTacToe { own, other })
    }
}
