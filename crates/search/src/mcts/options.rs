//! The settings of a Monte-Carlo tree search as options of a spec.

use spielbaum_core::{Evaluate, Generator, Knowledge, TextError, Zero};

use super::settings::{
    Backup, Expansion, FinalMove, Initial, LeafEvaluation, LeafParallelism, ProofNumbers, ProofTerm, RolloutPolicy,
    Selection, Settings, WhenFull,
};
use crate::options::{self, OptionRow, number, option_row, real};

const SELECTIONS: [(&str, Selection); 4] =
    [("uct", Selection::Uct), ("tuned", Selection::Tuned), ("puct", Selection::Puct), ("grave", Selection::Grave)];
const PROOF_NUMBERS: [(&str, ProofNumbers); 3] =
    [("none", ProofNumbers::None), ("root", ProofNumbers::Root), ("players", ProofNumbers::Players)];
const PROOF_TERMS: [(&str, ProofTerm); 3] =
    [("rank", ProofTerm::Rank), ("max", ProofTerm::Max), ("sum", ProofTerm::Sum)];
const INITIALS: [(&str, Initial); 3] =
    [("one", Initial::One), ("mobility", Initial::Mobility), ("evaluation", Initial::Evaluation)];
const EXPANSIONS: [(&str, Expansion); 2] = [("one", Expansion::One), ("all", Expansion::All)];
const POLICIES: [(&str, RolloutPolicy); 5] = [
    ("uniform", RolloutPolicy::Uniform),
    ("gdk", RolloutPolicy::Careful),
    ("own", RolloutPolicy::Own),
    ("mast", RolloutPolicy::Mast),
    ("nst", RolloutPolicy::Nst),
];
const BACKUPS: [(&str, Backup); 3] = [("mean", Backup::Mean), ("solver", Backup::Solver), ("bounds", Backup::Bounds)];
const FINAL_MOVES: [(&str, FinalMove); 4] = [
    ("mean", FinalMove::BestMean),
    ("visits", FinalMove::MostVisits),
    ("robust", FinalMove::MaxRobust),
    ("secure", FinalMove::Secure),
];
const GENERATORS: [(&str, Generator); 3] =
    [("parallel", Generator::Parallel), ("scan", Generator::Scan), ("ring", Generator::Ring)];
const WHEN_FULL: [(&str, WhenFull); 3] =
    [("keep", WhenFull::Keep), ("stop", WhenFull::Stop), ("recycle", WhenFull::Recycle)];

