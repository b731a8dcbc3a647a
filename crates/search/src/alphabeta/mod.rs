//! The alpha-beta family: one loop, switches for every idea, and drivers that choose the windows.

mod driver;
mod foresight;
mod lines;
mod node;
mod options;
mod order;
mod principal;
mod root;
mod speculation;
mod switches;
mod table_use;

pub use driver::Driver;
pub use node::Tuning;
pub use switches::{Fixed, Switch, SwitchJob, SwitchSource, Switches};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::{
    Analysis, Bound, Budget, Evaluate, Knowledge, Meter, MoveValue, Objective, Observer, Score, Search, Silent,
    Statistics, Status, Value,
};

use crate::DEEPEST;
use crate::table::Table;
use lines::Lines;
use node::Loop;
use order::Memory;
use root::{Root, bring_forward, sort};

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
    /// Megabytes of the transposition table.
    pub table_megabytes: usize,
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
        table_megabytes: 64,
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
        (self.settings, self.switches) = (settings, settings.switches);
    }
}

impl<E, S: SwitchSource> AlphaBeta<E, S> {
    /// A search whose switches come from `switches` and not from `settings`.
    pub fn with_switches(settings: Settings, switches: S, evaluation: E) -> AlphaBeta<E, S> {
        let megabytes = if switches.has(Switch::Table) { settings.table_megabytes } else { 0 };
        AlphaBeta { settings, switches, evaluation, table: Table::new(megabytes) }
    }

    /// Analyses `root` and tells `observer` everything.
    pub fn observe<G, O>(&mut self, root: &G, budget: &Budget, observer: &mut O) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        self.table.clear();
        if self.settings.threads <= 1 {
            return self.search_as(0, root, budget, observer);
        }
        // Lazy SMP: the others search the same root in another order until the first is done, and what they find out
        // reaches it through the table. It stays the only one to answer, so the answer is as exact as ever.
        let is_done = Arc::new(AtomicBool::new(false));
        let search = &*self;
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.settings.threads)
                .map(|number| {
                    let budget = Budget { depth: budget.depth, stop: Some(is_done.clone()), ..Budget::default() };
                    scope.spawn(move || search.search_as(number, root, &budget, &mut Silent).nodes)
                })
                .collect();
            let mut analysis = search.search_as(0, root, budget, observer);
            is_done.store(true, Ordering::Relaxed);
            let nodes = others.into_iter().map(|other| other.join().expect("a search does not panic"));
            analysis.nodes += nodes.sum::<u64>();
            analysis
        })
    }

    /// Searches as thread `number`; 0 is the one that answers.
    fn search_as<G, O>(&self, number: usize, root: &G, budget: &Budget, observer: &mut O) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let AlphaBeta { settings, switches, evaluation, table } = self;
        switches.do_with(Job { settings, evaluation, table, number, root, budget, observer })
    }
}

/// One thread's search of a root.
struct Job<'a, G, E, O> {
    settings: &'a Settings,
    evaluation: &'a E,
    table: &'a Table,
    number: usize,
    root: &'a G,
    budget: &'a Budget,
    observer: &'a mut O,
}

impl<G, E, O> SwitchJob for Job<'_, G, E, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    O: Observer<G>,
{
    type Output = Analysis<G>;

    fn run<S: SwitchSource>(self, switches: S) -> Analysis<G> {
        let mut search = Loop {
            switches,
            objective: self.settings.objective.unwrap_or(G::OBJECTIVE),
            tuning: self.settings.tuning,
            evaluation: self.evaluation,
            table: self.table,
            observer: self.observer,
            meter: Meter::start(self.budget),
            statistics: Statistics::default(),
            selective_depth: 0,
            has_guessed: false,
            null_ply: 0,
            lines: Lines::new(),
            memory: Memory::new(),
        };
        analyse(self.settings, &mut search, self.root, self.budget.depth, self.number)
    }
}

impl<G, E, S> Search<G> for AlphaBeta<E, S>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
{
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        self.observe(root, budget, &mut Reporter(progress))
    }
}

/// Passes completed iterations on and watches nothing else.
struct Reporter<'a, G: Knowledge>(&'a mut dyn FnMut(&Analysis<G>));

