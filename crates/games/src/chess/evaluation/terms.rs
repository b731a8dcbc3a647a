//! The terms of the evaluation.
//!
//! [`walk`] reports to a [`Tally`] which values of the list count for a side, and how often. One tally sums the values,
//! for the search; another records places and counts, for the fit and for `spielbaum explain`. So there is one
//! description of each term, and what is fitted is what is played.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns::{self, pawn_attacks};
use super::values::{
    BEHIND_PAWN, BISHOP_MOVES, BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_PAWNS, HALF_OPEN_FILE, HANGING, KING_THREAT,
    KNIGHT_MOVES, KNIGHT_OUTPOST, MINOR_THREAT, OPEN_FILE, PAWN_THREAT, PUSH_THREAT, QUEEN_MOVES, QUEEN_THREAT,
    ROOK_MOVES, ROOK_THREAT, SAFETY, SAFETY_NO_QUEEN, TEMPO,
};

/// A term of the evaluation, which can be switched off or weighed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Term {
    Material,
    Squares,
    Mobility,
    Pawns,
    Passed,
    Bishops,
    Rooks,
    Outposts,
    Threats,
    Safety,
    Shield,
    Tempo,
    Scaling,
    MopUp,
}

impl Term {
    pub(super) const ALL: [Term; 14] = [
        Term::Material,
        Term::Squares,
        Term::Mobility,
        Term::Pawns,
        Term::Passed,
        Term::Bishops,
        Term::Rooks,
        Term::Outposts,
        Term::Threats,
        Term::Safety,
        Term::Shield,
        Term::Tempo,
        Term::Scaling,
        Term::MopUp,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Squares => "squares",
            Term::Mobility => "mobility",
            Term::Pawns => "pawns",
            Term::Passed => "passed",
            Term::Bishops => "bishops",
            Term::Rooks => "rooks",
            Term::Outposts => "outposts",
            Term::Threats => "threats",
            Term::Safety => "safety",
            Term::Shield => "shield",
            Term::Tempo => "tempo",
            Term::Scaling => "scaling",
            Term::MopUp => "mop-up",
        }
    }
}

/// Receives which values count for a side.
pub(super) trait Tally {
    /// The value at `place` counts `times` times.
    fn add(&mut self, place: usize, times: i32);
}

/// Points of danger by piece that attacks squares next to the king: those of the study's safety table.
const DANGER: [i32; 6] = [0, 2, 2, 3, 5, 0];
/// Points for squares from which a piece could give a safe check.
const CHECK_DANGER: [i32; 6] = [0, 4, 2, 5, 4, 0];
const MOST_DANGER: i32 = 63;

/// The attacks of one side.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    /// By piece.
    pub(super) by: [BitBoard; 6],
    pub(super) all: BitBoard,
    /// Squares attacked at least twice.
    pub(super) twice: BitBoard,
    /// Points of danger to the other king so far.
    danger: i32,
    attackers: i32,
}

