//! Search specs: `NAME[:option[=value],…]`, for instance `alphabeta:tt,iterative,time=1s`.
//!
//! A name is a preset; options change it. A spec prints its shortest form, which reads back as the same search.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use spielbaum_core::{
    Analysis, Budget, Clock, Evaluate, Knowledge, Objective, Observer, Remaining, Score, Search, Tablebases, TextError,
    mix,
};

use crate::DEEPEST;
use crate::alphabeta::{Driver, Guess, Settings, Switch};
use crate::engine::Engine;
use crate::mcts::{Mcts, MonteCarlo};
use crate::options::{clock_text, number, parse_clock, parse_time, time_text};
use crate::presets::{PRESETS, Preset};
use crate::program::{EXTERNAL, Program};
use crate::proof::{ProofSearch, ProofTree, Prover, WatchedTree};
use crate::synthetic::{GivenLeaves, UniformTree};

/// A search with its settings and limits.
#[derive(Clone, Debug)]
pub struct Spec {
    preset: &'static Preset,
    engine: Engine,
    /// The name of the evaluation, unless it is the game's default.
    evaluation: Option<String>,
    /// The folder of endgame tables, if those without files are not enough.
    endings: Option<String>,
    /// What evaluations consult: an `Arc<dyn Tablebases<G>>` of the game.
    tablebases: Option<Arc<dyn Any + Send + Sync>>,
    /// The program that plays, if none of our searches does.
    program: Option<Program>,
    /// The limits that the spec itself carries.
    limits: Limits,
}

/// Limits written into a spec.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Depth limit in plies.
    pub depth: Option<u32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Iteration limit of Monte-Carlo searches.
    pub iterations: Option<u64>,
    /// Time limit.
    pub time: Option<Duration>,
    /// The clock of a game: time and increment.
    pub clock: Option<Remaining>,
}

