//! Which move to try first.
//!
//! Alpha-beta visits the fewest positions when the best move comes first (Knuth & Moore 1975). What promises most: the
//! table's move, then noisy moves, then killers, then the game's hint, history and static order.

use arrayvec::ArrayVec;
use spielbaum_core::{Evaluate, Game, Knowledge, MoveSet, Observer, Score, Side};

use super::node::{Frame, Loop};
use super::selective::WANTS_OUTLOOK;
use super::switch_source::SwitchSource;
use super::switches::{Switch, Switches};

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

    /// Whether it comes before every quiet move.
    #[inline]
    pub(super) fn precedes_quiet(&self) -> bool {
        self.promise >= NOISY - hinted(MOST_HINT)
    }

    /// Whether it counts as a noisy move that wins; nobody may have looked at the exchange before its turn.
    #[inline]
    pub(super) fn is_winning(&self) -> bool {
        self.precedes_quiet() && self.promise < TABLE_MOVE
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

/// The place of the most promising choice.
#[inline]
pub(super) fn most_promising<M, C: Choice<M>>(choices: &[C]) -> Option<usize> {
    let mut best = 0;
    let mut best_rank = choices.first()?.rank();
    for (place, choice) in choices.iter().enumerate().skip(1) {
        let rank = choice.rank();
        if rank > best_rank {
            (best, best_rank) = (place, rank);
        }
    }
    Some(best)
}

/// Moves the most promising candidate from `next` on to the front and returns it.
#[inline]
pub(super) fn take_best<M: Copy>(candidates: &mut [Candidate<M>], next: usize) -> Option<Candidate<M>> {
    let rest = candidates.get_mut(next..)?;
    let best = most_promising(rest)?;
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
    pub(super) history: [Vec<i32>; 2],
    /// By side, the slot of an earlier move and that of a move behind it, the same; empty until it is used.
    pub(super) continuation: [Vec<i16>; 2],
    /// By side and structure of the position, how far searches were from the evaluation; empty until it is used.
    pub(super) corrections: [Vec<i16>; 2],
}

impl<G: Knowledge> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        let history = [vec![0; G::HISTORY_SLOTS], vec![0; G::HISTORY_SLOTS]];
        Memory { killers: Vec::new(), history, continuation: Default::default(), corrections: Default::default() }
    }

    fn killers(&self, ply: u32) -> [Option<G::Move>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([None; 2])
    }

    pub(super) fn history(&self, side: Side) -> &[i32] {
        &self.history[side]
    }
}

/// Switches that say something of moves besides the table, the game's hint and the static order.
pub(super) const OPINIONS: Switches =
    Switches::of(&[Switch::History, Switch::SortByTable, Switch::Killers, Switch::Noisy]);

/// Switches that mix noisy and quiet moves, or leave it open how far they are apart.
const MIXES: Switches = Switches::of(&[Switch::Hint, Switch::Static, Switch::Preview, Switch::SortByTable]);

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
    debug_assert!(hint.abs() <= MOST_HINT, "a hint of {hint}");
    hint << 12
}

/// History stays below a killer.
const MOST_HISTORY: i32 = 1 << 16;

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

    /// Whether noisy moves come before all quiet ones, so that these can be ranked when their turn comes.
    #[inline]
    pub(super) fn ranks_in_stages(&self) -> bool {
        G::HAS_NOISE
            && self.has_any(WANTS_OUTLOOK)
            && self.has(Switch::Noisy)
            && self.has(Switch::Exchange)
            && !self.has_any(MIXES)
    }

    /// Adds the noisy or the quiet moves to the candidates, apart from a table's move that is there already.
    #[inline]
    pub(super) fn rank_stage(
        &self,
        position: &G,
        moves: &G::Moves,
        are_noisy: bool,
        frame: Frame,
        candidates: &mut Candidates<G::Move>,
    ) {
        let first =
            candidates.first().filter(|first| first.promise == TABLE_MOVE).map(|first| usize::from(first.index));
        let reputations = self.reputations(position, frame.ply);
        let killers = if self.has(Switch::Killers) { self.memory.killers(frame.ply) } else { [None; 2] };
        // A move in another slot is another move, and slots are compared faster.
        let killer_slots = killers.map(|killer| killer.map_or(usize::MAX, |mv| position.history_slot(mv)));
        let reputation = |mv, continuation_slot| {
            let slot = position.history_slot(mv);
            let is_killer = (slot == killer_slots[0] || slot == killer_slots[1]) && killers.contains(&Some(mv));
            (reputations.at(slot, continuation_slot) << 4) + if is_killer { KILLER } else { 0 }
        };
        // Apart, so that nothing is looked up for quiet moves that only noisy ones need.
        if are_noisy {
            position.for_each_by_noise(moves, true, |place, mv, slot| {
                if first != Some(place) {
                    let promise = reputation(mv, slot) + NOISY + hinted(position.order_hint(mv));
                    candidates.push(Candidate { mv, index: place as u8, promise });
                }
            });
        } else {
            position.for_each_by_noise(moves, false, |place, mv, slot| {
                if first != Some(place) {
                    candidates.push(Candidate { mv, index: place as u8, promise: reputation(mv, slot) });
                }
            });
        }
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
        if self.has_any(OPINIONS) {
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
        let has = |switch| self.has(switch);
        if has(Switch::Gravity) || has(Switch::Continuation) {
            let reputations = self.reputations(position, frame.ply);
            for candidate in candidates_of(choices) {
                candidate.promise += reputations.of(position, candidate.mv) << 4;
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
        position.for_each_by_noise(moves, true, |place, mv, _| {
            let index = place as u8;
            let promise = if table_move == Some(index) { TABLE_MOVE } else { position.order_hint(mv) };
            candidates.push(Candidate { mv, index, promise });
        });
    }

    /// What the table has about the position behind `mv`, at whatever depth, from the mover's view.
    fn value_in_table(&self, position: &G, mv: G::Move) -> i32 {
        let mut child = position.clone();
        child.play(mv);
        self.ask(self.key(&child)).map_or(0, |entry| {
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
        if G::HAS_SEE && self.has(Switch::Exchange) {
            while best.is_winning() && !position.see_ge(best.mv, 0) {
                candidates[next].promise += LOSING - NOISY;
                best = take_best(candidates, next)?;
            }
        }
        Some(best)
    }

    /// Notes a move that cut off.
    #[inline]
    pub(super) fn remember_cut(&mut self, position: &G, mv: G::Move, frame: Frame) {
        let wants_killers = self.has(Switch::Killers);
        let wants_history = self.has(Switch::History) && !self.has(Switch::Gravity);
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
