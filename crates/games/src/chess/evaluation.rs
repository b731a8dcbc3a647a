//! What a position of chess looks to be worth: the pieces and where they stand.
//!
//! Reference: Tomasz Michniewski, "Simplified Evaluation Function" (1995), as published on chessprogramming.org. All
//! numbers are hundredths of a pawn. The sum over all pieces but the kings is carried from move to move; the kings'
//! squares depend on what else is on the board and are added in the end.

use cozy_chess::{Board, Color, File, Move, Piece, Square};
use spielbaum_core::Evaluate;

use super::Chess;
use super::san::is_castling;

/// Material and piece-square tables, own less opponent's.
#[derive(Clone, Copy, Default, Debug)]
pub struct MaterialAndSquares;

impl Evaluate<Chess> for MaterialAndSquares {
    /// White's pieces less black's, without the kings.
    type State = i32;

    fn start(&self, position: &Chess) -> i32 {
        let board = position.board();
        let sum = |color| {
            let pieces = Piece::ALL.into_iter().filter(|&piece| piece != Piece::King);
            let squares = pieces.flat_map(|piece| {
                board.colored_pieces(color, piece).into_iter().map(move |square| worth(piece, square, color))
            });
            squares.sum::<i32>()
        };
        sum(Color::White) - sum(Color::Black)
    }

    #[inline]
    fn update(&self, state: &mut i32, before: &Chess, mv: Move) {
        let board = before.board();
        let color = board.side_to_move();
        let piece = board.piece_on(mv.from).expect("a legal move has a piece to move");
        let mut gain = 0;
        if is_castling(board, mv) {
            let file = if mv.to.file() > mv.from.file() { File::F } else { File::D };
            let rook_to = Square::new(file, mv.to.rank());
            gain += worth(Piece::Rook, rook_to, color) - worth(Piece::Rook, mv.to, color);
        } else if piece != Piece::King {
            gain += worth(mv.promotion.unwrap_or(piece), mv.to, color) - worth(piece, mv.from, color);
        }
        if let Some((victim, square)) = captured(board, mv) {
            gain += worth(victim, square, !color);
        }
        *state += sign(color) * gain;
    }

    #[inline]
    fn evaluate(&self, state: &i32, position: &Chess) -> i32 {
        let board = position.board();
        let table = if is_endgame(board) { &KING_IN_ENDGAME } else { &KING };
        let king = |color| table[table_index(board.king(color), color)];
        let white = state + king(Color::White) - king(Color::Black);
        sign(board.side_to_move()) * white
    }
}

/// What a piece is worth wherever it stands; nothing for the king, who is never exchanged.
pub(super) const fn material(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// The piece that the legal move `mv` takes, and its square, which is another than `mv.to` en passant.
#[inline]
pub(super) fn captured(board: &Board, mv: Move) -> Option<(Piece, Square)> {
    if is_castling(board, mv) {
        None
    } else if let Some(victim) = board.piece_on(mv.to) {
        Some((victim, mv.to))
    } else if mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from) {
        Some((Piece::Pawn, Square::new(mv.to.file(), mv.from.rank())))
    } else {
        None
    }
}

/// Whether each side has no queen, or besides one queen at most a minor piece.
fn is_endgame(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let count = |piece| board.colored_pieces(color, piece).len();
        let minors = count(Piece::Knight) + count(Piece::Bishop);
        match count(Piece::Queen) {
            0 => true,
            1 => count(Piece::Rook) == 0 && minors <= 1,
            _ => false,
        }
    })
}

/// Material and square of a piece other than the king.
#[inline]
fn worth(piece: Piece, square: Square, color: Color) -> i32 {
    material(piece) + SQUARES[piece as usize][table_index(square, color)]
}

/// The tables are printed as white sees the board, rank 8 first; black sees it upside down.
#[inline]
fn table_index(square: Square, color: Color) -> usize {
    match color {
        Color::White => square as usize ^ 56,
        Color::Black => square as usize,
    }
}

#[inline]
fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

type Table = [i32; 64];

/// The tables of pawn, knight, bishop, rook and queen, in the order of [`Piece`].
const SQUARES: [Table; 5] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN];

