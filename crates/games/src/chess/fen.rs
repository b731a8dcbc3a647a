//! A position as text: Forsyth-Edwards Notation, preceded by `draws=RULES;` unless they are the default.
//!
//! ```text
//!   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   placement, rank 8 first                     |  |   | | move number
//!                                            side  |   | half-move clock
//!                                           castling   en passant
//! ```
//!
//! Castling rights may name the rook's file (Shredder-FEN) and are printed so where `KQkq` would mean another rook
//! (X-FEN). The en passant square is printed only where such a capture is legal.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{BitBoard, get_king_moves};
use cozy_chess::{Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square};
use spielbaum_core::{Notation, Side, TextError, split_options};

use super::draws::SEVENTY_FIVE_MOVES;
use super::notation::PIECE_NAMES;
use super::{Chess, Draws};
use crate::registry::unknown_option;

/// The text for the position at the start of a game.
const START: &str = "startpos";

impl FromStr for Chess {
    type Err = TextError;

    /// Reads `[draws=RULES;] FEN`; the counters may be missing, and `startpos` or nothing is the start position.
    fn from_str(text: &str) -> Result<Chess, TextError> {
        let (options, body) = split_options(text);
        let mut draws = Draws::default();
        for (name, value) in options {
            match name {
                "draws" => draws = parse_draws(value.unwrap_or_default())?,
                _ => return Err(unknown_option(name, &Chess::INFO)),
            }
        }
        if body.is_empty() || body == START {
            return Ok(Chess::default().with_draws(draws));
        }
        let (board, clock) = parse_fen(body)?;
        Ok(Chess::new(board, clock, draws))
    }
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.draws() != Draws::default() {
            write!(f, "draws={}; ", self.draws().name())?;
        }
        f.write_str(&self.fen())
    }
}

impl Chess {
    /// The position in Forsyth-Edwards Notation, without the draw rules.
    pub fn fen(&self) -> String {
        let board = self.board();
        let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(|rank| rank_text(board, rank)).collect();
        let en_passant = self.en_passant_square().map_or("-".to_owned(), |square| square.to_string());
        format!(
            "{} {} {} {en_passant} {} {}",
            ranks.join("/"),
            board.side_to_move(),
            castling_text(board),
            self.clock(),
            board.fullmove_number()
        )
    }
}

/// The letter of a piece, capital for white.
pub(super) fn piece_letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn rank_text(board: &Board, rank: Rank) -> String {
    let squares = File::ALL.map(|file| {
        let square = Square::new(file, rank);
        Some(piece_letter(board.piece_on(square)?, board.color_on(square)?))
    });
    squares_text(&squares)
}

/// A rank from the a-file on: letters of pieces, and numbers of empty squares.
fn squares_text(squares: &[Option<char>]) -> String {
    let gaps = squares.chunk_by(|one, other| one.is_none() && other.is_none());
    gaps.map(|gap| gap[0].map_or_else(|| gap.len().to_string(), String::from)).collect()
}

/// The position with these pieces from a8 on, in Forsyth-Edwards Notation; kings and rooks on their first squares may castle.
pub(super) fn set_up_fen(pieces: &[Option<(Side, &str)>], side: Side) -> String {
    let letter = |(side, name): (Side, &str)| {
        let piece = Piece::ALL.into_iter().find(|&piece| PIECE_NAMES[piece as usize] == name)?;
        Some(piece_letter(piece, [Color::White, Color::Black][side]))
    };
    let squares: Vec<Option<char>> = pieces.iter().map(|piece| piece.and_then(letter)).collect();
    let ranks: Vec<String> = squares.chunks(8).map(squares_text).collect();
    let holds = |index: usize, letter| squares.get(index) == Some(&Some(letter));
    // King and rook with their squares: e1 h1, e1 a1, e8 h8, e8 a8.
    let castling = [
        ('K', holds(60, 'K') && holds(63, 'R')),
        ('Q', holds(60, 'K') && holds(56, 'R')),
        ('k', holds(4, 'k') && holds(7, 'r')),
        ('q', holds(4, 'k') && holds(0, 'r')),
    ];
    let rights: String = castling.into_iter().filter(|(_, may)| *may).map(|(right, _)| right).collect();
    let rights = if rights.is_empty() { "-" } else { &rights };
    format!("{} {} {rights} - 0 1", ranks.join("/"), ["w", "b"][side])
}

