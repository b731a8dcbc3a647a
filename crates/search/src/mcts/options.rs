//! The settings of a Monte-Carlo tree search as options of a spec.

use spielbaum_core::{Evaluate, Generator, Knowledge, TextError, Zero};

use super::settings::{
    Backup, Expansion, FinalMove, Initial, LeafEvaluation, LeafParallelism, ProofNumbers, ProofTerm, RolloutPolicy,
    Selection, Settings, WhenFull,
};
use crate::options::{megabytes, number, real, threads};

/// Options with their explanations, in the order in which they print.
pub const OPTIONS: [(&str, &str); 35] = [
    ("select=uct|tuned|puct|grave", "the formula that ranks children"),
    ("c=X", "weight of exploration; a win counts 1, a loss −1"),
    ("bias=X", "weight of progressive bias, heuristic value / visits"),
    ("history=X", "weight W of progressive history"),
    ("implicit=X", "share of implicit minimax backups, 0 to 1"),
    ("pn=none|root|players", "proof numbers of the root's win, or one a player (GPN)"),
    ("cpn=X", "weight of the bonus for proof numbers"),
    ("pn-term=rank|max|sum", "how proof numbers become a bonus"),
    ("pn-leaf=one|mobility|evaluation", "proof numbers of a new leaf"),
    ("ref=N", "visits that an ancestor needs (grave); 0 is RAVE"),
    ("rave-bias=X", "how fast records give way to means (grave)"),
    ("expand=one|all", "children that a visit adds"),
    ("fpu=X|no-fpu", "first-play urgency: the value of an untried child"),
    ("leaf=simulate|evaluate|PLIES", "games to the end, the evaluation, or PLIES plies and the evaluation"),
    ("rollout=uniform|gdk|own|mast|nst", "how moves of simulated games are chosen; own: as the game knows"),
    ("epsilon=X", "share of random moves (mast, nst)"),
    ("simulations=N", "games for each leaf"),
    ("crew=sequential|parallel|PLY", "on threads or not, or on threads before game ply PLY"),
    ("scale=N", "the evaluation that counts as 1"),
    ("win=X", "what a won game counts"),
    ("backup=mean|solver|bounds", "what is passed up besides the mean"),
    ("decisive", "wins and forced moves that the game sees decide nodes"),
    ("final=mean|visits|robust|secure", "which move is played"),
    ("generator=parallel|scan|ring", "how the game finds its moves"),
    ("level=K", "alpha-beta check K plies deep when a game ends that near"),
    ("endgame=PLIES", "exact alpha-beta when the game lasts at most PLIES more plies"),
    ("prove=POSITIONS", "look for a proved win first, in up to so many positions"),
    ("reuse", "keep the tree for the next move"),
    ("graph", "ways to one position share its subtree"),
    ("memory=MB", "size of the tree, default 512"),
    ("full=keep|stop|recycle", "when the memory is used up"),
    ("threads=N", "threads that grow the tree together"),
    ("seed=N", "seed of all lots"),
    ("iterations=N", "limit on iterations"),
    ("no-NAME", "turns decisive, reuse or graph off"),
];

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

/// The choice with this name.
fn choice<T: Copy>(option: &str, text: &str, choices: &[(&'static str, T)]) -> Result<T, TextError> {
    let found = choices.iter().find(|(name, _)| *name == text);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        TextError::at(&format!("{option} must be one of {}, not", names.join(", ")), text, "")
    })
}

