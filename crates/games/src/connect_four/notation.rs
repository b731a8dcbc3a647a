//! Connect Four as text: the columns of the moves (`44455554221`) or rows from the top (`...Y.../...R...`).
//!
//! Sizes other than 7 × 6 precede a semicolon, `columns=5,rows=4; 3321`.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Board, Cell, Game, GameInfo, GameOption, GameProfile, Layout, MovePlaces, MoveSet, Notation, Options, Side,
    TextError, TextStyle, counted, ordinal, split_options,
};

use super::rules::{cells_of_fours, has_four};
use super::shape::SIZES;
use super::{ConnectFour, Shape, Standard};
use crate::Word;
use crate::draw::{Grid, grid_places, letters, numbers, piece_rows};
use crate::registry::unknown_option;

/// Yellow and red of the 256-colour palette; they also differ in brightness and in shape.
const COLOURS: [u8; 2] = [220, 160];

/// The bit of a cell given by its row from the top and its column.
fn bit<S: Shape>(shape: S, row: u32, column: u32) -> S::Word {
    S::Word::bit(column * shape.stride() + shape.rows() - 1 - row)
}

impl<S: Shape> ConnectFour<S> {
    /// Whose stone lies on a cell given by its row from the top and its column.
    fn side_on(&self, row: u32, column: u32) -> Option<Side> {
        let (side, bit) = (self.side_to_move(), bit(self.shape, row, column));
        match ((self.occupied & bit).is_zero(), (self.own & bit).is_zero()) {
            (true, _) => None,
            (false, false) => Some(side),
            (false, true) => Some(!side),
        }
    }
}

impl<S: Shape> ConnectFour<S> {
    /// Row from the top and column of a cell.
    fn row_and_column(&self, cell: Cell) -> (usize, usize) {
        let (column, height) = (self.shape.column_of(cell.0), u32::from(cell.0) % self.shape.stride());
        ((self.shape.rows() - 1 - height) as usize, column as usize)
    }

    /// The place of a cell on the board as it is drawn.
    fn place(&self, cell: Cell) -> usize {
        let (row, column) = self.row_and_column(cell);
        row * self.shape.columns() as usize + column
    }
}

impl<S: Shape> Notation for ConnectFour<S> {
    const INFO: GameInfo = GameInfo {
        name: "connect-four",
        title: "Connect Four",
        sides: ["yellow", "red"],
        summary: "7 columns of 6 rows, stones fall, four in a row win",
        options: &[
            GameOption { name: "columns", values: "4 to 8", default: "7", help: "columns of the board" },
            GameOption { name: "rows", values: "4 to 8", default: "6", help: "rows of the board" },
        ],
        position_help: "the columns of all moves, '44455554221', or rows from the top, '.../..Y....'; yellow begins; \
                        after options as in 'columns=5,rows=4; 3321'",
        move_help: "column '1' (left) to '7', or as many as there are; a list may be written without spaces",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    fn fits(options: &Options) -> bool {
        size_from_options(options).is_ok_and(|(columns, rows)| S::of_size(columns, rows).is_some())
    }

    fn move_text(&self, cell: Cell) -> String {
        (self.shape.column_of(cell.0) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        let moves = self.legal_moves_for(text)?;
        let columns = self.shape.columns();
        let column = text.parse::<u32>().ok().filter(|column| (1..=columns).contains(column));
        let Some(column) = column else {
            let error = TextError::at("unknown column", text, "");
            return Err(TextError::new(format!("{error}; the columns are 1 to {columns}")));
        };
        let found = moves.iter().find(|cell| self.shape.column_of(cell.0) + 1 == column);
        found.ok_or_else(|| TextError::new(format!("illegal move '{text}': column {column} is full")))
    }

    fn split_moves(text: &str) -> Vec<&str> {
        let parts = text.char_indices().map(|(offset, letter)| &text[offset..offset + letter.len_utf8()]);
        parts.filter(|part| !part.trim().is_empty() && *part != ",").collect()
    }

    /// The margin counts the stones that the winner has left, the last one among them. "In 3 moves" are its own moves.
    fn describe_win(&self, winner: Side, margin: i32) -> String {
        // Of an odd number of stones the first player's are one more.
        let share = |stones: u32| (stones + u32::from(winner == Side::First)) / 2;
        let last = share(self.shape.cells()) + 1 - margin as u32;
        let (name, stone, moves) = (Self::INFO.sides[winner], ordinal(last), last - share(self.stones()));
        match moves {
            0 => format!("{name} has won with its {stone} stone"),
            _ => format!("{name} wins with its {stone} stone, in {}", counted(moves, "move", "moves")),
        }
    }

    fn draw(&self, style: TextStyle, last: Option<Cell>) -> String {
        let discs = style.pick(["●", "○"], ["Y", "R"]);
        let glyph = |row, column| match self.side_on(row as u32, column as u32) {
            Some(side) => style.paint_with(COLOURS[side], discs[side]),
            None => style.pick("·", ".").to_owned(),
        };
        let last = last.map(|cell| self.row_and_column(cell));
        let rows = vec![String::new(); self.shape.rows() as usize];
        Grid { rows, columns: numbers(self.shape.columns() as usize), glyph: &glyph, last }.draw()
    }

    fn board_data(&self) -> Option<Board> {
        let (columns, rows) = (self.shape.columns() as usize, self.shape.rows() as usize);
        let piece = |row, column| self.side_on(row as u32, column as u32).map(|side| (side, "disc"));
        // Rows count from the bottom, where stones fall.
        let row_names: Vec<String> = numbers(rows).into_iter().rev().collect();
        let places = grid_places(&letters(columns), &row_names, piece);
        Some(Board { layout: Layout::Columns { columns, rows }, places })
    }

    fn set_up_text(&self, pieces: &[Option<(Side, &str)>], _side: Side) -> String {
        piece_rows(pieces, self.shape.columns() as usize, ["Y", "R"], ".", "/")
    }

    fn deciding_places(&self) -> Vec<usize> {
        let cells = cells_of_fours(self.shape, self.own ^ self.occupied);
        cells.bits().map(|bit| self.place(Cell(bit as u8))).collect()
    }

    fn move_places(&self, cell: Cell) -> MovePlaces {
        MovePlaces::to(self.place(cell))
    }
}

impl<S: Shape> fmt::Display for ConnectFour<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        if S::NAMES_SIZE {
            write!(f, "columns={columns},rows={rows}; ")?;
        }
        for row in 0..rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..columns {
                f.write_str(self.side_on(row, column).map_or(".", |side| ["Y", "R"][side]))?;
            }
        }
        Ok(())
    }
}

