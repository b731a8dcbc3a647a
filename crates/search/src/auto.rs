//! The search that chooses its settings by game, position and budget.
//!
//! Liese (2024) leaves open which algorithm suits which position; this is an answer by simple rules. They consider the
//! distance to the end, the number of moves, the symmetry of the position, the knowledge of the game, and the
//! objective; known bounds narrow the first window.

use spielbaum_core::{Analysis, Budget, Evaluate, Game, Knowledge, Objective, Observer, Search};

use crate::DEEPEST;
use crate::alphabeta::{AlphaBeta, Driver, Guess, Settings, Switch, Switches, Tuning};
use crate::presets::SELECTIVE;
use crate::table::{Holds, TableSettings};

/// Chooses settings for every position.
pub struct AutoSearch<E> {
    settings: Settings,
    search: AlphaBeta<E>,
}

impl<E> AutoSearch<E> {
    /// Takes objective, table size and fixed options from `settings` and chooses the rest.
    pub fn new(settings: Settings, evaluation: E) -> AutoSearch<E> {
        AutoSearch { settings, search: AlphaBeta::new(with_table(settings), evaluation) }
    }

    /// Analyses `root` and reports every step to `observer`.
    pub fn observe<G, O>(&mut self, root: &G, budget: &Budget, observer: &mut O) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let (settings, budget) = choose(&self.settings, root, budget);
        self.search.configure(settings);
        self.search.observe(root, &budget, observer)
    }
}

impl<G: Knowledge> Search<G> for AutoSearch<G::Evaluation> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let (settings, budget) = choose(&self.settings, root, budget);
        self.search.configure(settings);
        self.search.search(root, &budget, progress)
    }

    fn new_game(&mut self, _: u64) -> bool {
        self.search.restart(with_table(self.settings));
        true
    }
}

/// The settings before the first position: a table is all that is certain.
fn with_table(settings: Settings) -> Settings {
    Settings { switches: Switches::of(&[Switch::Table]), ..settings }
}

/// The largest expected node count of a direct search to the end under a time or node limit.
const BLINK: f64 = 100_000.0;

/// The least plies to the end at which a preliminary shallow search pays.
const MIN_PRESEARCH_PLIES: u32 = 32;

/// Settings and limits that suit the game, the position and the budget.
fn choose<G: Knowledge>(requested: &Settings, root: &G, budget: &Budget) -> (Settings, Budget) {
    // Without a limit nothing is estimated: the search goes to the end of the game. It does so, too, when the end is
    // near: with b moves and n plies left alpha-beta visits about b^(n/2) positions (Knuth & Moore 1975).
    let has_no_limit = budget.depth.is_none() && !budget.is_timed() && budget.nodes.is_none();
    let (moves, plies) = (root.move_count().unwrap_or(1), root.max_plies());
    let is_nearly_over = (moves as f64).powf(plies as f64 / 2.0) <= BLINK;
    let depth = u32::try_from(plies).unwrap_or(DEEPEST).clamp(1, DEEPEST);
    let reaches_end = budget.depth.is_none_or(|limit| limit >= depth);
    if has_no_limit && requested.objective == Some(Objective::Margin) {
        (solving(requested, root), budget.clone())
    } else if is_nearly_over && reaches_end {
        (solving(requested, root), Budget { depth: Some(depth), ..budget.clone() })
    } else if G::HAS_SEE && budget.depth.is_none() && !has_no_limit {
        (selective(requested), budget.clone())
    } else {
        (deepening(requested, root), budget.clone())
    }
}

/// In games decided by captures, without a depth limit, selective search reaches much deeper than full-width search.
fn selective(requested: &Settings) -> Settings {
    let Settings { switches, tuning, driver, keeps_table, .. } = SELECTIVE;
    Settings {
        switches,
        tuning,
        driver: requested_or(requested, driver),
        is_iterative: true,
        keeps_table,
        ..*requested
    }
}

