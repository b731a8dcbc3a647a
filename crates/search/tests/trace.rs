//! What a recorded search must tell.

use spielbaum_core::{Budget, Cut, Evaluate, Knowledge, Notation, Silent, Zero};
use spielbaum_games::{TicTacToe, Visitor, each_game};
use spielbaum_search::alphabeta::Settings;
use spielbaum_search::{
    AlphaBeta, EventKind, NodeState, Player, RandomLeaves, Recorder, Spec, Trace, TraceLimits, UniformTree,
};

const SPECS: [&str; 6] = ["alphabeta", "fail-hard", "pvs", "mtdf", "deepening", "alphabeta:bounds,tt,etc,iterative"];

/// Parents, plies, steps and marks fit together, whatever was searched.
fn assert_coherent<G: Knowledge>(trace: &Trace<G>, what: &str) {
    let visited = trace.nodes.iter().filter(|node| node.state != NodeState::Pruned).count();
    assert_eq!(visited as u64, trace.recorded, "{what}");
    let mut last_step = 0;
    for (id, node) in trace.nodes.iter().enumerate() {
        let parent = node.parent.map(|parent| &trace.nodes[parent]);
        assert_eq!(node.ply, parent.map_or(0, |parent| parent.ply + 1), "{what}: node {id}");
        assert!(node.parent.is_none_or(|parent| parent < id), "{what}: node {id}");
        assert!(node.step >= last_step, "{what}: node {id}");
        last_step = node.step;
        assert_eq!(node.player == Player::Max, node.ply % 2 == 0, "{what}: node {id}");
        let steps: Vec<u64> = node.events.iter().map(|event| event.step).collect();
        assert!(steps.is_sorted(), "{what}: node {id}");
        let is_last_a_leave = matches!(node.events.last().map(|event| &event.kind), Some(EventKind::Leave(_)));
        let is_pruned = node.state == NodeState::Pruned;
        assert_eq!(is_last_a_leave, !is_pruned, "{what}: node {id}");
        assert_eq!(node.window.is_some(), !is_pruned, "{what}: node {id}");
        if is_pruned {
            assert_eq!(parent.and_then(|parent| parent.cut), Some(Cut::Beta), "{what}: node {id}");
            assert!(!node.is_chosen, "{what}: node {id}");
        }
        for event in &node.events {
            if let EventKind::Child(child) = event.kind {
                assert_eq!((trace.nodes[child].parent, trace.nodes[child].step), (Some(id), event.step), "{what}");
                let left = trace.nodes[child].events.last().expect("a leave").step;
                assert!(left < steps[steps.len() - 1], "{what}: node {child} is left after its parent");
            }
        }
    }
}

struct Traced;

impl Visitor for Traced {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let (root, budget) = (G::default(), Budget::depth(2));
        for text in SPECS {
            let what = format!("{} {text}", G::INFO.name);
            let spec: Spec = text.parse().expect("a spec");
            let mut search = spec.alpha_beta::<G>(G::INFO.name).expect("every game has these switches");
            let silent = search.observe(&root, &budget, &mut Silent);
            for limits in [TraceLimits::NONE, TraceLimits { nodes: 10, plies: 1 }] {
                let mut recorder = Recorder::new(limits);
                let watched = search.observe(&root, &budget, &mut recorder);
                let trace = recorder.finish();
                let found = (watched.nodes, watched.score, watched.best, watched.statistics);
                assert_eq!(found, (silent.nodes, silent.score, silent.best, silent.statistics), "{what}");
                assert_eq!(trace.visited, watched.nodes, "{what}");
                assert_eq!(trace.is_truncated, limits.plies == 1, "{what}");
                assert!(trace.is_truncated || trace.recorded == trace.visited, "{what}");
                assert!(trace.nodes.len() <= limits.nodes, "{what}");
                assert!(trace.nodes.iter().all(|node| node.ply <= limits.plies), "{what}");
                assert_coherent(&trace, &what);
            }
        }
    }
}

#[test]
fn traces_of_every_game_are_coherent_and_change_nothing() {
    each_game(&mut Traced);
}

/// A completely recorded plain alpha-beta search of a uniform tree.
fn traced(branching: u8, depth: u32, leaves: impl Evaluate<UniformTree>) -> Trace<UniformTree> {
    let mut recorder = Recorder::new(TraceLimits::NONE);
    let root = UniformTree::new(branching);
    let analysis = AlphaBeta::new(Settings::default(), leaves).observe(&root, &Budget::depth(depth), &mut recorder);
    let trace = recorder.finish();
    assert_eq!(trace.nodes[0].score, Some(analysis.score));
    let path: Vec<_> = trace.chosen_path(0).into_iter().filter_map(|id| trace.nodes[id].mv).collect();
    assert_eq!(path, analysis.pv);
    trace
}

#[test]
fn the_chosen_path_is_the_line_of_the_search_and_carries_its_score() {
    for seed in 0..50 {
        let trace = traced(3, 4, RandomLeaves(seed));
        let root = &trace.nodes[0];
        for id in trace.chosen_path(0) {
            let node = &trace.nodes[id];
            assert_eq!(node.score.map(|score| node.for_root(score)), root.score, "seed {seed}, node {id}");
            let (low, high) = node.window_for_root().expect("it was visited");
            assert!(low < root.score.unwrap() && root.score.unwrap() < high, "seed {seed}, node {id}");
        }
    }
}

#[test]
fn a_perfectly_ordered_tree_has_the_leaves_of_knuth_and_moore() {
    for (branching, depth) in [(2, 4), (3, 4), (4, 3)] {
        let trace = traced(branching, depth, Zero);
        let leaves = trace.nodes.iter().filter(|node| node.depth == Some(0)).count() as u64;
        assert_eq!(leaves, UniformTree::fewest_leaves(branching, depth));
        // Every position above the horizon has all its moves in the trace, visited or pruned.
        for (id, node) in trace.nodes.iter().enumerate().filter(|(_, node)| node.depth.is_some_and(|depth| depth > 0)) {
            let children = trace.nodes.iter().filter(|child| child.parent == Some(id)).count();
            assert_eq!(children, usize::from(branching), "node {id}, ply {}", node.ply);
        }
    }
}

#[test]
fn only_searches_on_the_alpha_beta_loop_can_be_watched() {
    for text in ["minimax", "random:seed=3", "auto"] {
        let spec: Spec = text.parse().expect("a spec");
        let error = spec.alpha_beta::<TicTacToe>("tic-tac-toe").err().expect("no alpha-beta search");
        assert!(error.to_string().contains(&format!("'{text}'")), "{error}");
    }
}
