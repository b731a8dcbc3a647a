//! Connect Four as text: the columns of the moves (`44455554221`) or rows from the top (`...Y.../...R...`).

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{Cell, Game, GameInfo, Look, MoveSet, Notation, Side, TextError};

use super::ConnectFour;
use super::rules::{COLUMNS, ROWS, STRIDE, has_four};
use crate::draw::{Grid, numbers};

const CELLS: u32 = COLUMNS * ROWS;

/// Yellow and red of the 256-colour palette; they also differ in brightness and in shape.
const COLOURS: [u8; 2] = [220, 160];

/// The bit of a cell given by its row from the top and its column.
const fn bit(row: u32, column: u32) -> u64 {
    1 << (column * STRIDE + ROWS - 1 - row)
}

impl ConnectFour {
    fn side_on(&self, bit: u64) -> Option<Side> {
        let side = self.side_to_move();
        match (self.occupied & bit != 0, self.own & bit != 0) {
            (false, _) => None,
            (true, true) => Some(side),
            (true, false) => Some(!side),
        }
    }
}

impl Notation for ConnectFour {
    const INFO: GameInfo = GameInfo {
        name: "connect-four",
        title: "Connect Four",
        sides: ["yellow", "red"],
        summary: "7 columns of 6 rows, stones fall, four in a row win",
        options: &[],
        position_help: "the columns of all moves, '44455554221', or rows from the top, '.../..Y....'; yellow begins",
        move_help: "column '1' to '7'; a list may be written without spaces",
    };

    fn move_text(&self, cell: Cell) -> String {
        (u32::from(cell.0) / STRIDE + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        let moves = self.moves_to_choose_from(text)?;
        let column = text.parse::<u32>().ok().filter(|column| (1..=COLUMNS).contains(column));
        let Some(column) = column else {
            let error = TextError::at("unknown column", text, "");
            return Err(TextError::new(format!("{error}; the columns are 1 to {COLUMNS}")));
        };
        let found = moves.iter().find(|cell| u32::from(cell.0) / STRIDE + 1 == column);
        found.ok_or_else(|| TextError::new(format!("illegal move '{text}': column {column} is full")))
    }

    fn split_moves(text: &str) -> Vec<&str> {
        let parts = text.char_indices().map(|(offset, letter)| &text[offset..offset + letter.len_utf8()]);
        parts.filter(|part| !part.trim().is_empty() && *part != ",").collect()
    }

    fn draw(&self, look: Look, last: Option<Cell>) -> String {
        let discs = look.pick(["●", "○"], ["Y", "R"]);
        let glyph = |row, column| match self.side_on(bit(row as u32, column as u32)) {
            Some(side) => look.paint_with(COLOURS[side], discs[side]),
            None => look.pick("·", ".").to_owned(),
        };
        let last = last.map(|cell| {
            let (column, height) = (u32::from(cell.0) / STRIDE, u32::from(cell.0) % STRIDE);
            ((ROWS - 1 - height) as usize, column as usize)
        });
        let rows = vec![String::new(); ROWS as usize];
        Grid { rows, columns: numbers(COLUMNS as usize), glyph: &glyph, last }.draw()
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..ROWS {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..COLUMNS {
                f.write_str(self.side_on(bit(row, column)).map_or(".", |side| ["Y", "R"][side]))?;
            }
        }
        Ok(())
    }
}

impl FromStr for ConnectFour {
    type Err = TextError;

    fn from_str(text: &str) -> Result<ConnectFour, TextError> {
        let text = text.trim();
        if text.chars().all(|letter| letter.is_ascii_digit() || letter.is_whitespace()) {
            return Ok(ConnectFour::default().play_line(text)?.position);
        }
        let mut stones = [0u64; 2];
        let mut cell = 0;
        for (offset, letter) in text.char_indices() {
            let part = &text[offset..offset + letter.len_utf8()];
            if letter == '/' && cell > 0 && cell % COLUMNS == 0 {
                continue;
            }
            if cell == CELLS {
                return Err(TextError::at("more than 42 cells:", part, text));
            }
            let bit = bit(cell / COLUMNS, cell % COLUMNS);
            match letter {
                'Y' | 'y' | 'X' | 'x' => stones[0] |= bit,
                'R' | 'r' | 'O' | 'o' => stones[1] |= bit,
                '.' | '-' => {}
                _ => return Err(TextError::at("expected Y, R or '.', found", part, text)),
            }
            cell += 1;
        }
        if cell < CELLS {
            return Err(TextError::at(&format!("{cell} of {CELLS} cells in"), text, ""));
        }
        from_stones(stones).map_err(|reason| TextError::at(&format!("{reason}:"), text, ""))
    }
}

fn from_stones([yellow, red]: [u64; 2]) -> Result<ConnectFour, &'static str> {
    let occupied = yellow | red;
    let own = match yellow.count_ones() as i32 - red.count_ones() as i32 {
        0 => yellow,
        1 => red,
        _ => return Err("yellow must have as many stones as red, or one more"),
    };
    let floating = occupied & !(occupied << 1) & !bottom_row();
    if floating != 0 {
        return Err("a stone hangs in the air");
    }
    if has_four(own) {
        return Err("the side to move already has four in a row");
    }
    Ok(ConnectFour { own, occupied })
}

fn bottom_row() -> u64 {
    ConnectFour::default().landing_cells()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_boards_are_the_same_position() {
        let digits: ConnectFour = "44455554221".parse().unwrap();
        let board: ConnectFour = digits.to_string().parse().unwrap();
        assert_eq!(digits, board);
        assert_eq!(digits.to_string(), "......./......./...RY../...YR../.R.RY../YY.YR..");
    }

    #[test]
    fn impossible_boards_are_refused_with_a_reason() {
        let refused = |text: &str| text.parse::<ConnectFour>().unwrap_err().to_string();
        assert!(refused("4444444").contains("column 4 is full (move 7 of the list)"));
        assert!(refused("48").contains("unknown column '8'"));
        assert!(refused("..?....").contains("'?' at character 3"));
        assert!(refused("......./......./......./......./...Y.../.......").contains("hangs in the air"));
        assert!(refused("......./......./......./......./......./RR.....").contains("as many stones"));
        assert!(refused("......./......./......./......./RRR..../YYYYR..").contains("already has four in a row"));
    }
}
