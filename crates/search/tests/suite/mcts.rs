//! Monte-Carlo tree search: proven results are true, trees are reproducible, threads lose nothing, and more iterations find
//! the right move.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::{all_positions, late_position};
use spielbaum_core::{Analysis, Budget, Game, Knowledge, MoveSet, Notation, Outcome, Rng, Search, Side, Status, Value};
use spielbaum_games::{Chess, ConnectFour, Gale, Othello, TicTacToe, Visitor, Yavalath, each_game};
use spielbaum_search::Spec;
use spielbaum_search::mcts::{
    Backup, Expansion, FinalMove, Inspector, Leaf, Mcts, NODE_BYTES, Policy, ProofNumbers, ProofTerm, Selection,
    Settings, Thousandths, WhenFull,
};

type Plain<G> = Mcts<G, <G as Knowledge>::Evaluation>;

fn mcts<G: Knowledge>(settings: Settings) -> Plain<G> {
    Mcts::new(Settings { memory: 64, ..settings }, G::Evaluation::default())
}

fn iterations(count: u64) -> Budget {
    Budget { iterations: Some(count), ..Budget::default() }
}

const SOLVER: Settings = Settings { backup: Backup::Solver, ..Settings::PLAIN };
const BOUNDS: Settings = Settings { backup: Backup::Bounds, ..Settings::PLAIN };

/// Settings that prove something, each in its own way.
fn proving<G: Knowledge>() -> Vec<Settings> {
    let proofs = Settings { proof_weight: Thousandths::ONE, expansion: Expansion::All, ..Settings::PLAIN };
    let root = Settings { proof_numbers: ProofNumbers::Root, ..proofs };
    let players = Settings { proof_numbers: ProofNumbers::Players, proof_term: ProofTerm::Max, ..proofs };
    let mut all = vec![
        SOLVER,
        BOUNDS,
        root,
        players,
        Settings { backup: Backup::Solver, proof_term: ProofTerm::Sum, ..players },
        Settings { level: 3, ..Settings::PLAIN },
        Settings { level: 4, backup: Backup::Bounds, ..root },
        Settings { is_graph: true, ..BOUNDS },
        Settings { selection: Selection::Grave, expansion: Expansion::All, ..SOLVER },
        Settings { selection: Selection::Puct, expansion: Expansion::All, leaf: Leaf::Evaluate, ..BOUNDS },
        Settings { threads: 2, ..BOUNDS },
    ];
    if G::LOOKS_AHEAD {
        all.push(Settings { is_decisive: true, rollout: Policy::Careful, ..BOUNDS });
        all.push(Settings { is_decisive: true, ..players });
    }
    all
}

/// The outcome under best play, by brute force.
fn outcome<G: Game>(position: &G, known: &mut HashMap<G, Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let found = match position.status() {
        Status::Over(outcome) => outcome,
        Status::Ongoing(moves) => {
            let side = position.side_to_move();
            let rank = |outcome: Outcome| match outcome {
                Outcome::Win(winner) => i32::from(winner == side) * 2 - 1,
                Outcome::Draw => 0,
            };
            let value = |mv| {
                let mut child = position.clone();
                child.play(mv);
                outcome(&child, known)
            };
            moves.iter().map(value).max_by_key(|&outcome| rank(outcome)).expect("a move")
        }
    };
    known.insert(position.clone(), found);
    found
}

/// The outcome that a value claims, if it claims one.
fn claimed(value: Value, side: Side) -> Option<Outcome> {
    match value {
        Value::Win(_) => Some(Outcome::Win(side)),
        Value::Loss(_) => Some(Outcome::Win(!side)),
        Value::Draw => Some(Outcome::Draw),
        Value::Margin(_) | Value::Estimate(_) => None,
    }
}

