//! Opening books in Polyglot's format (Letouzey 2006): weighted moves by position.
//!
//! ```text
//!   16 bytes per entry, big-endian, sorted by key:   key 8 | move 2 | weight 2 | learn 4
//!   a move, from the low end:                       to file 3, to rank 3, from file 3, from rank 3, promotion 3
//! ```
//!
//! Castling is the king's move onto its own rook. The random numbers of the keys are part of the format; a crate
//! provides them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use polyglot_book_rs::hash::polyglot_hash;
use polyglot_book_rs::types::{BoardPosition, Piece as BookPiece};
use spielbaum_core::{Game, MoveSet, Outcome, Rng, Side, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::{Color, Move, Pgn, Piece, Square};

/// Bytes of an entry.
const ENTRY_BYTES: usize = 16;

/// Promotion pieces by number, from 1; 0 is no promotion.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PolyglotBook {
    /// Sorted by key.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
    learn: u32,
}

static OWN: LazyLock<PolyglotBook> = LazyLock::new(|| {
    PolyglotBook::from_bytes(include_bytes!("openings.bin")).expect("the built-in book is well-formed")
});

/// Which moves of games go into a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Plies taken from each game.
    pub plies: usize,
    /// The fewest games with a move.
    pub min_games: u32,
}

impl PolyglotBook {
    /// The small built-in book, made from self-play games (see docs/chess.md).
    pub fn own() -> &'static PolyglotBook {
        &OWN
    }

    /// Reads a book and sorts its entries.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolyglotBook, TextError> {
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if entries.is_empty() || !rest.is_empty() {
            let reason =
                format!("not a book: {} bytes are not a whole number of entries of {ENTRY_BYTES}", bytes.len());
            return Err(TextError::new(reason));
        }
        let mut entries: Vec<Entry> = entries.iter().map(Entry::from_bytes).collect();
        entries.sort_by_key(|entry| entry.key);
        Ok(PolyglotBook { entries })
    }

    /// The book in its file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// A book of the moves of games: a win counts two, a draw one. Games without a result are left out.
    pub fn from_games(games: &[Pgn], selection: Selection) -> PolyglotBook {
        /// Points and games of a move.
        type Count = (u64, u32);
        let mut counts: BTreeMap<(u64, u16), Count> = BTreeMap::new();
        for game in games {
            let Some(outcome) = game.result else { continue };
            let mut position = game.start.clone();
            for played in game.moves.iter().take(selection.plies) {
                let count = counts.entry((key(&position), pack(played.mv))).or_default();
                count.0 += points(outcome, position.side_to_move());
                count.1 += 1;
                position.play(played.mv);
            }
        }
        counts.retain(|_, count| count.0 > 0 && count.1 >= selection.min_games);
        // Weights have 16 bits: if that is too few, all weights of the book are scaled down.
        let most = counts.values().map(|count| count.0).max().unwrap_or(1);
        let scale = most.div_ceil(u64::from(u16::MAX));
        let entry = |(&(key, mv), &(points, _)): (&(u64, u16), &Count)| {
            let weight = (points / scale).max(1) as u16;
            Entry { key, mv, weight, learn: 0 }
        };
        let mut entries: Vec<Entry> = counts.iter().map(entry).collect();
        entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight)));
        PolyglotBook { entries }
    }

    /// The number of moves in all positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no moves.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The legal book moves of a position with their weights, the heaviest first.
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..].iter().take_while(|entry| entry.key == key);
        let Some(legal) = position.status().moves() else { return Vec::new() };
        let mut moves: Vec<(Move, u16)> = here
            .filter_map(|entry| legal.iter().find(|&mv| pack(mv) == entry.mv).map(|mv| (mv, entry.weight)))
            .collect();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }

    /// A random move, chosen by weight.
    pub fn choose(&self, position: &Chess, rng: &mut Rng) -> Option<Move> {
        let moves = self.moves(position);
        let total: usize = moves.iter().map(|&(_, weight)| usize::from(weight)).sum();
        let mut lot = if total > 0 { rng.below(total) } else { return None };
        for (mv, weight) in moves {
            if lot < usize::from(weight) {
                return Some(mv);
            }
            lot -= usize::from(weight);
        }
        None
    }
}

fn points(outcome: Outcome, side: Side) -> u64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
        Outcome::Draw => 1,
    }
}

impl Entry {
    fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let number = |from: usize, to: usize| bytes[from..to].iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
        Entry {
            key: number(0, 8),
            mv: number(8, 10) as u16,
            weight: number(10, 12) as u16,
            learn: number(12, 16) as u32,
        }
    }

    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }
}

fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.and_then(|piece| PROMOTIONS.iter().position(|&other| other == piece));
    let promotion = promotion.map_or(0, |place| place as u16 + 1);
    mv.to as u16 | (mv.from as u16) << 6 | promotion << 12
}

/// The Polyglot key of a position.
pub fn key(position: &Chess) -> u64 {
    polyglot_hash(&Seen(position))
}

/// A position in the form that the key crate reads.
struct Seen<'a>(&'a Chess);

impl BoardPosition for Seen<'_> {
    fn piece_at(&self, square: u8) -> BookPiece {
        let (board, square) = (self.0.board(), Square::index(usize::from(square)));
        let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) else {
            return BookPiece::Empty;
        };
        let letter = char::from(piece);
        BookPiece::from_char(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
    }

    fn is_white_to_move(&self) -> bool {
        self.0.board().side_to_move() == Color::White
    }

    fn castling_rights(&self) -> u8 {
        let [white, black] = Color::ALL.map(|color| *self.0.board().castle_rights(color));
        let rights = [white.short, white.long, black.short, black.long];
        rights.iter().zip(0..).map(|(right, bit)| u8::from(right.is_some()) << bit).sum()
    }

    /// Set only if an enemy pawn stands beside the one that advanced two squares, whether or not it may capture.
    fn en_passant_file(&self) -> Option<u8> {
        let board = self.0.board();
        let (file, color) = (board.en_passant()?, board.side_to_move());
        let pawns = board.colored_pieces(color, Piece::Pawn) & file.adjacent();
        let rank = if color == Color::White { 4 } else { 3 };
        pawns.into_iter().any(|pawn| pawn.rank() as usize == rank).then_some(file as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Notation;

    fn after(moves: &str) -> Chess {
        Chess::default().play_line(moves).unwrap().position
    }

    #[test]
    fn keys_are_those_of_the_format() {
        // Examples from the format description.
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c_u64),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(&after(moves)), expected, "{moves}");
        }
    }

    #[test]
    fn weights_of_a_book_follow_the_results() {
        let text = "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 0-1\n\n1. e4 e5 *\n";
        let games = Pgn::read_all(text).unwrap();
        let book = PolyglotBook::from_games(&games, Selection { plies: 2, min_games: 1 });
        let known = |moves: &str| {
            let position = after(moves);
            book.moves(&position).into_iter().map(|(mv, weight)| (position.san(mv), weight)).collect::<Vec<_>>()
        };
        assert_eq!(known(""), [("e4".to_owned(), 3)]);
        assert_eq!(known("e4"), [("c5".to_owned(), 1)]);
        assert_eq!(known("d4"), [("d5".to_owned(), 2)]);
        assert_eq!(known("e4 e5"), []);
        let again = PolyglotBook::from_bytes(&book.to_bytes()).unwrap();
        assert_eq!(again, book);
        let often = PolyglotBook::from_games(&games, Selection { plies: 2, min_games: 2 });
        assert_eq!((often.len(), book.len()), (1, 3));
    }

    #[test]
    fn castling_and_promotion_survive() {
        let text = "[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=N 1-0\n";
        let games = Pgn::read_all(text).unwrap();
        let book = PolyglotBook::from_games(&games, Selection { plies: 9, min_games: 1 });
        let mut position = games[0].start.clone();
        let mut rng = Rng::new(1);
        for (expected, number) in ["O-O", "", "a8=N"].iter().zip(0..) {
            let found = book.choose(&position, &mut rng).map(|mv| position.san(mv)).unwrap_or_default();
            assert_eq!(&found, expected);
            position.play(games[0].moves[number].mv);
        }
    }

    #[test]
    fn the_built_in_book_is_small_and_connected() {
        let book = PolyglotBook::own();
        let mut seen = BTreeMap::new();
        let mut open = vec![Chess::default()];
        while let Some(position) = open.pop() {
            let moves = book.moves(&position);
            if seen.insert(key(&position), moves.len()).is_none() {
                open.extend(moves.into_iter().map(|(mv, _)| {
                    let mut behind = position.clone();
                    behind.play(mv);
                    behind
                }));
            }
        }
        // The others are replies to moves that the book itself does not play.
        assert!(seen.values().filter(|&&moves| moves > 0).count() > 500, "{}", seen.len());
        assert!(book.to_bytes().len() < 40_000, "{}", book.len());
        // After its openings it has no moves.
        assert_eq!(book.choose(&after("a3 h6 a4 h5"), &mut Rng::new(1)), None);
    }

    #[test]
    fn other_files_are_refused() {
        for bytes in [&b""[..], b"short", &[0; 17]] {
            assert!(PolyglotBook::from_bytes(bytes).is_err());
        }
    }
}
