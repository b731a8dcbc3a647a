//! Selection: which child an iteration follows.
//!
//! UCT: Kocsis & Szepesvári (2006). UCB1-Tuned: Auer, Cesa-Bianchi & Fischer (2002). PUCT: Rosin (2011) in the form of
//! Silver et al. (2017). GRAVE: Cazenave (2015). Progressive bias: Chaslot et al. (2008). Progressive history: Nijssen
//! & Winands (2010). Implicit minimax: Lanctot et al. (2014). UCT-PN: Doe, Winands, Soemers & Browne (2022).

use spielbaum_core::{Game, Side};

use super::numeric::{Thousandths, ln};
use super::settings::{Backup, ProofTerm, Selection};
use super::tree::{self, FIXED_POINT_ONE};
use super::worker::{Setup, Worker};

/// The selection terms of a child; the child with the largest total is selected.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Terms {
    /// The mean result, blended with other estimates by the settings.
    pub value: f32,
    /// The exploration bonus.
    pub exploration: f32,
    /// The heuristic value divided by the visits.
    pub bias: f32,
    /// Progressive history: the statistics of the move in all games.
    pub history: f32,
    /// The bonus of proof numbers.
    pub proof: f32,
}

impl Terms {
    /// The sum of all terms.
    #[inline]
    pub fn total(&self) -> f32 {
        self.value + self.exploration + self.bias + self.history + self.proof
    }
}

/// Values shared by all children of a node.
#[derive(Clone, Copy)]
struct Parent {
    side: Side,
    visits: f32,
    ln_visits: f32,
    /// The mean from the view of the side to move.
    mean: f32,
}

/// The default value of an unvisited child: above all others.
const UNVISITED_VALUE: f32 = 1e9;