/// Compares everything that an analysis claims to have proven with brute force; how many claims there were.
fn check_claims<G: Notation + Knowledge>(
    position: &G,
    analysis: &Analysis<G>,
    known: &mut HashMap<G, Outcome>,
    place: &str,
) -> usize {
    let side = position.side_to_move();
    let moves = position.status().moves().expect("the game goes on");
    assert!(analysis.best.is_some_and(|best| moves.contains(best)), "{place}: no legal move");
    let mut claims = 0;
    if let Some(outcome_claimed) = claimed(analysis.value, side) {
        // The best move keeps what is claimed; the position itself may be worth more only if the claim is about a move.
        let mut child = position.clone();
        child.play(analysis.best.expect("a move"));
        let true_outcome = outcome(&child, known);
        if outcome_claimed != Outcome::Win(!side) {
            assert_eq!(true_outcome, outcome_claimed, "{place}: best move");
        }
        assert!(!(outcome_claimed == Outcome::Win(!side) && outcome(position, known) != outcome_claimed), "{place}");
        claims += 1;
    }
    for value in &analysis.moves {
        if let Some(claim) = claimed(value.value, side) {
            let mut child = position.clone();
            child.play(value.mv);
            assert_eq!(outcome(&child, known), claim, "{place}: move {}", position.move_text(value.mv));
            claims += 1;
        }
    }
    claims
}

fn check_late_positions<G: Notation + Knowledge>(start: &G, positions: u64, plies: usize, budget: usize) {
    let mut known = HashMap::new();
    let mut claims = 0;
    for seed in 0..positions {
        let mut rng = Rng::new(seed);
        let position = late_position(start, 2 + rng.below(plies - 1), &mut rng);
        let all = proving::<G>();
        let settings = Settings { seed, ..all[seed as usize % all.len()] };
        let analysis = mcts(settings).search(&position, &iterations(1 + rng.below(budget) as u64), &mut |_| {});
        let place = format!("{} {position}, seed {seed}, {settings:?}", G::INFO.name);
        claims += check_claims(&position, &analysis, &mut known, &place);
    }
    assert!(claims as u64 > positions, "{}: only {claims} claims in {positions} positions", G::INFO.name);
}

#[test]
fn proven_results_are_true_in_late_positions() {
    check_late_positions(&<ConnectFour>::default(), 2000, 12, 1000);
    check_late_positions(&Othello::default(), 1000, 14, 1000);
    check_late_positions::<Gale>(&"size=2;".parse().unwrap(), 1000, 5, 300);
    check_late_positions::<Gale>(&"size=3;".parse().unwrap(), 1000, 9, 1000);
    check_late_positions::<Yavalath>(&"side=3;".parse().unwrap(), 2000, 9, 1000);
}

#[test]
fn proven_results_are_true_in_every_position_of_tic_tac_toe() {
    let (mut known, all) = (HashMap::new(), proving::<TicTacToe>());
    let mut solved = 0;
    let positions = all_positions(&TicTacToe::default());
    assert_eq!(positions.len(), 4_520);
    let mut searches: Vec<Plain<TicTacToe>> = all.iter().map(|&settings| mcts(settings)).collect();
    // Every position by results and by bounds, and by one of the others.
    let tasks = positions
        .iter()
        .enumerate()
        .flat_map(|(index, position)| [0, 1, 2 + index % (all.len() - 2)].map(|number| (number, position)));
    for (number, position) in tasks {
        let analysis = searches[number].search(position, &iterations(300), &mut |_| {});
        check_claims(position, &analysis, &mut known, &format!("{position} {:?}", all[number]));
        if claimed(analysis.value, position.side_to_move()) == Some(outcome(position, &mut known)) {
            solved += 1;
        }
    }
    assert!(solved > 7_500, "{solved} of {} searches solved their position", 3 * positions.len());
}

#[test]
fn bounds_solve_tic_tac_toe() {
    for settings in [BOUNDS, Settings { is_graph: true, ..BOUNDS }] {
        let analysis = mcts(settings).search(&TicTacToe::default(), &iterations(100_000), &mut |_| {});
        assert_eq!(analysis.value, Value::Draw, "{settings:?} {}", analysis.nodes);
    }
}

