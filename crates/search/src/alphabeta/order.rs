//! Which move to try first.
//!
//! Alpha-beta visits the fewest positions when the best move comes first (Knuth & Moore 1975). What promises most: the
//! table's move, then noisy moves, then killers, then the game's hint, history and static order.

use arrayvec::ArrayVec;
use spielbaum_core::{Evaluate, Game, Knowledge, MoveSet, Observer, Score, Side};

use super::node::{Frame, Loop};
use super::switches::{Switch, SwitchSource, Switches};

/// More moves than any position of our games has: chess knows 218, Gale of size 10 has 181 points.
pub(super) const MOST_MOVES: usize = 256;

/// Moves by promise.
pub(super) type Candidates<M> = ArrayVec<Candidate<M>, MOST_MOVES>;

/// A move, its place in the move set, and how much it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) index: u8,
    pub(super) promise: i32,
}

impl<M> Candidate<M> {
    /// Whether it was put behind the quiet moves because it loses an exchange.
    #[inline]
    pub(super) fn is_losing(&self) -> bool {
        self.promise < LOSING / 2
    }

    #[inline]
    pub(super) fn is_killer(&self) -> bool {
        (KILLER / 2..NOISY / 2 + KILLER / 2).contains(&self.promise)
    }

    /// Whether it counts as a noisy move that wins, as long as nobody has looked at the exchange.
    #[inline]
    fn is_unproved(&self) -> bool {
        (NOISY - hinted(MOST_HINT)..TABLE_MOVE).contains(&self.promise)
    }
}

/// Something that stands for a move in a list to choose from.
pub(super) trait Choice<M> {
    /// The move.
    fn candidate(&mut self) -> &mut Candidate<M>;
    /// How much it promises; of equals the first in the move set.
    fn rank(&self) -> i64;
}

impl<M> Choice<M> for Candidate<M> {
    #[inline]
    fn candidate(&mut self) -> &mut Candidate<M> {
        self
    }

    #[inline]
    fn rank(&self) -> i64 {
        (i64::from(self.promise) << 8) - i64::from(self.index)
    }
}

/// Moves the most promising candidate from `next` on to the front and returns it.
#[inline]
pub(super) fn take_best<M: Copy>(candidates: &mut [Candidate<M>], next: usize) -> Option<Candidate<M>> {
    let rest = candidates.get_mut(next..)?;
    let mut best = 0;
    let mut best_rank = rest.first()?.rank();
    for (place, candidate) in rest.iter().enumerate().skip(1) {
        if candidate.rank() > best_rank {
            (best, best_rank) = (place, candidate.rank());
        }
    }
    rest.swap(0, best);
    Some(rest[0])
}

/// The moves alone.
pub(super) fn moves_of<M: Copy>(candidates: &[Candidate<M>]) -> impl Iterator<Item = M> {
    candidates.iter().map(|candidate| candidate.mv)
}

fn candidates_of<'c, M: 'c, C: Choice<M>>(choices: &'c mut [C]) -> impl Iterator<Item = &'c mut Candidate<M>> {
    choices.iter_mut().map(C::candidate)
}

/// Moves that were good elsewhere in the tree.
pub(super) struct Memory<G: Game> {
    /// By ply, the two latest quiet moves that cut off (Akl & Newborn 1977).
    killers: Vec<[Option<G::Move>; 2]>,
    /// By side and slot, how deep and often a quiet move cut off (Schaeffer 1983).
    history: [Vec<i32>; 2],
    /// By side, the slot of an earlier move and that of a move behind it, the same; empty until it is used.
    continuation: [Vec<i16>; 2],
    /// By side and structure of the position, how far searches were from the evaluation; empty until it is used.
    corrections: [Vec<i32>; 2],
}

impl<G: Knowledge> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        let history = [vec![0; G::HISTORY_SLOTS], vec![0; G::HISTORY_SLOTS]];
        Memory { killers: Vec::new(), history, continuation: Default::default(), corrections: Default::default() }
    }

    fn killers(&self, ply: u32) -> [Option<G::Move>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    fn history(&self, side: Side) -> &[i32] {
        &self.history[side]
    }
}

/// Switches that say something of moves besides the table, the game's hint and the static order.
pub(super) const OPINIONS: Switches =
    Switches::of(&[Switch::History, Switch::SortByTable, Switch::Killers, Switch::Noisy]);

