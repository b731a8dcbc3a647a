//! How a game of chess ends, which draw rules apply, and how long a game can be under them.
//!
//! Reference: FIDE Laws of Chess (2023), articles 5 and 9.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank};

/// Occurrences of a position after which a player may claim a draw (article 9.2).
pub(super) const THREEFOLD: usize = 3;

/// Occurrences of a position after which the game is drawn without a claim (article 9.6.1).
pub(super) const FIVEFOLD: usize = 5;

/// Plies without pawn move or capture after which a player may claim a draw (article 9.3).
pub(super) const FIFTY_MOVES: u8 = 100;

/// Plies without pawn move or capture after which the game is drawn without a claim (article 9.6.2).
pub(super) const SEVENTY_FIVE_MOVES: u8 = 150;

/// A way in which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has the pieces for any mate.
    InsufficientMaterial,
    /// The position has occurred five times.
    FivefoldRepetition,
    /// The position has occurred three times.
    ThreefoldRepetition,
    /// Seventy-five moves of each side without pawn move or capture.
    SeventyFiveMoves,
    /// Fifty moves of each side without pawn move or capture.
    FiftyMoves,
}

impl Ending {
    /// All endings, those that take precedence first: mate before every draw, the stricter rule before the looser.
    pub const BY_PRECEDENCE: [Ending; 7] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::InsufficientMaterial,
        Ending::FivefoldRepetition,
        Ending::ThreefoldRepetition,
        Ending::SeventyFiveMoves,
        Ending::FiftyMoves,
    ];

    /// The ending in words, to follow "wins by" or "draw by".
    pub const fn words(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::FivefoldRepetition => "fivefold repetition",
            Ending::ThreefoldRepetition => "threefold repetition",
            Ending::SeventyFiveMoves => "the seventy-five-move rule",
            Ending::FiftyMoves => "the fifty-move rule",
        }
    }
}

/// Which draw rules end a game by themselves; stalemate always does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Draws {
    /// Every draw that a player could claim ends the game, as in matches of programs.
    #[default]
    Claimed,
    /// Only draws that need no claim: fivefold repetition, 75 moves, insufficient material.
    Automatic,
    /// Only 75 moves: the tree of published perft counts, where bare kings play on.
    Moves,
}

impl Draws {
    pub(super) const ALL: [Draws; 3] = [Draws::Claimed, Draws::Automatic, Draws::Moves];

    /// The name in a position text.
    pub const fn name(self) -> &'static str {
        match self {
            Draws::Claimed => "claimed",
            Draws::Automatic => "automatic",
            Draws::Moves => "moves",
        }
    }

    /// Whether `ending` is in force.
    pub const fn includes(self, ending: Ending) -> bool {
        match ending {
            Ending::Checkmate | Ending::Stalemate | Ending::SeventyFiveMoves => true,
            Ending::InsufficientMaterial | Ending::FivefoldRepetition => !matches!(self, Draws::Moves),
            Ending::ThreefoldRepetition | Ending::FiftyMoves => matches!(self, Draws::Claimed),
        }
    }

    /// The occurrences of a position that end the game, if repetition does.
    #[inline]
    pub(super) const fn occurrences(self) -> Option<usize> {
        match self {
            Draws::Claimed => Some(THREEFOLD),
            Draws::Automatic => Some(FIVEFOLD),
            Draws::Moves => None,
        }
    }

    /// The plies without pawn move or capture that end the game.
    #[inline]
    pub const fn clock_limit(self) -> u8 {
        match self {
            Draws::Claimed => FIFTY_MOVES,
            Draws::Automatic | Draws::Moves => SEVENTY_FIVE_MOVES,
        }
    }
}

/// Whether the material alone excludes mate: bare kings, one minor piece, or bishops that all stand on squares of one
/// colour.
#[inline]
pub(super) fn has_insufficient_material(board: &Board) -> bool {
    let mating_material = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    mating_material.is_empty() && are_minor_pieces_harmless(board)
}

fn are_minor_pieces_harmless(board: &Board) -> bool {
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let are_bishops_of_one_colour =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    (knights | bishops).len() <= 1 || knights.is_empty() && are_bishops_of_one_colour
}

/// An upper bound on the plies of any game from `board` with `clock` plies since the last pawn move or capture.
///
/// Pawn moves and captures set the clock back. Between two of them there are at most `limit - 1` other moves, for with
/// one more the game is over; so `n` of them leave room for `limit - clock` plies up to the first, `limit` each for the
/// next ones, and `limit` after the last. From the start `n` is 118: 16 pawns × 6 moves, plus 30 captures, less 8 for
/// the files on which two pawns face each other.
pub(super) fn most_plies(board: &Board, clock: u8, limit: u8) -> usize {
    let pawn_moves: usize = Color::ALL.into_iter().map(|color| pawn_moves_left(board, color)).sum();
    let captures = board.occupied().len() as usize - 2;
    let resets = pawn_moves + captures - files_with_facing_pawns(board);
    usize::from(limit.saturating_sub(clock)) + resets * usize::from(limit)
}

/// The steps that all pawns of `color` need to the last rank.
fn pawn_moves_left(board: &Board, color: Color) -> usize {
    let last_rank = Rank::Eighth.relative_to(color) as usize;
    board.colored_pieces(color, Piece::Pawn).into_iter().map(|pawn| last_rank.abs_diff(pawn.rank() as usize)).sum()
}

/// The files on which a white pawn stands below a black one.
///
/// Each costs a reset of its own. The two cannot pass each other on the file, so either one of them captures (one
/// move that is both a pawn move and a capture), or one is captured or never promotes (a pawn move that is not made).
fn files_with_facing_pawns(board: &Board) -> usize {
    let [white, black] = [Color::White, Color::Black].map(|color| board.colored_pieces(color, Piece::Pawn));
    let is_facing = |file: &File| {
        let lowest_white = (white & file.bitboard()).0.trailing_zeros();
        let highest_black = (black & file.bitboard()).0.checked_ilog2();
        highest_black.is_some_and(|highest_black| lowest_white < highest_black)
    };
    File::ALL.iter().filter(|file| is_facing(file)).count()
}
