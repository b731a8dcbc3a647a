//! What a recorded search must contain.

use std::collections::HashSet;

use crate::{Visitor, each_game};
use spielbaum_core::{Budget, Cut, Evaluate, Knowledge, MoveSet, NoObserver, Notation, Zero};
use spielbaum_games::{Chess, TicTacToe};
use spielbaum_search::alphabeta::{Settings, Switch};
use spielbaum_search::{
    AlphaBeta, EventKind, NodeState, Player, RandomLeaves, Recorder, Spec, Trace, TraceEvent, TraceLimits, UniformTree,
};

const SPECS: [&str; 8] =
    ["alphabeta", "fail-hard", "pvs", "mtdf", "deepening", "alphabeta:bounds,tt,etc,iterative", "minimax", "auto"];

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
        assert_eq!(node.score.is_some(), !is_pruned && node.cut != Some(Cut::Budget), "{what}: node {id}");
        if is_pruned {
            let tells_why = |event: &TraceEvent<G>| match &event.kind {
                EventKind::Cut(reason, skipped) => {
                    node.cut == Some(*reason)
                        && event.step == node.step
                        && node.mv.is_some_and(|mv| skipped.contains(&mv))
                }
                _ => false,
            };
            assert!(parent.is_some_and(|parent| parent.events.iter().any(tells_why)), "{what}: node {id}");
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

/// Every legal move of a position above the horizon is in a complete trace, visited or pruned, once its moves are
/// looked at.
fn assert_complete<G: Knowledge>(trace: &Trace<G>, what: &str) {
    let mut children = vec![HashSet::new(); trace.nodes.len()];
    for node in &trace.nodes {
        if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            children[parent].insert(mv);
        }
    }
    for (id, node) in trace.nodes.iter().enumerate().filter(|(_, node)| node.depth.is_some_and(|depth| depth > 0)) {
        let is_settled =
            matches!(node.cut, Some(Cut::Table | Cut::ChildTable | Cut::Bounds | Cut::NullMove | Cut::ProbCut));
        if is_settled || children[id].is_empty() {
            continue;
        }
        let legal: HashSet<G::Move> = node.position.status().moves().iter().flat_map(MoveSet::iter).collect();
        assert_eq!(children[id], legal, "{what}: node {id}, {:?}", node.cut);
    }
}

struct Traced;

impl Visitor for Traced {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let of_switches = Switch::ALL
            .iter()
            .map(|switch| format!("deepening:table=1,pvs,futility-margin=0,null-reduction=1,{}", switch.name()));
        for text in SPECS.into_iter().map(str::to_owned).chain(of_switches) {
            // Some switches need what not every game knows, and some exclude each other.
            let spec = text.parse::<Spec>().and_then(|spec| spec.build::<G>(G::INFO.name).map(|_| spec));
            let Ok(spec) = spec else { continue };
            for (depth, nodes) in [(2, None), (3, Some(1)), (3, Some(2)), (3, Some(7)), (3, Some(30)), (3, Some(800))] {
                let what = format!("{} {text}, depth {depth}, nodes {nodes:?}", G::INFO.name);
                let budget = Budget { nodes, ..Budget::depth(depth) };
                check_traces::<G>(&spec, &budget, &what);
            }
        }
    }
}