/// Everything that there is to see of a tree, down to `depth` plies.
fn fingerprint<G: Knowledge>(
    tree: &Inspector<G, G::Evaluation>,
    path: &mut Vec<G::Move>,
    depth: usize,
    seen: &mut Vec<(G::Move, u32, u32)>,
) {
    for child in tree.children(path).unwrap_or_default() {
        seen.push((child.mv, child.visits, child.mean.to_bits()));
        if depth > 1 && child.visits > 1 {
            path.push(child.mv);
            fingerprint(tree, path, depth - 1, seen);
            path.pop();
        }
    }
}

fn grown<G: Knowledge>(settings: Settings, root: &G, count: u64) -> (Vec<(G::Move, u32, u32)>, usize) {
    let mut search = mcts::<G>(settings);
    search.search(root, &iterations(count), &mut |_| {});
    let tree = search.inspect().expect("a tree");
    let mut seen = Vec::new();
    fingerprint(&tree, &mut Vec::new(), 4, &mut seen);
    (seen, tree.nodes())
}

struct Reproducible;

impl Visitor for Reproducible {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let root = G::default();
        let count = if G::INFO.name == "chess" { 60 } else { 400 };
        let mut all = proving::<G>();
        all.retain(|settings| settings.threads == 1);
        let mast = Settings { rollout: Policy::Mast, history: Thousandths(500), ..Settings::PLAIN };
        all.extend([
            Settings::PLAIN,
            mast,
            Settings { rollout: Policy::Nst, ..mast },
            Settings { selection: Selection::Tuned, ..Settings::PLAIN },
            Settings { urgency: Some(Thousandths(900)), ..SOLVER },
            Settings { leaf: Leaf::Truncate(4), bias: Thousandths::ONE, ..Settings::PLAIN },
            Settings { implicit: Thousandths(400), expansion: Expansion::All, ..Settings::PLAIN },
            Settings { simulations: 3, ..Settings::PLAIN },
        ]);
        if G::HAS_POLICY {
            let own = Settings { rollout: Policy::Own, ..Settings::PLAIN };
            all.extend([own, Settings { leaf: Leaf::Truncate(9), ..own }]);
        }
        for settings in all {
            let place = format!("{} {settings:?}", G::INFO.name);
            let once = grown(settings, &root, count);
            assert_eq!(once, grown(settings, &root, count), "{place}");
            let other = grown(Settings { seed: 2, ..settings }, &root, count);
            let is_drawn_by_lot = settings.leaf != Leaf::Evaluate;
            assert!(!is_drawn_by_lot || once != other, "{place}: the seed makes no difference");
        }
    }
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    each_game(&mut Reproducible);
}

struct PlainForm;

impl Visitor for PlainForm {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let root = G::default();
        let count = if G::INFO.name == "chess" { 60 } else { 1000 };
        assert!(Settings::PLAIN.is_plain() && !SOLVER.is_plain());
        let plain = grown(Settings::PLAIN, &root, count);
        // Single steps go through the form that asks for every setting.
        let mut stepped = mcts::<G>(Settings::PLAIN);
        for number in 1..=count {
            let iteration = stepped.step(&root);
            assert_eq!(u64::from(iteration.path[0].visits), number);
            assert!(iteration.path.len() > 1 && iteration.path[0].mv.is_none());
            assert!(iteration.path[1..].iter().all(|visit| visit.mv.is_some()));
            assert!(iteration.is_expanded || iteration.is_decided);
        }
        let tree = stepped.inspect().expect("a tree");
        let mut seen = Vec::new();
        fingerprint(&tree, &mut Vec::new(), 4, &mut seen);
        assert_eq!((seen, tree.nodes()), plain, "{}", G::INFO.name);
    }
}

#[test]
fn the_plain_form_and_single_steps_grow_the_same_tree() {
    each_game(&mut PlainForm);
}

struct Parallel;

