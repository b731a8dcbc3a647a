//! Statistics of moves and positions elsewhere in the tree: killers, history, continuation history, and the correction
//! history of the static evaluation.

use spielbaum_core::{Game, Knowledge, MoveOrdering, Quiescence, Score, SelectiveSearch, Side};

use super::move_loop::Progress;
use super::move_order::Candidate;
use super::node::Node;
use super::searcher::{Move, Searcher, Setup};
use super::stack::StackEntry;
use super::switches::{Switch, Switches};

/// Switches that remember moves that cut off.
const REMEMBERS_CUTOFFS: Switches = Switches::of(&[Switch::Killers, Switch::History]);

/// Plain history stays below a killer's order score.
const MAX_HISTORY: i32 = 1 << 16;
/// Limit of a history with gravity.
const MAX_GRAVITY: i32 = 1 << 14;
/// What a ply of depth adds to a history with gravity, and the most that is added at once.
const BONUS: i32 = 170;
const MAX_BONUS: i32 = 1700;
/// Entries of the correction history for a side, its unit, and its limit.
const CORRECTIONS: usize = 1 << 14;
const CORRECTION_UNIT: i32 = 256;
const MAX_CORRECTION: i32 = 64 * CORRECTION_UNIT;

/// Histories of one search.
pub(super) struct Histories<G: Game> {
    /// By ply, the two latest quiet moves that cut off (Akl & Newborn 1977).
    killers: Vec<[Option<G::Move>; 2]>,
    /// By side and slot, how deep and often a quiet move cut off (Schaeffer 1983).
    history: [Vec<i32>; 2],
    /// By side, the slot of an earlier move and that of a move after it, the same; empty until it is used.
    continuation: [Vec<i16>; 2],
    /// By side and structure of the position, the error of the static evaluation; empty until it is used.
    corrections: [Vec<i16>; 2],
}

impl<G: Knowledge> Histories<G> {
    pub(super) fn new() -> Histories<G> {
        let history = [vec![0; G::HISTORY_SLOTS], vec![0; G::HISTORY_SLOTS]];
        Histories { killers: Vec::new(), history, continuation: Default::default(), corrections: Default::default() }
    }

    #[inline]
    pub(super) fn killers(&self, ply: u32) -> [Option<G::Move>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    #[inline]
    pub(super) fn history(&self, side: Side) -> &[i32] {
        &self.history[side]
    }
}

/// The histories of quiet moves that apply to a position; empty where they are off.
pub(super) struct QuietHistories<'a> {
    history: &'a [i32],
    /// After the last two moves.
    continuations: [&'a [i16]; 2],
}

impl QuietHistories<'_> {
    /// The sum of all histories of a quiet move.
    #[inline]
    pub(super) fn of<G: Knowledge>(&self, position: &G, mv: G::Move) -> i32 {
        self.at(position.history_slot(mv), position.continuation_slot(mv))
    }

    /// The same by the slots of the move.
    #[inline]
    pub(super) fn at(&self, history_slot: usize, continuation_slot: usize) -> i32 {
        let continuation = |values: &[i16]| values.get(continuation_slot).map_or(0, |&value| i32::from(value));
        let [last, before] = self.continuations;
        self.history.get(history_slot).copied().unwrap_or(0) + continuation(last) + continuation(before)
    }
}

