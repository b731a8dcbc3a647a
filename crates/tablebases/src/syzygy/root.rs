//! The moves of a position compared, with what is left of the fifty moves.

use std::cmp::Reverse;

use spielbaum_core::{Game, Outcome, Status, TextError};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;

use super::probe::{is_zeroing, moves_of};
use super::{Syzygy, Wdl};

/// A move, and what it comes to under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The move.
    pub mv: Move,
    /// Who wins, from the view of the side that makes the move: a win is one that comes in time.
    pub wdl: Wdl,
    /// The plies from before the move up to the next capture, pawn move or mate, as [`dtz`](Syzygy::dtz) counts them; none
    /// where only outcomes are known.
    pub dtz: Option<i32>,
}

impl Prospect {
    /// Larger for what the side to move prefers: fast wins, then draws, then slow losses.
    fn preference(&self) -> i32 {
        /// Beyond every distance.
        const STEP: i32 = 100_000;
        let outcome = self.wdl as i32 - Wdl::Draw as i32;
        outcome * STEP - self.dtz.unwrap_or_default()
    }
}

impl Syzygy {
    /// All moves of a game that goes on, the best first; none where a file is missing.
    pub fn moves(&self, position: &Chess) -> Result<Option<Vec<Prospect>>, TextError> {
        let mut prospects = Vec::new();
        for mv in moves_of(position.board()) {
            let Some(prospect) = self.prospect(position, mv)? else { return Ok(None) };
            prospects.push(prospect);
        }
        prospects.sort_by_key(|prospect| Reverse(prospect.preference()));
        Ok(Some(prospects))
    }

    /// The moves among which it is safe to choose, and what they come to: those that come nearest to the next capture or
    /// pawn move where the side to move wins, so that it really wins; all that hold a draw; all where nothing helps.
    pub fn advised(&self, position: &Chess) -> Result<Option<(Wdl, Vec<Move>)>, TextError> {
        if self.is_beyond(position.board()) {
            return Ok(None);
        }
        let Some(moves) = self.moves(position)? else { return Ok(None) };
        let Some(best) = moves.first().copied() else { return Ok(None) };
        let is_good = |other: &&Prospect| match best.wdl {
            Wdl::Draw | Wdl::Loss => other.wdl == best.wdl,
            _ => other.preference() == best.preference(),
        };
        Ok(Some((best.wdl, moves.iter().filter(is_good).map(|prospect| prospect.mv).collect())))
    }

    fn prospect(&self, position: &Chess, mv: Move) -> Result<Option<Prospect>, TextError> {
        let mut after = position.clone();
        after.play(mv);
        match after.status() {
            Status::Over(Outcome::Draw) => return Ok(Some(Prospect { mv, wdl: Wdl::Draw, dtz: Some(0) })),
            Status::Over(Outcome::Win(_)) => return Ok(Some(Prospect { mv, wdl: Wdl::Win, dtz: Some(1) })),
            Status::Ongoing(_) => {}
        }
        let Some(wdl) = self.wdl(after.board())?.map(Wdl::turned) else { return Ok(None) };
        if is_zeroing(position.board(), mv) {
            return Ok(Some(Prospect { mv, wdl, dtz: Some(wdl.next_to_zeroing()) }));
        }
        let dtz = self.dtz(after.board())?.map(|behind| wdl.sign() - behind);
        let limit = i32::from(position.draws().clock_limit());
        let end = i32::from(position.clock()) + dtz.unwrap_or_default().abs();
        // Files round distances down by up to one ply: what is claimed holds all the same.
        let wdl = match wdl {
            Wdl::Win if end >= limit => Wdl::CursedWin,
            Wdl::Loss if end > limit => Wdl::BlessedLoss,
            _ => wdl,
        };
        Ok(Some(Prospect { mv, wdl, dtz }))
    }
}