/// Compares traces of the start position with the search without an observer.
fn check_traces<G: Knowledge>(spec: &Spec, budget: &Budget, what: &str) {
    let root = G::default();
    let silent = spec.observe(what, &root, budget, &mut NoObserver).expect("a search of a tree");
    for limits in [TraceLimits::NONE, TraceLimits { nodes: 10, plies: 1 }] {
        let mut recorder = Recorder::new(limits);
        let watched = spec.observe(what, &root, budget, &mut recorder).expect("a search of a tree");
        let trace = recorder.finish();
        let found = (watched.nodes, watched.score, watched.best, watched.statistics);
        assert_eq!(found, (silent.nodes, silent.score, silent.best, silent.statistics), "{what}");
        // The position that is one too many is counted and not visited.
        let is_stopped_early = budget.nodes.is_some_and(|nodes| watched.nodes > nodes);
        assert_eq!(trace.is_stopped_early, is_stopped_early, "{what}");
        assert_eq!(trace.visited, watched.nodes - u64::from(is_stopped_early), "{what}");
        assert!(!trace.is_truncated || limits.plies == 1, "{what}");
        assert!(trace.is_truncated || trace.recorded == trace.visited, "{what}");
        assert!(trace.nodes.len() <= limits.nodes, "{what}");
        assert!(trace.nodes.iter().all(|node| node.ply <= limits.plies), "{what}");
        assert_coherent(&trace, what);
        if !trace.is_truncated {
            assert_complete(&trace, what);
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

/// The reasons for which something was not searched, each once.
fn reasons<G: Notation + Knowledge>(position: &str, spec: &str, budget: &Budget) -> HashSet<Cut> {
    let root: G = position.parse().unwrap_or_else(|_| panic!("a position: {position}"));
    let mut recorder = Recorder::new(TraceLimits::NONE);
    let spec: Spec = spec.parse().expect("a spec");
    spec.observe(G::INFO.name, &root, budget, &mut recorder).expect("a spec for the game");
    recorder.finish().nodes.iter().filter(|node| node.state == NodeState::Pruned).filter_map(|node| node.cut).collect()
}

#[test]
fn pruned_moves_tell_why() {
    // Queens and rooks hang on both sides.
    let noisy = "3rk3/3q4/8/8/8/8/3Q4/3RK3 w - - 0 1";
    let depth = Budget::depth(2);
    assert_eq!(reasons::<Chess>(noisy, "alphabeta", &depth), HashSet::from([Cut::Beta]));
    let quiescent = reasons::<Chess>(noisy, "alphabeta:quiescence", &depth);
    assert_eq!(quiescent, HashSet::from([Cut::Beta, Cut::StandPat]));
    let futile = reasons::<Chess>(noisy, "alphabeta:futility", &Budget::depth(3));
    assert!(futile.contains(&Cut::Futility), "{futile:?}");
    let stopped = reasons::<Chess>(noisy, "alphabeta", &Budget::nodes(40));
    assert!(stopped.contains(&Cut::Budget), "{stopped:?}");
    let forced = reasons::<TicTacToe>("XX./.O./...", "alphabeta:look-ahead", &Budget::depth(3));
    assert!(forced.contains(&Cut::LookAhead), "{forced:?}");
}

#[test]
fn standing_still_and_noisy_moves_raise_alpha() {
    let root: Chess = "3rk3/3q4/8/8/8/8/3Q4/3RK3 w - - 0 1".parse().expect("a position");
    let mut recorder = Recorder::new(TraceLimits::NONE);
    let spec: Spec = "alphabeta:quiescence".parse().expect("a spec");
    spec.observe("chess", &root, &Budget::depth(1), &mut recorder).expect("chess has noisy moves");
    let trace = recorder.finish();
    let at_horizon = trace.nodes.iter().filter(|node| node.depth == Some(0)).flat_map(|node| &node.events);
    let raised: Vec<bool> = at_horizon
        .filter_map(|event| if let EventKind::Raise(mv, _) = event.kind { Some(mv.is_some()) } else { None })
        .collect();
    assert!(raised.contains(&true) && raised.contains(&false), "{raised:?}");
}

#[test]
fn minimax_leaves_nothing_out_and_names_its_line() {
    let (root, mut recorder) = (TicTacToe::default(), Recorder::new(TraceLimits::NONE));
    let spec: Spec = "minimax".parse().expect("a spec");
    let analysis = spec.observe("tic-tac-toe", &root, &Budget::depth(3), &mut recorder).expect("a search");
    let trace = recorder.finish();
    assert_eq!(trace.nodes.len(), 1 + 9 + 72 + 504);
    assert!(trace.nodes.iter().all(|node| node.state == NodeState::Visited));
    let path: Vec<_> = trace.chosen_path(0).into_iter().filter_map(|id| trace.nodes[id].mv).collect();
    assert_eq!(path, analysis.pv);
}

#[test]
fn a_search_without_a_tree_cannot_be_watched() {
    let spec: Spec = "random:seed=3".parse().expect("a spec");
    let error = spec.observe("tic-tac-toe", &TicTacToe::default(), &Budget::default(), &mut NoObserver);
    assert!(error.unwrap_err().to_string().contains("'random:seed=3'"));
}
