//! Trees: the same seed grows the same tree, threads neither lose nor duplicate visits, and memory limits are observed.

use crate::{Visitor, each_game};
use spielbaum_core::{Game, Knowledge, Notation, Search, Value};
use spielbaum_games::ConnectFour;
use spielbaum_search::mcts::{
    Expansion, Inspector, LeafEvaluation, Mcts, NODE_BYTES, ProofNumbers, RolloutPolicy, Selection, Settings,
    Thousandths, WhenFull,
};

use super::{Plain, SOLVER, iterations, mcts, proving};

/// Everything visible of a tree, down to `depth` plies.
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
        let mast = Settings { rollout: RolloutPolicy::Mast, history: Thousandths(500), ..Settings::PLAIN };
        all.extend([
            Settings::PLAIN,
            mast,
            Settings { rollout: RolloutPolicy::Nst, ..mast },
            Settings { selection: Selection::Tuned, ..Settings::PLAIN },
            Settings { urgency: Some(Thousandths(900)), ..SOLVER },
            Settings { leaf: LeafEvaluation::Truncate(4), bias: Thousandths::ONE, ..Settings::PLAIN },
            Settings { implicit: Thousandths(400), expansion: Expansion::All, ..Settings::PLAIN },
            Settings { simulations: 3, ..Settings::PLAIN },
        ]);
        if G::HAS_POLICY {
            let own = Settings { rollout: RolloutPolicy::Own, ..Settings::PLAIN };
            all.extend([own, Settings { leaf: LeafEvaluation::Truncate(9), ..own }]);
        }
        for settings in all {
            let place = format!("{} {settings:?}", G::INFO.name);
            let once = grown(settings, &root, count);
            assert_eq!(once, grown(settings, &root, count), "{place}");
            let other = grown(Settings { seed: 2, ..settings }, &root, count);
            let is_drawn_by_lot = settings.leaf != LeafEvaluation::Evaluate;
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