impl Visitor for Parallel {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let root = G::default();
        let count = if G::INFO.name == "chess" { 200 } else { 5000 };
        let all = [
            Settings::PLAIN,
            SOLVER,
            Settings { expansion: Expansion::All, selection: Selection::Grave, ..Settings::PLAIN },
            Settings { proof_numbers: ProofNumbers::Players, proof_weight: Thousandths::ONE, ..Settings::PLAIN },
        ];
        for settings in all {
            for threads in [2, 5] {
                let place = format!("{} {threads} {settings:?}", G::INFO.name);
                let mut search = mcts::<G>(Settings { threads, ..settings });
                let analysis = search.search(&root, &iterations(count), &mut |_| {});
                let tree = search.inspect().expect("a tree");
                // Only a decided root ends earlier.
                if matches!(analysis.value, Value::Estimate(_)) {
                    assert_eq!(analysis.nodes, count, "{place}");
                }
                assert_eq!(u64::from(tree.visits(&[]).expect("a root")), analysis.nodes, "{place}");
                check_visits(&tree, &mut Vec::new(), &place);
            }
        }
    }
}

/// No child has more visits than its parent, and none of the root's is missing.
fn check_visits<G: Notation + Knowledge>(tree: &Inspector<G, G::Evaluation>, path: &mut Vec<G::Move>, place: &str) {
    let visits = tree.visits(path).expect("a node");
    let children = tree.children(path).expect("a node");
    let below: u32 = children.iter().map(|child| child.visits).sum();
    assert!(below <= visits, "{place}: {below} of {visits} at {path:?}");
    if path.is_empty() {
        assert_eq!(below, visits, "{place}: at the root");
    }
    let mut moves: Vec<G::Move> = children.iter().map(|child| child.mv).collect();
    moves.dedup();
    assert_eq!(moves.len(), children.len(), "{place}");
    for child in children.into_iter().filter(|child| child.visits > 20 && child.mean.abs() <= 1.0) {
        path.push(child.mv);
        check_visits(tree, path, place);
        path.pop();
    }
}

#[test]
fn threads_lose_and_double_no_visit() {
    each_game(&mut Parallel);
}

#[test]
fn positions_seen_from_the_other_side_get_the_other_sides_values() {
    // Mirrored positions have the same value; 20,000 iterations tell it to a few hundredths.
    for one in ["a1 b2 c3", "b2", "a1 c3"] {
        let position = TicTacToe::default().play_line(one).unwrap().position;
        let mirrored = position.transformed(3);
        let mut search = mcts::<TicTacToe>(Settings::PLAIN);
        let [here, there] =
            [&position, &mirrored].map(|position| search.search(position, &iterations(20_000), &mut |_| {}));
        assert!((here.score.0 - there.score.0).abs() < 80, "{one}: {:?} {:?}", here.score, there.score);
    }
    // The side that is about to win knows it, whichever it is.
    for line in ["a1 a2 b1 b2", "a1 a2 b1 b2 c3"] {
        let position = TicTacToe::default().play_line(line).unwrap().position;
        for settings in [Settings::PLAIN, SOLVER, Settings { final_move: FinalMove::BestMean, ..Settings::PLAIN }] {
            let analysis = mcts(settings).search(&position, &iterations(2000), &mut |_| {});
            assert!(analysis.score.0 > 800, "{line} {settings:?}: {:?}", analysis.score);
        }
    }
}

struct Symmetric;

impl Visitor for Symmetric {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let (mut rng, mut position) = (Rng::new(3), G::default());
        for _ in 0..3 {
            position.play(position.status().moves().expect("the game goes on").sample(&mut rng));
        }
        let count = if G::INFO.name == "chess" { 300 } else { 5000 };
        for index in 1..position.symmetries() {
            let [here, there] = [&position, &position.transformed(index)]
                .map(|position| mcts::<G>(Settings::PLAIN).search(position, &iterations(count), &mut |_| {}));
            // Two estimates of one value: hundredths apart, a sign mistaken would be tenths.
            let difference = (here.score.0 - there.score.0).abs();
            assert!(difference < 150, "{} {position} through {index}: {difference}", G::INFO.name);
        }
    }
}

#[test]
fn positions_that_are_the_same_but_for_a_symmetry_get_the_same_value() {
    each_game(&mut Symmetric);
}

