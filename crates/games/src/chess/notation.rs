//! Notation of chess: UCI and SAN moves, move lists with numbers, drawings.

use cozy_chess::{Color, File, Move, Piece, Rank, Square};
use spielbaum_core::{
    Board, Game, GameInfo, GameOption, GameProfile, Layout, MovePlaces, Notation, Outcome, Side, Status, TextError,
    TextStyle,
};

use super::Chess;
use super::fen::{piece_letter, set_up_fen};
use super::rules::side_of;
use super::san::uci_target;
use crate::draw::{Grid, grid_places, letters, numbers};

/// The results at the end of a list of moves: white won, black won, draw, unknown.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The pieces in the order of the generator.
pub(super) const PIECE_NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Makes terminals draw a glyph as text and not as a picture of two columns.
const AS_TEXT: char = '\u{fe0e}';

impl Notation for Chess {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        title: "Chess",
        sides: ["white", "black"],
        summary: "8×8 board, checkmate wins",
        options: &[GameOption {
            name: "draws",
            values: "claimed, automatic or moves",
            default: "claimed",
            help: "which draws end a game: claimable ones (threefold, 50 moves), automatic ones (fivefold, 75 moves), \
                   or only 75 moves",
        }],
        position_help: "FEN, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', or 'startpos'",
        move_help: "UCI, 'g1f3' or 'e7e8q', or SAN, 'Nf3' or 'e8=Q'",
    };

    const PROFILE: GameProfile = super::profile::PROFILE;

    /// UCI text; castling is the king's move of two squares, in Chess960 the king's move onto the rook.
    fn move_text(&self, mv: Move) -> String {
        Move { to: uci_target(self.board(), mv), ..mv }.to_string()
    }

    fn draw(&self, style: TextStyle, last: Option<Move>) -> String {
        let square = |row: usize, column: usize| Square::new(File::index(column), Rank::index(7 - row));
        let glyph = |row, column| self.glyph(square(row, column), style);
        let last = last.map(|mv| self.arrival(mv)).map(|to| (7 - to.rank() as usize, to.file() as usize));
        let rows = numbers(8).into_iter().rev().collect();
        Grid { rows, columns: letters(8), glyph: &glyph, last }.draw()
    }

    fn board_data(&self) -> Option<Board> {
        let piece = |row: usize, column: usize| {
            let square = Square::new(File::index(column), Rank::index(7 - row));
            let (piece, color) = (self.board().piece_on(square)?, self.board().color_on(square)?);
            Some((side_of(color), PIECE_NAMES[piece as usize]))
        };
        let row_names: Vec<String> = numbers(8).into_iter().rev().collect();
        let places = grid_places(&letters(8), &row_names, piece);
        Some(Board { layout: Layout::Squares { columns: 8, rows: 8 }, places })
    }

    fn set_up_text(&self, pieces: &[Option<(Side, &str)>], side: Side) -> String {
        set_up_fen(pieces, side)
    }

    fn deciding_places(&self) -> Vec<usize> {
        match self.status() {
            Status::Over(Outcome::Win(_)) => vec![place(self.board().king(self.board().side_to_move()))],
            _ => Vec::new(),
        }
    }

    fn move_places(&self, mv: Move) -> MovePlaces {
        MovePlaces { from: Some(place(mv.from)), to: Some(place(uci_target(self.board(), mv))) }
    }

    fn move_label(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        self.legal_moves_for(text)?;
        self.find_move(text)
    }

    /// Moves without their numbers (`1.`, `12...`, `1.e4`) and without the result.
    fn split_moves(text: &str) -> Vec<&str> {
        let parts = text.split([' ', '\t', '\n', '\r', ',']);
        let moves = parts.filter(|part| !RESULTS.contains(part)).map(without_number);
        moves.filter(|part| !part.is_empty()).collect()
    }

    fn opening(&self) -> Option<&'static str> {
        self.opening_name()
    }

    fn ending(&self) -> Option<String> {
        let (words, outcome) = (self.end()?.words(), self.status().outcome()?);
        Some(match outcome {
            Outcome::Win(side) => format!("{} wins by {words}", Self::INFO.sides[side]),
            Outcome::Draw => format!("draw by {words}"),
        })
    }
}

/// The place of a square on the board as it is drawn.
fn place(square: Square) -> usize {
    8 * (7 - square.rank() as usize) + square.file() as usize
}

impl Chess {
    fn glyph(&self, square: Square, style: TextStyle) -> String {
        let (Some(piece), Some(color)) = (self.board().piece_on(square), self.board().color_on(square)) else {
            return style.pick("·", ".").to_owned();
        };
        let text = match (style.unicode, style.colour) {
            (false, _) => piece_letter(piece, color).to_string(),
            (true, true) => format!("{}{AS_TEXT}", symbol(piece, Color::Black)),
            (true, false) => format!("{}{AS_TEXT}", symbol(piece, color)),
        };
        style.paint(side_of(color), &text)
    }

    /// The square on which the piece that made `mv` now stands. Castling leaves the rook's square empty.
    fn arrival(&self, mv: Move) -> Square {
        if self.board().occupied().has(mv.to) { mv.to } else { self.board().king(!self.board().side_to_move()) }
    }
}

/// The chess symbol of a piece: outlined for white, filled for black.
fn symbol(piece: Piece, color: Color) -> char {
    let symbols = match color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    symbols[piece as usize]
}

/// `part` without a leading move number; a number alone, with or without dots, leaves nothing.
pub(super) fn without_number(part: &str) -> &str {
    let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { part }
}
