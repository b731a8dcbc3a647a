//! What a new leaf of a proof tree is worth: decided at sight, or the effort that its proof may take.
//!
//! Numbers by mobility: Allis (1994), Breuker (1998). Searching forced replies first: threat sequences of Allis, van den Herik
//! & Huntjens (1993), here for any game that sees one ply ahead.

use spielbaum_core::{Evaluate, Knowledge, LookAhead, Meter, MoveSet, Outcome, Status};

use super::{Question, Settings};

/// The numbers of a new leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// One each.
    One,
    /// One for the side that needs one good move, the number of moves for the other.
    Mobility,
    /// More the worse the evaluation.
    Evaluation,
}

/// An evaluation of this much doubles a number.
const EVALUATION_STEP: i32 = 100;
/// The most that an evaluation gives.
const MOST_STEPS: i32 = 5;

/// Judges leaves.
pub(super) struct Judge<'a, E> {
    pub(super) settings: &'a Settings,
    pub(super) evaluation: &'a E,
    pub(super) question: Question,
}

/// What is seen of a position.
pub(super) enum Seen<Moves> {
    /// The answer.
    Decided(bool),
    /// The moves that matter, and the numbers for yes and no.
    Open(Moves, (u32, u32)),
}

impl<E> Judge<'_, E> {
    /// Whether the side to move is the one that has to find a move.
    pub(super) fn is_prover<G: Knowledge>(&self, position: &G) -> bool {
        position.side_to_move() == self.question.prover
    }

    /// The moves that matter in a position that is not decided at sight.
    pub(super) fn moves<G: Knowledge>(&self, position: &G) -> Option<G::Moves> {
        let moves = position.status().moves()?;
        if !self.settings.looks_ahead {
            return Some(moves);
        }
        match position.look_ahead(moves) {
            LookAhead::Moves(kept) => Some(kept),
            LookAhead::Win | LookAhead::Loss(_) => None,
        }
    }

    /// Looks at a position.
    pub(super) fn look<G: Knowledge>(&self, position: &G, meter: &mut Meter) -> Seen<G::Moves>
    where
        E: Evaluate<G>,
    {
        let mut moves = match position.status() {
            Status::Over(outcome) => return Seen::Decided(self.question.holds(outcome)),
            Status::Ongoing(moves) => moves,
        };
        let side = position.side_to_move();
        if self.settings.looks_ahead {
            match position.look_ahead(moves) {
                LookAhead::Win => return Seen::Decided(self.question.holds(Outcome::Win(side))),
                LookAhead::Loss(_) => return Seen::Decided(self.question.holds(Outcome::Win(!side))),
                LookAhead::Moves(kept) => moves = kept,
            }
            let mut left = self.settings.forcing;
            if left > 0 && wins_by_force(position, &moves, &mut left, meter) {
                return Seen::Decided(self.question.holds(Outcome::Win(side)));
            }
        }
        let numbers = self.numbers(position, moves.len() as u32);
        Seen::Open(moves, numbers)
    }

    fn numbers<G: Knowledge>(&self, position: &G, count: u32) -> (u32, u32)
    where
        E: Evaluate<G>,
    {
        let is_prover = self.is_prover(position);
        match self.settings.initial {
            Initial::One => (1, 1),
            Initial::Mobility if is_prover => (1, count),
            Initial::Mobility => (count, 1),
            Initial::Evaluation => {
                let value = self.evaluation.evaluate(&self.evaluation.start(position), position);
                let steps = (value / EVALUATION_STEP).clamp(-MOST_STEPS, MOST_STEPS);
                let steps = if is_prover { steps } else { -steps };
                (1 << (-steps).max(0), 1 << steps.max(0))
            }
        }
    }
}

/// Whether the side to move wins by moves that each leave one reply; looks at up to `left` positions. A yes is certain.
fn wins_by_force<G: Knowledge>(position: &G, moves: &G::Moves, left: &mut u32, meter: &mut Meter) -> bool {
    for mv in moves.iter() {
        if *left == 0 || meter.is_exhausted() || meter.tick() {
            return false;
        }
        *left -= 1;
        let mut child = position.clone();
        child.play(mv);
        let Status::Ongoing(replies) = child.status() else { continue };
        let kept = match child.look_ahead(replies) {
            LookAhead::Loss(_) => return true,
            LookAhead::Moves(kept) if kept.len() == 1 => kept,
            LookAhead::Moves(_) | LookAhead::Win => continue,
        };
        child.play(kept.nth(0));
        let Status::Ongoing(next) = child.status() else { continue };
        let is_won = match child.look_ahead(next) {
            LookAhead::Win => true,
            LookAhead::Loss(_) => false,
            LookAhead::Moves(next) => wins_by_force(&child, &next, left, meter),
        };
        if is_won {
            return true;
        }
    }
    false
}
