//! Probing: a small search supplies what the files leave out.
//!
//! WDL files store whatever compresses best where a capture is at least as good, and ignore en passant; DTZ files store
//! one side to move only, and nothing useful where a capture or pawn move wins at once.

use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Move, Piece};

use super::Syzygy;
use super::header::Kind;
use super::men::Men;
use super::wdl::Wdl;

/// A WDL value, and how it is reached.
struct Probed {
    wdl: Wdl,
    /// Whether a capture reaches it, and it is neither a draw nor a loss.
    by_capture: bool,
}

impl Syzygy {
    /// The WDL value; `None` where a file is missing or with castling rights. The halfmove clock is taken to be 0.
    pub fn wdl(&self, board: &Board) -> Result<Option<Wdl>, TextError> {
        if self.is_out_of_reach(board) {
            return Ok(None);
        }
        Ok(self.probe_wdl(board)?.map(|known| known.wdl))
    }

    /// The DTZ value: plies to the next capture, pawn move or mate under best play, negative where the side to move
    /// loses, 0 in a draw, and 100 more for cursed wins and blessed losses. It may be one too small, as files round it.
    /// `None` where a file is missing.
    pub fn dtz(&self, board: &Board) -> Result<Option<i32>, TextError> {
        if self.is_out_of_reach(board) {
            return Ok(None);
        }
        self.probe_dtz(board)
    }

    pub(super) fn is_out_of_reach(&self, board: &Board) -> bool {
        let may_castle = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        board.occupied().len() as usize > self.most_men
            || spielbaum_games::chess::Color::ALL.into_iter().any(may_castle)
    }

    fn probe_wdl(&self, board: &Board) -> Result<Option<Probed>, TextError> {
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
            let Some(child) = self.search_captures(&after(board, mv), Wdl::Loss, Wdl::Win)? else { return Ok(None) };
            let found = Some(child.flipped());
            if found == Some(Wdl::Win) {
                return Ok(Some(Probed { wdl: Wdl::Win, by_capture: true }));
            }
            let best_so_far = if is_passing { &mut passing } else { &mut best };
            *best_so_far = found.max(*best_so_far);
        }
        let Some(stored) = self.probe_wdl_file(board)? else { return Ok(None) };
        // En passant is the only legal move; the file stores a stalemate.
        if let (Some(wdl), true) = (passing, can_pass && !can_else && board.checkers().is_empty()) {
            return Ok(Some(Probed { wdl, by_capture: true }));
        }
        if let Some(wdl) = passing.filter(|wdl| *wdl > stored && Some(*wdl) > best) {
            return Ok(Some(Probed { wdl, by_capture: true }));
        }
        Ok(Some(match best.max(passing) {
            Some(wdl) if wdl >= stored => Probed { wdl, by_capture: wdl > Wdl::Draw },
            _ => Probed { wdl: stored, by_capture: false },
        }))
    }

    /// Alpha-beta over captures, then the file; the position has no captures en passant.
    fn search_captures(&self, board: &Board, mut alpha: Wdl, beta: Wdl) -> Result<Option<Wdl>, TextError> {
        for mv in moves_of(board).into_iter().filter(|mv| is_capture(board, *mv)) {
            let child = self.search_captures(&after(board, mv), beta.flipped(), alpha.flipped())?;
            let Some(child) = child else { return Ok(None) };
            alpha = alpha.max(child.flipped());
            if alpha >= beta {
                return Ok(Some(alpha));
            }
        }
        Ok(self.probe_wdl_file(board)?.map(|stored| stored.max(alpha)))
    }

    /// The value in the WDL file.
    fn probe_wdl_file(&self, board: &Board) -> Result<Option<Wdl>, TextError> {
        let men = Men::on(board);
        match self.table(men, Kind::Wdl) {
            Some((table, is_flipped)) => table.wdl(board, is_flipped).map(Some),
            None => Ok(men.is_insufficient().then_some(Wdl::Draw)),
        }
    }

    fn probe_dtz(&self, board: &Board) -> Result<Option<i32>, TextError> {
        let Some(Probed { wdl, by_capture }) = self.probe_wdl(board)? else { return Ok(None) };
        if wdl == Wdl::Draw {
            return Ok(Some(0));
        }
        if by_capture {
            return Ok(Some(wdl.dtz_before_zeroing()));
        }
        let moves = moves_of(board);
        // A pawn move that keeps the win.
        if wdl > Wdl::Draw {
            for mv in moves.iter().filter(|mv| is_pawn_advance(board, **mv)) {
                let Some(child) = self.probe_wdl(&after(board, *mv))? else { return Ok(None) };
                if child.wdl.flipped() == wdl {
                    return Ok(Some(wdl.dtz_before_zeroing()));
                }
            }
        }
        let Some((table, is_flipped)) = self.table(Men::on(board), Kind::Dtz) else { return Ok(None) };
        if let Some(plies) = table.dtz(board, is_flipped, wdl)? {
            return Ok(Some(wdl.dtz_before_zeroing() + wdl.sign() * plies));
        }
        self.dtz_by_moves(board, &moves, wdl)
    }

    /// The DTZ of a position whose side to move is not stored, from its successors. No capture or pawn move may keep a
    /// win.
    fn dtz_by_moves(&self, board: &Board, moves: &[Move], wdl: Wdl) -> Result<Option<i32>, TextError> {
        // The losing side may be forced to zero the clock.
        let mut best = (wdl < Wdl::Draw).then(|| wdl.dtz_before_zeroing());
        for mv in moves.iter().filter(|mv| !is_zeroing(board, **mv)) {
            let after = after(board, *mv);
            let Some(child) = self.probe_dtz(&after)? else { return Ok(None) };
            let is_mate = child == Wdl::Loss.dtz_before_zeroing() && moves_of(&after).is_empty();
            let distance = if is_mate { 1 } else { wdl.sign() - child };
            if child.signum() == -wdl.sign() {
                // Signed distances: the winner prefers the shortest and the loser the longest, both the smallest
                // number.
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        Ok(best.or_else(|| Some(wdl.dtz_before_zeroing())))
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

/// Whether a move is a capture other than en passant.
fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to)
}

fn is_en_passant(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file() && !is_capture(board, mv)
}

/// Whether a pawn advances on its file.
fn is_pawn_advance(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() == mv.to.file()
}

/// Whether a move zeroes the halfmove clock.
pub(super) fn is_zeroing(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) || is_capture(board, mv)
}