impl Attacks {
    #[inline]
    fn note(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// Adds all terms to the tallies of white and black, except material, squares and those that depend on pawns and kings
/// only; `passed` are the passed pawns of both sides.
#[inline(always)]
pub(super) fn walk<T: Tally>(board: &Board, passed: BitBoard, tallies: [&mut T; 2]) {
    let [white, black] = tallies;
    let mut attacks = [Attacks::default(); 2];
    for color in Color::ALL {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        attacks[color as usize].note(Piece::Pawn, pawn_attacks(pawns, color));
        attacks[color as usize].note(Piece::King, get_king_moves(board.king(color)));
    }
    pieces(board, Color::White, &mut attacks, white);
    pieces(board, Color::Black, &mut attacks, black);
    chances(board, Color::White, passed, &attacks, white);
    chances(board, Color::Black, passed, &attacks, black);
}

/// Threats, king attack, passed pawns and tempo of one side, given the attacks of both.
#[inline(always)]
fn chances<T: Tally>(board: &Board, color: Color, passed: BitBoard, attacks: &[Attacks; 2], tally: &mut T) {
    let [own, other] = [&attacks[color as usize], &attacks[!color as usize]];
    threats(board, color, own, other, tally);
    safety(board, color, own, other, tally);
    pawns::passed(board, color, passed & board.colors(color), other, tally);
    if color == board.side_to_move() {
        tally.add(TEMPO, 1);
    }
}

/// The squares around a king and those two ranks ahead of it.
#[inline]
fn king_zone(king: Square, color: Color) -> BitBoard {
    let ring = get_king_moves(king) | king.bitboard();
    let ahead = match color {
        Color::White => BitBoard(ring.0 << 8),
        Color::Black => BitBoard(ring.0 >> 8),
    };
    ring | ahead
}

/// Masks that the pieces of one side share.
struct Side {
    /// The mobility area: squares not attacked by enemy pawns.
    area: BitBoard,
    /// The squares near the enemy king that no pawn protects.
    zone: BitBoard,
}

/// Mobility, piece placement, and the first part of king danger.
#[inline(always)]
fn pieces<T: Tally>(board: &Board, color: Color, attacks: &mut [Attacks; 2], tally: &mut T) {
    let (own, occupied) = (board.colors(color), board.occupied());
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let other_pawns = board.colored_pieces(!color, Piece::Pawn);
    let guarded = attacks[!color as usize].by[Piece::Pawn as usize];
    let side = Side {
        area: !(own & (pawns | board.pieces(Piece::King)) | guarded),
        zone: king_zone(board.king(!color), !color) & !guarded,
    };
    let own_attacks = &mut attacks[color as usize];
    // X-rays: sliding pieces attack through own pieces that move the same way.
    let queens = own & board.pieces(Piece::Queen);
    let rooks = own & board.pieces(Piece::Rook);
    let for_bishops = occupied ^ queens;
    let for_rooks = for_bishops ^ rooks;
    let knights = (board.colored_pieces(color, Piece::Knight), Piece::Knight, KNIGHT_MOVES);
    moves_of(knights, &side, own_attacks, tally, get_knight_moves);
    let bishops = (board.colored_pieces(color, Piece::Bishop), Piece::Bishop, BISHOP_MOVES);
    moves_of(bishops, &side, own_attacks, tally, |square| get_bishop_moves(square, for_bishops));
    moves_of((rooks, Piece::Rook, ROOK_MOVES), &side, own_attacks, tally, |square| get_rook_moves(square, for_rooks));
    moves_of((queens, Piece::Queen, QUEEN_MOVES), &side, own_attacks, tally, |square| {
        get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
    });
    let bishops = own & board.pieces(Piece::Bishop);
    let minors = bishops | own & board.pieces(Piece::Knight);
    if bishops.len() >= 2 {
        tally.add(BISHOP_PAIR, 1);
    }
    for bishop in bishops {
        let colour = if BitBoard::LIGHT_SQUARES.has(bishop) { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
        tally.add(BISHOP_PAWNS + (pawns & colour).len() as usize, 1);
    }
    let behind_pawns = match color {
        Color::White => BitBoard((pawns | other_pawns).0 >> 8),
        Color::Black => BitBoard((pawns | other_pawns).0 << 8),
    };
    tally.add(BEHIND_PAWN, (minors & behind_pawns).len() as i32);
    for rook in rooks {
        let file = rook.file().bitboard();
        if (file & pawns).is_empty() {
            tally.add(if (file & other_pawns).is_empty() { OPEN_FILE } else { HALF_OPEN_FILE }, 1);
        }
    }
    let outposts = pawns::outposts(color, own_attacks.by[Piece::Pawn as usize], other_pawns);
    tally.add(KNIGHT_OUTPOST, (outposts & own & board.pieces(Piece::Knight)).len() as i32);
    tally.add(BISHOP_OUTPOST, (outposts & bishops).len() as i32);
}

/// Mobility of the pieces of one kind, and their attacks near the enemy king.
#[inline(always)]
fn moves_of<T: Tally>(
    (pieces, piece, place): (BitBoard, Piece, usize),
    side: &Side,
    attacks: &mut Attacks,
    tally: &mut T,
    reach: impl Fn(Square) -> BitBoard,
) {
    for square in pieces {
        let squares = reach(square);
        attacks.note(piece, squares);
        tally.add(place + (squares & side.area).len() as usize, 1);
        let near_king = squares & side.zone;
        if !near_king.is_empty() {
            attacks.attackers += 1;
            attacks.danger += DANGER[piece as usize] + near_king.len() as i32;
        }
    }
}

/// Attacks on pieces that are more valuable or unprotected.
#[inline(always)]
fn threats<T: Tally>(board: &Board, color: Color, own: &Attacks, other: &Attacks, tally: &mut T) {
    let theirs = board.colors(!color);
    let guarded = other.by[Piece::Pawn as usize] | other.twice & !own.twice;
    let weak = theirs & !guarded & own.all;
    let minor = own.by[Piece::Knight as usize] | own.by[Piece::Bishop as usize];
    let by_pawn = own.by[Piece::Pawn as usize] & theirs;
    let by_minor = minor & theirs & !other.by[Piece::Pawn as usize];
    let by_rook = own.by[Piece::Rook as usize] & weak;
    // An attack on a more valuable piece counts even if pawns protect it.
    let dear = theirs & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
    let by_minor = by_minor | minor & dear;
    let by_rook = by_rook | own.by[Piece::Rook as usize] & theirs & board.pieces(Piece::Queen);
    for (place, attacked) in [(PAWN_THREAT, by_pawn), (MINOR_THREAT, by_minor), (ROOK_THREAT, by_rook)] {
        // Usually there is nothing to count.
        if attacked.is_empty() {
            continue;
        }
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            tally.add(place + piece as usize, (attacked & board.pieces(piece)).len() as i32);
        }
    }
    let not_king = !board.pieces(Piece::King);
    tally.add(QUEEN_THREAT, (own.by[Piece::Queen as usize] & weak & not_king).len() as i32);
    tally.add(KING_THREAT, (own.by[Piece::King as usize] & weak).len() as i32);
    tally.add(HANGING, (weak & !other.all & not_king).len() as i32);
    let pushes = pawns::safe_pushes(board, color, other, own);
    tally.add(PUSH_THREAT, (pawn_attacks(pushes, color) & theirs & !board.pieces(Piece::Pawn)).len() as i32);
}

/// King danger: the strength of our attack on the enemy king.
#[inline(always)]
fn safety<T: Tally>(board: &Board, color: Color, own: &Attacks, other: &Attacks, tally: &mut T) {
    let has_queen = !board.colored_pieces(color, Piece::Queen).is_empty();
    if own.attackers < 2 - i32::from(has_queen) {
        return;
    }
    let (king, occupied) = (board.king(!color), board.occupied());
    // Squares for a safe check: not protected and not occupied by our pieces.
    let weak = !other.all | own.twice & !(other.twice | other.by[Piece::Pawn as usize]);
    let safe = !board.colors(color) & weak;
    let (lines, diagonals) = (get_rook_moves(king, occupied), get_bishop_moves(king, occupied));
    let mut danger = own.danger;
    for (piece, checks) in [
        (Piece::Knight, get_knight_moves(king)),
        (Piece::Bishop, diagonals),
        (Piece::Rook, lines),
        (Piece::Queen, lines | diagonals),
    ] {
        if !(checks & own.by[piece as usize] & safe).is_empty() {
            danger += CHECK_DANGER[piece as usize];
        }
    }
    let undefended = get_king_moves(king) & own.all & !(other.twice | other.by[Piece::Pawn as usize]);
    danger += undefended.len() as i32;
    let table = if has_queen { SAFETY } else { SAFETY_NO_QUEEN };
    tally.add(table + danger.min(MOST_DANGER) as usize, 1);
}

/// The rank of a square from `color`'s view, 0 for its own first rank.
#[inline]
pub(super) fn rank_of(square: Square, color: Color) -> usize {
    square.rank().relative_to(color) as usize
}

/// The file's distance from the nearer edge.
#[inline]
pub(super) fn from_edge(file: File) -> usize {
    (file as usize).min(7 - file as usize)
}

/// King's moves between two squares on an empty board.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    let ranks = (a.rank() as usize).abs_diff(b.rank() as usize);
    files.max(ranks)
}

/// The squares of ranks that lie ahead of `rank` for `color`.
#[inline]
pub(super) fn ranks_ahead(rank: Rank, color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(u64::MAX.checked_shl(8 * (rank as u32 + 1)).unwrap_or(0)),
        Color::Black => BitBoard((1 << (8 * rank as u32)) - 1),
    }
}