fn castling_text(board: &Board) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        let rooks = board.colored_pieces(color, Piece::Rook) & Rank::First.relative_to(color).bitboard();
        let sides = [(rights.short, 'k', outermost(rooks, true)), (rights.long, 'q', outermost(rooks, false))];
        for (rook, usual, outermost) in sides {
            let Some(rook) = rook else { continue };
            let letter = if Some(rook) == outermost { usual } else { char::from(rook) };
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The file of the rook nearest to the h-file, or to the a-file.
fn outermost(rooks: BitBoard, is_short: bool) -> Option<File> {
    let files = rooks.into_iter().map(Square::file);
    if is_short { files.max() } else { files.min() }
}

fn parse_draws(value: &str) -> Result<Draws, TextError> {
    Draws::ALL.into_iter().find(|draws| draws.name() == value).ok_or_else(|| {
        let error = TextError::at("draws", value, "");
        let names = Draws::ALL.map(Draws::name).join(", ");
        TextError::new(format!("{error} is none of {names}"))
    })
}

/// An error about one field: `castling field 'KX': 'X' is …`.
fn field_error(name: &str, field: &str, reason: impl fmt::Display) -> TextError {
    let error = TextError::at(&format!("{name} field"), field, "");
    TextError::new(format!("{error}: {reason}"))
}

/// The board and the half-move clock that a FEN describes.
fn parse_fen(text: &str) -> Result<(Board, u8), TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[placement, side, castling, en_passant, ref counters @ ..] = fields.as_slice() else {
        let error = TextError::at("position", text, "");
        let reason = "of the four needed fields (placement, side, castling, en passant)";
        return Err(TextError::new(format!("{error} has {} {reason}", fields.len())));
    };
    if let Some(extra) = counters.get(2) {
        return Err(TextError::at("unexpected text after the six fields of a FEN:", extra, text));
    }

    let mut builder = BoardBuilder::empty();
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(field_error("side", side, "expected w or b")),
    };
    place_pieces(&mut builder, placement)?;
    set_castling(&mut builder, castling)?;
    set_en_passant(&mut builder, en_passant)?;
    let clock = counters.first().map_or(Ok(0), |field| parse_clock(field))?;
    builder.halfmove_clock = clock.min(100);
    builder.fullmove_number = counters.get(1).map_or(Ok(1), |field| parse_move_number(field))?;

    let board = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => {
            field_error("en passant", en_passant, "no pawn can just have passed this square")
        }
        // Each field has been checked; the remaining errors concern the position as a whole.
        _ => field_error("placement", placement, "the side that is not to move is in check"),
    })?;
    if board.checkers().len() > 2 {
        return Err(field_error("placement", placement, "no move gives check with more than two pieces"));
    }
    Ok((board, clock))
}

fn place_pieces(builder: &mut BoardBuilder, field: &str) -> Result<(), TextError> {
    let error = |reason: String| field_error("placement", field, reason);
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(error(format!("{} of 8 ranks", ranks.len())));
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(count @ 1..=8) = letter.to_digit(10) {
                file += count as usize;
                continue;
            }
            let Ok(piece) = Piece::try_from(letter.to_ascii_lowercase()) else {
                return Err(error(format!("'{}' is neither a piece nor a number of squares", letter.escape_debug())));
            };
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            return Err(error(format!("rank {} has {file} of 8 squares", rank as usize + 1)));
        }
    }
    check_pieces(builder).map_err(error)
}

