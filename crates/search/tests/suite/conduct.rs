//! How searches behave whatever they find: budgets, reproducibility, observers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Visitor, each_game};
use spielbaum_core::{
    Analysis, Budget, Cut, Game, HasEvaluation, Knowledge, MoveSet, NoObserver, Notation, Objective, Observer, Rng,
    Score, Search,
};
use spielbaum_games::{ConnectFour, Othello, TicTacToe};
use spielbaum_search::alphabeta::{Fixed, Settings, Switch, Switches};
use spielbaum_search::{AlphaBeta, PRESETS, Spec, TableSettings, late_position, minimax};

const SMALL_TABLE: TableSettings = TableSettings { megabytes: 1, ..TableSettings::USUAL };

/// Every preset that the game supports.
fn searches<G: Notation + Knowledge>() -> Vec<(Spec, Box<dyn Search<G>>)> {
    let specs = PRESETS.iter().map(|preset| preset.name.parse::<Spec>().expect("a preset"));
    specs.filter_map(|spec| spec.build::<G>(G::INFO.name).ok().map(|search| (spec, search))).collect()
}

struct TinyBudgets;

impl Visitor for TinyBudgets {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let root = G::default();
        let moves = root.status().moves().expect("the start has moves");
        for (spec, mut search) in searches::<G>() {
            // Iterations cost more than nodes, and are all alike.
            let step = if spec.engine().has_iterations() { 61 } else { 1 };
            for nodes in (1..=500).step_by(if G::INFO.name == "chess" { 23 * step } else { step }) {
                let analysis = search.search(&root, &Budget::nodes(nodes), &mut |_| {});
                let best = analysis.best.unwrap_or_else(|| panic!("{} {spec}: no move in {nodes} nodes", G::INFO.name));
                assert!(moves.contains(best), "{} {spec}: illegal move in {nodes} nodes", G::INFO.name);
                assert!(analysis.nodes <= nodes + 1, "{} {spec}: {} of {nodes} nodes", G::INFO.name, analysis.nodes);
            }
        }
    }
}

#[test]
fn every_node_budget_from_1_to_500_gives_a_legal_move() {
    each_game(&mut TinyBudgets);
}

/// The result of minimax with iterative deepening and so many nodes: depth and score of the last depth that fits.
fn deepened<G: Knowledge>(root: &G, nodes: u64) -> (u32, Score) {
    let (mut visited, mut found) = (0, (0, Score::DRAW));
    for depth in 1..=root.max_plies() as u32 {
        let next = minimax(root, depth, G::OBJECTIVE, &G::Evaluation::default());
        visited += next.nodes;
        if visited > nodes {
            break;
        }
        found = (depth, next.score);
        if next.is_complete || next.score.is_decided() {
            break;
        }
    }
    found
}

struct DeepeningMinimax;

impl Visitor for DeepeningMinimax {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let mut rng = Rng::new(8);
        let positions = [
            G::default(),
            late_position(&G::default(), 6, 60, &mut rng),
            late_position(&G::default(), 9, 60, &mut rng),
        ];
        for root in positions {
            let place = |nodes: u64| format!("{} {root} within {nodes} nodes", G::INFO.name);
            let mut search = "minimax".parse::<Spec>().unwrap().build::<G>(G::INFO.name).expect("a search");
            // To the node where a depth is just finished, and one less.
            let sizes = (1..=3).map(|depth| minimax(&root, depth, G::OBJECTIVE, &G::Evaluation::default()).nodes);
            let ends: Vec<u64> = sizes
                .scan(0, |visited, nodes| {
                    *visited += nodes;
                    Some(*visited)
                })
                .collect();
            for nodes in ends.iter().flat_map(|end| [end - 1, *end]).filter(|nodes| *nodes > 0 && *nodes < 300_000) {
                let mut seen = Vec::new();
                let budget = Budget::nodes(nodes);
                let analysis = search.search(&root, &budget, &mut |analysis| seen.push(analysis.depth));
                let (depth, score) = deepened(&root, nodes);
                assert_eq!(analysis.depth, depth, "{}", place(nodes));
                assert_eq!(seen, Vec::from_iter(1..=depth), "{}", place(nodes));
                assert!(analysis.nodes <= nodes + 1, "{}: {} nodes", place(nodes), analysis.nodes);
                if depth == 0 {
                    continue;
                }
                assert_eq!(analysis.score, score, "{}", place(nodes));
                let once = search.search(&root, &Budget::depth(depth), &mut |_| {});
                assert_eq!((analysis.best, &analysis.pv), (once.best, &once.pv), "{}", place(nodes));
                assert_eq!((analysis.value, analysis.moves.len()), (once.value, once.moves.len()), "{}", place(nodes));
            }
        }
    }
}