impl<S: Shape> FromStr for ConnectFour<S> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<ConnectFour<S>, TextError> {
        let (options, text) = split_options(text);
        let shape = if options.is_empty() { S::default() } else { shape_from_options(&options)? };
        if text.chars().all(|letter| letter.is_ascii_digit() || letter.is_whitespace()) {
            return Ok(ConnectFour::start(shape).play_line(text)?.position);
        }
        let (columns, cells) = (shape.columns(), shape.cells());
        let mut stones = [S::Word::default(); 2];
        let mut cell = 0;
        for (offset, letter) in text.char_indices() {
            let part = &text[offset..offset + letter.len_utf8()];
            if letter == '/' && cell > 0 && cell % columns == 0 {
                continue;
            }
            if cell == cells {
                return Err(TextError::at(&format!("more than {cells} cells:"), part, text));
            }
            let bit = bit(shape, cell / columns, cell % columns);
            match letter {
                'Y' | 'y' | 'X' | 'x' => stones[0] |= bit,
                'R' | 'r' | 'O' | 'o' => stones[1] |= bit,
                '.' | '-' => {}
                _ => return Err(TextError::at("expected Y, R or '.', found", part, text)),
            }
            cell += 1;
        }
        if cell < cells {
            return Err(TextError::at(&format!("{cell} of {cells} cells in"), text, ""));
        }
        from_stones(shape, stones).map_err(|reason| TextError::at(&format!("{reason}:"), text, ""))
    }
}

fn from_stones<S: Shape>(shape: S, [yellow, red]: [S::Word; 2]) -> Result<ConnectFour<S>, &'static str> {
    let occupied = yellow | red;
    let own = match yellow.count() as i32 - red.count() as i32 {
        0 => yellow,
        1 => red,
        _ => return Err("yellow must have as many stones as red, or one more"),
    };
    let floating = occupied & !(occupied << 1) & !shape.bottom();
    if !floating.is_zero() {
        return Err("a stone has an empty cell below it");
    }
    if has_four(shape, own) {
        return Err("the side to move already has four in a row");
    }
    Ok(ConnectFour { own, occupied, shape })
}

fn shape_from_options<S: Shape>(options: &Options) -> Result<S, TextError> {
    let (columns, rows) = size_from_options(options)?;
    S::of_size(columns, rows).ok_or_else(|| {
        TextError::new(format!("{columns} columns of {rows} rows belong to the board type for other sizes"))
    })
}

