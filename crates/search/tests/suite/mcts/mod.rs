//! Monte-Carlo tree search: proven results are true, trees are reproducible, threads lose nothing, and more iterations
//! find the right move.

mod conduct;
mod right;
mod trees;

use spielbaum_core::{Budget, HasEvaluation, Knowledge};
use spielbaum_search::mcts::{
    Backup, Expansion, LeafEvaluation, Mcts, ProofNumbers, ProofTerm, RolloutPolicy, Selection, Settings, Thousandths,
};

type Plain<G> = Mcts<G, <G as HasEvaluation>::Evaluation>;

fn mcts<G: Knowledge>(settings: Settings) -> Plain<G> {
    Mcts::new(Settings { memory: 64, ..settings }, G::Evaluation::default())
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

const SOLVER: Settings = Settings { backup: Backup::Solver, ..Settings::PLAIN };
const BOUNDS: Settings = Settings { backup: Backup::Bounds, ..Settings::PLAIN };

/// Settings that prove something, each in its own way.
fn proving<G: Knowledge>() -> Vec<Settings> {
    let proofs = Settings { proof_weight: Thousandths::ONE, expansion: Expansion::All, ..Settings::PLAIN };
    let root = Settings { proof_numbers: ProofNumbers::Root, ..proofs };
    let players = Settings { proof_numbers: ProofNumbers::Players, proof_term: ProofTerm::Max, ..proofs };
    let mut all = vec![
        SOLVER,
        BOUNDS,
        root,
        players,
        Settings { backup: Backup::Solver, proof_term: ProofTerm::Sum, ..players },
        Settings { level: 3, ..Settings::PLAIN },
        Settings { level: 4, backup: Backup::Bounds, ..root },
        Settings { is_graph: true, ..BOUNDS },
        Settings { selection: Selection::Grave, expansion: Expansion::All, ..SOLVER },
        Settings { selection: Selection::Puct, expansion: Expansion::All, leaf: LeafEvaluation::Evaluate, ..BOUNDS },
        Settings { threads: 2, ..BOUNDS },
    ];
    if G::LOOKS_AHEAD {
        all.push(Settings { is_decisive: true, rollout: RolloutPolicy::Careful, ..BOUNDS });
        all.push(Settings { is_decisive: true, ..players });
    }
    all
}