impl<C: Setup> Worker<'_, C> {
    /// The best of the first `count` children of a node with `total` moves; from a shared node, none that another
    /// thread has locked, or the unused index 0 if all are locked.
    #[inline]
    pub(super) fn best_child(
        &mut self,
        index: u32,
        position: &C::Game,
        (count, total): (usize, usize),
        is_shared: bool,
    ) -> u32 {
        if C::PLAIN || self.is_uct {
            self.best_by_uct(index, position, (count, total), is_shared)
        } else {
            self.best_by_terms(index, position.side_to_move(), (count, total), is_shared)
        }
    }

    /// The same if only mean and exploration count.
    #[inline]
    fn best_by_uct(&self, index: u32, position: &C::Game, (count, total): (usize, usize), is_shared: bool) -> u32 {
        let parent = self.tree.node(index);
        let exploration = self.settings.exploration.real() * self.visit_table.of(tree::visits(parent)).sqrt_ln;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (start, length) in self.tree.groups(index, count, total) {
            for (place, child) in self.tree.slice(start, length).iter().enumerate() {
                let roots = self.visit_table.of(tree::visits(child));
                let mean = tree::sum(child) as f32 * (roots.inverse * (1.0 / FIXED_POINT_ONE));
                let mut score = mean + exploration * roots.inverse_sqrt;
                if !C::PLAIN {
                    score = self.adjust_for_proofs(parent, child, score, position);
                }
                if score > most && !(is_shared && tree::is_subtree_locked(child)) {
                    (best, most) = (start + place as u32, score);
                }
            }
        }
        best
    }

    /// The score of a child, given its UCT score, with the cases that the plain form never has: unvisited children and
    /// proven results. The lowest result counts 0.
    #[inline]
    fn adjust_for_proofs(&self, parent: &tree::Node, child: &tree::Node, score: f32, position: &C::Game) -> f32 {
        let score = if tree::visits(child) == 0 { UNVISITED_VALUE } else { score };
        if !(self.keeps_bounds && tree::is_bounded(child)) {
            return score;
        }
        let side = position.side_to_move();
        let guaranteed = tree::bounds(parent).seen_by(side).0;
        self.proven_score(tree::bounds(child).seen_by(side), guaranteed).map_or(score, |known| known + self.win_value())
    }

    #[inline]
    fn best_by_terms(&mut self, index: u32, side: Side, (count, total): (usize, usize), is_shared: bool) -> u32 {
        if self.settings.proof_weight.0 != 0 {
            self.rank_by_proof(index, side, count, total);
        }
        if self.settings.selection == Selection::Grave {
            let visits = tree::visits(self.tree.node(index));
            if visits > self.settings.reference || !self.amaf_reference.is_loaded(side) {
                self.amaf_reference.load(self.tree, index, side, total);
            }
        }
        let parent = self.parent(index, side, count, total);
        let guaranteed = tree::bounds(self.tree.node(index)).seen_by(side).0;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        let mut place = 0;
        for (start, length) in self.tree.groups(index, count, total) {
            for child in start..start + length as u32 {
                let node = self.tree.node(child);
                let is_bounded = self.keeps_bounds && tree::is_bounded(node);
                let known =
                    is_bounded.then(|| self.proven_score(tree::bounds(node).seen_by(side), guaranteed)).flatten();
                let score = known.unwrap_or_else(|| self.terms(&parent, child, place).total());
                place += 1;
                if score > most && !(is_shared && tree::is_subtree_locked(node)) {
                    (best, most) = (child, score);
                }
            }
        }
        best
    }

    /// The score of a child with these bounds for the side to move, if they override the selection formula;
    /// `guaranteed` is the side's lower bound elsewhere.
    #[inline]
    fn proven_score(&self, (least, most): (i8, i8), guaranteed: i8) -> Option<f32> {
        let is_known = least == most;
        let is_useless = match self.settings.backup {
            // The result of a decided child is in the bounds of its parent.
            Backup::Bounds => is_known || guaranteed > -1 && most <= guaranteed,
            Backup::Solver | Backup::Mean => most == -1,
        };
        // Useless children come last, and known values need no exploration.
        is_useless.then_some(f32::MIN).or_else(|| is_known.then(|| f32::from(most) * self.win_value()))
    }

    #[inline]
    fn parent(&self, index: u32, side: Side, count: usize, total: usize) -> Parent {
        let node = self.tree.node(index);
        // With transpositions, shared children have more visits than any one parent.
        let visits = if self.settings.is_graph {
            let children = self.tree.groups(index, count, total);
            let children = children.flat_map(|(start, length)| self.tree.slice(start, length));
            1 + children.map(tree::visits).sum::<u32>()
        } else {
            tree::visits(node).max(1)
        };
        let own = tree::visits(node).max(1);
        Parent { side, visits: visits as f32, ln_visits: ln(visits as f32), mean: -self.mean(node, own) }
    }

    /// The selection terms of child number `place` of a node with `total` moves.
    #[inline]
    pub(super) fn terms_of(&self, index: u32, child: u32, side: Side, (place, total): (usize, usize)) -> Terms {
        let count = tree::child_count(self.tree.node(index));
        self.terms(&self.parent(index, side, count, total), child, place)
    }

    /// The selection terms of a child; `place` is its number among its siblings.
    #[inline]
    fn terms(&self, parent: &Parent, child: u32, place: usize) -> Terms {
        let settings = self.settings;
        let node = self.tree.node(child);
        let visits = tree::visits(node);
        let n = visits as f32;
        let mut terms = Terms::default();
        let untried = || settings.urgency.map_or(UNVISITED_VALUE, Thousandths::real);
        terms.value = if visits > 0 { self.mean(node, visits) } else { untried() };
        let c = settings.exploration.real();
        match settings.selection {
            Selection::Uct if visits > 0 => terms.exploration = c * (parent.ln_visits / n).sqrt(),
            Selection::Tuned if visits > 0 => {
                let win = self.win_value();
                let mean = terms.value + win;
                let spread = (self.tree.squares(child) / n - mean * mean).max(0.0);
                let variance = spread + (2.0 * parent.ln_visits / n).sqrt();
                // The variance of results between −win and win is at most win².
                terms.exploration = c * (parent.ln_visits / n * variance.min(win * win)).sqrt();
            }
            Selection::Puct => {
                if visits == 0 {
                    terms.value = settings.urgency.map_or(parent.mean, Thousandths::real);
                }
                terms.exploration = c * tree::heuristic(node) * parent.visits.sqrt() / (1.0 + n);
            }
            Selection::Grave => {
                let (records, record) = self.amaf_reference.statistics(parent.side, tree::slot(node));
                if records > 0.0 {
                    let share = records / (records + n + settings.rave_bias.real() * records * n);
                    let own = if visits > 0 { (1.0 - share) * terms.value } else { 0.0 };
                    terms.value = own + share * (record - self.win_value());
                }
                if visits > 0 {
                    terms.exploration = c * (parent.ln_visits / n).sqrt();
                }
            }
            _ => {}
        }
        if settings.implicit.0 != 0 && visits > 0 {
            let share = settings.implicit.real();
            terms.value = (1.0 - share) * terms.value + share * self.tree.minimax(child);
        }
        if settings.bias.0 != 0 {
            terms.bias = settings.bias.real() * tree::heuristic(node) / n.max(1.0);
        }
        if settings.history.0 != 0 {
            // Means and AMAF values between 0 and 1.
            let share = ((terms.value / self.win_value() + 1.0) / 2.0).clamp(0.0, 1.0);
            let record = self.move_statistics.mean(parent.side, tree::slot(node)).unwrap_or(0.5);
            terms.history = settings.history.real() * record / ((1.0 - share) * n + 1.0);
        }
        if settings.proof_weight.0 != 0 {
            terms.proof = settings.proof_weight.real() * self.proof_bonus.get(place).copied().unwrap_or(0.0);
        }
        terms
    }

    /// Computes the proof-number bonus of each child: larger when closer to the goal of the side to move.
    pub(super) fn rank_by_proof(&mut self, index: u32, side: Side, count: usize, total: usize) {
        let mut bonus = std::mem::take(&mut self.proof_bonus);
        bonus.clear();
        let groups = self.tree.groups(index, count, total);
        let numbers: Vec<u32> = groups
            .flat_map(|(start, length)| start..start + length as u32)
            .map(|child| self.tree.proofs(child)[side])
            .collect();
        match self.settings.proof_term {
            ProofTerm::Rank => {
                let mut ranks = numbers.clone();
                ranks.sort_unstable();
                ranks.dedup();
                let rank = |number: &u32| ranks.partition_point(|other| other < number) + 1;
                bonus.extend(numbers.iter().map(|number| 1.0 - rank(number) as f32 / ranks.len() as f32));
            }
            ProofTerm::Max => {
                let most = numbers.iter().copied().max().unwrap_or(1).max(1);
                bonus.extend(numbers.iter().map(|&number| 1.0 - number as f32 / most as f32));
            }
            ProofTerm::Sum => {
                let sum: f32 = numbers.iter().map(|&number| number as f32).sum::<f32>().max(1.0);
                bonus.extend(numbers.iter().map(|&number| 1.0 - number as f32 / sum));
            }
        }
        self.proof_bonus = bonus;
    }
}
