//! The named variants of Monte-Carlo tree search.
//!
//! Those of the studies have the settings of their study: Tamm (2025) on Yavalath, Mossudu (2023) on Othello.

use spielbaum_core::Generator;

use super::numeric::Thousandths;
use super::settings::{
    Backup, Expansion, FinalMove, LeafEvaluation, LeafParallelism, ProofNumbers, RolloutPolicy, Selection, Settings,
};
use crate::engine::Engine;
use crate::presets::Preset;

/// Tamm's MCTS: careful rollouts, c = 0.7, the best mean is played.
const GDK: Settings = Settings {
    exploration: Thousandths(700),
    rollout: RolloutPolicy::Careful,
    final_move: FinalMove::BestMean,
    ..Settings::PLAIN
};

/// Tamm's proof numbers: C_pn = 1, by rank.
const PN: Settings =
    Settings { proof_numbers: ProofNumbers::Root, proof_weight: Thousandths::ONE, expansion: Expansion::All, ..GDK };

const AB: Settings = Settings { level: LEVEL, ..GDK };

const AB_PN: Settings = Settings { level: LEVEL, ..PN };

/// Plies of the alpha-beta check. Tamm does not say; four is the least depth that sees a forced block.
const LEVEL: u32 = 4;

/// Mossudu's MCTS: exact search with 12 empty squares left, which are at most 24 plies.
const PURE: Settings = Settings { endgame: 24, final_move: FinalMove::BestMean, ..Settings::PLAIN };

/// Ten rollouts per leaf.
const SEQUENTIAL: Settings = Settings { simulations: 10, ..PURE };

const PARALLEL: Settings = Settings { leaf_parallelism: LeafParallelism::Parallel, ..SEQUENTIAL };

const MULTI_COM: Settings = Settings { leaf_parallelism: LeafParallelism::ParallelUntil(20), ..SEQUENTIAL };

const RING: Settings = Settings { generator: Generator::Ring, ..PURE };

const EVAL_RING: Settings = Settings { generator: Generator::Ring, ..EVAL };

const DIRECTED: Settings = Settings { bias: Thousandths::ONE, ..PURE };

/// The evaluation in place of rollouts, a win counts five times as much.
const EVAL: Settings =
    Settings { leaf: LeafEvaluation::Evaluate, win: Thousandths(5000), exploration: Thousandths(1500), ..PURE };

/// All names of this family.
pub(crate) const PRESETS: [Preset; 19] = [
    preset("mcts", "UCT with uniformly random rollouts", "Kocsis & Szepesvári 2006", Settings::PLAIN),
    preset("mcts-best", "the settings measured best for the game", "–", BEST),
    preset("proven", "plays proved wins, else as mcts-best (Yavalath)", "docs/yavalath.md", PROVEN),
    preset("mcts-solver", "UCT with proven results", "Winands et al. 2008", SOLVER),
    preset("rave", "all-moves-as-first statistics of the node", "Gelly & Silver 2007", RAVE),
    preset("grave", "all-moves-as-first statistics of an ancestor", "Cazenave 2015", GRAVE),
    preset("puct", "priors and values from the evaluation", "Rosin 2011; Silver et al. 2017", PUCT),
    preset("mcts-gdk", "Yavalath study: careful rollouts, best mean", "Tamm 2025", GDK),
    preset("mcts-ab", "Yavalath study: with an alpha-beta check at the root", "Tamm 2025; Li 2018", AB),
    preset("mcts-pn", "Yavalath study: with proof numbers", "Tamm 2025; Doe et al. 2022", PN),
    preset("mcts-ab-pn", "both combined, left open by the Yavalath study", "Tamm 2025", AB_PN),
    preset("mcts-pure", "Othello study: UCT", "Mossudu 2023", PURE),
    preset("mcts-directed", "Othello study: with progressive bias", "Mossudu 2023", DIRECTED),
    preset("mcts-ring", "Othello study: moves from the ring of frontier squares", "Mossudu 2023", RING),
    preset("mcts-sequential", "Othello study: ten rollouts per leaf", "Mossudu 2023", SEQUENTIAL),
    preset("mcts-parallel", "Othello study: ten rollouts per leaf on threads", "Mossudu 2023", PARALLEL),
    preset("mcts-multi-com", "Othello study: on threads for 20 plies", "Mossudu 2023", MULTI_COM),
    preset("mcts-eval", "Othello study: the evaluation in place of rollouts", "Mossudu 2023", EVAL),
    preset("mcts-eval-ring", "Othello study: the same with the ring", "Mossudu 2023", EVAL_RING),
];

const BEST: Settings = Settings { is_best: true, ..Settings::PLAIN };

/// Enough nodes to prove a win after any reply to the centre: the hardest one that is not built in takes 14 million.
const PROVEN: Settings = Settings { prove: 100_000_000, ..BEST };

const SOLVER: Settings = Settings { backup: Backup::Solver, ..Settings::PLAIN };

/// The bias 1e-10 of the paper, for Go, is practically 0; exploration comes from AMAF statistics alone.
const GRAVE: Settings = Settings {
    selection: Selection::Grave,
    exploration: Thousandths::ZERO,
    expansion: Expansion::All,
    backup: Backup::Solver,
    ..Settings::PLAIN
};

const RAVE: Settings = Settings { reference: 0, ..GRAVE };

pub(super) const PUCT: Settings = Settings {
    selection: Selection::Puct,
    expansion: Expansion::All,
    leaf: LeafEvaluation::Evaluate,
    backup: Backup::Solver,
    ..Settings::PLAIN
};

const fn preset(name: &'static str, summary: &'static str, reference: &'static str, settings: Settings) -> Preset {
    Preset { name, summary, reference, engine: Engine::Mcts(settings) }
}
