//! Look-ups: what files leave out is found by making moves.
//!
//! Files of outcomes hold what is easiest to pack where a capture is at least as good, and know no captures en passant;
//! files of distances hold one side to move only, and nothing of use where a capture or pawn move wins at once.

use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Move, Piece};

use super::Syzygy;
use super::header::Kind;
use super::men::Men;
use super::wdl::Wdl;

/// An outcome, and how it comes about.
struct Known {
    wdl: Wdl,
    /// Whether a capture brings it about, and neither a draw nor a loss is left to it.
    by_capture: bool,
}

impl Syzygy {
    /// Who wins; none where a file is missing or somebody may castle. The position's clock is taken to stand at 0.
    pub fn wdl(&self, board: &Board) -> Result<Option<Wdl>, TextError> {
        if self.is_beyond(board) {
            return Ok(None);
        }
        Ok(self.known(board)?.map(|known| known.wdl))
    }

    /// The plies to the next capture, pawn move or mate under best play, counted negative where the side to move loses, 0 in
    /// a draw, and 100 more where the fifty-move rule spoils a win; they may be one too few, as files round them. None where
    /// a file is missing.
    pub fn dtz(&self, board: &Board) -> Result<Option<i32>, TextError> {
        if self.is_beyond(board) {
            return Ok(None);
        }
        self.distance(board)
    }

    pub(super) fn is_beyond(&self, board: &Board) -> bool {
        let may_castle = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        board.occupied().len() as usize > self.most_men
            || spielbaum_games::chess::Color::ALL.into_iter().any(may_castle)
    }

    fn known(&self, board: &Board) -> Result<Option<Known>, TextError> {
        let (mut best, mut passing) = (None, None);
        let (mut can_pass, mut can_else) = (false, false);
        for mv in moves_of(board) {
            let is_passing = is_en_passant(board, mv);
            if is_passing {
                can_pass = true;
            } else {
                can_else = true;
                if !is_capture(board, mv) {
                    continue;
                }
            }
            let Some(behind) = self.behind_captures(&after(board, mv), Wdl::Loss, Wdl::Win)? else { return Ok(None) };
            let found = Some(behind.turned());
            if found == Some(Wdl::Win) {
                return Ok(Some(Known { wdl: Wdl::Win, by_capture: true }));
            }
            let best_so_far = if is_passing { &mut passing } else { &mut best };
            *best_so_far = found.max(*best_so_far);
        }
        let Some(stored) = self.stored(board)? else { return Ok(None) };
        // Without the capture en passant it would be stalemate, which the file says, or mate.
        if let (Some(wdl), true) = (passing, can_pass && !can_else && board.checkers().is_empty()) {
            return Ok(Some(Known { wdl, by_capture: true }));
        }
        if let Some(wdl) = passing.filter(|wdl| *wdl > stored && Some(*wdl) > best) {
            return Ok(Some(Known { wdl, by_capture: true }));
        }
        Ok(Some(match best.max(passing) {
            Some(wdl) if wdl >= stored => Known { wdl, by_capture: wdl > Wdl::Draw },
            _ => Known { wdl: stored, by_capture: false },
        }))
    }

    /// The outcome of a position without captures en passant, within a window: captures first, then the file.
    fn behind_captures(&self, board: &Board, mut alpha: Wdl, beta: Wdl) -> Result<Option<Wdl>, TextError> {
        for mv in moves_of(board).into_iter().filter(|mv| is_capture(board, *mv)) {
            let behind = self.behind_captures(&after(board, mv), beta.turned(), alpha.turned())?;
            let Some(behind) = behind else { return Ok(None) };
            alpha = alpha.max(behind.turned());
            if alpha >= beta {
                return Ok(Some(alpha));
            }
        }
        Ok(self.stored(board)?.map(|stored| stored.max(alpha)))
    }

    /// What the file of outcomes says.
    fn stored(&self, board: &Board) -> Result<Option<Wdl>, TextError> {
        let men = Men::on(board);
        match self.table(men, Kind::Wdl) {
            Some((table, is_exchanged)) => table.wdl(board, is_exchanged).map(Some),
            None => Ok(men.are_harmless().then_some(Wdl::Draw)),
        }
    }

    fn distance(&self, board: &Board) -> Result<Option<i32>, TextError> {
        let Some(Known { wdl, by_capture }) = self.known(board)? else { return Ok(None) };
        if wdl == Wdl::Draw {
            return Ok(Some(0));
        }
        if by_capture {
            return Ok(Some(wdl.next_to_zeroing()));
        }
        let moves = moves_of(board);
        // A pawn's step that keeps the win.
        if wdl > Wdl::Draw {
            for mv in moves.iter().filter(|mv| is_pawn_step(board, **mv)) {
                let Some(behind) = self.known(&after(board, *mv))? else { return Ok(None) };
                if behind.wdl.turned() == wdl {
                    return Ok(Some(wdl.next_to_zeroing()));
                }
            }
        }
        let Some((table, is_exchanged)) = self.table(Men::on(board), Kind::Dtz) else { return Ok(None) };
        if let Some(plies) = table.dtz(board, is_exchanged, wdl)? {
            return Ok(Some(wdl.next_to_zeroing() + wdl.sign() * plies));
        }
        self.distance_by_moves(board, &moves, wdl)
    }

    /// The distance of a position whose own side is not stored, by those behind its moves. No capture and no step of a pawn
    /// keeps a win.
    fn distance_by_moves(&self, board: &Board, moves: &[Move], wdl: Wdl) -> Result<Option<i32>, TextError> {
        // Whoever loses may have to set the clock back.
        let mut best = (wdl < Wdl::Draw).then(|| wdl.next_to_zeroing());
        for mv in moves.iter().filter(|mv| !is_zeroing(board, **mv)) {
            let after = after(board, *mv);
            let Some(behind) = self.distance(&after)? else { return Ok(None) };
            let is_mate = behind == Wdl::Loss.next_to_zeroing() && moves_of(&after).is_empty();
            let distance = if is_mate { 1 } else { wdl.sign() - behind };
            if behind.signum() == -wdl.sign() {
                // The winner hurries and the loser does not: both want the smallest number.
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        Ok(best.or_else(|| Some(wdl.next_to_zeroing())))
    }
}

/// The legal moves of a position.
pub(crate) fn moves_of(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

pub(super) fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

/// Whether a move captures a man on its square.
fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to)
}

fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file() && !is_capture(board, mv)
}

/// Whether a pawn goes ahead.
fn is_pawn_step(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() == mv.to.file()
}

/// Whether a move sets the clock of the fifty-move rule back.
pub(super) fn is_zeroing(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) || is_capture(board, mv)
}
