//! df-pn: depth-first proof-number search within thresholds, with a transposition table.
//!
//! Nagai (2002). A child is searched until a sibling becomes better, and with the 1 + ε trick (Pawlewicz & Lew 2007) a
//! little longer, so that the search does not switch back and forth. For the side to move, the number of its own goal
//! is the minimum over the children, and the number against it their sum.
//!
//! Threads search the same tree and share the table. A child that another thread is searching gets worse numbers, so
//! that threads spread out wherever there is an alternative.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::{Evaluate, Knowledge, Meter, MoveSet};

use super::leaf::Judge;
use super::table::NumberTable;
use super::textbook::{Result, finding};
use super::{Answer, Finding, IMPOSSIBLE, Question, Settings};
use crate::in_flight::InFlight;
use crate::mcts::Thousandths;
use crate::threads::spawn_search;

/// A df-pn search with its table.
pub(super) struct Dfpn {
    pub(super) table: NumberTable,
    /// The positions that threads are searching.
    busy: Option<InFlight>,
}

/// Thresholds that only an answer reaches.
const NO_LIMITS: (u32, u32) = (IMPOSSIBLE, IMPOSSIBLE);

/// The factor on the numbers of a child while another thread is searching it.
const BUSY_FACTOR: u32 = 2;

/// After this many nodes below a child, a thread updates the siblings from the table.
const NEWS: u64 = 256;

/// A child while its parent is searched.
struct Child<G> {
    position: G,
    key: u64,
    /// The numbers for the goal of the side to move at the parent, and against it.
    numbers: (u32, u32),
}

impl Dfpn {
    /// A search with the memory and for the threads of the settings.
    pub(super) fn new(settings: &Settings) -> Dfpn {
        Dfpn { table: NumberTable::new(settings.memory), busy: (settings.threads > 1).then(InFlight::new) }
    }

    /// Searches for the answer.
    pub(super) fn search<G: Knowledge, E: Evaluate<G>>(
        &self,
        root: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
    ) -> Finding<G::Move> {
        // The root is never decided statically: its moves are required.
        let Some(moves) = root.status().moves() else {
            return finding(
                root,
                judge,
                &Result { numbers: super::textbook::numbers(judge, root, meter), children: Vec::new() },
            );
        };
        let numbers = match judge.settings.threads {
            ..=1 => self.expand(root, &moves, judge, NO_LIMITS, meter),
            _ => self.expand_together(root, judge, meter),
        };
        let children = moves.iter().enumerate().map(|(place, mv)| {
            let mut child = root.clone();
            child.play(mv);
            (place as u16, self.known(&child, judge, meter))
        });
        finding(root, judge, &Result { children: children.collect(), numbers })
    }

    /// Searches below the root, which is not over, with all threads until the first is done; the root's numbers for yes
    /// and no.
    fn expand_together<G: Knowledge, E: Evaluate<G>>(
        &self,
        root: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
    ) -> (u32, u32) {
        let (is_done, threads) = (Arc::new(AtomicBool::new(false)), judge.settings.threads);
        let share = meter.nodes_left() / threads as u64;
        let found: Vec<_> = std::thread::scope(|scope| {
            let search = || {
                let (mut own, is_done) = (meter.sub_meter_until(share, is_done.clone()), is_done.clone());
                spawn_search(scope, move || {
                    let moves = root.status().moves().expect("a game that goes on");
                    let numbers = self.expand(root, &moves, judge, NO_LIMITS, &mut own);
                    if !own.is_exhausted() {
                        is_done.store(true, Ordering::Relaxed);
                    }
                    (numbers, own.nodes())
                })
            };
            let threads: Vec<_> = (0..threads).map(|_| search()).collect();
            threads.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect()
        });
        found.iter().for_each(|(_, nodes)| meter.add(*nodes));
        let decided = found.iter().find(|(numbers, _)| numbers.0 == 0 || numbers.1 == 0);
        decided.unwrap_or(&found[0]).0
    }

    /// Whether the answer is yes for `position`, searched to the end; `None` when the budget is used up.
    pub(super) fn decide<G: Knowledge, E: Evaluate<G>>(
        &self,
        position: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
    ) -> Option<bool> {
        match self.search(position, judge, meter).answer {
            Answer::Proven => Some(true),
            Answer::Disproven => Some(false),
            Answer::Open => None,
        }
    }