impl<G: Knowledge> Observer<G> for Reporter<'_, G> {
    const WATCHES: bool = <Silent as Observer<G>>::WATCHES;

    fn iteration(&mut self, analysis: &Analysis<G>) {
        (self.0)(analysis);
    }
}

/// Searches the root once, or ever deeper, as the settings say.
fn analyse<G, E, S, O>(
    settings: &Settings,
    search: &mut Loop<'_, G, E, S, O>,
    position: &G,
    depth_limit: Option<u32>,
    thread: usize,
) -> Analysis<G>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    let moves = match position.status() {
        Status::Over(outcome) => {
            let score = search.objective.terminal(outcome, position.side_to_move(), 0, || position.margin(0));
            return Analysis { score, value: Value::of(score, search.objective, true), ..Analysis::nothing() };
        }
        Status::Ongoing(moves) => moves,
    };
    let longest = u32::try_from(position.max_plies()).unwrap_or(DEEPEST);
    let deepest = depth_limit.unwrap_or(longest).clamp(1, DEEPEST);
    let first = if settings.is_iterative { deepest.min(1 + thread as u32 % 2) } else { deepest };
    let mut root = Root { position, moves: search.root_moves(position, &moves, first) };
    let count = root.moves.len();
    root.moves.rotate_left(thread % count);
    let mut analysis = Analysis { best: Some(root.moves[0].mv), ..Analysis::nothing() };
    let mut last = None;
    for depth in first..=deepest {
        search.has_guessed = false;
        let found = search.drive(settings.driver, &mut root, depth, last);
        let (is_finished, is_complete) = (!search.meter.is_exhausted(), !search.has_guessed);
        if is_finished || analysis.depth == 0 {
            analysis.best = found.best.or(analysis.best);
        }
        if is_finished {
            last = Some(found.score);
            analysis.depth = depth;
            fill_in(&mut analysis, settings, search, found.score, is_complete);
            if settings.wants_each_move && thread == 0 {
                analysis.moves = each_move(search, &root, depth);
            }
        }
        analysis.nodes = search.meter.nodes();
        analysis.time = search.meter.elapsed();
        analysis.selective_depth = search.selective_depth;
        analysis.statistics = search.statistics;
        if !is_finished {
            break;
        }
        search.observer.iteration(&analysis);
        let is_open = |value: &MoveValue<G>| matches!(value.value, Value::Estimate(_));
        if (is_complete || analysis.score.is_decided()) && !analysis.moves.iter().any(is_open) {
            break;
        }
        sort(&mut root.moves);
        if let Some(best) = analysis.best {
            bring_forward(&mut root.moves, best);
        }
    }
    if thread == 0 {
        search.complete_line(position, &mut analysis);
    }
    analysis
}

/// Takes over score and line of a completed search.
fn fill_in<G, E, S, O>(
    analysis: &mut Analysis<G>,
    settings: &Settings,
    search: &mut Loop<'_, G, E, S, O>,
    score: Score,
    is_complete: bool,
) where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    analysis.score = score;
    analysis.bound = match settings.driver {
        Driver::Weak if score >= Score(1) => Bound::Lower,
        Driver::Weak if score <= Score(-1) => Bound::Upper,
        Driver::NullWindow(limit) if score.0 > limit => Bound::Lower,
        Driver::NullWindow(_) => Bound::Upper,
        _ => Bound::Exact,
    };
    analysis.value = Value::of(score, search.objective, is_complete);
    analysis.pv = search.lines.at(0).to_vec();
    if analysis.pv.first() != analysis.best.as_ref() {
        analysis.pv = analysis.best.into_iter().collect();
    }
}

/// The value of every move of the root, each searched with the widest window.
fn each_move<G, E, S, O>(search: &mut Loop<'_, G, E, S, O>, root: &Root<G>, depth: u32) -> Vec<MoveValue<G>>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    let mut values = Vec::new();
    for candidate in &root.moves {
        let mut alone = Root { position: root.position, moves: [*candidate].into_iter().collect() };
        search.has_guessed = false;
        let found = search.root(&mut alone, depth, (-Score::INFINITE, Score::INFINITE));
        if search.meter.is_exhausted() {
            break;
        }
        let value = Value::of(found.score, search.objective, !search.has_guessed);
        values.push(MoveValue { mv: candidate.mv, score: found.score, value });
    }
    values.sort_by_key(|value| std::cmp::Reverse(value.score));
    values
}
