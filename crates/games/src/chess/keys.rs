//! The Zobrist numbers of a board's hash, to compute the key after a move before it is made.
//!
//! A Zobrist hash is the exclusive or of a number for each piece on its square and one for the side to move. The board
//! does not expose its numbers, but they follow from the hashes of two positions that differ in one piece.

use std::sync::LazyLock;

use cozy_chess::{BoardBuilder, Color, Move, Piece, Square};

/// The numbers of the boards' hashes.
pub(super) static KEYS: LazyLock<Keys> = LazyLock::new(Keys::found);

/// The numbers of each piece on each square, and of the side to move.
pub(super) struct Keys {
    /// By color, piece and square. Those of a king all differ from the board's by the same number, which does not
    /// matter as kings only move.
    pieces: [[[u64; 64]; 6]; 2],
    turn: u64,
}

/// King squares in the positions whose hashes are compared; every other piece fits in with one of these pairs.
const KINGS: [[Square; 2]; 3] = [[Square::A1, Square::H8], [Square::C1, Square::B8], [Square::G4, Square::E7]];

impl Keys {
    /// The change of the hash by a move, captures, castling and promotions aside.
    #[inline]
    pub(super) fn moved(&self, color: Color, piece: Piece, mv: Move) -> u64 {
        self.of(color, piece, mv.from) ^ self.of(color, piece, mv.to) ^ self.turn
    }

    /// The number of a piece on a square.
    #[inline]
    pub(super) fn of(&self, color: Color, piece: Piece, square: Square) -> u64 {
        self.pieces[color as usize][piece as usize][square as usize]
    }

    fn found() -> Keys {
        let number = |color: Color, piece: Piece, square: Square| {
            let positions = KINGS.into_iter().flat_map(|kings| Color::ALL.map(|turn| (kings, turn)));
            let mut numbers = positions.filter_map(|(kings, turn)| {
                if piece == Piece::King {
                    // Two places of one king, the first always the same, with the other king out of the way.
                    let [here, there] = [KINGS[0][color as usize], square].map(|own| {
                        let other = kings[!color as usize];
                        hash(if color == Color::White { [own, other] } else { [other, own] }, turn, None)
                    });
                    Some(here? ^ there?)
                } else {
                    Some(hash(kings, turn, Some((piece, color, square)))? ^ hash(kings, turn, None)?)
                }
            });
            numbers.next().unwrap_or(0)
        };
        let squares = |color, piece| Square::ALL.map(|square| number(color, piece, square));
        let pieces = Color::ALL.map(|color| Piece::ALL.map(|piece| squares(color, piece)));
        let [white, black] = Color::ALL.map(|turn| hash(KINGS[0], turn, None).unwrap_or(0));
        Keys { pieces, turn: white ^ black }
    }
}

/// The hash of a position with two kings and possibly another piece, if it is legal.
fn hash(kings: [Square; 2], turn: Color, other: Option<(Piece, Color, Square)>) -> Option<u64> {
    let men = [(Piece::King, Color::White, kings[0]), (Piece::King, Color::Black, kings[1])];
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = turn;
    for (piece, color, square) in men.into_iter().chain(other) {
        if builder.square(square).is_some() {
            return None;
        }
        *builder.square_mut(square) = Some((piece, color));
    }
    builder.build().ok().map(|board| board.hash())
}

#[cfg(test)]
mod tests {
    use super::super::knowledge::tests::each_random_position;
    use super::super::san::is_castling;
    use spielbaum_core::{Game, MoveGeneration, MoveSet};

    #[test]
    fn most_keys_are_known_before_the_move() {
        let (mut known, mut all) = (0, 0);
        each_random_position(86, |position| {
            let rights = |board: &cozy_chess::Board| cozy_chess::Color::ALL.map(|color| *board.castle_rights(color));
            for mv in position.status().moves().unwrap().iter() {
                let mut after = position.clone();
                after.play(mv);
                let is_plain = mv.promotion.is_none()
                    && !is_castling(position.board(), mv)
                    && rights(position.board()) == rights(after.board())
                    && position.en_passant_square().is_none()
                    && after.en_passant_square().is_none();
                let is_known = position.key_after(mv) == Some(after.key());
                assert!(is_known || !is_plain, "{position} {mv}");
                known += u64::from(is_known);
                all += 1;
            }
        });
        assert!(known * 10 > all * 9, "{known} of {all}");
    }
}
