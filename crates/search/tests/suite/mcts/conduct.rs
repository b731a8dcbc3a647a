//! How a search behaves: it stops on request, reports progress, and hands over to alpha-beta.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use spielbaum_core::{Budget, Rng, Search, Value};
use spielbaum_games::Othello;
use spielbaum_search::Spec;
use spielbaum_search::mcts::Settings;

use super::{iterations, mcts};
use crate::common::late_position;

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