/// In how many of late random positions, where not every move is as good as every other, the best move found is one.
fn right_moves<G: Notation + Knowledge>(start: &G, plies: usize, spec: &str, count: u64) -> (usize, usize) {
    let (mut right, mut tried, mut known) = (0, 0, HashMap::new());
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let position = late_position(start, plies, &mut rng);
        let expected = outcome(&position, &mut known);
        let keeps = |mv: G::Move, known: &mut HashMap<G, Outcome>| {
            let mut child = position.clone();
            child.play(mv);
            outcome(&child, known) == expected
        };
        let moves = position.status().moves().expect("the game goes on");
        if moves.iter().all(|mv| keeps(mv, &mut known)) {
            continue;
        }
        let mut search = format!("{spec},seed={seed}").parse::<Spec>().unwrap().build::<G>(G::INFO.name).unwrap();
        let best = search.search(&position, &iterations(count), &mut |_| {}).best.expect("a move");
        right += usize::from(keeps(best, &mut known));
        tried += 1;
        if tried == 40 {
            break;
        }
    }
    (right, tried)
}

#[test]
fn more_iterations_find_the_right_move() {
    fn check<G: Notation + Knowledge>(start: &G, plies: usize) {
        let place = G::INFO.name;
        for spec in
            ["mcts:c=1", "mcts-solver:c=1", "mcts:select=tuned", "grave:ref=20", "mcts:backup=bounds,pn=players,cpn=1"]
        {
            let (few, tried) = right_moves(start, plies, spec, 12);
            let (many, _) = right_moves(start, plies, spec, 3000);
            assert!(many >= few && 10 * many >= 9 * tried, "{place} {spec}: {few}, then {many} of {tried}");
        }
    }
    check(&TicTacToe::default(), 7);
    check(&<ConnectFour>::default(), 12);
    check::<Gale>(&"size=3;".parse().unwrap(), 9);
    check::<Yavalath>(&"side=3;".parse().unwrap(), 9);
    check(&Othello::default(), 12);
}

#[test]
fn a_mate_in_one_is_found() {
    let position: Chess = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    for spec in ["mcts", "mcts-solver", "puct", "mcts:leaf=8", "mcts:leaf=evaluate"] {
        let mut search = spec.parse::<Spec>().unwrap().build::<Chess>("chess").unwrap();
        let best = search.search(&position, &iterations(600), &mut |_| {}).best.expect("a move");
        assert_eq!(position.move_text(best), "a1a8", "{spec}");
    }
}

#[test]
fn a_stopped_search_ends_within_milliseconds_and_has_a_move() {
    let stop = Arc::new(AtomicBool::new(false));
    for name in ["mcts", "mcts:threads=2", "mcts-parallel:rollout=uniform", "mcts-pn:rollout=uniform"] {
        stop.store(false, Ordering::Relaxed);
        let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
        let mut search = name.parse::<Spec>().unwrap().build::<Othello>("othello").unwrap();
        let (analysis, late) = std::thread::scope(|scope| {
            let searcher = scope.spawn(move || search.search(&Othello::default(), &budget, &mut |_| {}));
            std::thread::sleep(Duration::from_millis(50));
            let told = Instant::now();
            stop.store(true, Ordering::Relaxed);
            (searcher.join().expect("no panic"), told.elapsed())
        });
        assert!(analysis.best.is_some() && analysis.nodes > 0, "{name}");
        // Milliseconds are the aim; a loaded machine may take longer.
        assert!(late < Duration::from_secs(2), "{name}: {late:?}");
    }
}

#[test]
fn a_full_tree_is_kept_ends_the_search_or_is_recycled() {
    let root = <ConnectFour>::default();
    for when_full in [WhenFull::Keep, WhenFull::Stop, WhenFull::Recycle] {
        for threads in [1, 2] {
            let settings = Settings { memory: 1, when_full, threads, ..Settings::PLAIN };
            let mut search: Plain<ConnectFour> = Mcts::new(settings, Default::default());
            let analysis = search.search(&root, &iterations(200_000), &mut |_| {});
            let nodes = search.inspect().expect("a tree").nodes();
            assert!(nodes * NODE_BYTES <= 1 << 20, "{nodes} nodes");
            assert!(analysis.best.is_some());
            assert_eq!(analysis.nodes == 200_000, when_full != WhenFull::Stop, "{when_full:?} {}", analysis.nodes);
        }
    }
}

