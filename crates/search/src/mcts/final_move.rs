//! The final move: which child of the root is played.
//!
//! The kinds are those of Chaslot et al. (2008). A proven win comes first and a proven loss last.

use std::cmp::Ordering;

use spielbaum_core::{Outcome, Side};

use super::backup::UNPROVABLE;
use super::settings::{FinalMove, ProofNumbers, Settings};
use super::tree::{self, Bounds, FIXED_POINT_ONE, Tree};

/// Results that a secure child gives away for one visit, and for n visits divided by √n.
const SECURITY: f32 = 1.0;

/// The features by which children are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) index: u32,
    pub(super) visits: u32,
    /// The mean from the view of the side that chooses; the lowest result for a child never visited.
    pub(super) mean: f32,
    /// The proven outcome.
    pub(super) outcome: Option<Outcome>,
    /// Whether the child preserves the value of its decided parent.
    pub(super) is_enough: bool,
}

/// The existing children of a node where `side` is to move, with `total` moves; `asker` is to move at the root.
pub(super) fn candidates(
    tree: &Tree,
    settings: &Settings,
    (index, side, asker): (u32, Side, Side),
    total: usize,
) -> Vec<Candidate> {
    let win = settings.win.real();
    let parent = known(tree, settings, index, asker);
    let enough = parent.outcome().map(|_| parent.seen_by(side).0);
    let candidate = |child: u32| {
        let node = tree.node(child);
        let visits = tree::visits(node);
        let mean = if visits > 0 { tree::sum(node) as f32 / (visits as f32 * FIXED_POINT_ONE) - win } else { -win };
        let bounds = known(tree, settings, child, asker);
        let is_enough = enough.is_some_and(|enough| bounds.seen_by(side).0 >= enough);
        Candidate { index: child, visits, mean, outcome: bounds.outcome(), is_enough }
    };
    tree.children(tree.owner(index), total).map(candidate).collect()
}

/// The outcome that bounds and proof numbers together have proven for a node; `asker` is to move at the root.
pub(super) fn known(tree: &Tree, settings: &Settings, index: u32, asker: Side) -> Bounds {
    let mut bounds = tree::bounds(tree.node(index));
    if settings.proof_numbers == ProofNumbers::None {
        return bounds;
    }
    for side in Side::BOTH {
        // Lower and upper bound of the side. The goal of the asker's opponent is only to prevent the win.
        let is_win_asked = settings.proof_numbers == ProofNumbers::Players || side == asker;
        let range = match tree.proofs(index)[side] {
            0 if is_win_asked => (1, 1),
            0 => (0, 1),
            UNPROVABLE if is_win_asked => (-1, 0),
            UNPROVABLE => (-1, -1),
            _ => (-1, 1),
        };
        bounds = bounds.and(Bounds::of_side(side, range));
    }
    bounds
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
