//! Everything about a Monte-Carlo tree search that can be chosen: an enum or a number for each phase.

use spielbaum_core::Generator;

use super::numeric::Thousandths;

/// The settings of a search; the default is plain UCT.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// Whether everything but memory, threads and seed is left to what measurement has shown best for the game.
    pub is_best: bool,
    /// Which child is followed.
    pub selection: Selection,
    /// The weight c of exploration; results are +1 for a win and −1 for a loss.
    pub exploration: Thousandths,
    /// The weight of the heuristic value divided by the visits; 0 for none.
    pub bias: Thousandths,
    /// The weight W of the move's record in all games; 0 for none.
    pub history: Thousandths,
    /// The share α of heuristic values minimaxed up the tree; 0 for none.
    pub implicit: Thousandths,
    /// How proof numbers are turned into a bonus.
    pub proof_term: ProofTerm,
    /// The weight of that bonus.
    pub proof_weight: Thousandths,
    /// How many visits an ancestor needs so that its records of moves are used.
    pub reference: u32,
    /// How fast those records give way to the child's own mean.
    pub rave_bias: Thousandths,
    /// How many children a visit adds.
    pub expansion: Expansion,
    /// The value of a child that was never tried; without one every child is tried before any is tried again.
    pub urgency: Option<Thousandths>,
    /// Which proof numbers are kept.
    pub proof_numbers: ProofNumbers,
    /// The proof numbers of a new leaf.
    pub initial: Initial,
    /// How a new leaf is judged.
    pub leaf: LeafEvaluation,
    /// How moves are chosen in simulated games.
    pub rollout: RolloutPolicy,
    /// How often a simulated move is drawn by lot in spite of its record.
    pub epsilon: Thousandths,
    /// Simulated games for each leaf.
    pub simulations: u16,
    /// Whether they run one after another.
    pub leaf_parallelism: LeafParallelism,
    /// The evaluation that counts as one win.
    pub scale: u32,
    /// What a won game counts; evaluations may exceed 1 but not this.
    pub win: Thousandths,
    /// What is passed up the tree besides the mean.
    pub backup: Backup,
    /// Whether wins and forced moves that the game sees ahead decide nodes.
    pub is_decisive: bool,
    /// Which move is played in the end.
    pub final_move: FinalMove,
    /// How the game finds its moves.
    pub generator: Generator,
    /// Plies of the alpha-beta check at the root; 0 for none.
    pub level: u32,
    /// The search hands over to exact alpha-beta when the game lasts at most so many plies; 0 for never.
    pub endgame: u32,
    /// The positions of a search for a proof that comes before the first round; 0 for none.
    pub prove: u64,
    /// Whether the tree is kept for the next move.
    pub reuses_tree: bool,
    /// Whether ways to the same position share one subtree.
    pub is_graph: bool,
    /// Megabytes of the tree.
    pub memory: usize,
    /// What happens when they are used up.
    pub when_full: WhenFull,
    /// Threads that grow the tree together.
    pub threads: usize,
    /// Where the lots come from.
    pub seed: u64,
}

impl Settings {
    /// UCT with c = √2, one child a visit, one uniformly random game, means.
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

    /// Whether the loop needs nothing but what it always does, so that the compiled-in fast form serves.
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
            // Numbers that only other choices read.
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

    /// Whether children are ranked by mean and exploration alone, untried ones before all others.
    pub(super) fn ranks_by_uct(&self) -> bool {
        let has_terms = [self.bias, self.history, self.implicit, self.proof_weight].iter().any(|weight| weight.0 != 0);
        let has_urgency = self.urgency.is_some() && self.expansion == Expansion::All;
        self.selection == Selection::Uct && !self.is_graph && !has_terms && !has_urgency
    }

    /// Whether children carry a heuristic value.
    pub(super) fn has_heuristic(&self) -> bool {
        self.bias != Thousandths::ZERO || self.implicit != Thousandths::ZERO || self.selection == Selection::Puct
    }

    /// Whether the moves of an iteration are written down.
    pub(super) fn tracks_moves(&self) -> bool {
        self.selection == Selection::Grave || self.has_move_statistics()
    }

    /// Whether moves have records over all games.
    pub(super) fn has_move_statistics(&self) -> bool {
        self.history != Thousandths::ZERO || matches!(self.rollout, RolloutPolicy::Mast | RolloutPolicy::Nst)
    }

    /// Whether decided nodes are found and passed up.
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
    /// The mean mixed with the record of the move in games through an ancestor.
    Grave,
}

/// How proof numbers become a bonus between 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofTerm {
    /// One less the rank among the siblings, ties sharing one.
    Rank,
    /// One less the share of the largest number.
    Max,
    /// One less the share of the sum.
    Sum,
}

/// How many children a visit adds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Expansion {
    /// One.
    One,
    /// All at once.
    All,
}

/// Which proof numbers are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofNumbers {
    /// None.
    None,
    /// Of the question whether the player at the root wins.
    Root,
    /// For each player the effort to prove its win.
    Players,
}

/// The proof numbers of a new leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// One each.
    One,
    /// One, and the number of moves where all of them must be proven.
    Mobility,
    /// More the worse the evaluation.
    Evaluation,
}

/// How a new leaf is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafEvaluation {
    /// By games to the end.
    Simulate,
    /// By games of so many plies and the evaluation behind them.
    Truncate(u16),
    /// By the evaluation.
    Evaluate,
}

/// How moves are chosen in simulated games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RolloutPolicy {
    /// Any move, by the game's own fast roll-out.
    Uniform,
    /// A win, else a block, else a move that does not lose, else any.
    Careful,
    /// A move that the game itself draws, by what its players know.
    Own,
    /// Mostly the move with the best record.
    Mast,
    /// Mostly the move with the best record as a reply.
    Nst,
}

/// Who simulates the games of one leaf.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafParallelism {
    /// The thread of the search, one after another.
    Sequential,
    /// Threads of their own.
    Parallel,
    /// Threads of their own as long as the root lies before this ply of the game.
    ParallelUntil(u16),
}

/// What is passed up the tree besides the mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Backup {
    /// Nothing.
    Mean,
    /// Results that are proven.
    Solver,
    /// The least and the most that a node can still be worth.
    Bounds,
}

/// Which move is played; proven wins come first and proven losses last in any case.
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

/// What happens when the memory is used up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhenFull {
    /// The tree grows no more, its leaves are simulated on.
    Keep,
    /// The search ends.
    Stop,
    /// Subtrees with few visits are forgotten.
    Recycle,
}