impl<C: Setup> Searcher<'_, C> {
    /// The histories of quiet moves that apply to a position.
    #[inline]
    pub(super) fn quiet_histories(&self, position: &C::Game, ply: u32) -> QuietHistories<'_> {
        let side = position.side_to_move();
        let history: &[i32] = if self.has(Switch::History) { self.histories.history(side) } else { &[] };
        let table = &self.histories.continuation[side];
        let mut continuations: [&[i16]; 2] = [&[]; 2];
        if C::Game::CONTINUATION_SLOTS > 0 && self.has(Switch::Continuation) && !table.is_empty() {
            for (continuation, earlier) in continuations.iter_mut().zip(self.earlier_slots(ply)) {
                *continuation = &table[earlier * C::Game::CONTINUATION_SLOTS..][..C::Game::CONTINUATION_SLOTS];
            }
        }
        QuietHistories { history, continuations }
    }

    /// The continuation slots of the last two moves.
    #[inline]
    fn earlier_slots(&self, ply: u32) -> impl Iterator<Item = usize> + use<C> {
        let slots = [ply, ply.wrapping_sub(1)].map(|ply| self.stack(ply).continuation_slot);
        slots.into_iter().filter(|&slot| slot > 0).map(|slot| usize::from(slot) - 1)
    }

    /// Counts a cut-off and remembers its move.
    #[inline]
    pub(super) fn learn_cutoff(&mut self, node: &Node<'_, C>, progress: &Progress<Move<C>>) {
        self.statistics.beta_cuts += 1;
        self.statistics.first_move_cuts += u64::from(progress.searched <= 1);
        if self.has_any(REMEMBERS_CUTOFFS)
            && let Some(mv) = progress.best_move
        {
            self.remember_cutoff(node, mv);
        }
    }

    /// Makes a quiet move that cut off a killer, and adds to its history.
    #[inline]
    fn remember_cutoff(&mut self, node: &Node<'_, C>, mv: Move<C>) {
        let wants_killers = self.has(Switch::Killers);
        let wants_history = self.has(Switch::History) && !self.has(Switch::Gravity);
        if !wants_killers && !wants_history || node.position.is_noisy(mv) {
            return;
        }
        if wants_killers {
            let ply = node.ply as usize;
            if self.histories.killers.len() <= ply {
                self.histories.killers.resize(ply + 1, [None; 2]);
            }
            let killers = &mut self.histories.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if wants_history {
            let history = &mut self.histories.history[node.position.side_to_move()];
            let slot = node.position.history_slot(mv);
            history[slot] += (node.depth * node.depth).min(1000) as i32;
            if history[slot] > MAX_HISTORY {
                history.iter_mut().for_each(|value| *value /= 2);
            }
        }
    }

    /// Histories with gravity: a bonus for the last of the moves searched, which cut off, and a malus for the others.
    pub(super) fn update_histories(&mut self, node: &Node<'_, C>, searched: &[Candidate<Move<C>>]) {
        if !self.has(Switch::Gravity) && !self.has(Switch::Continuation) {
            return;
        }
        let Some((best, others)) = searched.split_last() else { return };
        if node.position.is_noisy(best.mv) {
            return;
        }
        let bonus = (BONUS * node.depth as i32).min(MAX_BONUS);
        self.add_to_histories(node, best.mv, bonus);
        for other in others.iter().filter(|other| !node.position.is_noisy(other.mv)) {
            self.add_to_histories(node, other.mv, -bonus);
        }
    }

    #[inline]
    fn add_to_histories(&mut self, node: &Node<'_, C>, mv: Move<C>, bonus: i32) {
        let side = node.position.side_to_move();
        if self.has(Switch::Gravity) && self.has(Switch::History) {
            let value = &mut self.histories.history[side][node.position.history_slot(mv)];
            *value = with_gravity(*value, bonus);
        }
        if C::Game::CONTINUATION_SLOTS > 0 && self.has(Switch::Continuation) {
            let earlier_slots = self.earlier_slots(node.ply);
            let continuation = &mut self.histories.continuation[side];
            if continuation.is_empty() {
                *continuation = vec![0; C::Game::CONTINUATION_SLOTS * C::Game::CONTINUATION_SLOTS];
            }
            let slot = node.position.continuation_slot(mv);
            for earlier in earlier_slots {
                let value = &mut continuation[earlier * C::Game::CONTINUATION_SLOTS + slot];
                *value = with_gravity(i32::from(*value), bonus) as i16;
            }
        }
    }

    /// A static evaluation, corrected by the errors seen in positions of the same structure.
    #[inline]
    pub(super) fn corrected(&self, position: &C::Game, static_eval: Score) -> Score {
        let corrections = &self.histories.corrections[position.side_to_move()];
        if !self.has(Switch::Correction) || corrections.is_empty() {
            return static_eval;
        }
        let correction = i32::from(corrections[position.structure_key() as usize % CORRECTIONS]);
        Score::estimate(static_eval.0 + correction / CORRECTION_UNIT)
    }

    /// Learns from the difference between the score of a quiet node and its static evaluation, where that is known.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node<'_, C>,
        progress: &Progress<Move<C>>,
        score: Score,
        stacked: StackEntry,
    ) {
        if !C::Game::HAS_STRUCTURE_KEY || !self.has(Switch::Correction) {
            return;
        }
        let static_eval = stacked.static_eval;
        let is_known = !(score >= node.beta && score <= static_eval || score <= progress.alpha && score >= static_eval);
        let is_quiet = !stacked.is_in_check && !progress.best_move.is_some_and(|mv| node.position.is_noisy(mv));
        if !is_known || !is_quiet || score.is_decided() {
            return;
        }
        let corrections = &mut self.histories.corrections[node.position.side_to_move()];
        if corrections.is_empty() {
            *corrections = vec![0; CORRECTIONS];
        }
        let value = &mut corrections[node.position.structure_key() as usize % CORRECTIONS];
        let weight = (node.depth as i32 + 1).min(16);
        let most = MAX_CORRECTION / CORRECTION_UNIT * 4;
        let error = (score.0 - static_eval.0).clamp(-most, most);
        let moved = (i32::from(*value) * (256 - weight) + error * CORRECTION_UNIT * weight) / 256;
        *value = moved.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16;
    }
}

/// A history after a bonus, which counts less the closer the history is to its limit.
#[inline]
fn with_gravity(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / MAX_GRAVITY
}
