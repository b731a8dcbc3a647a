//! Pawn terms: structure, passed pawns, and king shelter.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::terms::{Attacks, Tally, distance, from_edge, rank_of, ranks_ahead};
use super::values::{
    BACKWARD, BESIDE, DOUBLED, ISOLATED, PASSED, PASSED_BLOCKED, PASSED_FREE, PASSED_OTHER_KING, PASSED_OWN_KING,
    SHIELD, STORM, SUPPORTED,
};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// The ranks of outposts: 4 to 6 from white's view.
const OUTPOST_RANKS: [u64; 2] = [0x0000_ffff_ff00_0000, 0x0000_00ff_ffff_0000];
/// The least rank, counted from 0, at which the distances of the kings to a passed pawn count.
const KINGS_COUNT_FROM: usize = 3;

/// The squares that pawns of `color` on `pawns` attack.
#[inline]
pub(super) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard((pawns.0 & NOT_A) << 7 | (pawns.0 & NOT_H) << 9),
        Color::Black => BitBoard((pawns.0 & NOT_A) >> 9 | (pawns.0 & NOT_H) >> 7),
    }
}

/// The squares in front of `squares` from `color`'s view.
#[inline]
fn pushed(squares: BitBoard, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(squares.0 << 8),
        Color::Black => BitBoard(squares.0 >> 8),
    }
}

/// All squares in front of `squares` to the end of the board.
#[inline]
fn filled(squares: BitBoard, color: Color) -> BitBoard {
    let mut fill = squares.0;
    match color {
        Color::White => {
            fill |= fill << 8;
            fill |= fill << 16;
            fill |= fill << 32;
        }
        Color::Black => {
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill |= fill >> 32;
        }
    }
    pushed(BitBoard(fill), color)
}

#[inline]
fn beside(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 & NOT_A) >> 1 | (squares.0 & NOT_H) << 1)
}

/// Outposts: squares ahead that own pawns protect and that no enemy pawn can ever attack.
#[inline]
pub(super) fn outposts(color: Color, own_pawn_attacks: BitBoard, other_pawns: BitBoard) -> BitBoard {
    let way = filled(other_pawns, !color);
    BitBoard(OUTPOST_RANKS[color as usize]) & own_pawn_attacks & !beside(way)
}

/// Safe pawn pushes: squares that are not attacked by a pawn and not attacked unprotected.
#[inline]
pub(super) fn safe_pushes(board: &Board, color: Color, other: &Attacks, own: &Attacks) -> BitBoard {
    let free = !board.occupied();
    let once = pushed(board.colored_pieces(color, Piece::Pawn), color) & free;
    let twice = pushed(once & Rank::Third.relative_to(color).bitboard(), color) & free;
    (once | twice) & !other.by[Piece::Pawn as usize] & (own.all | !other.all)
}

/// The pawn structure of `color`.
pub(super) fn structure<T: Tally>(board: &Board, color: Color, tally: &mut T) {
    let [own, theirs] = [color, !color].map(|side| board.colored_pieces(side, Piece::Pawn));
    let front = filled(own, color);
    tally.add(DOUBLED, (own & front).len() as i32);
    // Squares that own pawns could protect from behind, now or later.
    let reach = beside(front | own);
    let isolated = own & !(reach | beside(filled(own, !color)));
    for pawn in isolated {
        tally.add(ISOLATED + pawn.file() as usize, 1);
    }
    let attacked = pawn_attacks(theirs, !color);
    let backward = own & !isolated & !reach & pushed(attacked, !color);
    tally.add(BACKWARD, backward.len() as i32);
    for pawn in own & beside(own) {
        tally.add(BESIDE + rank_of(pawn, color), 1);
    }
    for pawn in own & pawn_attacks(own, color) {
        tally.add(SUPPORTED + rank_of(pawn, color), 1);
    }
}

/// Passed pawns of both sides: no pawn of either side ahead of them, and none that could capture them.
pub(super) fn passed_pawns(board: &Board) -> BitBoard {
    let [white, black] = Color::ALL.map(|color| {
        let [own, theirs] = [color, !color].map(|side| board.colored_pieces(side, Piece::Pawn));
        let their_front = filled(theirs, !color);
        own & !(their_front | beside(their_front) | filled(own, !color))
    });
    white | black
}

/// The passed pawns on `pawns`, by rank, and their obstacles.
#[inline(always)]
pub(super) fn passed<T: Tally>(board: &Board, color: Color, pawns: BitBoard, other: &Attacks, tally: &mut T) {
    for pawn in pawns {
        let rank = rank_of(pawn, color);
        let stop = ahead_of(pawn, color);
        tally.add(PASSED + rank, 1);
        if board.occupied().has(stop) {
            tally.add(PASSED_BLOCKED + rank, 1);
        } else if !other.all.has(stop) {
            tally.add(PASSED_FREE + rank, 1);
        }
        if rank >= KINGS_COUNT_FROM {
            tally.add(PASSED_OWN_KING + distance(board.king(color), stop), 1);
            tally.add(PASSED_OTHER_KING + distance(board.king(!color), stop), 1);
        }
    }
}

/// King shelter: the pawns of both sides on the king's file and the two adjacent ones, on the king's rank or ahead of
/// it.
pub(super) fn shield<T: Tally>(board: &Board, color: Color, tally: &mut T) {
    let king = board.king(color);
    let ahead = ranks_ahead(king.rank(), color) | king.rank().bitboard();
    let [own, theirs] = [color, !color].map(|side| board.colored_pieces(side, Piece::Pawn) & ahead);
    let middle = (king.file() as usize).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = File::index(file);
        let rank = |pawns: BitBoard| nearest(pawns & file.bitboard(), color).map_or(0, |pawn| rank_of(pawn, color));
        tally.add(SHIELD + 8 * from_edge(file) + rank(own), 1);
        tally.add(STORM + 8 * from_edge(file) + rank(theirs), 1);
    }
}

/// The square in front of a pawn.
#[inline]
fn ahead_of(pawn: Square, color: Color) -> Square {
    let step = if color == Color::White { 8 } else { -8 };
    Square::index((pawn as i32 + step) as usize)
}

/// The rearmost pawn of a file from `color`'s view.
#[inline]
fn nearest(pawns: BitBoard, color: Color) -> Option<Square> {
    match color {
        Color::White => pawns.next_square(),
        Color::Black => pawns.0.checked_ilog2().map(|bit| Square::index(bit as usize)),
    }
}