/// The columns and rows of the options, by default those of the standard board.
fn size_from_options(options: &Options) -> Result<(u32, u32), TextError> {
    let (mut columns, mut rows) = (Standard::COLUMNS, Standard::ROWS);
    for &(name, value) in options {
        let number = match name {
            "columns" => &mut columns,
            "rows" => &mut rows,
            _ => return Err(unknown_option(name, &<ConnectFour>::INFO)),
        };
        let Some(digits) = value else { return Err(TextError::at("a number is missing after", name, "")) };
        let known = digits.parse().ok().filter(|number| SIZES.contains(number));
        *number = known.ok_or_else(|| TextError::at(&format!("{name} must be 4 to 8, not"), digits, ""))?;
    }
    Ok((columns, rows))
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Bound, Margins, Outcome, Rng, Value, describe_value};

    use super::*;
    use crate::connect_four::AnySize;

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
        assert!(refused("......./......./......./......./...Y.../.......").contains("has an empty cell below it"));
        assert!(refused("......./......./......./......./......./RR.....").contains("as many stones"));
        assert!(refused("......./......./......./......./RRR..../YYYYR..").contains("already has four in a row"));
    }

    /// Plays random games to a win and checks the announced win in every position on the way.
    fn check_words<S: Shape>(start: ConnectFour<S>) {
        let mut said = 0;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut game = vec![start];
            while let Some(moves) = game[game.len() - 1].status().moves() {
                let mut next = game[game.len() - 1];
                next.play(moves.sample(&mut rng));
                game.push(next);
            }
            let last = game.len() - 1;
            let Some(winner) = game[last].status().outcome().and_then(Outcome::winner) else { continue };
            let name = ["yellow", "red"][winner];
            let stones = |ply: usize| (0..ply).filter(|ply| Side::after_plies(*ply as u32) == winner).count();
            for (ply, position) in game.iter().enumerate() {
                let margin = position.margin((last - ply) as u32);
                let text = position.describe_win(winner, margin);
                let (count, left) = (stones(last), stones(last) - stones(ply));
                let start = if left == 0 {
                    format!("{name} has won with its {count}")
                } else {
                    format!("{name} wins with its {count}")
                };
                assert!(text.starts_with(&start), "{text}: {position}");
                assert!(left == 0 || text.contains(&format!("stone, in {left} move")), "{text}: {position}");
                assert_eq!(text.ends_with("move"), left == 1, "{text}: {position}");
                said += 1;
            }
        }
        assert!(said > 1000, "only {said} positions");
    }

    #[test]
    fn words_name_the_stone_that_wins_and_the_moves_until_then() {
        check_words(<ConnectFour>::default());
        for (columns, rows) in [(4, 6), (5, 5), (7, 7), (8, 8)] {
            check_words(ConnectFour::start(AnySize::of_size(columns, rows).unwrap()));
        }
    }

    #[test]
    fn values_are_said_from_either_side() {
        let words = |moves: &str, value| describe_value(&moves.parse::<ConnectFour>().unwrap(), value, Bound::Exact);
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(words("", Value::Margin(1)), said("yellow wins with its 21st stone, in 21 moves"));
        assert_eq!(words("4", Value::Margin(-1)), said("yellow wins with its 21st stone, in 20 moves"));
        assert_eq!(words("112233", Value::Margin(18)), said("yellow wins with its 4th stone, in 1 move"));
        assert_eq!(words("1122334", Value::Margin(-18)), said("yellow has won with its 4th stone"));
        assert_eq!(words("444444", Value::Draw), said("draw with best play"));
        assert_eq!(words("4", Value::Loss(None)), said("yellow wins"));
        assert_eq!(words("4", Value::Estimate(3)), None);
        let bound = |value, bound| describe_value(&<ConnectFour>::default(), value, bound);
        assert_eq!(bound(Value::Margin(1), Bound::Lower), said("yellow wins"));
        assert_eq!(bound(Value::Draw, Bound::Lower), said("yellow does not lose"));
        assert_eq!(bound(Value::Draw, Bound::Upper), said("yellow does not win"));
        assert_eq!(bound(Value::Margin(-3), Bound::Upper), said("red wins"));
        assert_eq!(bound(Value::Margin(1), Bound::Upper), None);
    }

    #[test]
    fn sizes_stand_in_front_of_a_position() {
        let position = |text: &str| text.parse::<ConnectFour<AnySize>>().map(|position| position.to_string());
        assert_eq!(position("columns=5,rows=4; 3321").as_deref(), Ok("columns=5,rows=4; ...../...../..R../RYY.."));
        assert_eq!(position("rows=4;").as_deref(), Ok("columns=7,rows=4; ......./......./......./......."));
        let refused = |text: &str| position(text).unwrap_err().to_string();
        assert_eq!(refused("columns=9;"), "columns must be 4 to 8, not '9'");
        assert_eq!(refused("columns=5,rows;"), "a number is missing after 'rows'");
        assert_eq!(refused("size=5;"), "unknown option 'size'; connect-four has columns, rows");
        assert!(refused("columns=5,rows=4; 6").contains("the columns are 1 to 5"));
        assert!(refused("columns=4,rows=4; ..../..../....").contains("12 of 16 cells"));
        assert_eq!("columns=7; 4".parse::<ConnectFour>(), "4".parse());
        let refused = "columns=5;".parse::<ConnectFour>().unwrap_err().to_string();
        assert_eq!(refused, "5 columns of 6 rows belong to the board type for other sizes");
    }
}
