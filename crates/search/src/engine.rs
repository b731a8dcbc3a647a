//! The families of searches and their settings.
//!
//! A family is one variant here and one `options.rs` in its folder.

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, Objective, Observer, Search, TextError};

use crate::alphabeta::{AlphaBeta, Driver, Settings, Switch};
use crate::auto::AutoSearch;
use crate::mcts::{self, Mcts};
use crate::minimax::MinimaxSearch;
use crate::options::{number, objective_name, parse_objective};
use crate::perfect::PerfectSearch;
use crate::proof::{self, ProofSearch};
use crate::random::RandomSearch;

/// A kind of search with its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// Every move, every reply.
    Minimax {
        /// The objective; `None` for the game's own.
        objective: Option<Objective>,
    },
    /// The alpha-beta loop.
    AlphaBeta(Settings),
    /// The alpha-beta loop with switches chosen for the position; the settings are fixed options.
    Auto(Settings),
    /// Monte-Carlo tree search.
    Mcts(mcts::Settings),
    /// Proof-number search.
    Proof(proof::Settings),
    /// Perfect play by the theory of the game.
    Perfect,
    /// An external program, named by the spec.
    External,
    /// Any legal move.
    Random {
        /// The random seed.
        seed: u64,
    },
}

impl Engine {
    /// Whether the search returns the minimax value of its depth; of `auto`, without a time or node limit.
    pub fn is_exact(&self) -> bool {
        match self {
            Engine::Minimax { .. } | Engine::Auto(_) => true,
            Engine::AlphaBeta(settings) => settings.switches.iter().all(Switch::is_exact),
            Engine::Mcts(_) | Engine::Proof(_) | Engine::Perfect => false,
            Engine::External | Engine::Random { .. } => false,
        }
    }

    /// Whether it does so under any limit: `auto` searches selectively in games with captures under a time or node
    /// limit.
    pub fn is_exact_within_any_limit(&self) -> bool {
        self.is_exact() && !matches!(self, Engine::Auto(_))
    }

    /// Whether the search returns proven outcomes only, and always one in the end.
    pub fn proves(&self) -> bool {
        matches!(self, Engine::Proof(_) | Engine::Perfect)
    }

    /// Whether the search always ends quickly, so that it needs no limit.
    pub fn needs_no_limit(&self) -> bool {
        matches!(self, Engine::Random { .. } | Engine::Perfect)
    }

    /// Whether the search is depth-limited, so that a depth limit applies.
    pub fn is_depth_limited(&self) -> bool {
        !matches!(self, Engine::Mcts(_) | Engine::Proof(_) | Engine::Perfect)
    }

    /// Whether the search has iterations, so that an iteration limit applies.
    pub fn has_iterations(&self) -> bool {
        match self {
            Engine::Mcts(_) => true,
            Engine::Minimax { .. } | Engine::AlphaBeta(_) | Engine::Auto(_) => false,
            Engine::Proof(_) | Engine::Perfect | Engine::External | Engine::Random { .. } => false,
        }
    }

    /// The settings of a search through the loop.
    pub(crate) fn settings_mut(&mut self) -> Option<&mut Settings> {
        match self {
            Engine::AlphaBeta(settings) | Engine::Auto(settings) => Some(settings),
            Engine::Minimax { .. } | Engine::Mcts(_) | Engine::Proof(_) => None,
            Engine::Perfect | Engine::External | Engine::Random { .. } => None,
        }
    }

    /// The number of threads, if the search supports several.
    pub(crate) fn threads_mut(&mut self) -> Option<&mut usize> {
        match self {
            Engine::AlphaBeta(settings) | Engine::Auto(settings) => Some(&mut settings.threads),
            Engine::Mcts(settings) => Some(&mut settings.threads),
            Engine::Proof(settings) if settings.algorithm == proof::Algorithm::Dfpn => Some(&mut settings.threads),
            Engine::Minimax { .. } | Engine::Proof(_) | Engine::Perfect => None,
            Engine::External | Engine::Random { .. } => None,
        }
    }

    /// The memory limit, if the search has one.
    pub(crate) fn megabytes_mut(&mut self) -> Option<&mut usize> {
        match self {
            Engine::AlphaBeta(settings) | Engine::Auto(settings) => Some(&mut settings.table.megabytes),
            Engine::Mcts(settings) => Some(&mut settings.memory),
            Engine::Proof(settings) => Some(&mut settings.memory),
            Engine::Minimax { .. } | Engine::Perfect | Engine::External | Engine::Random { .. } => None,
        }
    }

    /// The random seed, if the search is randomised.
    pub(crate) fn seed_mut(&mut self) -> Option<&mut u64> {
        match self {
            Engine::Mcts(settings) => Some(&mut settings.seed),
            Engine::Random { seed } => Some(seed),
            Engine::Minimax { .. } | Engine::AlphaBeta(_) | Engine::Auto(_) => None,
            Engine::Proof(_) | Engine::Perfect | Engine::External => None,
        }
    }

    /// The objective, if the search has one.
    pub(crate) fn objective_mut(&mut self) -> Option<&mut Option<Objective>> {
        match self {
            Engine::AlphaBeta(settings) | Engine::Auto(settings) => Some(&mut settings.objective),
            Engine::Minimax { objective } => Some(objective),
            Engine::Mcts(_) | Engine::Proof(_) | Engine::Perfect => None,
            Engine::External | Engine::Random { .. } => None,
        }
    }