    /// The numbers of a position, from the table or static.
    pub(super) fn known<G: Knowledge, E: Evaluate<G>>(
        &self,
        position: &G,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
    ) -> (u32, u32) {
        let known = self.remembered(position, judge);
        known.unwrap_or_else(|| super::textbook::numbers(judge, position, meter))
    }

    /// The table entry of a position.
    pub(super) fn remembered<G: Knowledge, E>(&self, position: &G, judge: &Judge<'_, E>) -> Option<(u32, u32)> {
        self.probe(position, judge.key(position, judge.question), judge)
    }

    /// The table entry of a position with this key; a known win also answers the question of not losing.
    fn probe<G: Knowledge, E>(&self, position: &G, key: u64, judge: &Judge<'_, E>) -> Option<(u32, u32)> {
        let question = judge.question;
        let known = self.recall(key, judge);
        if known.is_some() || !question.accepts_draw {
            return known;
        }
        let wins = Question { accepts_draw: false, ..question };
        self.table.probe(judge.key(position, wins)).filter(|numbers| numbers.0 == 0)
    }

    /// The table entry of this key.
    #[inline]
    fn recall<E>(&self, key: u64, judge: &Judge<'_, E>) -> Option<(u32, u32)> {
        self.table.probe(key).map(|numbers| judge.question.turned(numbers))
    }

    /// Stores numbers with their work in the table.
    #[inline]
    fn keep<E>(&self, key: u64, numbers: (u32, u32), work: u64, judge: &Judge<'_, E>) {
        self.table.store(key, judge.question.turned(numbers), work);
    }

    /// Searches below a position until its numbers for the side to move reach the thresholds, and stores them.
    fn visit<G: Knowledge, E: Evaluate<G>>(
        &self,
        position: &G,
        judge: &Judge<'_, E>,
        limits: (u32, u32),
        meter: &mut Meter,
    ) {
        if meter.is_exhausted() || meter.tick() {
            return;
        }
        // Forced wins have been searched for before.
        match judge.moves(position, meter) {
            Some(moves) => {
                self.expand(position, &moves, judge, limits, meter);
            }
            None => {
                let numbers = super::textbook::numbers(judge, position, meter);
                self.keep(judge.key(position, judge.question), numbers, 1, judge);
            }
        }
    }

    /// The same for the moves of a position that are given; its numbers for yes and no.
    fn expand<G: Knowledge, E: Evaluate<G>>(
        &self,
        position: &G,
        moves: &G::Moves,
        judge: &Judge<'_, E>,
        limits: (u32, u32),
        meter: &mut Meter,
    ) -> (u32, u32) {
        let (start, key) = (meter.nodes(), judge.key(position, judge.question));
        let is_prover = judge.is_prover(position);
        let mut children = self.children(position, moves, judge, meter);
        if meter.is_exhausted() {
            // Some of the children would be worse than none.
            return (1, 1);
        }
        let mut open = Vec::new();
        loop {
            // The minimum for the own goal, the sum against it.
            let own = children.iter().map(|child| child.numbers.0).min().unwrap_or(IMPOSSIBLE);
            let against = against(&children, judge.settings.width, &mut open);
            let is_done = own >= limits.0 || against >= limits.1 || own == 0 || against == 0;
            if is_done || meter.is_exhausted() {
                let numbers = if is_prover { (own, against) } else { (against, own) };
                self.keep(key, numbers, meter.nodes() - start, judge);
                return numbers;
            }
            let (best, second) = self.two_least(&children, limits.0);
            let child = &children[best];
            // Stay until the second best is better by more than ε, or the thresholds of this position are reached.
            let patience = second + (second as f32 * judge.settings.epsilon.real()) as u32 + 1;
            let own_limit = limits.0.min(patience.min(IMPOSSIBLE));
            let against_limit = if limits.1 >= IMPOSSIBLE { IMPOSSIBLE } else { limits.1 - against + child.numbers.1 };
            // What is for one side is against the other, unless the same side moves again.
            let is_same = judge.is_prover(&child.position) == is_prover;
            let child_limits = if is_same { (own_limit, against_limit) } else { (against_limit, own_limit) };
            let before = meter.nodes();
            if let Some(busy) = &self.busy {
                busy.enter(child.key);
            }
            self.visit(&child.position, judge, child_limits, meter);
            if let Some(busy) = &self.busy {
                busy.leave(child.key);
            }
            let has_news = self.busy.is_some() && meter.nodes() - before > NEWS;
            let stale = if has_news { &mut children[..] } else { &mut children[best..=best] };
            for child in stale {
                if let Some(numbers) = self.recall(child.key, judge) {
                    child.numbers = if is_prover { numbers } else { (numbers.1, numbers.0) };
                }
            }
        }
    }

