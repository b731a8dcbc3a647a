//! The alpha-beta family: one loop, switches for every idea, and drivers that choose the windows.

mod arrival;
mod deepening;
mod driver;
mod foresight;
mod lines;
mod node;
mod options;
mod order;
mod patience;
mod principal;
mod reputation;
mod root;
mod selective;
mod speculation;
mod survey;
mod switch_source;
mod switches;
mod table_use;
mod tries;
mod tuning;

pub use driver::{Driver, Guess};
pub use switch_source::{Fixed, SwitchJob, SwitchSource};
pub use switches::{Switch, Switches};
pub use tuning::Tuning;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::{
    Analysis, Budget, Evaluate, Knowledge, Meter, NoObserver, Objective, Observer, Search, Statistics,
};

use crate::busy::Busy;
use crate::table::{Form, Holds, Table, TableSettings};
use lines::Lines;
use node::{Loop, SURVEY};
use order::Memory;

/// Everything about an alpha-beta search that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The ideas in use.
    pub switches: Switches,
    /// Which windows are searched.
    pub driver: Driver,
    /// Whether the search deepens step by step.
    pub is_iterative: bool,
    /// What the search is out for; the game's own objective where there is none.
    pub objective: Option<Objective>,
    /// The transposition table.
    pub table: TableSettings,
    /// Whether the table is kept from one root to the next.
    pub keeps_table: bool,
    /// Threads that search together through the table.
    pub threads: usize,
    /// Whether every move of the root gets its own value.
    pub wants_each_move: bool,
    /// Numbers that switches need.
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
        self.analyse(root, budget, observer, &mut |_| {})
    }

    /// The same, with the completed iterations reported to `progress`.
    fn analyse<G, O>(&mut self, root: &G, budget: &Budget, observer: &mut O, progress: Progress<'_, G>) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let form = form_of_entries(&self.settings, root, budget);
        let grows = self.settings.threads <= 1;
        if self.settings.keeps_table && (self.table.form(), self.table.grows()) == (form, grows) {
            self.table.age();
        } else {
            self.table.prepare(form, grows);
        }
        if self.settings.threads <= 1 {
            return self.search_as(Thread { number: 0, busy: None }, root, budget, observer, progress);
        }
        // The others search the same root until the first is done, and what they find out reaches it through the table.
        // It stays the only one to answer, so the answer is as exact as ever. Where children are looked at before they are
        // searched, threads avoid each other's; else each begins with another move (lazy SMP).
        let busy = self.switches.has_any(SURVEY).then(Busy::new);
        let busy = busy.as_ref();
        let is_done = Arc::new(AtomicBool::new(false));
        let search = &*self;
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.settings.threads)
                .map(|number| {
                    let (depth, search_moves) = (budget.depth, budget.search_moves.clone());
                    let budget = Budget { depth, search_moves, stop: Some(is_done.clone()), ..Budget::default() };
                    let thread = Thread { number, busy };
                    scope.spawn(move || search.search_as(thread, root, &budget, &mut NoObserver, &mut |_| {}).nodes)
                })
                .collect();
            let mut analysis = search.search_as(Thread { number: 0, busy }, root, budget, observer, progress);
            is_done.store(true, Ordering::Relaxed);
            let nodes = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            analysis.nodes += nodes.sum::<u64>();
            analysis
        })
    }

    /// Searches as one of the threads.
    fn search_as<G, O>(
        &self,
        thread: Thread<'_>,
        root: &G,
        budget: &Budget,
        observer: &mut O,
        progress: Progress<'_, G>,
    ) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let AlphaBeta { settings, switches, evaluation, table } = self;
        switches.do_with(Job { settings, evaluation, table, thread, root, budget, observer, progress })
    }
}

/// The smallest form of entries that the search can do with.
fn form_of_entries<G: Knowledge>(settings: &Settings, root: &G, budget: &Budget) -> Form {
    let is_margin = settings.objective.unwrap_or(G::OBJECTIVE) == Objective::Margin;
    let is_shallow = settings.is_iterative || settings.tuning.prelude_depth > 0;
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

/// One of the threads that search a root together.
#[derive(Clone, Copy)]
struct Thread<'a> {
    /// 0 is the one that answers.
    number: usize,
    /// What all of them are searching, where they avoid each other's positions.
    busy: Option<&'a Busy>,
}

/// One thread's search of a root.
struct Job<'a, G: Knowledge, E, O> {
    settings: &'a Settings,
    evaluation: &'a E,
    table: &'a Table,
    thread: Thread<'a>,
    root: &'a G,
    budget: &'a Budget,
    observer: &'a mut O,
    progress: Progress<'a, G>,
}

impl<G, E, O> SwitchJob for Job<'_, G, E, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    O: Observer<G>,
{
    type Output = Analysis<G>;

    const IS_ACTIVE: bool = O::IS_ACTIVE;
    const SOLVES: bool = G::HAS_THEORY_BOUND && !O::IS_ACTIVE;
    const SELECTS: bool = G::HAS_SEE && !O::IS_ACTIVE;

    fn is_for_margins(&self) -> bool {
        self.settings.objective.unwrap_or(G::OBJECTIVE) == Objective::Margin && self.table.form() == Form::Narrow
    }

    fn run<S: SwitchSource>(self, switches: S) -> Analysis<G> {
        let mut search = Loop {
            switches,
            chosen_objective: self.settings.objective.unwrap_or(G::OBJECTIVE),
            tuning: self.settings.tuning,
            evaluation: self.evaluation,
            table: self.table,
            observer: self.observer,
            progress: self.progress,
            meter: Meter::start_with_soft_limit(self.budget),
            statistics: Statistics::default(),
            selective_depth: 0,
            has_guessed: false,
            root_depth: 0,
            null_ply: 0,
            null_from: 0,
            gives_check: false,
            outlooks: Vec::new(),
            lines: Lines::new(),
            memory: Memory::new(),
            children: Vec::new(),
            busy: self.thread.busy,
        };
        search.analyse(self.settings, self.root, self.budget, self.thread.number)
    }
}

impl<G, E, S> Search<G> for AlphaBeta<E, S>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
{
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        self.analyse(root, budget, &mut NoObserver, progress)
    }
}
