//! The legal moves of a chess position as the generator delivers them: a set of squares for each piece.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};
use spielbaum_core::{MoveSet, nth_set_bit};

/// Sixteen pieces, and two pawns that may capture en passant once more than their other moves.
const MOST_SETS: usize = 18;

/// Where pawns are promoted.
pub(super) const PROMOTION_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// Promotion pieces, in the order in which the moves are listed.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// The same as the field of a move.
const PROMOTED: [Option<Piece>; 4] = [Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

/// The legal moves of a position, grouped by piece. Castling is the king's move onto its own rook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChessMoves {
    sets: ArrayVec<PieceMoves, MOST_SETS>,
}

impl ChessMoves {
    /// No moves.
    #[inline]
    pub(super) fn none() -> ChessMoves {
        ChessMoves { sets: ArrayVec::new() }
    }

    /// Adds the legal moves on `board` and returns whether there are any. Returning them would copy all the sets.
    #[inline]
    pub(super) fn find(&mut self, board: &Board) -> bool {
        self.find_for(board, BitBoard::FULL);
        !self.sets.is_empty()
    }

    /// Adds the legal moves of some `pieces` on `board`.
    #[inline]
    pub(super) fn find_for(&mut self, board: &Board, pieces: BitBoard) {
        board.generate_moves_for(pieces, |set| {
            self.sets.push(set);
            false
        });
    }

    /// Calls `visit` with all moves that go to `targets`, with their places and [slots](slot_of).
    #[inline]
    pub(super) fn each_to(&self, targets: Targets, mut visit: impl FnMut(usize, Move, usize)) {
        // Find the sets with such moves beforehand: the branch would be unpredictable.
        let mut firsts = [0; MOST_SETS];
        let (mut first, mut remaining) = (0, 0u32);
        for (index, set) in self.sets.iter().enumerate() {
            firsts[index] = first;
            first += len_of(set);
            remaining |= u32::from(!(set.to & targets.of(set.piece)).is_empty()) << index;
        }
        while remaining != 0 {
            let index = remaining.trailing_zeros() as usize;
            remaining &= remaining - 1;
            let set = &self.sets[index];
            let promotions: &[Option<Piece>] = if len_of(set) > set.to.len() as usize { &PROMOTED } else { &[None] };
            for to in set.to & targets.of(set.piece) {
                // One loop for both kinds, so that `visit` is compiled in place.
                for (number, &promotion) in promotions.iter().enumerate() {
                    let place = firsts[index] + promotions.len() * before(set, to) + number;
                    visit(place, Move { from: set.from, to, promotion }, slot_of(set.piece as usize, to));
                }
            }
        }
    }

    /// The same where none of these moves is a promotion and most sets have some.
    #[inline]
    pub(super) fn each_plain_to(&self, targets: Targets, mut visit: impl FnMut(usize, Move, usize)) {
        let mut first = 0;
        for set in &self.sets {
            for to in set.to & targets.of(set.piece) {
                let mv = Move { from: set.from, to, promotion: None };
                visit(first + before(set, to), mv, slot_of(set.piece as usize, to));
            }
            first += len_of(set);
        }
    }
}

/// Target squares.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pub(super) of_pawns: BitBoard,
    pub(super) of_others: BitBoard,
}

impl Targets {
    #[inline]
    fn of(self, piece: Piece) -> BitBoard {
        if piece == Piece::Pawn { self.of_pawns } else { self.of_others }
    }
}

impl MoveSet for ChessMoves {
    type Move = Move;

    #[inline]
    fn len(&self) -> usize {
        self.sets.iter().map(len_of).sum()
    }

