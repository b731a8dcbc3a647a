//! A request to analyse a position: which search, within which limits, with which book.
//!
//! The command line, the page and all other front ends build an [`AnalysisRequest`]. Defaults are defined only here:
//! the search and its objective where none is named, its time without limits, and when the built-in book may answer. So
//! the same request gets the same answer everywhere.
//!
//! It is in the crate of the documents and not in that of the players, which compiles every search again after each
//! edit.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use spielbaum_core::{Analysis, Budget, Notation, Objective, Search, TextError};
use spielbaum_players::{Playable, build, embedded_book, monte_carlo, prover, read_book};
use spielbaum_search::mcts::MonteCarlo;
use spielbaum_search::proof::Prover;
use spielbaum_search::{Book, Engine, Limits, Spec};

/// A request for any game; the position comes with its type.
///
/// A folder of endings and an objective are options of the search: `auto:endings=FOLDER,objective=outcome`.
#[derive(Clone, Debug, Default)]
pub struct AnalysisRequest {
    /// The search, if one is named.
    pub search: Option<Spec>,
    /// The limits, if any are given; those of the search itself complete them.
    pub limits: Limits,
    /// Whether the search may run on without any limit, until it is finished or stopped.
    pub runs_on: bool,
    /// The book that may answer.
    pub book: BookChoice,
    /// Whether every move gets its own value.
    pub each: bool,
    /// Mixed into the seed of the search.
    pub seed: Option<u64>,
    /// Upper limits on the resources of the search, for servers.
    pub caps: Option<Caps>,
}

/// The book that may answer in place of a search.
#[derive(Clone, Debug, Default)]
pub enum BookChoice {
    /// The built-in one, if neither a search nor a limit is named; naming one requests a search.
    #[default]
    BuiltIn,
    /// None.
    None,
    /// The bytes of a file with its name, whatever search is named.
    Given(String, Arc<[u8]>),
}

/// Upper limits on the resources of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// Memory in megabytes.
    pub megabytes: usize,
    /// Threads.
    pub threads: usize,
    /// Time.
    pub time: Duration,
}

/// The time of a search without limits.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The depth of a trace where none is given: the tree still fits into a picture.
pub const TRACE_DEPTH: u32 = 3;

/// The search where none is named.
const DEFAULT_SEARCH: &str = "auto";

impl AnalysisRequest {
    /// The search that answers for games of this type: the named one as it is, else the default one, which plays for discs
    /// where players of the game count in them.
    pub fn spec<G: Playable>(&self) -> Spec {
        let mut spec = match &self.search {
            Some(spec) => spec.clone(),
            None => {
                let spec: Spec = DEFAULT_SEARCH.parse().expect("a preset");
                if G::EVALUATES_MARGINS { spec.or_objective(Objective::Margin) } else { spec }
            }
        };
        if let Some(caps) = self.caps {
            spec = spec.restrained(caps.megabytes, caps.threads);
        }
        if let Some(seed) = self.seed {
            spec = spec.reseeded(seed);
        }
        if self.each { spec.with_each_move() } else { spec }
    }

    /// Whether there is no limit, not even one of the search itself.
    fn is_unlimited(&self) -> bool {
        let own = self.search.as_ref().map(Spec::limits).unwrap_or_default();
        let is_free = |limits: Limits| Limits { clock: None, ..limits } == Limits::default();
        is_free(self.limits) && is_free(own)
    }

    /// The limits of `spec`, refused where they do not apply to it.
    pub fn budget(&self, spec: &Spec) -> Result<Budget, TextError> {
        let Limits { depth, nodes, iterations, time, .. } = self.limits;
        let mut budget = spec.budget(Budget { depth, nodes, iterations, time, ..Budget::default() });
        spec.check_limits(&budget).map_err(in_algorithm)?;
        if self.is_unlimited() && !self.runs_on {
            budget.time = Some(DEFAULT_TIME);
        }
        if let Some(caps) = self.caps {
            budget.time = Some(budget.time.unwrap_or(caps.time).min(caps.time));
        }
        Ok(budget)
    }

    /// Whether the built-in book may answer.
    pub fn takes_built_in_book(&self) -> bool {
        matches!(self.book, BookChoice::BuiltIn) && self.search.is_none() && self.is_unlimited()
    }

