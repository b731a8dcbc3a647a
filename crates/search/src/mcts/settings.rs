//! The settings of Monte-Carlo tree search: an enum or a number for each phase.

use spielbaum_core::Generator;

use super::numeric::Thousandths;

/// The settings of a search; the default is plain UCT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// Whether everything but memory, threads and seed is replaced by the settings measured best for the game.
    pub is_best: bool,
    /// The selection formula.
    pub selection: Selection,
    /// The weight c of exploration; results are +1 for a win and −1 for a loss.
    pub exploration: Thousandths,
    /// The weight of the heuristic value divided by the visits; 0 for none.
    pub bias: Thousandths,
    /// The weight W of progressive history; 0 for none.
    pub history: Thousandths,
    /// The share α of heuristic values minimaxed up the tree; 0 for none.
    pub implicit: Thousandths,
    /// How proof numbers are turned into a bonus.
    pub proof_term: ProofTerm,
    /// The weight of that bonus.
    pub proof_weight: Thousandths,
    /// The visits that an ancestor needs so that its AMAF statistics are used.
    pub reference: u32,
    /// How fast those statistics give way to the child's own mean.
    pub rave_bias: Thousandths,
    /// How many children a visit expands.
    pub expansion: Expansion,
    /// First-play urgency, the value of an unvisited child; `None` to visit every child before any is visited again.
    pub urgency: Option<Thousandths>,
    /// Which proof numbers are maintained.
    pub proof_numbers: ProofNumbers,
    /// The proof numbers of a new leaf.
    pub initial: Initial,
    /// How a new leaf is evaluated.
    pub leaf: LeafEvaluation,
    /// How moves are chosen in simulated games.
    pub rollout: RolloutPolicy,
    /// The probability ε of a random rollout move.
    pub epsilon: Thousandths,
    /// Rollouts per leaf.
    pub simulations: u16,
    /// Whether they run in parallel.
    pub leaf_parallelism: LeafParallelism,
    /// The evaluation that counts as one win.
    pub scale: u32,
    /// The result of a won game; evaluations may exceed 1 but not this.
    pub win: Thousandths,
    /// What is backed up besides the mean.
    pub backup: Backup,
    /// Whether the game's look-ahead decides nodes.
    pub is_decisive: bool,
    /// How the final move is chosen.
    pub final_move: FinalMove,
    /// The game's move generator.
    pub generator: Generator,
    /// Plies of the alpha-beta check at the root; 0 for none.
    pub level: u32,
    /// The search hands over to exact alpha-beta when at most this many plies are left; 0 for never.
    pub endgame: u32,
    /// The node limit of a proof search before the first iteration; 0 for none.
    pub prove: u64,
    /// Whether the tree is kept for the next move.
    pub reuses_tree: bool,
    /// Whether transpositions share one subtree.
    pub is_graph: bool,
    /// Megabytes of the tree.
    pub memory: usize,
    /// What to do when memory is used up.
    pub when_full: WhenFull,
    /// Threads that grow the tree together.
    pub threads: usize,
    /// The random seed.
    pub seed: u64,
}

impl Settings {
    /// UCT with c = √2, one child per visit, one uniformly random rollout, means.
    pub const PLAIN: Settings = Settings {
        is_best: false,
        selection: Selection::Uct,
        exploration: Thousandths(1414),
        bias: Thousandths::ZERO,
        history: Thousandths::ZERO,
        implicit: Thousandths::ZERO,
        proof_term: ProofTerm::Rank,
        proof_weight: Thousandths::ZERO,
        reference: 50,
        rave_bias: Thousandths(1),
        expansion: Expansion::One,
        urgency: None,
        proof_numbers: ProofNumbers::None,
        initial: Initial::One,
        leaf: LeafEvaluation::Simulate,
        rollout: RolloutPolicy::Uniform,
        epsilon: Thousandths(100),
        simulations: 1,
        leaf_parallelism: LeafParallelism::Sequential,
        scale: 100,
        win: Thousandths::ONE,
        backup: Backup::Mean,
        is_decisive: false,
        final_move: FinalMove::MostVisits,
        generator: Generator::Parallel,
        level: 0,
        endgame: 0,
        prove: 0,
        reuses_tree: false,
        is_graph: false,
        memory: 512,
        when_full: WhenFull::Keep,
        threads: 1,
        seed: 1,
    };