impl Spec {
    /// The preset's name.
    pub fn name(&self) -> &'static str {
        self.preset.name
    }

    /// The search and its settings.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether the search returns the minimax value of its depth.
    pub fn is_exact(&self) -> bool {
        self.engine.is_exact()
    }

    /// Whether the search returns proven outcomes only, and always one in the end.
    pub fn proves(&self) -> bool {
        self.engine.proves()
    }

    /// The fastest search for the winner alone, if the game supports one.
    pub fn deciding<G: Knowledge>() -> Option<Spec> {
        let name = match (G::HAS_PERFECT_PLAY, G::FINDS_OPPONENT_THREATS) {
            (true, _) => "perfect",
            (false, true) => "prove",
            (false, false) => return None,
        };
        Some(name.parse().expect("presets have valid names"))
    }

    /// The objective, if the spec sets one.
    pub fn objective(&self) -> Option<Objective> {
        let mut engine = self.engine;
        engine.objective_mut().and_then(|objective| *objective)
    }

    /// Sets the objective, unless the spec sets one itself.
    #[must_use]
    pub fn or_objective(mut self, wish: Objective) -> Spec {
        if let Some(objective) = self.engine.objective_mut() {
            *objective = objective.or(Some(wish));
        }
        self
    }

    /// Sets the number of threads, if the search supports several.
    pub fn with_threads(mut self, threads: usize) -> Result<Spec, TextError> {
        match self.engine.threads_mut() {
            Some(own) => *own = threads,
            None => return Err(TextError::new(format!("'{self}' searches with one thread only"))),
        }
        self.engine.check()?;
        Ok(self)
    }

    /// Caps memory and threads, for servers that run the searches of clients.
    #[must_use]
    pub fn restrained(mut self, megabytes: usize, threads: usize) -> Spec {
        if let Some(own) = self.engine.megabytes_mut() {
            *own = megabytes.min(*own);
        }
        if let Some(own) = self.engine.threads_mut() {
            *own = threads.min(*own);
        }
        self
    }

    /// Requests the value of every root move.
    #[must_use]
    pub fn with_each_move(mut self) -> Spec {
        if let Some(settings) = self.engine.settings_mut() {
            settings.wants_each_move = true;
        }
        self
    }

    /// Requests win, draw or loss only, which is much cheaper.
    pub fn weakly(mut self) -> Result<Spec, TextError> {
        match &mut self.engine {
            Engine::Auto(settings) => settings.driver = Driver::Weak,
            Engine::AlphaBeta(Settings { driver: Driver::Weak, .. }) => {}
            _ => return Err(TextError::new(format!("'{self}' cannot look for win, draw or loss only; 'auto' can"))),
        }
        Ok(self)
    }

    /// Keeps the table between searches, if the search supports it.
    #[must_use]
    pub fn with_table_kept(mut self) -> Spec {
        if let Engine::Auto(settings) = &mut self.engine {
            settings.keeps_table = true;
        }
        self
    }

    /// The spec with one more option, `name` or `name=value`.
    pub fn with_option(mut self, option: &str) -> Result<Spec, TextError> {
        self.apply(option)?;
        self.engine.check()?;
        Ok(self)
    }

    /// The limits that the spec itself carries.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits, unless the spec carries some itself.
    #[must_use]
    pub fn or_limits(mut self, limits: Limits) -> Spec {
        if self.limits == Limits::default() {
            self.limits = limits;
        }
        self
    }

    /// Requests only whether the value is above `score`, if the search is `auto`.
    pub fn above(mut self, score: Score) -> Option<Spec> {
        let Engine::Auto(settings) = &mut self.engine else { return None };
        settings.driver = Driver::NullWindow(score.0);
        Some(self)
    }

    /// Sets `score` as the first guess, if the search is `auto`: a correct guess needs at most two null windows.
    pub fn guessing(mut self, score: Score) -> Option<Spec> {
        let Engine::Auto(settings) = &mut self.engine else { return None };
        settings.driver = Driver::MtdF { guess: Guess::Given(score.0) };
        Some(self)
    }

    /// The evaluation with its changes, if the spec names one.
    pub fn evaluation_name(&self) -> Option<&str> {
        self.evaluation.as_deref()
    }

    /// The external program, if the player is one.
    pub fn program(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Whether the search probes endgame tables.
    pub fn probes_endings(&self) -> bool {
        match &self.engine {
            Engine::AlphaBeta(settings) => settings.switches.has(Switch::Endings),
            Engine::Auto(_) => true,
            _ => false,
        }
    }

    /// The folder of endgame tables, if one is named.
    pub fn endings_folder(&self) -> Option<&str> {
        self.endings.as_deref()
    }

    /// Sets the oracle for the searches of one game.
    #[must_use]
    pub fn with_tablebases<G: Knowledge>(mut self, tablebases: Arc<dyn Tablebases<G>>) -> Spec {
        self.tablebases = Some(Arc::new(tablebases));
        self
    }

    /// Whether the search is randomised, as far as known.
    pub fn is_randomised(&self) -> bool {
        self.clone().engine.seed_mut().is_some() || self.program.is_some()
    }

    /// Mixes `seed` into the seed of a randomised search, so that each game differs.
    #[must_use]
    pub fn reseeded(mut self, seed: u64) -> Spec {
        if let Some(own) = self.engine.seed_mut() {
            *own = mix(*own, seed);
        }
        self
    }

    /// The seed of the search; 0 where it is not randomised.
    pub fn seed(&self) -> u64 {
        let mut engine = self.engine;
        engine.seed_mut().map_or(0, |seed| *seed)
    }

    /// Refuses limits that do not apply to the search.
    pub fn check_limits(&self, budget: &Budget) -> Result<(), TextError> {
        let name = self.preset.name;
        if budget.iterations.is_some() && !self.engine.has_iterations() {
            return Err(TextError::new(format!("'{name}' takes no iteration limit")));
        }
        if budget.depth.is_some() && !self.engine.is_depth_limited() {
            return Err(TextError::new(format!("'{name}' takes no depth limit")));
        }
        Ok(())
    }

    /// `budget`, with the spec's own limits where it has none.
    pub fn budget(&self, budget: Budget) -> Budget {
        Budget {
            depth: budget.depth.or(self.limits.depth),
            nodes: budget.nodes.or(self.limits.nodes),
            iterations: budget.iterations.or(self.limits.iterations),
            time: budget.time.or(self.limits.time),
            clock: budget.clock.or(self.limits.clock.map(|clock| Clock::equal(clock.left, clock.increment))),
            ..budget
        }
    }

    /// Builds the search for a game that supports its switches; `game` is its name for messages.
    pub fn build<G: Knowledge>(&self, game: &str) -> Result<Box<dyn Search<G>>, TextError> {
        self.engine.check_game::<G>(game)?;
        self.engine.build(self.evaluation::<G>(game)?)
    }

    /// The Monte-Carlo search of the spec, whose tree can be inspected; `None` for other searches.
    pub fn monte_carlo<G: Knowledge>(&self, game: &str) -> Result<Option<Box<dyn MonteCarlo<G>>>, TextError> {
        self.engine.check_game::<G>(game)?;
        let settings = match self.engine {
            Engine::Mcts(settings) => settings.resolved::<G>()?,
            _ => return Ok(None),
        };
        Ok(Some(Box::new(Mcts::<G, _>::new(settings, self.evaluation::<G>(game)?))))
    }

    /// The proof-number tree of the spec from `root`, grown by the textbook algorithm; `None` for other searches.
    pub fn proof_tree<G: Knowledge>(&self, game: &str, root: &G) -> Result<Option<Box<dyn ProofTree<G>>>, TextError> {
        self.engine.check_game::<G>(game)?;
        match self.engine {
            Engine::Proof(settings) => {
                Ok(Some(Box::new(WatchedTree::new(root, settings, self.evaluation::<G>(game)?))))
            }
            _ => Ok(None),
        }
    }

    /// The proof-number search of the spec, which can write proofs; `None` for other searches.
    pub fn prover<G: Knowledge>(&self, game: &str) -> Result<Option<Box<dyn Prover<G>>>, TextError> {
        self.engine.check_game::<G>(game)?;
        match self.engine {
            Engine::Proof(settings) => Ok(Some(Box::new(ProofSearch::new(settings, self.evaluation::<G>(game)?)))),
            _ => Ok(None),
        }
    }

    /// The evaluation of the spec.
    fn evaluation<G: Knowledge>(&self, game: &str) -> Result<G::Evaluation, TextError> {
        let wrong = |name, error| TextError::new(format!("'eval={name}' does not apply to {game}: {error}"));
        let evaluation = match &self.evaluation {
            Some(name) => G::evaluation(name).map_err(|error| wrong(name, error))?,
            None => G::Evaluation::default(),
        };
        let predicts = matches!(self.engine, Engine::AlphaBeta(settings) if settings.switches.has(Switch::ProbCut));
        if let (true, false, Some(name)) = (predicts, evaluation.has_probcut_model(), &self.evaluation) {
            return Err(TextError::new(format!(
                "'probcut' does not apply to 'eval={name}', which has no ProbCut model"
            )));
        }
        let tablebases =
            self.tablebases.as_ref().and_then(|tablebases| tablebases.downcast_ref::<Arc<dyn Tablebases<G>>>());
        Ok(match tablebases {
            Some(tablebases) => evaluation.with_tablebases(tablebases.clone()),
            None => evaluation,
        })
    }

    /// Analyses `root` and reports every step to `observer`, if the search walks a tree.
    pub fn observe<G: Knowledge, O: Observer<G>>(
        &self,
        game: &str,
        root: &G,
        budget: &Budget,
        observer: &mut O,
    ) -> Result<Analysis<G>, TextError> {
        self.engine.check_game::<G>(game)?;
        let analysis = self.engine.observe(self.evaluation::<G>(game)?, root, budget, observer);
        analysis.ok_or_else(|| TextError::new(format!("'{self}' cannot be traced: it is not a depth-first search")))
    }

    /// The same on a tree given by its leaves.
    pub fn observe_leaves<O: Observer<UniformTree>>(
        &self,
        root: &UniformTree,
        leaves: GivenLeaves,
        budget: &Budget,
        observer: &mut O,
    ) -> Result<(), TextError> {
        self.engine.check_game::<UniformTree>("a tree of leaves")?;
        let analysis = self.engine.observe(leaves, root, budget, observer);
        analysis
            .map(drop)
            .ok_or_else(|| TextError::new(format!("'{self}' cannot be traced: it is not a depth-first search")))
    }

    fn apply(&mut self, option: &str) -> Result<(), TextError> {
        let current = if self.program.is_some() { None } else { crate::renamed::current(option) };
        let option = current.as_deref().unwrap_or(option);
        if option.is_empty() {
            return Ok(());
        }
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (option, None),
        };
        // Limits apply to every search.
        match (name, value) {
            ("depth", Some(value)) => self.limits.depth = Some(number(name, value, 1, DEEPEST)?),
            ("nodes", Some(value)) => self.limits.nodes = Some(number(name, value, 1, u64::MAX)?),
            ("iterations", Some(value)) if self.engine.has_iterations() => {
                self.limits.iterations = Some(number(name, value, 1, u64::MAX)?);
            }
            ("time", Some(value)) => self.limits.time = Some(parse_time(value)?),
            ("clock", Some(value)) => self.limits.clock = Some(parse_clock(value)?),
            _ if self.program.is_some() => self.program.get_or_insert_default().add(option)?,
            ("eval", Some(value)) => self.evaluation = Some(value.to_owned()),
            _ if name.starts_with("eval/") => {
                let term = option.trim_start_matches("eval");
                let missing = || TextError::at("name the evaluation first, as in 'eval=study', before", option, "");
                self.evaluation.as_mut().ok_or_else(missing)?.push_str(term);
            }
            ("endings", Some(folder)) if self.engine.settings_mut().is_some() => {
                if folder.is_empty() {
                    return Err(TextError::at("a folder is missing in", option, ""));
                }
                if let Engine::AlphaBeta(settings) = &mut self.engine {
                    settings.switches = settings.switches.with(Switch::Endings);
                }
                self.endings = Some(folder.to_owned());
            }
            _ if self.engine.apply(name, value)? => {
                self.endings = self.endings.take().filter(|_| self.probes_endings());
            }
            _ => {
                let error = TextError::at("unknown option", option, "");
                let name = self.preset.name;
                return Err(TextError::new(format!("{error} of {name}; 'spielbaum algorithms' lists them all")));
            }
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Spec, TextError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        // The studies write 'MCTS EVAL RING', the command line mcts-eval-ring.
        let plain = |name: &str| name.trim().replace(' ', "-").to_ascii_lowercase();
        let mut presets = PRESETS.iter().chain([&EXTERNAL]);
        let preset = presets.find(|preset| plain(preset.name) == plain(name));
        let Some(preset) = preset else {
            let names: Vec<&str> = PRESETS.iter().chain([&EXTERNAL]).map(|preset| preset.name).collect();
            let error = TextError::at("unknown algorithm", name, "");
            return Err(TextError::new(format!("{error}; available: {}", names.join(", "))));
        };
        let engine = preset.engine;
        let program = (engine == Engine::External).then(Program::default);
        let mut spec = Spec {
            preset,
            engine,
            evaluation: None,
            endings: None,
            tablebases: None,
            program,
            limits: Limits::default(),
        };
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            spec.apply(option)?;
        }
        spec.engine.check()?;
        if spec.program.as_ref().is_some_and(|program| program.command.is_empty()) {
            return Err(TextError::at("a program is missing in", text, ""));
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = self.engine.differences(&self.preset.engine);
        options.extend(self.program.as_ref().map(Program::to_string));
        if let Some(folder) = &self.endings {
            options.retain(|option| option != Switch::Endings.name());
            options.push(format!("{}={folder}", Switch::Endings.name()));
        }
        options.extend(self.evaluation.as_ref().map(|name| format!("eval={name}")));
        options.extend(self.limits.depth.map(|depth| format!("depth={depth}")));
        options.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        options.extend(self.limits.iterations.map(|iterations| format!("iterations={iterations}")));
        options.extend(self.limits.time.map(|time| format!("time={}", time_text(time))));
        options.extend(self.limits.clock.map(|clock| format!("clock={}", clock_text(clock))));
        f.write_str(self.preset.name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}