/// Promises that outrank every hint, history and static order.
pub(super) const TABLE_MOVE: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
/// The promise of noisy moves that lose an exchange, below that of every quiet one.
const LOSING: i32 = -(1 << 28);
/// No hint of a game is further from 0.
const MOST_HINT: i32 = 1000;
/// What a hint of the game promises.
#[inline]
pub(super) fn hinted(hint: i32) -> i32 {
    hint << 12
}

/// History stays below a killer.
const MOST_HISTORY: i32 = 1 << 16;
/// No history that forgets goes further from 0.
const MOST_GRAVITY: i32 = 1 << 14;
/// What a ply of depth adds to such a history, and the most that is added at once.
const BONUS: i32 = 170;
const MOST_BONUS: i32 = 1700;
/// Corrections that are kept for a side, what one is counted in, and how far one can go.
const CORRECTIONS: usize = 1 << 14;
const CORRECTION_UNIT: i32 = 256;
const MOST_CORRECTION: i32 = 64 * CORRECTION_UNIT;

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Fills `candidates` with the moves and their promises. Handing the list over would copy all its empty places.
    #[inline]
    pub(super) fn rank(
        &self,
        position: &G,
        moves: &G::Moves,
        table_move: Option<u8>,
        frame: Frame,
        candidates: &mut Candidates<G::Move>,
    ) {
        for (index, mv) in moves.iter().enumerate() {
            candidates.push(Candidate { mv, index: index as u8, promise: 0 });
        }
        if self.has(Switch::Hint) {
            candidates.iter_mut().for_each(|candidate| candidate.promise = hinted(position.order_hint(candidate.mv)));
        }
        if self.has(Switch::Preview) && self.previews(position, frame) {
            let state = self.evaluation.start(position);
            for candidate in &mut *candidates {
                let (child, child_state) = self.made(position, &state, candidate.mv);
                candidate.promise += self.previewed(-self.guess(&child, &child_state));
            }
        }
        if self.has(Switch::Static) {
            candidates.iter_mut().for_each(|candidate| candidate.promise += position.static_order(candidate.mv));
        }
        self.promise(position, table_move, frame, candidates);
    }

    /// Whether it is far enough to the horizon and to the end of the game to evaluate the positions behind the moves.
    #[inline]
    pub(super) fn previews(&self, position: &G, frame: Frame) -> bool {
        frame.depth.min(position.max_plies() as u32) >= self.tuning.preview_depth
    }

    /// What a move promises that leads to this estimate.
    #[inline]
    pub(super) fn previewed(&self, estimate: Score) -> i32 {
        hinted((self.tuning.preview_weight * estimate.0).clamp(-MOST_HINT, MOST_HINT))
    }

    /// Adds what moves promise beyond the game's hint.
    #[inline]
    pub(super) fn promise<C: Choice<G::Move>>(
        &self,
        position: &G,
        table_move: Option<u8>,
        frame: Frame,
        choices: &mut [C],
    ) {
        if self.switches.has_any(OPINIONS) {
            self.add_opinions(position, frame, choices);
        }
        if self.has(Switch::TableMove)
            && let Some(candidate) = candidates_of(choices).find(|candidate| Some(candidate.index) == table_move)
        {
            candidate.promise = TABLE_MOVE;
        }
    }

    /// Adds what all but the table and the game's hint say of the moves.
    #[inline]
    fn add_opinions<C: Choice<G::Move>>(&self, position: &G, frame: Frame, choices: &mut [C]) {
        // One pass for each idea, so that a switch is asked once a position and not once a move.
        let has = |switch| self.switches.has(switch);
        if has(Switch::Gravity) || has(Switch::Continuation) {
            for candidate in candidates_of(choices) {
                candidate.promise += self.reputation(position, candidate.mv, frame.ply) << 4;
            }
        } else if has(Switch::History) {
            let history = self.memory.history(position.side_to_move());
            for candidate in candidates_of(choices) {
                candidate.promise += history[position.history_slot(candidate.mv)] << 4;
            }
        }
        if has(Switch::SortByTable) {
            candidates_of(choices)
                .for_each(|candidate| candidate.promise += self.value_in_table(position, candidate.mv));
        }
        if has(Switch::Killers) {
            let killers = self.memory.killers(frame.ply);
            for candidate in candidates_of(choices).filter(|candidate| killers.contains(&Some(candidate.mv))) {
                candidate.promise += KILLER;
            }
        }
        if has(Switch::Noisy) {
            for candidate in candidates_of(choices).filter(|candidate| position.is_noisy(candidate.mv)) {
                candidate.promise += NOISY + hinted(position.order_hint(candidate.mv));
            }
        }
    }

    /// Noisy moves only, the table's first, then by the game's hint.
    pub(super) fn rank_noisy(
        &self,
        position: &G,
        moves: &G::Moves,
        table_move: Option<u8>,
        candidates: &mut Candidates<G::Move>,
    ) {
        for (index, mv) in moves.iter().enumerate().filter(|(_, mv)| position.is_noisy(*mv)) {
            let index = index as u8;
            let promise = if table_move == Some(index) { TABLE_MOVE } else { position.order_hint(mv) };
            candidates.push(Candidate { mv, index, promise });
        }
    }

    /// What the table has about the position behind `mv`, at whatever depth, from the mover's view.
    fn value_in_table(&self, position: &G, mv: G::Move) -> i32 {
        let mut child = position.clone();
        child.play(mv);
        self.table.probe(self.key(&child)).map_or(0, |entry| {
            // Where one bound is unknown, the other one has to do.
            let known = if entry.upper == Score::INFINITE { entry.lower } else { entry.upper };
            -known.0
        })
    }

    /// The most promising candidate from `next` on, moved to the front. A noisy move that loses an exchange is put behind the
    /// quiet ones when its turn comes.
    #[inline]
    pub(super) fn take_next(
        &self,
        position: &G,
        candidates: &mut Candidates<G::Move>,
        next: usize,
    ) -> Option<Candidate<G::Move>> {
        let mut best = take_best(candidates, next)?;
        if G::HAS_EXCHANGES && self.has(Switch::Exchange) {
            while best.is_unproved() && !position.wins_exchange(best.mv, 0) {
                candidates[next].promise += LOSING - NOISY;
                best = take_best(candidates, next)?;
            }
        }
        Some(best)
    }

    /// How well a quiet move did elsewhere, also behind the last two moves.
    #[inline]
    pub(super) fn reputation(&self, position: &G, mv: G::Move, ply: u32) -> i32 {
        let side = position.side_to_move();
        let mut sum = 0;
        if self.has(Switch::History) {
            sum += self.memory.history(side)[position.history_slot(mv)];
        }
        if G::CONTINUATION_SLOTS > 0 && self.has(Switch::Continuation) && !self.memory.continuation[side].is_empty() {
            let slot = position.continuation_slot(mv);
            for earlier in self.slots_behind(ply) {
                sum += i32::from(self.memory.continuation[side][earlier * G::CONTINUATION_SLOTS + slot]);
            }
        }
        sum
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
        let correction = corrections[position.structure_key() as usize % CORRECTIONS] / CORRECTION_UNIT;
        Score::estimate(value.0 + correction)
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
        let moved = (*value * (256 - weight) + missed * CORRECTION_UNIT * weight) / 256;
        *value = moved.clamp(-MOST_CORRECTION, MOST_CORRECTION);
    }

    /// Notes a move that cut off.
    #[inline]
    pub(super) fn remember_cut(&mut self, position: &G, mv: G::Move, frame: Frame) {
        let wants_killers = self.switches.has(Switch::Killers);
        let wants_history = self.switches.has(Switch::History) && !self.switches.has(Switch::Gravity);
        if !wants_killers && !wants_history || position.is_noisy(mv) {
            return;
        }
        if wants_killers {
            let ply = frame.ply as usize;
            if self.memory.killers.len() <= ply {
                self.memory.killers.resize(ply + 1, [None; 2]);
            }
            let killers = &mut self.memory.killers[ply];
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if wants_history {
            let history = &mut self.memory.history[position.side_to_move()];
            let slot = position.history_slot(mv);
            history[slot] += (frame.depth * frame.depth).min(1000) as i32;
            if history[slot] > MOST_HISTORY {
                history.iter_mut().for_each(|value| *value /= 2);
            }
        }
    }
}

/// A value of history moved by a bonus, the less, the further it has gone already.
#[inline]
fn pulled(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / MOST_GRAVITY
}