    #[inline]
    fn nth(&self, index: usize) -> Move {
        let mut rest = index;
        for set in &self.sets {
            let len = len_of(set);
            if rest < len {
                return nth_of_set(set, len, rest);
            }
            rest -= len;
        }
        panic!("move {index} of {}", self.len())
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Move> {
        self.sets.iter().cloned().flatten()
    }

    #[inline]
    fn contains(&self, mv: Move) -> bool {
        self.iter().any(|legal| legal == mv)
    }
}

/// The number of a piece and the square that it goes to, below 384.
#[inline]
pub(super) fn slot_of(piece: usize, to: Square) -> usize {
    64 * piece + to as usize
}

/// The piece on a square. The board's own method tests one kind after another, with unpredictable branches.
#[inline]
pub(super) fn piece_at(board: &Board, square: Square) -> Option<Piece> {
    if !board.occupied().has(square) {
        return None;
    }
    let [knights, bishops, rooks, queens, kings] =
        [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King].map(|piece| board.pieces(piece));
    // The three bits of a piece's number.
    let bit = |pieces: BitBoard| (pieces.0 >> square as u32) as usize & 1;
    Some(Piece::index(bit(knights | rooks | kings) | bit(bishops | rooks) << 1 | bit(queens | kings) << 2))
}

/// The number of squares in a set before `to`.
#[inline]
fn before(set: &PieceMoves, to: Square) -> usize {
    (set.to.0 & (to.bitboard().0 - 1)).count_ones() as usize
}

/// The number of moves in a set, found without a branch.
#[inline]
fn len_of(set: &PieceMoves) -> usize {
    let promoting = if set.piece == Piece::Pawn { set.to & PROMOTION_RANKS } else { BitBoard::EMPTY };
    (set.to.len() + 3 * promoting.len()) as usize
}

/// The number of legal moves on `board`.
#[inline]
pub(super) fn count_moves(board: &Board) -> usize {
    let mut count = 0;
    board.generate_moves(|set| {
        count += set.len();
        false
    });
    count
}

/// Whether any move is legal on `board`.
#[inline]
pub(super) fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// The legal moves on `board`, which may have none.
#[inline]
pub(super) fn legal_moves(board: &Board) -> impl Iterator<Item = Move> + use<> {
    let mut moves = ChessMoves::none();
    moves.find(board);
    moves.sets.into_iter().flatten()
}

/// Move number `index` of the `len` moves in `set`. A pawn's moves promote all or none.
#[inline]
fn nth_of_set(set: &PieceMoves, len: usize, index: usize) -> Move {
    let promotes = len > set.to.len() as usize;
    let (square, promotion) = if promotes { (index / 4, Some(PROMOTIONS[index % 4])) } else { (index, None) };
    let to = Square::index(nth_set_bit(set.to.0, square) as usize);
    Move { from: set.from, to, promotion }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_and_stalemate_leave_no_moves() {
        for text in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
            assert!(!ChessMoves::none().find(&text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn counting_indexing_listing_and_membership_agree() {
        let texts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/8/2PpP3/8/8/8/k1K5 w - d6 0 1",
        ];
        for text in texts {
            let mut moves = ChessMoves::none();
            assert!(moves.find(&text.parse().unwrap()), "{text}");
            let listed: Vec<Move> = moves.iter().collect();
            let indexed: Vec<Move> = (0..moves.len()).map(|index| moves.nth(index)).collect();
            assert_eq!(listed, indexed, "{text}");
            assert!(listed.iter().all(|&mv| moves.contains(mv)), "{text}");
            let board: Board = text.parse().unwrap();
            assert!(Square::ALL.into_iter().all(|square| piece_at(&board, square) == board.piece_on(square)), "{text}");
            let all = Square::ALL.into_iter().flat_map(|from| Square::ALL.into_iter().map(move |to| (from, to)));
            let pieces = || Piece::ALL.into_iter().map(Some).chain([None]);
            let any_move = all.flat_map(|(from, to)| pieces().map(move |promotion| Move { from, to, promotion }));
            assert_eq!(any_move.filter(|&mv| moves.contains(mv)).count(), listed.len(), "{text}");
        }
    }
}
