//! The alpha-beta family: one loop, switches for every idea, and drivers that choose the windows.

mod child_probe;
mod complete_line;
mod driver;
mod extensions;
mod history;
mod iterative_deepening;
mod move_loop;
mod move_order;
mod node;
mod options;
mod pruning;
mod pv_table;
mod quiescence;
mod reductions;
mod root;
mod searcher;
mod stack;
mod static_bounds;
mod switch_source;
mod switches;
mod tablebases;
mod time_management;
mod transposition;
mod tuning;

pub use driver::{Driver, Guess};
pub use switch_source::{Fixed, SwitchJob, SwitchSource};
pub use switches::{Switch, Switches};
pub use tuning::Tuning;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::{
    Analysis, Budget, Evaluate, Knowledge, Margins, Meter, NoObserver, Objective, Observer, Quiescence, Search,
    Statistics,
};

use crate::in_flight::InFlight;
use crate::table::{Form, Holds, Table, TableSettings};
use crate::threads::spawn_search;
use child_probe::PROBES_CHILDREN;
use history::Histories;
use pv_table::PvTable;
use searcher::{Searcher, Setup, Types};

/// The settings of an alpha-beta search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The switches that are on.
    pub switches: Switches,
    /// Which windows are searched.
    pub driver: Driver,
    /// Whether iterative deepening is on.
    pub is_iterative: bool,
    /// The objective; the game's own where there is none.
    pub objective: Option<Objective>,
    /// The transposition table.
    pub table: TableSettings,
    /// Whether the table is kept from one root to the next.
    pub keeps_table: bool,
    /// Search threads, which share the table.
    pub threads: usize,
    /// Whether every move of the root gets its own value.
    pub wants_each_move: bool,
    /// Parameters of the switches.
    pub tuning: Tuning,
}

impl Settings {
    /// Plain fail-soft alpha-beta.
    pub const PLAIN: Settings = Settings {
        switches: Switches::NONE,
        driver: Driver::FullWindow,
        is_iterative: false,
        objective: None,
        table: TableSettings::USUAL,
        keeps_table: false,
        threads: 1,
        wants_each_move: false,
        tuning: Tuning::USUAL,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::PLAIN
    }
}

/// An alpha-beta search with its table.
pub struct AlphaBeta<E, S = Switches> {
    settings: Settings,
    switches: S,
    evaluation: E,
    table: Table,
}

impl<E> AlphaBeta<E> {
    /// A search with the switches of `settings`.
    pub fn new(settings: Settings, evaluation: E) -> AlphaBeta<E> {
        AlphaBeta::with_switches(settings, settings.switches, evaluation)
    }

    /// Changes everything but the size of the table.
    pub fn configure(&mut self, settings: Settings) {
        if !settings.keeps_table || settings.table != self.settings.table {
            self.table.configure(settings.table);
        }
        (self.settings, self.switches) = (settings, settings.switches);
    }

    /// Becomes the search that [`new`](AlphaBeta::new) would build with these settings, with a table of the same size.
    pub(crate) fn restart(&mut self, settings: Settings) {
        (self.settings, self.switches) = (settings, settings.switches);
        self.table.reset(settings.table);
    }
}

impl<E, S: SwitchSource> AlphaBeta<E, S> {
    /// A search whose switches come from `switches` and not from `settings`.
    pub fn with_switches(settings: Settings, switches: S, evaluation: E) -> AlphaBeta<E, S> {
        let megabytes = if switches.has(Switch::Table) { settings.table.megabytes } else { 0 };
        AlphaBeta { settings, switches, evaluation, table: Table::new(TableSettings { megabytes, ..settings.table }) }
    }

    /// Analyses `root` and reports every step to `observer`.
    pub fn observe<G, O>(&mut self, root: &G, budget: &Budget, observer: &mut O) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        analyse::<Types<G, E, S, O>>(self, root, (budget, observer), &mut |_| {})
    }
}

