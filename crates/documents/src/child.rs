//! A child of a Monte-Carlo node as JSON: visits, value and selection terms.

use serde::Serialize;
use spielbaum_core::{Knowledge, Notation, Outcome};
use spielbaum_search::mcts::{Child, Terms};

/// A child as JSON.
#[derive(Serialize)]
pub struct ChildJson {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    /// From the view of the side that moves to it.
    mean: f32,
    terms: TermsJson,
    /// Lower and upper bound on the outcome for the first player.
    bounds: [i8; 2],
    /// The proven result.
    outcome: Option<&'static str>,
    /// The proof numbers of the first and of the second player.
    proofs: Option<[u32; 2]>,
    children: usize,
}

/// The selection terms of a child as JSON.
#[derive(Serialize)]
struct TermsJson {
    value: f32,
    exploration: f32,
    bias: f32,
    history: f32,
    proof: f32,
}

impl ChildJson {
    /// A child of the node of `position`.
    pub fn new<G: Notation + Knowledge>(position: &G, child: &Child<G>) -> ChildJson {
        let Terms { value, exploration, bias, history, proof } = child.terms;
        ChildJson {
            mv: position.move_text(child.mv),
            visits: child.visits,
            mean: child.mean,
            terms: TermsJson { value, exploration, bias, history, proof },
            bounds: [child.bounds.lower, child.bounds.upper],
            outcome: child.outcome.map(|outcome| match outcome {
                Outcome::Win(side) => ["first wins", "second wins"][side],
                Outcome::Draw => "draw",
            }),
            proofs: child.proofs,
            children: child.children,
        }
    }
}