    /// The child with the least number, and the least number of the others; below `limit`, if possible.
    fn two_least<G>(&self, children: &[Child<G>], limit: u32) -> (usize, u32) {
        let found = match &self.busy {
            None => return two_least(children, |child| child.numbers.0),
            Some(busy) => two_least(children, |child| {
                let factor = if busy.has(child.key) { BUSY_FACTOR } else { 1 };
                child.numbers.0.saturating_mul(factor).min(IMPOSSIBLE)
            }),
        };
        // Without an alternative, threads stay together.
        if children[found.0].numbers.0 < limit { found } else { two_least(children, |child| child.numbers.0) }
    }

    fn children<G: Knowledge, E: Evaluate<G>>(
        &self,
        position: &G,
        moves: &G::Moves,
        judge: &Judge<'_, E>,
        meter: &mut Meter,
    ) -> Vec<Child<G>> {
        let is_prover = judge.is_prover(position);
        let mut children: Vec<Child<G>> = Vec::with_capacity(moves.len());
        for mv in moves.iter() {
            let mut child = position.clone();
            child.play(mv);
            let key = judge.key(&child, judge.question);
            // One of several symmetric images is enough.
            if !judge.settings.is_canonical || children.iter().all(|other| other.key != key) {
                self.table.expect(key);
                children.push(Child { position: child, key, numbers: (0, 0) });
            }
        }
        for place in 0..children.len() {
            let child = &mut children[place];
            let known = self.probe(&child.position, child.key, judge);
            if known.is_none() && (meter.is_exhausted() || meter.tick()) {
                children.truncate(place);
                break;
            }
            let numbers = known.unwrap_or_else(|| {
                let numbers = super::textbook::numbers(judge, &child.position, meter);
                // A leaf that was searched for forced wins is not searched again.
                if judge.settings.forcing > 0 && !meter.is_exhausted() {
                    self.keep(child.key, numbers, 1, judge);
                }
                numbers
            });
            child.numbers = if is_prover { numbers } else { (numbers.1, numbers.0) };
            if child.numbers.0 == 0 {
                children.truncate(place + 1);
                break;
            }
        }
        children
    }
}

/// The number against a position: the sum over its children, or over a share of the open ones that are best for the
/// side to move. `open` is scratch memory.
///
/// Only few of many moves are relevant, and their refutations have much in common: a sum over all overestimates,
/// especially with many moves. Yoshizoe (2008), dynamic widening; Arneson, Hayward & Henderson (2010), focused df-pn.
fn against<G>(children: &[Child<G>], width: Thousandths, open: &mut Vec<(u32, u32)>) -> u32 {
    let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.fold(0, |sum: u32, more| (sum + more).min(IMPOSSIBLE));
    if width == Thousandths::ONE {
        return sum(&mut children.iter().map(|child| child.numbers.1));
    }
    open.clear();
    open.extend(children.iter().map(|child| child.numbers).filter(|numbers| numbers.1 > 0));
    let count = ((open.len() as f32 * width.real()) as usize).max(1);
    if count < open.len() {
        open.select_nth_unstable(count - 1);
        open.truncate(count);
    }
    sum(&mut open.iter().map(|numbers| numbers.1))
}

/// The child with the least number, and the least number of the others.
fn two_least<G>(children: &[Child<G>], number: impl Fn(&Child<G>) -> u32) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, u32::MAX, IMPOSSIBLE);
    for (place, child) in children.iter().enumerate() {
        let number = number(child);
        if number < least {
            second = least.min(IMPOSSIBLE);
            (best, least) = (place, number);
        } else {
            second = second.min(number);
        }
    }
    (best, second)
}