    /// Sets an option; false if there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        match (self, name, value) {
            (Engine::AlphaBeta(settings), ..) => return settings.apply(name, value),
            (Engine::Auto(settings), "weak", None) => settings.driver = Driver::Weak,
            (Engine::Auto(settings), "above", Some(value)) => {
                settings.driver = Driver::NullWindow(number(name, value, -900_000, 900_000)?);
            }
            (Engine::Auto(settings), "keep-table", None) => settings.keeps_table = true,
            (Engine::Auto(settings), ..) => return settings.apply_common(name, value),
            (Engine::Mcts(settings), ..) => return settings.apply(name, value),
            (Engine::Proof(settings), ..) => return settings.apply(name, value),
            (Engine::Minimax { objective }, "objective", Some(value)) => *objective = Some(parse_objective(value)?),
            (Engine::Random { seed }, "seed", Some(value)) => *seed = number(name, value, 0, u64::MAX)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The options that turn `base`, an engine of the same family, into this one.
    pub(crate) fn differences(&self, base: &Engine) -> Vec<String> {
        match (self, base) {
            (Engine::AlphaBeta(ours), Engine::AlphaBeta(base)) => ours.differences(base),
            (Engine::Auto(ours), Engine::Auto(base)) => {
                let is_weak = ours.driver == Driver::Weak;
                let driver = if is_weak { base.driver } else { ours.driver };
                let mut options = Settings { driver, ..*ours }.differences(base);
                options.extend(is_weak.then(|| "weak".to_owned()));
                options
            }
            (Engine::Mcts(ours), Engine::Mcts(base)) => ours.differences(base),
            (Engine::Proof(ours), Engine::Proof(base)) => ours.differences(base),
            (Engine::Minimax { objective: Some(objective) }, Engine::Minimax { objective: None }) => {
                vec![format!("objective={}", objective_name(*objective))]
            }
            (Engine::Random { seed }, Engine::Random { seed: base }) if seed != base => vec![format!("seed={seed}")],
            _ => Vec::new(),
        }
    }

    /// Refuses inconsistent settings.
    pub(crate) fn check(&self) -> Result<(), TextError> {
        match self {
            Engine::AlphaBeta(settings) => settings.check(),
            Engine::Mcts(settings) => settings.check(),
            Engine::Proof(settings) => settings.check(),
            Engine::Minimax { .. } | Engine::Auto(_) | Engine::Perfect => Ok(()),
            Engine::External | Engine::Random { .. } => Ok(()),
        }
    }

    /// Refuses a game that does not support the settings; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        match *self {
            Engine::AlphaBeta(settings) | Engine::Auto(settings) => settings.check_game::<G>(game),
            Engine::Minimax { objective } => Settings { objective, ..Settings::default() }.check_game::<G>(game),
            Engine::Mcts(settings) => settings.resolved::<G>()?.check_game::<G>(game),
            Engine::Proof(settings) => settings.check_game::<G>(game),
            Engine::Perfect if !G::HAS_PERFECT_PLAY => {
                let reason = "the game has no theory of perfect play";
                Err(TextError::new(format!("'perfect' does not apply to {game}: {reason}")))
            }
            Engine::External => Err(TextError::new("an external program is a player, not a search")),
            Engine::Perfect | Engine::Random { .. } => Ok(()),
        }
    }

    /// The search itself, for a game that supports the settings.
    pub(crate) fn build<G: Knowledge>(&self, evaluation: G::Evaluation) -> Result<Box<dyn Search<G>>, TextError> {
        Ok(match *self {
            Engine::Minimax { objective } => Box::new(MinimaxSearch::new(objective, evaluation)),
            Engine::AlphaBeta(settings) => Box::new(AlphaBeta::new(settings, evaluation)),
            Engine::Auto(settings) => Box::new(AutoSearch::new(settings, evaluation)),
            Engine::Mcts(settings) => Box::new(Mcts::new(settings.resolved::<G>()?, evaluation)),
            Engine::Proof(settings) => Box::new(ProofSearch::new(settings, evaluation)),
            Engine::Perfect => Box::new(PerfectSearch::new(evaluation)),
            Engine::External => unreachable!("refused by the check of the game"),
            Engine::Random { seed } => Box::new(RandomSearch::new(seed)),
        })
    }

    /// Analyses `root` and reports every step to `observer`; `None` for searches without a tree.
    pub(crate) fn observe<G: Knowledge, E: Evaluate<G>, O: Observer<G>>(
        &self,
        evaluation: E,
        root: &G,
        budget: &Budget,
        observer: &mut O,
    ) -> Option<Analysis<G>> {
        match *self {
            Engine::Minimax { objective } => {
                Some(MinimaxSearch::new(objective, evaluation).observe(root, budget, observer))
            }
            Engine::AlphaBeta(settings) => Some(AlphaBeta::new(settings, evaluation).observe(root, budget, observer)),
            Engine::Auto(settings) => Some(AutoSearch::new(settings, evaluation).observe(root, budget, observer)),
            Engine::Mcts(_) | Engine::Proof(_) | Engine::Perfect => None,
            Engine::External | Engine::Random { .. } => None,
        }
    }
}