/// Margins have few values and a known range: bisecting it, large values first, and following the last result when it
/// is small needs the fewest nodes (Connect Four, all sets of Pons). Iterative deepening would only cost, and so would
/// killer and history moves where the game has order hints.
fn solving<G: Knowledge>(requested: &Settings, root: &G) -> Settings {
    let switches = Switches::of(&[Switch::Table, Switch::Bounds, Switch::Forced, Switch::ChildTable, Switch::Afresh]);
    // With more than two symmetries, canonical keys cost more than they save, unless the root is symmetric.
    let has_cheap_images = root.symmetries() == 2 || is_symmetric(root);
    let known = [
        (G::LOOKS_AHEAD, Switch::LookAhead),
        (G::LOOKS_AHEAD, Switch::ChildProbe),
        (G::HAS_THEORY_BOUND || G::HAS_STABILITY_BOUND, Switch::Theory),
        (G::HAS_ENDGAME_SOLVER, Switch::Finish),
        (G::HAS_ENDGAME_SOLVER, Switch::ChildProbe),
        (G::HAS_ENDGAME_SOLVER, Switch::TableMove),
        (G::EVALUATES_MARGINS, Switch::Preview),
        (G::HAS_ORDER_HINTS, Switch::Hint),
        (G::HAS_LEARNT_ORDER, Switch::Learnt),
        (!G::HAS_ORDER_HINTS, Switch::History),
        (G::HAS_STATIC_ORDER, Switch::Static),
        (has_cheap_images, Switch::Canonical),
    ];
    let switches = with_known(switches, &known);
    let is_margin = requested.objective.unwrap_or(G::OBJECTIVE) == Objective::Margin;
    // Where estimates are margins, one of them is a better first guess than the middle of the range, and the table move
    // pays. A shallow search to half the moves, an even depth because estimates swing with the side to move, visits 1
    // to 2 % of the nodes and saves a third (Othello, FFO #40 to #47).
    let plies = root.max_plies() as u32;
    let presearch_depth =
        if G::EVALUATES_MARGINS && plies >= MIN_PRESEARCH_PLIES { (plies / 4).next_multiple_of(2) } else { 0 };
    let driver = match (is_margin, G::EVALUATES_MARGINS) {
        (true, true) if presearch_depth > 0 => Driver::MtdF { guess: Guess::Last },
        (true, true) => Driver::MtdF { guess: Guess::Evaluation },
        (true, false) => Driver::HYBRID,
        (false, _) => Driver::FullWindow,
    };
    let switches = if is_margin { switches } else { switches.with(Switch::Pvs) };
    let holds = if switches.has(Switch::TableMove) { Holds::Score } else { Holds::Bounds };
    let table = TableSettings { holds, ..requested.table };
    let tuning = if G::HAS_ENDGAME_SOLVER {
        let (preview_depth, preview_weight) = (24, 2);
        let (child_table_depth, table_move_depth) = (20, 8);
        Tuning {
            child_table_depth,
            preview_depth,
            preview_weight,
            presearch_depth,
            table_move_depth,
            ..requested.tuning
        }
    } else {
        Tuning { child_table_depth: 6, ..requested.tuning }
    };
    Settings { switches, table, tuning, driver: requested_or(requested, driver), is_iterative: false, ..*requested }
}

/// Iterative deepening with all move ordering.
fn deepening<G: Knowledge>(requested: &Settings, root: &G) -> Settings {
    let switches = Switches::of(&[
        Switch::Table,
        Switch::TableMove,
        Switch::Pvs,
        Switch::Bounds,
        Switch::Killers,
        Switch::History,
    ]);
    let known = [
        (G::LOOKS_AHEAD, Switch::LookAhead),
        (G::HAS_ORDER_HINTS, Switch::Hint),
        (G::HAS_STATIC_ORDER, Switch::Static),
        (G::HAS_NOISE, Switch::Noisy),
        // Symmetric images transpose only while the position is symmetric, or nearly so.
        (is_symmetric(root), Switch::Canonical),
    ];
    let switches = with_known(switches, &known);
    Settings { switches, driver: requested_or(requested, Driver::FullWindow), is_iterative: true, ..*requested }
}

/// The requested driver if one null window answers the question, else the suitable one.
fn requested_or(requested: &Settings, suitable: Driver) -> Driver {
    match requested.driver {
        narrow @ (Driver::Weak | Driver::NullWindow(_) | Driver::MtdF { guess: Guess::Given(_) }) => narrow,
        _ => suitable,
    }
}

/// The switches together with those that the game supports.
fn with_known(switches: Switches, known: &[(bool, Switch)]) -> Switches {
    known.iter().filter(|(is_known, _)| *is_known).fold(switches, |all, (_, switch)| all.with(*switch))
}

/// Whether some symmetry maps the position to itself.
fn is_symmetric<G: Game>(position: &G) -> bool {
    (1..position.symmetries()).any(|index| position.transformed(index) == *position)
}