/// Checks kings, pawns and piece counts, independently of the side to move.
fn check_pieces(builder: &BoardBuilder) -> Result<(), String> {
    let mut kings = [Square::A1; 2];
    for (color, name) in [(Color::White, "white"), (Color::Black, "black")] {
        let own = |square: &Square| builder.square(*square).filter(|&(_, owner)| owner == color);
        let squares_of =
            |piece| Square::ALL.into_iter().filter(move |at| own(at).is_some_and(|found| found.0 == piece));
        let count = Square::ALL.iter().filter(|at| own(at).is_some()).count();
        if count > 16 {
            return Err(format!("{count} {name} pieces, at most 16 are possible"));
        }
        let pawns = squares_of(Piece::Pawn).count();
        if pawns > 8 {
            return Err(format!("{pawns} {name} pawns, at most 8 are possible"));
        }
        if let Some(pawn) = squares_of(Piece::Pawn).find(|pawn| matches!(pawn.rank(), Rank::First | Rank::Eighth)) {
            return Err(format!("a pawn on {pawn}"));
        }
        let found: Vec<Square> = squares_of(Piece::King).collect();
        let &[king] = found.as_slice() else {
            return Err(format!("{} {name} kings, there must be one", found.len()));
        };
        kings[color as usize] = king;
    }
    if get_king_moves(kings[0]).has(kings[1]) {
        return Err("the kings stand next to each other".to_owned());
    }
    Ok(())
}

fn set_castling(builder: &mut BoardBuilder, field: &str) -> Result<(), TextError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let right = castling_rook(builder, color, letter).and_then(|(is_short, rook)| {
            let CastleRights { short, long } = builder.castle_rights_mut(color);
            let previous = if is_short { short.replace(rook) } else { long.replace(rook) };
            if previous.is_none() { Ok(()) } else { Err("gives a right twice") }
        });
        right.map_err(|reason| field_error("castling", field, format!("'{}' {reason}", letter.escape_debug())))?;
    }
    Ok(())
}

/// The side and the rook's file that a letter of the castling field denotes.
fn castling_rook(builder: &BoardBuilder, color: Color, letter: char) -> Result<(bool, File), &'static str> {
    let rank = Rank::First.relative_to(color);
    let holds = |file: File, piece| builder.square(Square::new(file, rank)) == Some((piece, color));
    let letter = letter.to_ascii_lowercase();
    if !matches!(letter, 'k' | 'q' | 'a'..='h') {
        return Err("is none of K, Q, k, q, -, or the file of a rook");
    }
    let Some(king) = File::ALL.into_iter().find(|&file| holds(file, Piece::King)) else {
        return Err("needs the king on its first rank");
    };
    let rooks = File::ALL.into_iter().filter(|&file| holds(file, Piece::Rook));
    let mut meant = rooks.filter(|&rook| match letter {
        'k' => rook > king,
        'q' => rook < king,
        file => char::from(rook) == file,
    });
    let rook = if letter == 'k' { meant.next_back() } else { meant.next() };
    rook.map(|rook| (rook > king, rook)).ok_or("has no rook there to castle with")
}

fn set_en_passant(builder: &mut BoardBuilder, field: &str) -> Result<(), TextError> {
    if field == "-" {
        return Ok(());
    }
    let square: Square =
        field.parse().map_err(|_| field_error("en passant", field, "expected - or a square such as e3"))?;
    let rank = Rank::Sixth.relative_to(builder.side_to_move);
    if square.rank() != rank {
        let side = if builder.side_to_move == Color::White { "white" } else { "black" };
        let reason = format!("must be on rank {} when {side} is to move", rank as usize + 1);
        return Err(field_error("en passant", field, reason));
    }
    builder.en_passant = Some(square);
    Ok(())
}

fn parse_clock(field: &str) -> Result<u8, TextError> {
    let clock = parse_number(field).filter(|&clock| clock <= u32::from(SEVENTY_FIVE_MOVES));
    let reason = format!("expected 0 to {SEVENTY_FIVE_MOVES}, where the 75-move rule ends the game");
    clock.map(|clock| clock as u8).ok_or_else(|| field_error("half-move clock", field, reason))
}

/// Some programs count from 0, which is read as 1.
fn parse_move_number(field: &str) -> Result<u16, TextError> {
    let number = parse_number(field).and_then(|number| u16::try_from(number.max(1)).ok());
    number.ok_or_else(|| field_error("move number", field, format!("expected 1 to {}", u16::MAX)))
}

fn parse_number(field: &str) -> Option<u32> {
    field.parse().ok().filter(|_| field.bytes().all(|byte| byte.is_ascii_digit()))
}
