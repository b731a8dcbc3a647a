//! Rules of chess: the board of `cozy-chess`, plus the game history.
//!
//! Two positions are equal in the sense of the repetition rules: the same pieces on the same squares, side to move,
//! castling rights and en passant captures. Clocks, history and draw rules are ignored.

use std::hash::{Hash, Hasher};

use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use spielbaum_core::{Game, Outcome, Side, Status};

use super::draws::{FIFTY_MOVES, FIVEFOLD, SEVENTY_FIVE_MOVES, THREEFOLD, has_insufficient_material, most_plies};
use super::history::History;
use super::moves::{count_moves, has_moves};
use super::{ChessMoves, Draws, Ending};

/// The least plies to a repetition: both sides move away and return.
const LEAST_REPETITION_PLIES: usize = 4;

/// A position of chess with its history since the last pawn move or capture.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// The hash of the position, consistent with equality.
    key: u64,
    /// Keys of the positions since the last pawn move or capture, the oldest first.
    history: History,
    /// Plies since the last pawn move or capture. The board's own clock stops at 100.
    clock: u8,
    draws: Draws,
}

impl Chess {
    /// The position on `board` after `clock` plies without pawn move or capture.
    pub(super) fn new(board: Board, clock: u8, draws: Draws) -> Chess {
        Chess { key: key_of(&board), board, history: History::default(), clock: clock.min(SEVENTY_FIVE_MOVES), draws }
    }

    /// The pieces, castling rights and side to move; its clock and en passant file are not reliable.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The draw rules in force.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// The same position and history under other draw rules.
    pub fn with_draws(self, draws: Draws) -> Chess {
        Chess { draws, ..self }
    }

    /// Plies since the last pawn move or capture, at most 150.
    pub fn clock(&self) -> u8 {
        self.clock
    }

    /// Whether the king of the side to move is attacked.
    pub fn is_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// The en passant square, if a legal move captures there.
    pub fn en_passant_square(&self) -> Option<Square> {
        capturable_file(&self.board).map(|file| Square::new(file, Rank::Sixth.relative_to(self.board.side_to_move())))
    }

    /// Whether the player to move could claim a draw: the position has occurred three times, or fifty moves of each
    /// side went by without pawn move or capture.
    pub fn can_claim_draw(&self) -> bool {
        let claimable = self.clock >= FIFTY_MOVES || self.has_occurred(THREEFOLD);
        claimable && !self.ends_by(Ending::Checkmate)
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<Ending> {
        Ending::BY_PRECEDENCE.into_iter().find(|&ending| self.draws.includes(ending) && self.ends_by(ending))
    }

    fn ends_by(&self, ending: Ending) -> bool {
        match ending {
            Ending::Checkmate => self.is_check() && !self.has_moves(),
            Ending::Stalemate => !self.is_check() && !self.has_moves(),
            Ending::InsufficientMaterial => has_insufficient_material(&self.board),
            Ending::FivefoldRepetition => self.has_occurred(FIVEFOLD),
            Ending::ThreefoldRepetition => self.has_occurred(THREEFOLD),
            Ending::SeventyFiveMoves => self.clock >= SEVENTY_FIVE_MOVES,
            Ending::FiftyMoves => self.clock >= FIFTY_MOVES,
        }
    }

    /// Whether a draw rule ends the game that excludes mate: without mating material there is none, and a repeated
    /// position was not mate before.
    #[inline]
    fn is_drawn_without_mate(&self) -> bool {
        let Some(times) = self.draws.occurrences() else { return false };
        self.has_occurred(times) || has_insufficient_material(&self.board)
    }

    /// Whether a draw rule may end the game here, mate aside.
    #[inline]
    pub(super) fn may_be_drawn(&self) -> bool {
        self.clock >= self.draws.clock_limit() || self.is_drawn_without_mate()
    }

    /// The square passed by a pawn that has just made a double step, to which only capturing pawns can go.
    #[inline]
    pub(super) fn en_passant_target(&self) -> BitBoard {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.board.en_passant().map_or(BitBoard::EMPTY, |file| Square::new(file, rank).bitboard())
    }

    /// Whether any move is legal, ignoring draw rules.
    pub(super) fn has_moves(&self) -> bool {
        has_moves(&self.board)
    }

    /// Whether the position has occurred before, if the draw rules count repetitions.
    #[inline]
    pub(super) fn has_occurred_before(&self) -> bool {
        self.draws.occurrences().is_some() && self.has_occurred(2)
    }

    /// Whether this is at least the `times`-th occurrence of the position.
    #[inline]
    fn has_occurred(&self, times: usize) -> bool {
        let earlier = times - 1;
        self.history.len() >= LEAST_REPETITION_PLIES * earlier && self.count_earlier(earlier) == earlier
    }

    /// How often the position has occurred before, counted up to `enough`.
    fn count_earlier(&self, enough: usize) -> usize {
        // The last key is one ply old; the same side is to move in every second one.
        let same_side = self.history.newest_first().skip(LEAST_REPETITION_PLIES - 1).step_by(2);
        same_side.filter(|&key| key == self.key).take(enough).count()
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new(Board::default(), 0, Draws::default())
    }
}

impl Game for Chess {
    type Move = Move;
    type Moves = ChessMoves;

