//! Iterations of a Monte-Carlo search as JSON, phase by phase.

use serde::Serialize;
use spielbaum_core::{Knowledge, Notation, Side};
use spielbaum_search::mcts::{Iteration, MonteCarlo};

/// The iterations of a search.
#[derive(Serialize)]
pub struct IterationsJson {
    game: String,
    position: String,
    algorithm: String,
    iterations: Vec<IterationJson>,
}

/// An iteration, phase by phase.
#[derive(Serialize)]
pub struct IterationJson {
    /// Selection and expansion: from the root to the leaf, each node with its values after backup.
    path: Vec<VisitJson>,
    /// Whether the leaf is new.
    expanded: bool,
    /// Whether the leaf was terminal or proven, so that there was no simulation.
    decided: bool,
    /// Simulation: the result for the first player.
    result: f32,
    /// Plies from the root to the end of the simulated game.
    plies: usize,
}

/// A node on the path, from the view of the side that moved there.
#[derive(Serialize)]
struct VisitJson {
    #[serde(rename = "move")]
    mv: Option<String>,
    side: &'static str,
    visits: u32,
    mean_before: Option<f32>,
    mean: f32,
}

/// Runs `count` iterations from a position that is not over.
pub fn record_iterations<G: Notation + Knowledge>(
    search: &mut dyn MonteCarlo<G>,
    root: &G,
    count: u64,
    (game, algorithm): (String, String),
) -> IterationsJson {
    let iterations = (0..count).map(|_| IterationJson::new(root, &search.step(root))).collect();
    IterationsJson { game, position: root.to_string(), algorithm, iterations }
}

impl IterationJson {
    /// An iteration from `root`.
    pub fn new<G: Notation + Knowledge>(root: &G, iteration: &Iteration<G>) -> IterationJson {
        let mut position = root.clone();
        let path = iteration.path.iter().map(|visit| {
            let mv = visit.mv.map(|mv| {
                let text = position.move_text(mv);
                position.play(mv);
                text
            });
            let side: Side = visit.mover;
            VisitJson {
                mv,
                side: G::INFO.sides[side],
                visits: visit.visits,
                mean_before: visit.mean_before,
                mean: visit.mean,
            }
        });
        IterationJson {
            path: path.collect(),
            expanded: iteration.is_expanded,
            decided: iteration.is_decided,
            result: iteration.result,
            plies: iteration.plies,
        }
    }
}
