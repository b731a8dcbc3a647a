//! Static exchange evaluation: the value of a capture and of the best sequence of recaptures.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use super::super::moves::piece_at;
use super::super::san::is_castling;

/// The value of a piece in an exchange; 0 for the king, which is never exchanged.
pub(in super::super) const fn material(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// The piece that the legal move `mv` captures, and its square, which differs from `mv.to` en passant.
#[inline]
pub(in super::super) fn captured(board: &Board, mv: Move) -> Option<(Piece, Square)> {
    if is_castling(board, mv) {
        None
    } else if let Some(victim) = piece_at(board, mv.to) {
        Some((victim, mv.to))
    } else if mv.from.file() != mv.to.file() && board.pieces(Piece::Pawn).has(mv.from) {
        Some((Piece::Pawn, Square::new(mv.to.file(), mv.from.rank())))
    } else {
        None
    }
}

/// Whether `mv` and all captures on its square that are worth making leave the mover at least `least` ahead. Pins are
/// ignored; a king captures last, and only unprotected pieces.
pub(in super::super) fn see_ge(board: &Board, mv: Move, least: i32) -> bool {
    if is_castling(board, mv) {
        return least <= 0;
    }
    let victim = captured(board, mv);
    let piece = piece_at(board, mv.from).expect("a legal move has a piece to move");
    let becomes = mv.promotion.unwrap_or(piece);
    let gain = victim.map_or(0, |(victim, _)| material(victim)) + material(becomes) - material(piece);
    // The margin of the side that has just captured over what it needs.
    let mut balance = gain - least;
    if balance < 0 {
        return false;
    }
    // Enough even if the piece is lost.
    balance -= worth_taking(becomes);
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
    if let Some((_, square)) = victim.filter(|(_, square)| *square != mv.to) {
        occupied ^= square.bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, mv.to, occupied) & occupied;
    let mut side = !board.side_to_move();
    loop {
        let own = attackers & board.colors(side);
        let Some(piece) = Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty()) else { break };
        // A king must not capture a protected piece.
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            break;
        }
        let from = (own & board.pieces(piece)).next_square().expect("there is one");
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(mv.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(mv.to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        // The balance from the view of the side that has just captured and may lose its piece.
        balance = -balance - 1 - worth_taking(piece);
        if balance >= 0 {
            break;
        }
    }
    // A side that cannot or need not capture has lost the exchange.
    side != board.side_to_move()
}

/// The value won by capturing a piece; effectively infinite for a king.
const fn worth_taking(piece: Piece) -> i32 {
    if matches!(piece, Piece::King) { 20_000 } else { material(piece) }
}

/// The pieces of both sides that attack a square.
fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let pieces = |piece| board.pieces(piece);
    let pawns = Color::ALL.into_iter().fold(BitBoard::EMPTY, |pawns, color| {
        pawns | get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn)
    });
    pawns
        | get_knight_moves(square) & pieces(Piece::Knight)
        | get_king_moves(square) & pieces(Piece::King)
        | get_bishop_moves(square, occupied) & (pieces(Piece::Bishop) | pieces(Piece::Queen))
        | get_rook_moves(square, occupied) & (pieces(Piece::Rook) | pieces(Piece::Queen))
}

#[cfg(test)]
mod tests {
    use super::super::super::Chess;
    use super::super::super::knowledge::tests::each_random_position;
    use super::*;
    use spielbaum_core::{Game, MoveSet};

    /// The most that the side to move can win by captures on `square`, least valuable attacker first; 0 if none pays.
    fn naive(board: &Board, square: Square, side: Color, occupied: BitBoard, target: i32) -> i32 {
        let attackers = attackers_of(board, square, occupied) & occupied;
        let own = attackers & board.colors(side);
        let Some(piece) = Piece::ALL.into_iter().find(|&piece| !(own & board.pieces(piece)).is_empty()) else {
            return 0;
        };
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            return 0;
        }
        let from = (own & board.pieces(piece)).next_square().unwrap();
        let rest = naive(board, square, !side, occupied ^ from.bitboard(), worth_taking(piece));
        (target - rest).max(0)
    }

    #[test]
    fn exchanges_come_to_what_taking_by_turns_gives() {
        let mut seen = 0;
        each_random_position(84, |position: &Chess| {
            let board = position.board();
            for mv in position.status().moves().unwrap().iter().filter(|&mv| !is_castling(board, mv)) {
                let victim = captured(board, mv);
                let mut occupied = (board.occupied() ^ mv.from.bitboard()) | mv.to.bitboard();
                if let Some((_, square)) = victim.filter(|(_, square)| *square != mv.to) {
                    occupied ^= square.bitboard();
                }
                let piece = board.piece_on(mv.from).unwrap();
                let becomes = mv.promotion.unwrap_or(piece);
                let gain = victim.map_or(0, |(victim, _)| material(victim)) + material(becomes) - material(piece);
                let value = gain - naive(board, mv.to, !board.side_to_move(), occupied, worth_taking(becomes));
                for least in [value - 100, value - 1, value, value + 1, value + 50, 0, 1] {
                    assert_eq!(see_ge(board, mv, least), value >= least, "{position} {mv} {value} {least}");
                    seen += 1;
                }
            }
        });
        assert!(seen > 100_000, "{seen}");
    }

    #[test]
    fn well_known_exchanges() {
        for (text, mv, value) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
        ] {
            let position: Chess = text.parse().unwrap();
            let mv: Move = mv.parse().unwrap();
            assert!(see_ge(position.board(), mv, value), "{text}");
            assert!(!see_ge(position.board(), mv, value + 1), "{text}");
        }
    }
}