#[rustfmt::skip]
const PAWN: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: Table = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];

#[rustfmt::skip]
const BISHOP: Table = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];

#[rustfmt::skip]
const ROOK: Table = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];

#[rustfmt::skip]
const QUEEN: Table = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];

/// The king as long as there are pieces to hide from.
#[rustfmt::skip]
const KING: Table = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

#[rustfmt::skip]
const KING_IN_ENDGAME: Table = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

#[cfg(test)]
mod tests {
    use super::super::knowledge::tests::each_random_position;
    use super::*;
    use spielbaum_core::{Game, MoveSet};

    /// The position with the colours exchanged and the board upside down.
    fn flipped(position: &Chess) -> Chess {
        let swap_case = |text: &str| -> String {
            let swap = |letter: char| {
                if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
            };
            text.chars().map(swap).collect()
        };
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let mut rights: Vec<char> = swap_case(fields[2]).chars().collect();
        rights.sort_unstable();
        let rights: String = rights.into_iter().collect();
        let en_passant: String = match fields[3].split_at(1) {
            (file, "3") => format!("{file}6"),
            (file, "6") => format!("{file}3"),
            _ => "-".to_owned(),
        };
        let text = format!("{} {side} {rights} {en_passant} {} {}", ranks.join("/"), fields[4], fields[5]);
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Every piece by its square, nothing carried.
    fn naive(position: &Chess) -> i32 {
        let board = position.board();
        let king_table = if is_endgame(board) { KING_IN_ENDGAME } else { KING };
        let tables = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, king_table];
        let values = [100, 320, 330, 500, 900, 0];
        let mut sum = 0;
        for square in Square::ALL {
            let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else { continue };
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            let row = if color == Color::White { 7 - rank } else { rank };
            let value = values[piece as usize] + tables[piece as usize][8 * row + file];
            sum += if color == board.side_to_move() { value } else { -value };
        }
        sum
    }

    #[test]
    fn the_carried_sum_is_the_sum_over_all_squares_for_either_colour() {
        let (mut castlings, mut promotions, mut en_passants) = (0, 0, 0);
        each_random_position(81, |position| {
            let state = MaterialAndSquares.start(position);
            let value = MaterialAndSquares.evaluate(&state, position);
            assert_eq!(value, naive(position), "{position}");
            let mirror = flipped(position);
            assert_eq!(value, MaterialAndSquares.evaluate(&MaterialAndSquares.start(&mirror), &mirror), "{position}");
            for mv in position.status().moves().unwrap().iter() {
                let (mut after, mut updated) = (position.clone(), state);
                after.play(mv);
                MaterialAndSquares.update(&mut updated, position, mv);
                assert_eq!(updated, MaterialAndSquares.start(&after), "{position} {mv}");
                castlings += usize::from(is_castling(position.board(), mv));
                promotions += usize::from(mv.promotion.is_some());
                en_passants += usize::from(captured(position.board(), mv).is_some_and(|(_, square)| square != mv.to));
            }
        });
        let special = [castlings, promotions, en_passants];
        assert!(special.iter().all(|&count| count > 20), "{special:?}");
    }

    #[test]
    fn the_start_is_even_and_a_queen_more_is_nine_pawns_up() {
        let value = |text: &str| {
            let position: Chess = text.parse().unwrap();
            MaterialAndSquares.evaluate(&MaterialAndSquares.start(&position), &position)
        };
        assert_eq!(value("startpos"), 0);
        assert_eq!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 895);
        assert_eq!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), -895);
    }

    #[test]
    fn kings_come_out_when_a_lone_queen_has_at_most_a_minor_piece_beside_it() {
        let is_endgame = |text: &str| is_endgame(text.parse::<Chess>().unwrap().board());
        assert!(is_endgame("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
        assert!(is_endgame("q2nk3/pppp4/8/8/8/8/8/R3K2R w - - 0 1"));
        assert!(!is_endgame("q2rk3/8/8/8/8/8/8/R3K2R w - - 0 1"));
        assert!(!is_endgame("qbn1k3/8/8/8/8/8/8/R3K2R w - - 0 1"));
    }
}