#[test]
fn minimax_with_a_node_budget_tells_the_last_depth_that_it_finished() {
    each_game(&mut DeepeningMinimax);
}

struct DepthsWithinNodes;

impl Visitor for DepthsWithinNodes {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let root = G::default();
        for (spec, mut search) in searches::<G>() {
            // What answers another question than minimax, or looks at captures beyond the depth, has other values.
            let asks_the_same = !matches!(spec.to_string().as_str(), "weak" | "null-window");
            let is_selective = G::HAS_SEE && spec.to_string() == "auto";
            if !spec.engine().is_exact() || !asks_the_same || is_selective {
                continue;
            }
            for nodes in [200, 3_000] {
                let analysis = search.search(&root, &Budget::nodes(nodes), &mut |_| {});
                let place = || format!("{} {spec}: depth {} within {nodes} nodes", G::INFO.name, analysis.depth);
                assert!(analysis.depth > 0, "{}", place());
                let expected = minimax(&root, analysis.depth, G::OBJECTIVE, &G::Evaluation::default()).score;
                assert_eq!(analysis.score, expected, "{}", place());
            }
        }
    }
}

#[test]
fn exact_searches_with_a_node_budget_find_the_value_of_the_depth_they_tell() {
    each_game(&mut DepthsWithinNodes);
}

struct Stopped;

