//! Monte-Carlo tree searches, built phase by phase.

use super::{Draft, Megabytes, common};
use crate::mcts::{Backup, Expansion, FinalMove, RolloutPolicy, Selection};

/// A Monte-Carlo tree search: [plain UCT](Mcts::new) or a named one, and how its phases differ from it.
///
/// ```
/// use spielbaum_search::builder::{Mcts, ToSpec};
///
/// let search = Mcts::new().exploration(1.0).iterations(10_000);
/// assert_eq!(search.to_spec().unwrap().to_string(), "mcts:c=1,iterations=10000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mcts(Draft);

impl Default for Mcts {
    fn default() -> Mcts {
        Mcts::new()
    }
}

impl Mcts {
    /// UCT with uniformly random games.
    pub fn new() -> Mcts {
        Mcts(Draft::new("mcts"))
    }

    /// The settings that measurements have shown best for the game.
    pub fn best() -> Mcts {
        Mcts(Draft::new("mcts-best"))
    }

    /// UCT with proven results.
    pub fn solver() -> Mcts {
        Mcts(Draft::new("mcts-solver"))
    }

    /// Generalised rapid action value estimation.
    pub fn grave() -> Mcts {
        Mcts(Draft::new("grave"))
    }

    /// Priors and values from the game's evaluation.
    pub fn puct() -> Mcts {
        Mcts(Draft::new("puct"))
    }

    /// The weight of exploration; a win counts 1, a loss −1.
    #[must_use]
    pub fn exploration(self, weight: f64) -> Mcts {
        self.option(format_args!("c={weight}"))
    }

    /// The formula that ranks children.
    #[must_use]
    pub fn selection(self, selection: Selection) -> Mcts {
        self.option(format_args!("select={}", selection.name()))
    }

    /// How many children a visit adds.
    #[must_use]
    pub fn expansion(self, expansion: Expansion) -> Mcts {
        self.option(format_args!("expand={}", expansion.name()))
    }

    /// How moves of simulated games are chosen.
    #[must_use]
    pub fn rollout(self, policy: RolloutPolicy) -> Mcts {
        self.option(format_args!("rollout={}", policy.name()))
    }

    /// What is backed up besides the mean.
    #[must_use]
    pub fn backup(self, backup: Backup) -> Mcts {
        self.option(format_args!("backup={}", backup.name()))
    }

    /// How the final move is chosen.
    #[must_use]
    pub fn final_move(self, rule: FinalMove) -> Mcts {
        self.option(format_args!("final={}", rule.name()))
    }

    /// The game's look-ahead decides nodes.
    #[must_use]
    pub fn decisive(self) -> Mcts {
        self.option("decisive")
    }

    /// The tree is kept for the next move.
    #[must_use]
    pub fn reuse(self) -> Mcts {
        self.option("reuse")
    }

    /// The size of the tree.
    #[must_use]
    pub fn memory(self, size: Megabytes) -> Mcts {
        self.option(format_args!("memory={size}"))
    }

    /// The seed of random choices.
    #[must_use]
    pub fn seed(self, seed: u64) -> Mcts {
        self.option(format_args!("seed={seed}"))
    }

    /// A limit on the iterations for a move.
    #[must_use]
    pub fn iterations(self, iterations: u64) -> Mcts {
        self.option(format_args!("iterations={iterations}"))
    }
}

common!(Mcts);
