//! What is remembered of moves and positions beyond a plain history: histories that forget, moves behind others, and how far
//! the evaluation was from what searches found.

use spielbaum_core::{Evaluate, Knowledge, Observer, Score};

use super::node::{Frame, Loop};
use super::order::Candidate;
use super::switch_source::SwitchSource;
use super::switches::Switch;

/// No history that forgets goes further from 0.
const MOST_GRAVITY: i32 = 1 << 14;
/// What a ply of depth adds to such a history, and the most that is added at once.
const BONUS: i32 = 170;
const MOST_BONUS: i32 = 1700;
/// Corrections that are kept for a side, what one is counted in, and how far one can go.
const CORRECTIONS: usize = 1 << 14;
const CORRECTION_UNIT: i32 = 256;
const MOST_CORRECTION: i32 = 64 * CORRECTION_UNIT;

/// What is remembered of the moves of a position; empty where it is nothing.
pub(super) struct Reputations<'a> {
    history: &'a [i32],
    /// Behind the last two moves.
    behind: [&'a [i16]; 2],
}

impl Reputations<'_> {
    /// How well a quiet move did elsewhere.
    #[inline]
    pub(super) fn of<G: Knowledge>(&self, position: &G, mv: G::Move) -> i32 {
        self.at(position.history_slot(mv), position.continuation_slot(mv))
    }

    /// The same by the slots of the move.
    #[inline]
    pub(super) fn at(&self, history_slot: usize, continuation_slot: usize) -> i32 {
        let behind = |values: &[i16]| values.get(continuation_slot).map_or(0, |&value| i32::from(value));
        self.history.get(history_slot).copied().unwrap_or(0) + behind(self.behind[0]) + behind(self.behind[1])
    }
}

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// What is remembered of the moves of a position.
    #[inline]
    pub(super) fn reputations(&self, position: &G, ply: u32) -> Reputations<'_> {
        let side = position.side_to_move();
        let history: &[i32] = if self.has(Switch::History) { self.memory.history(side) } else { &[] };
        let continuation = &self.memory.continuation[side];
        let mut behind: [&[i16]; 2] = [&[]; 2];
        if G::CONTINUATION_SLOTS > 0 && self.has(Switch::Continuation) && !continuation.is_empty() {
            for (behind, earlier) in behind.iter_mut().zip(self.slots_behind(ply)) {
                *behind = &continuation[earlier * G::CONTINUATION_SLOTS..][..G::CONTINUATION_SLOTS];
            }
        }
        Reputations { history, behind }
    }

    /// How well a quiet move did elsewhere, also behind the last two moves.
    #[inline]
    pub(super) fn reputation(&self, position: &G, mv: G::Move, ply: u32) -> i32 {
        self.reputations(position, ply).of(position, mv)
    }

    /// The slots of the last two moves.
    #[inline]
    fn slots_behind(&self, ply: u32) -> impl Iterator<Item = usize> + use<G, E, S, O> {
        let slots = [ply, ply.wrapping_sub(1)].map(|ply| self.outlook(ply).slot);
        slots.into_iter().filter(|&slot| slot > 0).map(|slot| usize::from(slot) - 1)
    }

    /// Notes that the last of the moves tried cut off, and that the others did not.
    pub(super) fn blame(&mut self, position: &G, tried: &[Candidate<G::Move>], frame: Frame) {
        let Some((cutter, others)) = tried.split_last() else { return };
        if position.is_noisy(cutter.mv) {
            return;
        }
        let bonus = (BONUS * frame.depth as i32).min(MOST_BONUS);
        self.move_reputation(position, cutter.mv, frame.ply, bonus);
        for other in others.iter().filter(|other| !position.is_noisy(other.mv)) {
            self.move_reputation(position, other.mv, frame.ply, -bonus);
        }
    }

    fn move_reputation(&mut self, position: &G, mv: G::Move, ply: u32, bonus: i32) {
        let side = position.side_to_move();
        if self.has(Switch::Gravity) && self.has(Switch::History) {
            let value = &mut self.memory.history[side][position.history_slot(mv)];
            *value = pulled(*value, bonus);
        }
        if G::CONTINUATION_SLOTS > 0 && self.has(Switch::Continuation) {
            let slots = self.slots_behind(ply);
            let continuation = &mut self.memory.continuation[side];
            if continuation.is_empty() {
                *continuation = vec![0; G::CONTINUATION_SLOTS * G::CONTINUATION_SLOTS];
            }
            let slot = position.continuation_slot(mv);
            for earlier in slots {
                let value = &mut continuation[earlier * G::CONTINUATION_SLOTS + slot];
                *value = pulled(i32::from(*value), bonus) as i16;
            }
        }
    }

    /// An evaluation with what searches of positions of the same structure have taught.
    #[inline]
    pub(super) fn corrected(&self, position: &G, value: Score) -> Score {
        let corrections = &self.memory.corrections[position.side_to_move()];
        if !self.has(Switch::Correction) || corrections.is_empty() {
            return value;
        }
        let correction = i32::from(corrections[position.structure_key() as usize % CORRECTIONS]);
        Score::estimate(value.0 + correction / CORRECTION_UNIT)
    }

    /// Learns from the difference between a search and the evaluation.
    pub(super) fn learn_correction(&mut self, position: &G, missed: i32, depth: u32) {
        let corrections = &mut self.memory.corrections[position.side_to_move()];
        if corrections.is_empty() {
            *corrections = vec![0; CORRECTIONS];
        }
        let value = &mut corrections[position.structure_key() as usize % CORRECTIONS];
        let weight = (depth as i32 + 1).min(16);
        let missed = missed.clamp(-MOST_CORRECTION / CORRECTION_UNIT * 4, MOST_CORRECTION / CORRECTION_UNIT * 4);
        let moved = (i32::from(*value) * (256 - weight) + missed * CORRECTION_UNIT * weight) / 256;
        *value = moved.clamp(-MOST_CORRECTION, MOST_CORRECTION) as i16;
    }
}

/// A value of history moved by a bonus, the less, the further it has gone already.
#[inline]
fn pulled(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / MOST_GRAVITY
}