    const HISTORY_MATTERS: bool = true;

    #[inline]
    fn status(&self) -> Status<ChessMoves> {
        if self.is_drawn_without_mate() {
            return Status::Over(Outcome::Draw);
        }
        let mut status = Status::Ongoing(ChessMoves::none());
        let Status::Ongoing(moves) = &mut status else { return status };
        let has_moves = moves.find(&self.board);
        if !has_moves && self.is_check() {
            status = Status::Over(Outcome::Win(!self.side_to_move()));
        } else if !has_moves || self.clock >= self.draws.clock_limit() {
            // Mate takes precedence over the clock.
            status = Status::Over(Outcome::Draw);
        }
        status
    }

    #[inline]
    fn move_count(&self) -> Option<usize> {
        if self.may_be_drawn() {
            return None;
        }
        let count = count_moves(&self.board);
        (count > 0).then_some(count)
    }

    fn for_perft(&self) -> Chess {
        self.clone().with_draws(Draws::Moves)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        debug_assert!(self.board.is_legal(mv), "{mv} in {self}");
        self.board.play_unchecked(mv);
        if self.board.halfmove_clock() == 0 {
            self.clock = 0;
            self.history.clear();
        } else {
            // The clamp matters only to callers that play on after the 75-move rule has ended the game.
            self.clock = (self.clock + 1).min(SEVENTY_FIVE_MOVES);
            self.history.push(self.key);
        }
        self.key = key_of(&self.board);
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn max_plies(&self) -> usize {
        most_plies(&self.board, self.clock, self.draws.clock_limit())
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        let [a, b] = [&self.board, &other.board];
        self.key == other.key
            && Color::ALL.into_iter().all(|color| a.colors(color) == b.colors(color))
            && Piece::ALL.into_iter().all(|piece| a.pieces(piece) == b.pieces(piece))
            && a.side_to_move() == b.side_to_move()
            && Color::ALL.into_iter().all(|color| a.castle_rights(color) == b.castle_rights(color))
            && capturable_file(a) == capturable_file(b)
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// White moves first.
#[inline]
pub(super) fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// The board's hash, without the en passant file unless a capture en passant is legal.
#[inline]
fn key_of(board: &Board) -> u64 {
    match board.en_passant() {
        Some(_) if capturable_file(board).is_none() => board.hash_without_ep(),
        _ => board.hash(),
    }
}

/// The file on which a capture en passant is legal. The board records the file of every double step.
fn capturable_file(board: &Board) -> Option<File> {
    let color = board.side_to_move();
    let to = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let mut pawns = (get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn)).into_iter();
    pawns.any(|from| board.is_legal(Move { from, to, promotion: None })).then(|| to.file())
}