    /// Checks everything that can be wrong, and asks the book or builds the search.
    pub fn prepare<G: Playable>(&self, position: G) -> Result<PreparedAnalysis<G>, TextError> {
        let spec = self.spec::<G>();
        let budget = self.budget(&spec)?;
        let book = self.book.open(&position, self.takes_built_in_book())?;
        let answer = book.and_then(|book| Some((book.book.answer(&position)?, book.name)));
        let source = match answer {
            Some((mut answer, name)) => {
                if !self.each {
                    answer.moves.clear();
                }
                Source::Book(Box::new(answer), name)
            }
            None => Source::of(&spec).map_err(in_algorithm)?,
        };
        Ok(PreparedAnalysis { position, spec, budget, source })
    }
}

fn in_algorithm(error: TextError) -> TextError {
    TextError::new(format!("algorithm: {error}"))
}

/// A book with its name for display.
pub struct OpenBook<G> {
    /// The name.
    pub name: String,
    /// The book.
    pub book: Book<G>,
}

impl BookChoice {
    /// The book for a position; the built-in one only where `takes_built_in` allows it.
    pub fn open<G: Playable>(&self, position: &G, takes_built_in: bool) -> Result<Option<OpenBook<G>>, TextError> {
        match self {
            BookChoice::Given(name, bytes) => {
                let book = read_book(bytes, &start_of(position)?);
                let book = book.map_err(|error| TextError::new(format!("{name}: {error}")))?;
                Ok(Some(OpenBook { name: format!("{name}, up to ply {}", book.plies()), book }))
            }
            BookChoice::BuiltIn if takes_built_in => {
                let built_in = embedded_book(position).cloned();
                Ok(built_in.map(|book| OpenBook { name: format!("embedded, up to ply {}", book.plies()), book }))
            }
            BookChoice::BuiltIn | BookChoice::None => Ok(None),
        }
    }
}

/// The start position of the game that a position belongs to, with its options.
fn start_of<G: Notation>(position: &G) -> Result<G, TextError> {
    let game = position.game_text();
    game.split_once(':').map_or_else(|| Ok(G::default()), |(_, options)| format!("{options};").parse())
}

/// An analysis that is ready to run.
pub struct PreparedAnalysis<G: Playable> {
    /// The position.
    pub position: G,
    /// The search in full.
    pub spec: Spec,
    /// Its limits.
    pub budget: Budget,
    /// The source of the answer.
    pub source: Source<G>,
}

/// The source of an answer.
pub enum Source<G: Playable> {
    /// A book, by its name.
    Book(Box<Analysis<G>>, String),
    /// A Monte-Carlo search, whose tree can be inspected.
    MonteCarlo(Box<dyn MonteCarlo<G>>),
    /// A proof-number search, which can write its proof.
    Prover(Box<dyn Prover<G>>),
    /// Any other search.
    Search(Box<dyn Search<G>>),
}

impl<G: Playable> Source<G> {
    fn of(spec: &Spec) -> Result<Source<G>, TextError> {
        Ok(match spec.engine() {
            Engine::Mcts(_) => match monte_carlo(spec)? {
                Some(search) => Source::MonteCarlo(search),
                None => Source::Search(build(spec)?),
            },
            Engine::Proof(_) => match prover(spec)? {
                Some(search) => Source::Prover(search),
                None => Source::Search(build(spec)?),
            },
            _ => Source::Search(build(spec)?),
        })
    }
}

impl<G: Playable> PreparedAnalysis<G> {
    /// Answers, and reports to `progress` meanwhile. Setting `stop` ends the search early.
    pub fn run(&mut self, stop: Option<Arc<AtomicBool>>, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let budget = Budget { stop, ..self.budget.clone() };
        match &mut self.source {
            Source::Book(answer, _) => answer.as_ref().clone(),
            Source::MonteCarlo(search) => search.search(&self.position, &budget, progress),
            Source::Prover(search) => search.search(&self.position, &budget, progress),
            Source::Search(search) => search.search(&self.position, &budget, progress),
        }
    }

    /// The book that answers in place of a search.
    pub fn book(&self) -> Option<&str> {
        match &self.source {
            Source::Book(_, name) => Some(name),
            Source::MonteCarlo(_) | Source::Prover(_) | Source::Search(_) => None,
        }
    }
}
