//! Othello as text: 64 squares of `XO-` and the side to move, or a transcript `f5d6c3…`.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{
    Board, Cell, Game, GameInfo, GameProfile, Layout, MovePlaces, MoveSet, Notation, Side, Status, TextError,
    TextStyle, counted,
};

use super::{Othello, PASS};
use crate::draw::{Grid, grid_places, letters, numbers, piece_rows};

/// Spellings of a pass.
const PASS_WORDS: [&str; 4] = ["pass", "--", "pa", "ps"];

fn is_pass_word(text: &str) -> bool {
    PASS_WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

impl Othello {
    fn side_on(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.discs(side) >> square & 1 != 0)
    }
}

impl Notation for Othello {
    const INFO: GameInfo = GameInfo {
        name: "othello",
        title: "Othello",
        sides: ["black", "white"],
        summary: "8×8 board, flanked discs are flipped, more discs win",
        options: &[],
        position_help: "64 squares of X (black), O (white), '-' from a1 row by row, then X or O to move; or a transcript 'f5d6c3'",
        move_help: "column letter and row number, 'a1' (top left) to 'h8', or 'pass'; a list may be written without spaces",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    fn move_text(&self, square: Cell) -> String {
        match square {
            PASS => "pass".to_owned(),
            Cell(index) => format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Cell, TextError> {
        let moves = self.legal_moves_for(text)?;
        if is_pass_word(text) && moves.is_pass() {
            return Ok(PASS);
        }
        let found = moves.iter().find(|&square| self.move_text(square).eq_ignore_ascii_case(text));
        found.ok_or_else(|| self.illegal_move(text))
    }

    fn split_moves(text: &str) -> Vec<&str> {
        let words = text.split([' ', '\t', '\n', '\r', ',']).filter(|word| !word.is_empty());
        let is_glued =
            |word: &str| word.is_ascii() && word.len() > 2 && word.len().is_multiple_of(2) && !is_pass_word(word);
        let mut parts = Vec::new();
        for word in words {
            if is_glued(word) {
                parts.extend((0..word.len()).step_by(2).map(|start| &word[start..start + 2]));
            } else {
                parts.push(word);
            }
        }
        parts
    }

    fn implicit_move(&self, text: &str) -> Option<Cell> {
        match self.status() {
            Status::Ongoing(moves) if moves.is_pass() && !is_pass_word(text) => Some(PASS),
            _ => None,
        }
    }

    fn describe_win(&self, winner: Side, margin: i32) -> String {
        format!("{} wins by {}", Self::INFO.sides[winner], counted(margin as u32, "disc", "discs"))
    }

    fn opening(&self) -> Option<&'static str> {
        self.opening_name()
    }

    fn ending(&self) -> Option<String> {
        let outcome = self.status().outcome()?;
        let [black, white] = Side::BOTH.map(|side| self.discs(side).count_ones());
        Some(match outcome.winner() {
            Some(side) => format!("{} wins {}:{}", Self::INFO.sides[side], black.max(white), black.min(white)),
            None => format!("draw {black}:{white}"),
        })
    }

    fn draw(&self, style: TextStyle, last: Option<Cell>) -> String {
        let discs = style.pick(["●", "○"], ["X", "O"]);
        let glyph = |row, column| match self.side_on(8 * row + column) {
            Some(side) => style.paint(side, discs[side]),
            None => style.pick("·", ".").to_owned(),
        };
        let last = last.filter(|&square| square != PASS);
        let last = last.map(|square| (usize::from(square.0) / 8, usize::from(square.0) % 8));
        let board = Grid { rows: numbers(8), columns: letters(8), glyph: &glyph, last }.draw();
        let counts = Side::BOTH.map(|side| {
            let disc = style.paint(side, discs[side]);
            format!("{disc} {} {}", Self::INFO.sides[side], self.discs(side).count_ones())
        });
        format!("{board}    {}   {}\n", counts[0], counts[1])
    }

    fn board_data(&self) -> Option<Board> {
        let piece = |row, column| self.side_on(8 * row + column).map(|side| (side, "disc"));
        let places = grid_places(&letters(8), &numbers(8), piece);
        Some(Board { layout: Layout::Squares { columns: 8, rows: 8 }, places })
    }

    fn set_up_text(&self, pieces: &[Option<(Side, &str)>], side: Side) -> String {
        format!("{} {}", piece_rows(pieces, 8, ["X", "O"], "-", ""), ["X", "O"][side])
    }

    fn move_places(&self, square: Cell) -> MovePlaces {
        if square == PASS { MovePlaces::default() } else { MovePlaces::to(square.0.into()) }
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..64 {
            f.write_str(self.side_on(square).map_or("-", |side| ["X", "O"][side]))?;
        }
        write!(f, " {}", ["X", "O"][self.side_to_move])
    }
}

impl FromStr for Othello {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Othello, TextError> {
        let is_transcript = !text.contains(['-', '.', 'X', 'O', 'x', 'o', '*']) || text.trim().len() < 64;
        if is_transcript {
            return Ok(Othello::default().play_line(text)?.position);
        }
        let mut discs = [0u64; 2];
        let mut square = 0;
        let mut side_to_move = None;
        let letters = text.char_indices().filter(|(_, letter)| !letter.is_whitespace() && *letter != '/');
        for (offset, letter) in letters {
            let part = &text[offset..offset + letter.len_utf8()];
            let side = match letter {
                'X' | 'x' | '*' | 'B' | 'b' => Some(Side::First),
                'O' | 'o' | 'W' | 'w' => Some(Side::Second),
                '-' | '.' => None,
                _ => return Err(TextError::at("expected X, O or '-', found", part, text)),
            };
            match (square, side, side_to_move) {
                (64, Some(_), None) => side_to_move = side,
                (64, _, _) => return Err(TextError::at("expected the side to move, X or O, found", part, text)),
                _ => {
                    if let Some(side) = side {
                        discs[side] |= 1 << square;
                    }
                    square += 1;
                }
            }
        }
        if square < 64 {
            return Err(TextError::at(&format!("{square} of 64 squares in"), text.trim(), ""));
        }
        match side_to_move {
            None => Err(TextError::at("the side to move, X or O, is missing after", text.trim(), "")),
            Some(side) => Ok(Othello { own: discs[side], other: discs[!side], side_to_move: side }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Rng;

    #[test]
    fn transcripts_may_leave_passes_out() {
        let mut rng = Rng::new(5);
        let mut passes = 0;
        for _ in 0..100 {
            let (mut position, mut transcript) = (Othello::default(), String::new());
            while let Some(moves) = position.status().moves() {
                let square = moves.sample(&mut rng);
                if square == PASS {
                    passes += 1;
                } else {
                    transcript += &position.move_text(square);
                }
                position.play(square);
            }
            let read: Othello = transcript.parse().unwrap();
            assert_eq!(read, position, "{transcript}");
        }
        assert!(passes > 20, "{passes}");
    }

    #[test]
    fn boards_are_checked_square_by_square() {
        let refused = |text: &str| text.parse::<Othello>().unwrap_err().to_string();
        let board = Othello::default().to_string();
        assert_eq!(board, "---------------------------OX------XO--------------------------- X");
        assert!(refused(&board.replacen('O', "?", 1)).contains("'?' at character 28"));
        assert!(refused(&board[..64]).contains("the side to move, X or O, is missing"));
        assert!(refused(&format!("{board}X")).contains("expected the side to move"));
        assert!(refused(&board[3..]).contains("'-"), "{}", refused(&board[3..]));
        assert!(refused("f5d7").contains("illegal move 'd7'; legal here: f4 d6 f6 (move 2 of the list)"));
    }
}
