//! Arriving at a position whose moves are not known yet.
//!
//! Finding the moves of chess costs more than a look into the table, standing still beyond the horizon or seeing that a
//! position is far above beta. Where nothing but the history of the game can end it against what the key says, the table is
//! asked first: what is in it has moves.

use spielbaum_core::{Evaluate, Knowledge, Observer, Score, Status};

use super::node::{Frame, Loop};
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};
use super::table_use::Asked;

/// Switches that want the moves before the table is asked, or find them in another way.
const WANTS_MOVES: Switches =
    Switches::of(&[Switch::LookAhead, Switch::Theory, Switch::Forced, Switch::Finish, Switch::Scan, Switch::Ring]);

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Whether the table is asked before the moves are found.
    #[inline]
    pub(super) fn asks_first(&self) -> bool {
        G::CAN_REPEAT && self.has(Switch::Table) && self.has(Switch::Quiescence) && !self.has_any(WANTS_MOVES)
    }

    /// Searches a position that has been counted; its moves are found when they are needed.
    #[inline(never)]
    pub(super) fn arrive_asking(&mut self, position: &G, state: &E::State, mut frame: Frame) -> Score {
        if position.may_end_by_history()
            && let Status::Over(outcome) = self.status(position)
        {
            return self.over(position, outcome, frame);
        }
        if self.is_repeated(position, frame) {
            return self.drawn_again(frame);
        }
        if let Some(score) = self.looked_up(position, frame) {
            return score;
        }
        let mut settled = None;
        if frame.depth > 0 {
            let seen = self.conclude(position, frame, None, |has_looked| position.margin_bounds(has_looked), || None);
            settled = seen.settled;
            (frame.alpha, frame.beta) = (seen.alpha, seen.beta);
        }
        let key = self.key(position);
        let mut table_move = None;
        if settled.is_none() {
            // Memory has been asked for the table's place and takes its time. Meanwhile the position is evaluated, which most
            // need: the evaluation remembers the value.
            self.guess(position, state);
            match self.look_up(position, key, frame) {
                Ok(score) => return score,
                Err(index) => table_move = index,
            }
        }
        if frame.depth == 0 && position.has_legal_move() {
            return self.quiesce_unsettled(position, state, frame, None, (key, table_move));
        }
        if settled.is_none()
            && position.has_legal_move()
            && let Some(score) = self.given_up(position, state, frame)
        {
            return score;
        }
        match &self.status(position) {
            Status::Over(outcome) => self.over(position, *outcome, frame),
            Status::Ongoing(moves) => match settled {
                Some((score, reason)) => self.settle(score, reason, frame.ply),
                None => self.expand_further(position, state, frame, moves, Asked::knowing(key, table_move)),
            },
        }
    }
}