/// All options, in the order in which specs print them.
const TABLE: &[OptionRow<Settings>] = &[
    option_row!("select", choice(SELECTIONS), selection, "the formula that ranks children"),
    option_row!("c", real(0, 1000), exploration, "weight of exploration; a win counts 1, a loss −1"),
    option_row!("bias", real(0, 1000), bias, "weight of progressive bias, heuristic value / visits"),
    option_row!("history", real(0, 1000), history, "weight W of progressive history"),
    option_row!("implicit", real(0, 1), implicit, "share of implicit minimax backups, 0 to 1"),
    option_row!(
        "pn",
        choice(PROOF_NUMBERS),
        proof_numbers,
        "proof numbers for a win of the root's player, or for both players (GPN)"
    ),
    option_row!("cpn", real(0, 1000), proof_weight, "weight of the bonus for proof numbers"),
    option_row!("pn-term", choice(PROOF_TERMS), proof_term, "how proof numbers become a bonus"),
    option_row!("pn-leaf", choice(INITIALS), initial, "proof numbers of a new leaf"),
    option_row!("ref", number(0, 1_000_000), reference, "visits that the reference ancestor needs (grave); 0 is RAVE"),
    option_row!("rave-bias", real(0, 1000), rave_bias, "how fast AMAF statistics give way to means (grave)"),
    option_row!("expand", choice(EXPANSIONS), expansion, "children added per visit"),
    OptionRow {
        name: "fpu",
        values: || "X".to_owned(),
        can_be_off: true,
        help: "first-play urgency: the value of an unvisited child; no-fpu visits all children once",
        read: |settings, value| {
            settings.urgency = value.map(|value| real("fpu", value, -1000, 1000)).transpose()?;
            Ok(())
        },
        print: |settings| settings.urgency.map_or("no-fpu".to_owned(), |urgency| format!("fpu={urgency}")),
    },
    OptionRow {
        name: "leaf",
        values: || "simulate|evaluate|PLIES".to_owned(),
        can_be_off: false,
        help: "rollouts to the end, the evaluation, or rollouts of PLIES plies and the evaluation",
        read: |settings, value| {
            settings.leaf = match value.unwrap_or_default() {
                "simulate" => LeafEvaluation::Simulate,
                "evaluate" => LeafEvaluation::Evaluate,
                plies => LeafEvaluation::Truncate(number("leaf, if neither simulate nor evaluate,", plies, 1, 1000)?),
            };
            Ok(())
        },
        print: |settings| match settings.leaf {
            LeafEvaluation::Simulate => "leaf=simulate".to_owned(),
            LeafEvaluation::Evaluate => "leaf=evaluate".to_owned(),
            LeafEvaluation::Truncate(plies) => format!("leaf={plies}"),
        },
    },
    option_row!("rollout", choice(POLICIES), rollout, "rollout policy; own: the game's policy"),
    option_row!("epsilon", real(0, 1), epsilon, "share of random moves (mast, nst)"),
    option_row!("simulations", number(1, 10_000), simulations, "rollouts per leaf"),
    OptionRow {
        name: "leaf-threads",
        values: || "off|on|PLY".to_owned(),
        can_be_off: false,
        help: "leaf parallelisation: rollouts of a leaf on threads, or only before game ply PLY",
        read: |settings, value| {
            settings.leaf_parallelism = match value.unwrap_or_default() {
                "off" => LeafParallelism::Sequential,
                "on" => LeafParallelism::Parallel,
                ply => LeafParallelism::ParallelUntil(number("leaf-threads, if neither on nor off,", ply, 1, 1000)?),
            };
            Ok(())
        },
        print: |settings| match settings.leaf_parallelism {
            LeafParallelism::Sequential => "leaf-threads=off".to_owned(),
            LeafParallelism::Parallel => "leaf-threads=on".to_owned(),
            LeafParallelism::ParallelUntil(ply) => format!("leaf-threads={ply}"),
        },
    },
    option_row!("scale", number(1, 1_000_000), scale, "the evaluation that counts as 1"),
    option_row!("win", real(1, 1000), win, "the result of a won game"),
    option_row!("backup", choice(BACKUPS), backup, "what is backed up besides the mean"),
    option_row!("decisive", switch(), is_decisive, "the game's look-ahead decides nodes"),
    option_row!("final", choice(FINAL_MOVES), final_move, "how the final move is chosen"),
    option_row!("generator", choice(GENERATORS), generator, "the game's move generator"),
    option_row!("level", number(0, 20), level, "alpha-beta check of depth N when a rollout ends within N plies"),
    option_row!("endgame", number(0, 100), endgame, "exact alpha-beta when at most N plies are left"),
    option_row!("prove", number(0, u64::MAX), prove, "search for a proved win first, with up to N nodes"),
    option_row!("reuse", switch(), reuses_tree, "keep the tree for the next move"),
    option_row!("graph", switch(), is_graph, "transpositions share a subtree"),
    option_row!("memory", megabytes(), memory, "size of the tree, default 512"),
    option_row!("full", choice(WHEN_FULL), when_full, "what to do when memory is used up"),
    option_row!("threads", threads(), threads, "threads that grow the tree together"),
    option_row!("seed", number(0, u64::MAX), seed, "random seed"),
];

