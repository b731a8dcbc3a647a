//! The final move: which child of the root is played.
//!
//! The kinds are those of Chaslot et al. (2008). A proven win comes before everything and a proven loss behind it.

use std::cmp::Ordering;

use spielbaum_core::{Outcome, Side};

use super::settings::{FinalMove, ProofNumbers, Settings};
use super::tree::{self, Tree, UNIT};

/// Results that a secure child gives away for one visit, and for n visits divided by √n.
const SECURITY: f32 = 1.0;

/// What counts when children are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) index: u32,
    pub(super) visits: u32,
    /// The mean from the view of the side that chooses; the lowest result for a child never visited.
    pub(super) mean: f32,
    /// The proven outcome.
    pub(super) outcome: Option<Outcome>,
    /// Whether the child keeps what its decided parent is worth.
    pub(super) is_enough: bool,
}

/// The existing children of a node where `side` is to move, with `total` moves.
pub(super) fn candidates(tree: &Tree, settings: &Settings, (index, side): (u32, Side), total: usize) -> Vec<Candidate> {
    let win = settings.win.real();
    let parent = tree::bounds(tree.node(index));
    let enough = parent.outcome().map(|_| parent.seen_by(side).0);
    let candidate = |child: u32| {
        let node = tree.node(child);
        let visits = tree::visits(node);
        let mean = if visits > 0 { tree::sum(node) as f32 / (visits as f32 * UNIT) - win } else { -win };
        let is_enough = enough.is_some_and(|enough| tree::bounds(node).seen_by(side).0 >= enough);
        Candidate { index: child, visits, mean, outcome: proven(tree, settings, child, side), is_enough }
    };
    tree.children(tree.owner(index), total).map(candidate).collect()
}

/// What bounds or proof numbers have proven about a child of a node where `side` is to move.
fn proven(tree: &Tree, settings: &Settings, child: u32, side: Side) -> Option<Outcome> {
    if let Some(outcome) = tree::bounds(tree.node(child)).outcome() {
        return Some(outcome);
    }
    if settings.proof_numbers == ProofNumbers::None {
        return None;
    }
    let proofs = tree.proofs(child);
    // Whether the second number 0 means a loss or just no win depends on the question asked.
    let is_lost = settings.proof_numbers == ProofNumbers::Players && proofs[!side] == 0;
    match (proofs[side], is_lost) {
        (0, _) => Some(Outcome::Win(side)),
        (_, true) => Some(Outcome::Win(!side)),
        _ => None,
    }
}

/// The best of the children for `side`, by the settings.
pub(super) fn best(candidates: &[Candidate], settings: &Settings, side: Side) -> Option<Candidate> {
    let class = |candidate: &Candidate| match candidate.outcome {
        _ if candidate.is_enough => 2,
        Some(Outcome::Win(winner)) => {
            if winner == side {
                2
            } else {
                0
            }
        }
        _ => 1,
    };
    let most = candidates.iter().filter(|candidate| class(candidate) == 1).map(|candidate| candidate.visits).max();
    let key = |candidate: &Candidate| -> (f32, f32) {
        let visits = candidate.visits as f32;
        match settings.final_move {
            _ if class(candidate) != 1 => (visits, candidate.mean),
            FinalMove::BestMean => (candidate.mean, visits),
            FinalMove::MostVisits => (visits, candidate.mean),
            FinalMove::MaxRobust => {
                let is_robust = 2 * u64::from(candidate.visits) >= u64::from(most.unwrap_or(0));
                (if is_robust { candidate.mean } else { f32::MIN }, visits)
            }
            FinalMove::Secure => (candidate.mean - SECURITY / visits.max(0.01).sqrt(), visits),
        }
    };
    let compare = |one: &&Candidate, other: &&Candidate| {
        let by_class = class(one).cmp(&class(other));
        by_class.then_with(|| key(one).partial_cmp(&key(other)).unwrap_or(Ordering::Equal))
    };
    // Of equals the first.
    candidates.iter().rev().max_by(compare).copied()
}