/// Analyses `root`, reports every step to the observer and the completed iterations to `progress`.
fn analyse<C: Setup>(
    search: &mut AlphaBeta<C::Evaluation, C::Switches>,
    root: &C::Game,
    (budget, observer): (&Budget, &mut C::Observer),
    progress: Progress<'_, C::Game>,
) -> Analysis<C::Game> {
    let form = form_of_entries(&search.settings, root, budget);
    let grows = search.settings.threads <= 1;
    if search.settings.keeps_table && (search.table.form(), search.table.grows()) == (form, grows) {
        search.table.age();
    } else {
        search.table.prepare(form, grows);
    }
    let search = &*search;
    if search.settings.threads <= 1 {
        let thread = Thread { number: 0, in_flight: None };
        return Job::<C> { search, thread, root, budget, observer, progress }.start();
    }
    // The other threads search the same root until the first is done, and share their results with it through the
    // table. Only the first returns the result, which is as exact as that of one thread. Where children are probed
    // before they are searched, threads avoid each other's; else each begins with another move (lazy SMP).
    let in_flight = search.switches.has_any(PROBES_CHILDREN).then(InFlight::new);
    let in_flight = in_flight.as_ref();
    let is_done = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..search.settings.threads)
            .map(|number| {
                let (depth, search_moves) = (budget.depth, budget.search_moves.clone());
                let budget = Budget { depth, search_moves, stop: Some(is_done.clone()), ..Budget::default() };
                spawn_search(scope, move || {
                    let thread = Thread { number, in_flight };
                    let (budget, observer, progress) = (&budget, &mut NoObserver, &mut |_: &_| {});
                    Job::<Quiet<C>> { search, thread, root, budget, observer, progress }.start().nodes
                })
            })
            .collect();
        let thread = Thread { number: 0, in_flight };
        let mut analysis = Job::<C> { search, thread, root, budget, observer, progress }.start();
        is_done.store(true, Ordering::Relaxed);
        let nodes = others.into_iter().map(|other| other.join().expect("a search does not panic"));
        analysis.nodes += nodes.sum::<u64>();
        analysis
    })
}

/// The smallest form of entries that suffices for the search.
fn form_of_entries<G: Knowledge>(settings: &Settings, root: &G, budget: &Budget) -> Form {
    let is_margin = settings.objective.unwrap_or(G::OBJECTIVE) == Objective::Margin;
    let is_shallow = settings.is_iterative || settings.tuning.presearch_depth > 0;
    let is_once = !is_shallow && !budget.is_timed() && budget.nodes.is_none();
    let is_to_the_end = is_once && budget.depth.is_none_or(|depth| depth as usize >= root.max_plies());
    if is_margin && is_to_the_end && settings.table.holds == Holds::Bounds {
        Form::for_bounds(G::KEY_BITS, G::MAX_MARGIN)
    } else {
        Form::Wide
    }
}

/// Where completed iterations are reported: once an iteration, so a call through a pointer costs nothing.
type Progress<'a, G> = &'a mut dyn FnMut(&Analysis<G>);

/// The same types without an observer.
type Quiet<C> = Types<<C as Setup>::Game, <C as Setup>::Evaluation, <C as Setup>::Switches, NoObserver>;

/// One of the threads that search a root.
#[derive(Clone, Copy)]
struct Thread<'a> {
    /// 0 returns the result.
    number: usize,
    /// The positions that they are searching, where they avoid each other's.
    in_flight: Option<&'a InFlight>,
}

/// One thread's search of a root.
struct Job<'a, C: Setup> {
    search: &'a AlphaBeta<C::Evaluation, C::Switches>,
    thread: Thread<'a>,
    root: &'a C::Game,
    budget: &'a Budget,
    observer: &'a mut C::Observer,
    progress: Progress<'a, C::Game>,
}

impl<C: Setup> Job<'_, C> {
    fn start(self) -> Analysis<C::Game> {
        self.search.switches.do_with(self)
    }

    fn objective(&self) -> Objective {
        self.search.settings.objective.unwrap_or(C::Game::OBJECTIVE)
    }
}

impl<C: Setup> SwitchJob for Job<'_, C> {
    type Output = Analysis<C::Game>;

    const IS_ACTIVE: bool = C::Observer::IS_ACTIVE;
    const SOLVES: bool = C::Game::HAS_THEORY_BOUND && !C::Observer::IS_ACTIVE;
    const SELECTS: bool = C::Game::HAS_SEE && !C::Observer::IS_ACTIVE;

    fn is_for_margins(&self) -> bool {
        self.objective() == Objective::Margin && self.search.table.form() == Form::Narrow
    }

    fn run<S: SwitchSource>(self, switches: S) -> Analysis<C::Game> {
        let AlphaBeta { settings, evaluation, table, .. } = self.search;
        let mut searcher = Searcher::<Types<C::Game, C::Evaluation, S, C::Observer>> {
            switches,
            chosen_objective: self.objective(),
            tuning: settings.tuning,
            evaluation,
            table,
            observer: self.observer,
            progress: self.progress,
            meter: Meter::start_with_soft_limit(self.budget),
            statistics: Statistics::default(),
            selective_depth: 0,
            root_depth: 0,
            is_heuristic: false,
            null_move_ply: 0,
            null_move_from: 0,
            stack: Vec::new(),
            pv: PvTable::new(),
            histories: Histories::new(),
            children: Vec::new(),
            in_flight: self.thread.in_flight,
        };
        searcher.analyse(settings, self.root, self.budget, self.thread.number)
    }
}

impl<G: Knowledge, E: Evaluate<G>, S: SwitchSource> Search<G> for AlphaBeta<E, S> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        analyse::<Types<G, E, S, NoObserver>>(self, root, (budget, &mut NoObserver), progress)
    }

    fn new_game(&mut self, _: u64) -> bool {
        self.table.reset(self.settings.table);
        true
    }
}