impl Visitor for Stopped {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        for (spec, mut search) in searches::<G>() {
            let stop = Arc::new(AtomicBool::new(true));
            let budget = Budget { stop: Some(stop), ..Budget::default() };
            let analysis = search.search(&G::default(), &budget, &mut |_| {});
            assert!(analysis.best.is_some(), "{} {spec}", G::INFO.name);
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_has_a_move() {
    each_game(&mut Stopped);
}

#[test]
fn a_search_without_end_ends_when_it_is_told_to() {
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
    let mut search: Box<dyn Search<ConnectFour>> = "deepening".parse::<Spec>().unwrap().build("").unwrap();
    let (analysis, late) = std::thread::scope(|scope| {
        let searcher = scope.spawn(move || search.search(&<ConnectFour>::default(), &budget, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(50));
        let told = Instant::now();
        stop.store(true, Ordering::Relaxed);
        (searcher.join().expect("no panic"), told.elapsed())
    });
    assert!(analysis.best.is_some() && analysis.depth > 3);
    // Milliseconds are the aim; a loaded machine may take longer, but never a search's own time.
    assert!(late < Duration::from_secs(5), "{late:?}");
}

/// Counts events and checks that they nest.
#[derive(Default)]
struct Counter {
    entered: u64,
    left: u64,
    cuts: u64,
    raises: u64,
}

impl<G: Game> Observer<G> for Counter {
    fn enter(&mut self, _: &G, _: Option<G::Move>, (alpha, beta): (Score, Score), _: u32) {
        assert!(alpha < beta);
        self.entered += 1;
    }

    fn raise_alpha(&mut self, _: Option<G::Move>, _: Score) {
        self.raises += 1;
    }

    fn cut(&mut self, _: Cut, _: &[G::Move]) {
        self.cuts += 1;
    }

    fn leave(&mut self, _: Score) {
        self.left += 1;
        assert!(self.left <= self.entered);
    }
}

/// Switches that every game supports.
const COMMON: Switches =
    Switches::of(&[Switch::Table, Switch::TableMove, Switch::Pvs, Switch::Killers, Switch::History, Switch::Bounds]);

struct SameNodes;

impl Visitor for SameNodes {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let (root, budget) = (G::default(), Budget::depth(3));
        for is_iterative in [false, true] {
            let settings = Settings { switches: COMMON, is_iterative, table: SMALL_TABLE, ..Settings::default() };
            let evaluation = G::Evaluation::default();
            let key = |analysis: Analysis<G>| (analysis.nodes, analysis.score, analysis.best, analysis.statistics);
            let chosen = key(AlphaBeta::new(settings, evaluation.clone()).observe(&root, &budget, &mut NoObserver));
            let fixed = Fixed::<{ COMMON.bits() }>;
            let mut search = AlphaBeta::with_switches(settings, fixed, evaluation.clone());
            assert_eq!(key(search.observe(&root, &budget, &mut NoObserver)), chosen, "{} fixed", G::INFO.name);
            assert_eq!(key(search.observe(&root, &budget, &mut NoObserver)), chosen, "{} again", G::INFO.name);
            let mut counter = Counter::default();
            let observed = AlphaBeta::new(settings, evaluation).observe(&root, &budget, &mut counter);
            assert_eq!(counter.entered, observed.nodes, "{} observed", G::INFO.name);
            assert_eq!(counter.left, counter.entered, "{} observed", G::INFO.name);
            assert!(counter.raises > 0 && counter.cuts > 0, "{} observed", G::INFO.name);
            assert_eq!(key(observed), chosen, "{} observed", G::INFO.name);
        }
    }
}

#[test]
fn fixed_and_chosen_switches_and_observers_visit_the_same_positions() {
    each_game(&mut SameNodes);
}

#[test]
fn minimax_visits_the_published_numbers_of_tic_tac_toe_positions() {
    // Krenkers & Romberg (2006): the answer to a first move in a corner, skills 1 to 8, and the empty board.
    let opened = TicTacToe::default().play_line("a1").unwrap().position;
    let evaluation = <TicTacToe as HasEvaluation>::Evaluation::default();
    let nodes = |position: &TicTacToe, depth| minimax(position, depth, Objective::Sooner, &evaluation).nodes;
    let published = [9, 65, 401, 2081, 8081, 24425, 45737, 59705];
    for (depth, count) in (1..).zip(published) {
        assert_eq!(nodes(&opened, depth), count, "skill {depth}");
    }
    assert_eq!(nodes(&TicTacToe::default(), 9), 549_946);
}

struct Threads;

impl Visitor for Threads {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let (root, budget) = (G::default(), Budget::depth(3));
        for is_iterative in [false, true] {
            let one = Settings { switches: COMMON, is_iterative, table: SMALL_TABLE, ..Settings::default() };
            let alone = AlphaBeta::new(one, G::Evaluation::default()).observe(&root, &budget, &mut NoObserver);
            for threads in [2, 5] {
                let settings = Settings { threads, ..one };
                let together =
                    AlphaBeta::new(settings, G::Evaluation::default()).observe(&root, &budget, &mut NoObserver);
                assert_eq!(together.score, alone.score, "{} with {threads} threads", G::INFO.name);
            }
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_value() {
    each_game(&mut Threads);
}

#[test]
fn shallow_searches_give_positions_of_othello_up_unless_certainty_is_asked_for() {
    let search = |more: &str| {
        let spec: Spec = format!("pvs:hint,iterative,objective=margin{more}").parse().expect("a search");
        let mut search = spec.build::<Othello>("othello").expect("a search for Othello");
        let position: Othello = "f5d6c3d3c4f4f6f3e6e7d7c5".parse().expect("a line of moves");
        search.search(&position, &Budget::depth(8), &mut |_| {})
    };
    let (all, some, certain) = (search(""), search(",probcut"), search(",probcut,probcut-percent=1000"));
    assert!(4 * some.nodes < 3 * all.nodes, "{} of {}", some.nodes, all.nodes);
    assert!((some.score.0 - all.score.0).abs() <= 4, "{:?} and {:?}", some.score, all.score);
    assert_eq!(certain.score, all.score);
}