    /// Whether the settings are plain UCT, so that the separately compiled fast form applies.
    pub fn is_plain(&self) -> bool {
        let needed = Settings {
            exploration: self.exploration,
            final_move: self.final_move,
            endgame: self.endgame,
            prove: self.prove,
            reuses_tree: self.reuses_tree,
            memory: self.memory,
            when_full: self.when_full,
            threads: self.threads,
            seed: self.seed,
            // Parameters that only other variants read.
            proof_term: self.proof_term,
            reference: self.reference,
            rave_bias: self.rave_bias,
            initial: self.initial,
            epsilon: self.epsilon,
            scale: self.scale,
            leaf_parallelism: self.leaf_parallelism,
            ..Settings::PLAIN
        };
        *self == needed
    }

    /// Whether children are ranked by mean and exploration only, unvisited ones first.
    pub(super) fn ranks_by_uct(&self) -> bool {
        let has_terms = [self.bias, self.history, self.implicit, self.proof_weight].iter().any(|weight| weight.0 != 0);
        let has_urgency = self.urgency.is_some() && self.expansion == Expansion::All;
        self.selection == Selection::Uct && !self.is_graph && !has_terms && !has_urgency
    }

    /// Whether children carry a heuristic value.
    pub(super) fn has_heuristic(&self) -> bool {
        self.bias != Thousandths::ZERO || self.implicit != Thousandths::ZERO || self.selection == Selection::Puct
    }

    /// Whether the moves of an iteration are recorded.
    pub(super) fn tracks_moves(&self) -> bool {
        self.selection == Selection::Grave || self.has_move_statistics()
    }

    /// Whether move statistics over all games are maintained.
    pub(super) fn has_move_statistics(&self) -> bool {
        self.history != Thousandths::ZERO || matches!(self.rollout, RolloutPolicy::Mast | RolloutPolicy::Nst)
    }

    /// Whether decided nodes are detected and backed up.
    pub(super) fn is_solving(&self) -> bool {
        self.backup != Backup::Mean
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::PLAIN
    }
}

/// The formula that ranks children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Selection {
    /// Mean + c·√(ln N / n).
    Uct,
    /// The same with the measured variance in place of a constant.
    Tuned,
    /// Mean + c·P·√N / (1 + n), with P from heuristic values.
    Puct,
    /// The mean blended with the AMAF value at an ancestor.
    Grave,
}

/// How proof numbers become a bonus between 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofTerm {
    /// One minus the normalised rank among the siblings, with ties sharing a rank.
    Rank,
    /// One minus the number divided by the largest one.
    Max,
    /// One minus the number divided by the sum.
    Sum,
}

/// How many children a visit expands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Expansion {
    /// One.
    One,
    /// All at once.
    All,
}

/// Which proof numbers are maintained.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofNumbers {
    /// None.
    None,
    /// Of the question whether the player at the root wins.
    Root,
    /// For each player's win.
    Players,
}

/// The proof numbers of a new leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// One each.
    One,
    /// One, and the number of moves where all of them must be proven.
    Mobility,
    /// Larger for worse evaluations.
    Evaluation,
}

/// How a new leaf is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafEvaluation {
    /// By rollouts to the end.
    Simulate,
    /// By rollouts of this many plies and the evaluation after them.
    Truncate(u16),
    /// By the evaluation.
    Evaluate,
}

/// How moves are chosen in simulated games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RolloutPolicy {
    /// Uniformly random, by the game's fast rollout.
    Uniform,
    /// A win, else a block, else a move that does not lose, else any.
    Careful,
    /// The game's own rollout policy.
    Own,
    /// With probability 1 − ε the move with the best mean (MAST).
    Mast,
    /// With probability 1 − ε the move with the best mean as a reply (NST).
    Nst,
}

/// Which threads simulate the games of one leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafParallelism {
    /// The search thread, sequentially.
    Sequential,
    /// Separate threads.
    Parallel,
    /// Separate threads while the root is before this ply of the game.
    ParallelUntil(u16),
}

/// What is backed up besides the mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backup {
    /// Nothing.
    Mean,
    /// Proven results.
    Solver,
    /// Lower and upper bounds.
    Bounds,
}

/// How the final move is chosen; proven wins always come first and proven losses last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FinalMove {
    /// The best mean.
    BestMean,
    /// The most visits.
    MostVisits,
    /// The best mean among those with at least half of the most visits.
    MaxRobust,
    /// The highest lower confidence bound.
    Secure,
}

/// What to do when memory is used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhenFull {
    /// The tree stops growing; its leaves are still simulated.
    Keep,
    /// The search ends.
    Stop,
    /// Subtrees with few visits are dropped.
    Recycle,
}