/// The options as help shows them, each with what it means.
pub fn options() -> Vec<(String, &'static str)> {
    let mut listed = options::listed(TABLE);
    listed.push(("iterations=N".to_owned(), "limit on iterations"));
    listed.push(("no-NAME".to_owned(), "turns decisive, reuse, graph or fpu off"));
    listed
}

/// Choices that know their name in specs.
macro_rules! named {
    ($($choice:ident: $names:ident),+) => {
        $(impl $choice {
            /// The name in specs.
            pub fn name(self) -> &'static str {
                options::name_of(self, &$names)
            }
        })+
    };
}

named!(Selection: SELECTIONS, Expansion: EXPANSIONS, RolloutPolicy: POLICIES, Backup: BACKUPS, FinalMove: FINAL_MOVES);

impl Settings {
    /// Sets an option; false if there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        self.check_free(name)?;
        options::apply(TABLE, self, name, value)
    }

    /// The options that turn `base` into these settings.
    pub(crate) fn differences(&self, base: &Settings) -> Vec<String> {
        options::differences(TABLE, self, base)
    }

    /// Refuses inconsistent settings.
    pub(crate) fn check(&self) -> Result<(), TextError> {
        let is_leaf_parallel = self.leaf_parallelism != LeafParallelism::Sequential;
        let conflicts = [
            (
                self.proof_weight.0 != 0 && self.proof_numbers == ProofNumbers::None,
                "'cpn' needs 'pn=root' or 'pn=players', the proof numbers",
            ),
            (
                self.selection == Selection::Puct && self.expansion != Expansion::All,
                "'select=puct' needs 'expand=all': priors belong to all children",
            ),
            (
                self.selection == Selection::Puct && self.bias.0 != 0,
                "'select=puct' and 'bias' are mutually exclusive: both use the heuristic value",
            ),
            (
                self.is_graph && (self.reuses_tree || self.when_full == WhenFull::Recycle),
                "'graph' excludes 'reuse' and 'full=recycle': shared subtrees are not copied",
            ),
            (is_leaf_parallel && self.generator != Generator::Parallel, "'leaf-threads' needs 'generator=parallel'"),
            (
                is_leaf_parallel && (self.threads > 1 || self.leaf != LeafEvaluation::Simulate || self.tracks_moves()),
                "'leaf-threads' is for one search thread, rollouts to the end, and policies without statistics",
            ),
        ];
        match conflicts.into_iter().find(|(is_there, _)| *is_there) {
            Some((_, reason)) => Err(TextError::new(reason)),
            None => Ok(()),
        }
    }

    /// Refuses a game that does not support the settings; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        let evaluates =
            self.leaf != LeafEvaluation::Simulate || self.has_heuristic() || self.initial == Initial::Evaluation;
        let needs = [
            (self.rollout == RolloutPolicy::Careful && !G::LOOKS_AHEAD, "rollout=gdk", "has no look-ahead"),
            (self.rollout == RolloutPolicy::Own && !G::HAS_POLICY, "rollout=own", "has no rollout policy"),
            (self.is_decisive && !G::LOOKS_AHEAD, "decisive", "has no look-ahead"),
            (self.generator != Generator::Parallel && !G::HAS_GENERATORS, "generator", "has only one move generator"),
            (self.prove > 0 && !G::FINDS_OPPONENT_THREATS, "prove", "does not detect threats"),
            (evaluates && is_zero::<G>(), "an evaluation", "has none"),
        ];
        match needs.into_iter().find(|(is_missing, ..)| *is_missing) {
            Some((_, option, lack)) => {
                Err(TextError::new(format!("'{option}' does not apply to {game}: the game {lack}")))
            }
            None => Ok(()),
        }
    }
}

/// Whether the game has no evaluation.
fn is_zero<G: Knowledge>() -> bool {
    fn kind<G: Knowledge, E: Evaluate<G>>() -> std::any::TypeId {
        std::any::TypeId::of::<E>()
    }
    kind::<G, G::Evaluation>() == kind::<G, Zero>()
}