#[test]
fn a_tree_holds_as_many_nodes_as_its_memory_is_for() {
    // 40 bytes a node at most, so that 100 M nodes fit into 4,000 MB; here a hundredth of that.
    let settings = Settings { memory: 40, when_full: WhenFull::Stop, ..Settings::PLAIN };
    let mut search: Plain<ConnectFour> = Mcts::new(settings, Default::default());
    search.search(&<ConnectFour>::default(), &iterations(2_000_000), &mut |_| {});
    let nodes = search.inspect().expect("a tree").nodes();
    assert!(nodes > 1_000_000 && nodes * NODE_BYTES <= 40 << 20, "{nodes} nodes");
}

#[test]
fn the_tree_of_the_last_move_is_used_again() {
    let settings = Settings { reuses_tree: true, ..Settings::PLAIN };
    let mut search = mcts::<ConnectFour>(settings);
    let mut position = <ConnectFour>::default();
    let mut expected = 0;
    for _ in 0..6 {
        let analysis = search.search(&position, &iterations(5000), &mut |_| {});
        let tree = search.inspect().expect("a tree");
        let visits = tree.visits(&[]).expect("a root");
        assert_eq!(visits, expected + 5000);
        let line = [analysis.pv[0], analysis.pv[1]];
        expected = tree.visits(&line).expect("the line is in the tree");
        assert!(expected > 10);
        for mv in line {
            position.play(mv);
        }
    }
}

#[test]
fn a_tree_can_be_looked_at_while_it_grows() {
    let mut search = mcts::<ConnectFour>(Settings::PLAIN);
    let root = <ConnectFour>::default();
    let tree = search.prepare(&root);
    std::thread::scope(|scope| {
        let searcher = scope.spawn(|| search.search(&root, &iterations(200_000), &mut |_| {}));
        let mut last = 0;
        while !searcher.is_finished() {
            let visits = tree.visits(&[]).expect("a root");
            assert!(visits >= last);
            last = visits;
            let children = tree.children(&[]).expect("a root");
            assert!(children.is_sorted_by_key(|child| std::cmp::Reverse(child.visits)));
        }
        searcher.join().expect("no panic");
    });
    assert_eq!(tree.visits(&[]), Some(200_000));
    let best = &tree.children(&[]).expect("a root")[0];
    assert!(best.terms.exploration > 0.0 && (best.terms.total() - best.mean - best.terms.exploration).abs() < 1e-6);
}

#[test]
fn progress_is_reported_with_the_table_of_the_root() {
    let mut reports = Vec::new();
    let mut search = mcts::<Othello>(Settings::PLAIN);
    let budget = Budget::time(Duration::from_millis(500));
    let analysis = search.search(&Othello::default(), &budget, &mut |analysis| reports.push(analysis.nodes));
    assert!(reports.len() >= 2 && reports.is_sorted(), "{reports:?}");
    assert_eq!(analysis.moves.len(), 4);
    assert_eq!(analysis.moves.iter().filter_map(|value| value.visits).sum::<u64>(), analysis.nodes);
    assert_eq!(Some(analysis.moves[0].mv), analysis.best);
}

#[test]
fn the_endgame_is_handed_over_to_exact_search() {
    let mut rng = Rng::new(5);
    let position = late_position(&Othello::default(), 16, &mut rng);
    let mut search = "mcts-pure".parse::<Spec>().unwrap().build::<Othello>("othello").unwrap();
    let analysis = search.search(&position, &iterations(10), &mut |_| {});
    assert!(!matches!(analysis.value, Value::Estimate(_)), "{position}: {}", analysis.value);
}
