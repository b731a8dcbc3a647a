//! Move notation: Standard Algebraic Notation (`Nf3`, `exd6`, `O-O`, `e8=Q+`), and UCI (`g1f3`).
//!
//! Reading is lenient: suffixes, `x`, `=` and redundant squares are optional, as long as one legal move matches.

use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use spielbaum_core::{Game, Notation, TextError};

use super::fen::piece_letter;
use super::moves::legal_moves;
use super::{Chess, Color};

impl Chess {
    /// A legal move in Standard Algebraic Notation, with minimal disambiguation and the mark of check or mate.
    pub fn san(&self, mv: Move) -> String {
        let mut after = self.clone();
        after.play(mv);
        let suffix = match (after.is_check(), after.has_moves()) {
            (true, false) => "#",
            (true, true) => "+",
            (false, _) => "",
        };
        format!("{}{suffix}", plain_san(self.board(), mv))
    }

    /// Reads a move in SAN or UCI that is legal on the board, whether or not a draw rule has ended the game.
    pub fn find_move(&self, text: &str) -> Result<Move, TextError> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let Some(pattern) = Pattern::parse(bare) else { return Err(self.illegal_move(text)) };
        let candidates: Vec<Move> = legal_moves(self.board()).filter(|&mv| pattern.fits(self.board(), mv)).collect();
        match candidates.as_slice() {
            [] => Err(self.illegal_move(text)),
            &[mv] => Ok(mv),
            several => {
                let names: Vec<String> = several.iter().map(|&mv| self.san(mv)).collect();
                let error = TextError::at("ambiguous move", text, "");
                Err(TextError::new(format!("{error}: it could be {}", names.join(" or "))))
            }
        }
    }
}

/// Whether `mv` is castling, the king's move onto its own rook.
pub(super) fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// The square that `mv` goes to in UCI text: in ordinary castling, the king's target square.
pub(super) fn uci_target(board: &Board, mv: Move) -> Square {
    let is_ordinary = mv.from.file() == File::E && matches!(mv.to.file(), File::A | File::H);
    if is_castling(board, mv) && is_ordinary { castled_king(mv) } else { mv.to }
}

/// Where the king stands after castling.
fn castled_king(mv: Move) -> Square {
    let file = if mv.to.file() > mv.from.file() { File::G } else { File::C };
    Square::new(file, mv.from.rank())
}

fn plain_san(board: &Board, mv: Move) -> String {
    if is_castling(board, mv) {
        return if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let piece = board.piece_on(mv.from).expect("a legal move has a piece to move");
    let is_capture = board.occupied().has(mv.to) || piece == Piece::Pawn && mv.from.file() != mv.to.file();
    let mut text = String::new();
    if piece == Piece::Pawn {
        if is_capture {
            text += &mv.from.file().to_string();
        }
    } else {
        text.push(piece_letter(piece, Color::White));
        text += &disambiguation(board, piece, mv);
    }
    text += if is_capture { "x" } else { "" };
    text += &mv.to.to_string();
    if let Some(promotion) = mv.promotion {
        text.push('=');
        text.push(piece_letter(promotion, Color::White));
    }
    text
}

/// File, rank or square of the moving piece: the minimal disambiguation.
fn disambiguation(board: &Board, piece: Piece, mv: Move) -> String {
    let mut rivals: Vec<Square> = Vec::new();
    board.generate_moves_for(board.colored_pieces(board.side_to_move(), piece), |set| {
        if set.from != mv.from && set.to.has(mv.to) {
            rivals.push(set.from);
        }
        false
    });
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != mv.from.file()) {
        mv.from.file().to_string()
    } else if rivals.iter().all(|rival| rival.rank() != mv.from.rank()) {
        mv.from.rank().to_string()
    } else {
        mv.from.to_string()
    }
}

/// The constraints that the text of a move states.
enum Pattern {
    Castling {
        is_short: bool,
    },
    /// Two squares, for any piece.
    Uci {
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    },
    San {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Pattern {
    /// Reads a move without its suffixes.
    fn parse(text: &str) -> Option<Pattern> {
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling { is_short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling { is_short: false }),
            _ => {}
        }
        let (piece, rest) = match text.chars().next()? {
            'P' => (Some(Piece::Pawn), &text[1..]),
            letter @ ('N' | 'B' | 'R' | 'Q' | 'K') => (Some(letter.to_ascii_lowercase().try_into().ok()?), &text[1..]),
            _ => (None, text),
        };
        let (rest, promotion) = split_promotion(rest)?;
        let (source, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = to.parse().ok()?;
        if let (None, Ok(from)) = (piece, source.parse()) {
            return Some(Pattern::Uci { from, to, promotion });
        }
        let source = source.strip_suffix(['x', ':', '-']).unwrap_or(source);
        let (file, rank) = match source.len() {
            0 => (None, None),
            1 => (source.parse().ok(), source.parse().ok()),
            _ => source.parse::<Square>().ok().map(|from| (from.file(), from.rank())).unzip(),
        };
        let is_understood = source.is_empty() || file.is_some() || rank.is_some();
        is_understood.then_some(Pattern::San { piece: piece.unwrap_or(Piece::Pawn), file, rank, to, promotion })
    }

    /// Whether the legal move `mv` matches. Without a promotion piece, every promotion matches.
    fn fits(&self, board: &Board, mv: Move) -> bool {
        let promotes = |promotion: Option<Piece>| promotion.is_none() || promotion == mv.promotion;
        match *self {
            Pattern::Castling { is_short } => is_castling(board, mv) && (mv.to.file() > mv.from.file()) == is_short,
            Pattern::Uci { from, to, promotion } => {
                mv.from == from && (mv.to == to || uci_target(board, mv) == to) && promotes(promotion)
            }
            Pattern::San { piece, file, rank, to, promotion } => {
                mv.to == to
                    && board.piece_on(mv.from) == Some(piece)
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
                    && promotes(promotion)
                    && !is_castling(board, mv)
            }
        }
    }
}

/// Cuts `=Q`, `Q` or `q` off a move; `None` for any other letter.
fn split_promotion(text: &str) -> Option<(&str, Option<Piece>)> {
    let last = text.chars().next_back()?;
    if last.is_ascii_digit() {
        return Some((text, None));
    }
    let piece = Piece::try_from(last.to_ascii_lowercase()).ok()?;
    let rest = text.strip_suffix(last)?;
    let is_possible = !matches!(piece, Piece::Pawn | Piece::King);
    is_possible.then_some((rest.strip_suffix('=').unwrap_or(rest), Some(piece)))
}
