//! Ranks the moves of a position, taking the halfmove clock into account.

use std::cmp::Reverse;

use spielbaum_core::{Game, Outcome, Status, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;

use super::probe::{is_zeroing, moves_of};
use super::{Syzygy, Wdl};

/// A move and its outcome under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The outcome for the side that makes the move; a win counts as one only if it comes before the clock runs out.
    pub wdl: Wdl,
    /// The plies from before the move up to the next capture, pawn move or mate, as [`dtz`](Syzygy::dtz) counts them;
    /// `None` where only WDL files are available.
    pub dtz: Option<i32>,
}

impl RankedMove {
    /// An order key, larger for what the side to move prefers: fast wins, then draws, then slow losses.
    fn preference(&self) -> i32 {
        /// Larger than every distance.
        const STEP: i32 = 100_000;
        let outcome = self.wdl as i32 - Wdl::Draw as i32;
        outcome * STEP - self.dtz.unwrap_or_default()
    }
}

impl Syzygy {
    /// All moves of a position that is not terminal, the best first; `None` where a file is missing.
    pub fn moves(&self, position: &Chess) -> Result<Option<Vec<RankedMove>>, TextError> {
        let mut moves = Vec::new();
        for mv in moves_of(position.board()) {
            let Some(ranked) = self.rank_move(position, mv)? else { return Ok(None) };
            moves.push(ranked);
        }
        moves.sort_by_key(|ranked| Reverse(ranked.preference()));
        Ok(Some(moves))
    }

    /// The moves that preserve the outcome, and that outcome: in a win, those with the smallest DTZ, so that play makes
    /// progress; in a draw, all that hold it; in a loss, all.
    pub fn best_moves(&self, position: &Chess) -> Result<Option<(Wdl, Vec<Move>)>, TextError> {
        if self.is_out_of_reach(position.board()) {
            return Ok(None);
        }
        let Some(moves) = self.moves(position)? else { return Ok(None) };
        let Some(best) = moves.first().copied() else { return Ok(None) };
        let is_good = |other: &&RankedMove| match best.wdl {
            Wdl::Draw | Wdl::Loss => other.wdl == best.wdl,
            _ => other.preference() == best.preference(),
        };
        Ok(Some((best.wdl, moves.iter().filter(is_good).map(|ranked| ranked.mv).collect())))
    }

    fn rank_move(&self, position: &Chess, mv: Move) -> Result<Option<RankedMove>, TextError> {
        let mut after = position.clone();
        after.play(mv);
        match after.status() {
            Status::Over(Outcome::Draw) => return Ok(Some(RankedMove { mv, wdl: Wdl::Draw, dtz: Some(0) })),
            Status::Over(Outcome::Win(_)) => return Ok(Some(RankedMove { mv, wdl: Wdl::Win, dtz: Some(1) })),
            Status::Ongoing(_) => {}
        }
        let Some(wdl) = self.wdl(after.board())?.map(Wdl::flipped) else { return Ok(None) };
        if is_zeroing(position.board(), mv) {
            return Ok(Some(RankedMove { mv, wdl, dtz: Some(wdl.dtz_before_zeroing()) }));
        }
        let dtz = self.dtz(after.board())?.map(|child| wdl.sign() - child);
        let limit = i32::from(position.draws().clock_limit());
        let end = i32::from(position.clock()) + dtz.unwrap_or_default().abs();
        // Stored distances may be one ply too small; the outcome holds nevertheless.
        let wdl = match wdl {
            Wdl::Win if end >= limit => Wdl::CursedWin,
            Wdl::Loss if end > limit => Wdl::BlessedLoss,
            _ => wdl,
        };
        Ok(Some(RankedMove { mv, wdl, dtz }))
    }
}