fn name_of<T: PartialEq>(wanted: T, choices: &[(&'static str, T)]) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == wanted).map_or("", |(name, _)| name)
}

/// Choices that know their name in specs.
macro_rules! named {
    ($($choice:ident: $names:ident),+) => {
        $(impl $choice {
            /// The name in specs.
            pub fn name(self) -> &'static str {
                name_of(self, &$names)
            }
        })+
    };
}

named!(Selection: SELECTIONS, Expansion: EXPANSIONS, RolloutPolicy: POLICIES, Backup: BACKUPS, FinalMove: FINAL_MOVES);

impl Settings {
    /// Takes over an option; false when there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        self.check_free(name)?;
        let Some(value) = value else { return Ok(self.apply_switch(name)) };
        match name {
            "select" => self.selection = choice(name, value, &SELECTIONS)?,
            "c" => self.exploration = real(name, value, 0, 1000)?,
            "bias" => self.bias = real(name, value, 0, 1000)?,
            "history" => self.history = real(name, value, 0, 1000)?,
            "implicit" => self.implicit = real(name, value, 0, 1)?,
            "pn" => self.proof_numbers = choice(name, value, &PROOF_NUMBERS)?,
            "cpn" => self.proof_weight = real(name, value, 0, 1000)?,
            "pn-term" => self.proof_term = choice(name, value, &PROOF_TERMS)?,
            "pn-leaf" => self.initial = choice(name, value, &INITIALS)?,
            "ref" => self.reference = number(name, value, 0, 1_000_000)?,
            "rave-bias" => self.rave_bias = real(name, value, 0, 1000)?,
            "expand" => self.expansion = choice(name, value, &EXPANSIONS)?,
            "fpu" => self.urgency = Some(real(name, value, -1000, 1000)?),
            "leaf" => {
                self.leaf = match value {
                    "simulate" => LeafEvaluation::Simulate,
                    "evaluate" => LeafEvaluation::Evaluate,
                    plies => {
                        LeafEvaluation::Truncate(number("leaf, if neither simulate nor evaluate,", plies, 1, 1000)?)
                    }
                }
            }
            "rollout" => self.rollout = choice(name, value, &POLICIES)?,
            "epsilon" => self.epsilon = real(name, value, 0, 1)?,
            "simulations" => self.simulations = number(name, value, 1, 10_000)?,
            "crew" => {
                self.leaf_parallelism = match value {
                    "sequential" => LeafParallelism::Sequential,
                    "parallel" => LeafParallelism::Parallel,
                    ply => LeafParallelism::ParallelUntil(number(
                        "crew, if neither sequential nor parallel,",
                        ply,
                        1,
                        1000,
                    )?),
                }
            }
            "scale" => self.scale = number(name, value, 1, 1_000_000)?,
            "win" => self.win = real(name, value, 1, 1000)?,
            "backup" => self.backup = choice(name, value, &BACKUPS)?,
            "final" => self.final_move = choice(name, value, &FINAL_MOVES)?,
            "generator" => self.generator = choice(name, value, &GENERATORS)?,
            "level" => self.level = number(name, value, 0, 20)?,
            "endgame" => self.endgame = number(name, value, 0, 100)?,
            "prove" => self.prove = number(name, value, 0, u64::MAX)?,
            "memory" => self.memory = megabytes(name, value)?,
            "full" => self.when_full = choice(name, value, &WHEN_FULL)?,
            "threads" => self.threads = threads(name, value)?,
            "seed" => self.seed = number(name, value, 0, u64::MAX)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn apply_switch(&mut self, name: &str) -> bool {
        let (bare, is_on) = name.strip_prefix("no-").map_or((name, true), |bare| (bare, false));
        match bare {
            "decisive" => self.is_decisive = is_on,
            "reuse" => self.reuses_tree = is_on,
            "graph" => self.is_graph = is_on,
            "fpu" if !is_on => self.urgency = None,
            _ => return false,
        }
        true
    }

    /// Every option with its value; a switch that is off has a name of its own.
    fn options(&self) -> Vec<String> {
        let switch = |name: &str, is_on: bool| if is_on { name.to_owned() } else { format!("no-{name}") };
        vec![
            format!("select={}", self.selection.name()),
            format!("c={}", self.exploration),
            format!("bias={}", self.bias),
            format!("history={}", self.history),
            format!("implicit={}", self.implicit),
            format!("pn={}", name_of(self.proof_numbers, &PROOF_NUMBERS)),
            format!("cpn={}", self.proof_weight),
            format!("pn-term={}", name_of(self.proof_term, &PROOF_TERMS)),
            format!("pn-leaf={}", name_of(self.initial, &INITIALS)),
            format!("ref={}", self.reference),
            format!("rave-bias={}", self.rave_bias),
            format!("expand={}", self.expansion.name()),
            self.urgency.map_or("no-fpu".to_owned(), |urgency| format!("fpu={urgency}")),
            match self.leaf {
                LeafEvaluation::Simulate => "leaf=simulate".to_owned(),
                LeafEvaluation::Evaluate => "leaf=evaluate".to_owned(),
                LeafEvaluation::Truncate(plies) => format!("leaf={plies}"),
            },
            format!("rollout={}", self.rollout.name()),
            format!("epsilon={}", self.epsilon),
            format!("simulations={}", self.simulations),
            match self.leaf_parallelism {
                LeafParallelism::Sequential => "crew=sequential".to_owned(),
                LeafParallelism::Parallel => "crew=parallel".to_owned(),
                LeafParallelism::ParallelUntil(ply) => format!("crew={ply}"),
            },
            format!("scale={}", self.scale),
            format!("win={}", self.win),
            format!("backup={}", self.backup.name()),
            switch("decisive", self.is_decisive),
            format!("final={}", self.final_move.name()),
            format!("generator={}", name_of(self.generator, &GENERATORS)),
            format!("level={}", self.level),
            format!("endgame={}", self.endgame),
            format!("prove={}", self.prove),
            switch("reuse", self.reuses_tree),
            switch("graph", self.is_graph),
            format!("memory={}", self.memory),
            format!("full={}", name_of(self.when_full, &WHEN_FULL)),
            format!("threads={}", self.threads),
            format!("seed={}", self.seed),
        ]
    }

    /// The options that turn `base` into these settings.
    pub(crate) fn differences(&self, base: &Settings) -> Vec<String> {
        let pairs = self.options().into_iter().zip(base.options());
        pairs.filter(|(ours, theirs)| ours != theirs).map(|(ours, _)| ours).collect()
    }

    /// Refuses settings that make no sense together.
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
                "'select=puct' and 'bias' exclude each other: both use the heuristic value",
            ),
            (
                self.is_graph && (self.reuses_tree || self.when_full == WhenFull::Recycle),
                "'graph' excludes 'reuse' and 'full=recycle': shared subtrees are not copied",
            ),
            (is_leaf_parallel && self.generator != Generator::Parallel, "'crew' plays with 'generator=parallel' only"),
            (
                is_leaf_parallel && (self.threads > 1 || self.leaf != LeafEvaluation::Simulate || self.tracks_moves()),
                "'crew' is for one search thread, games to the end, and roll-outs without records",
            ),
        ];
        match conflicts.into_iter().find(|(is_there, _)| *is_there) {
            Some((_, reason)) => Err(TextError::new(reason)),
            None => Ok(()),
        }
    }

    /// Refuses a game that lacks what the settings need; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        let evaluates =
            self.leaf != LeafEvaluation::Simulate || self.has_heuristic() || self.initial == Initial::Evaluation;
        let needs = [
            (
                self.rollout == RolloutPolicy::Careful && !G::LOOKS_AHEAD,
                "rollout=gdk",
                "sees nothing ahead without searching",
            ),
            (self.rollout == RolloutPolicy::Own && !G::HAS_POLICY, "rollout=own", "has no roll-outs of its own"),
            (self.is_decisive && !G::LOOKS_AHEAD, "decisive", "sees nothing ahead without searching"),
            (
                self.generator != Generator::Parallel && !G::HAS_GENERATORS,
                "generator",
                "has one way only to find its moves",
            ),
            (self.prove > 0 && !G::FINDS_OPPONENT_THREATS, "prove", "sees no threats"),
            (evaluates && is_zero::<G>(), "an evaluation", "has none"),
        ];
        match needs.into_iter().find(|(is_missing, ..)| *is_missing) {
            Some((_, option, lack)) => Err(TextError::new(format!("'{option}' is not for {game}: the game {lack}"))),
            None => Ok(()),
        }
    }
}

/// Whether the game's evaluation knows nothing.
fn is_zero<G: Knowledge>() -> bool {
    fn kind<G: Knowledge, E: Evaluate<G>>() -> std::any::TypeId {
        std::any::TypeId::of::<E>()
    }
    kind::<G, G::Evaluation>() == kind::<G, Zero>()
}
