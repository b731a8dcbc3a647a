//! Engines that hang, crash, report nonsense, flood or play illegal moves: each fails promptly and with a reason.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Failure, Game, Search, Value};
use spielbaum_engines::{UciPlayer, start};
use spielbaum_games::{Chess, TicTacToe};
use spielbaum_search::Spec;

fn player(behaviour: &str, options: &str) -> Result<UciPlayer, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad-engine.sh");
    let spec: Spec = format!("uci:{} {behaviour},patience=500ms{options}", script.display()).parse().unwrap();
    UciPlayer::start(spec.program().unwrap()).map_err(|error| error.to_string())
}

fn search(player: &mut UciPlayer, budget: &Budget) -> Analysis<Chess> {
    player.search(&Chess::default(), budget, &mut |_| {})
}

#[test]
fn an_engine_that_cannot_be_started_is_refused_with_a_reason() {
    let error = player("gone", "").err().unwrap();
    assert!(error.ends_with("no 'uciok': it ended with exit status: 3"), "{error}");
    let error = player("mute", "").err().unwrap();
    assert!(error.ends_with("no 'uciok' in 500.0ms"), "{error}");
    let error = player("good", ",Hash=2,Hasch=1").err().unwrap();
    assert!(error.ends_with("it has no option 'Hasch'; it has Hash, Two Words"), "{error}");
    let spec: Spec = "uci:no-such-program".parse().unwrap();
    let error = start::<Chess>(spec.program().unwrap()).err().unwrap().to_string();
    assert!(error.starts_with("program 'no-such-program': "), "{error}");
    let error = start::<TicTacToe>(spec.program().unwrap()).err().unwrap().to_string();
    assert_eq!(error, "the program 'no-such-program' plays chess, not tic-tac-toe");
}

#[test]
fn extra_output_around_a_move_is_no_failure() {
    for (behaviour, options) in [("good", ",Hash=2,Two Words=c d"), ("garbage", ""), ("stubborn", "")] {
        let mut player = player(behaviour, options).unwrap();
        let mut position = Chess::default();
        for expected in ["b1c3", "b8c6", "c3b1", "c6b8", "b1c3"] {
            let found = player.search(&position, &Budget::nodes(1), &mut |_| {});
            assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some(expected), "{behaviour}");
            position.play(found.best.unwrap());
        }
        assert_eq!(player.failure(), None);
    }
}

#[test]
fn an_engine_that_gives_no_move_has_failed_and_is_not_used_again() {
    type IsExpected = fn(&Failure) -> bool;
    let expected: [(&str, IsExpected, &str); 5] = [
        ("crash", |failure| matches!(failure, Failure::Crash(_)), "it ended with exit status: 7"),
        ("illegal", |failure| matches!(failure, Failure::Illegal(_)), "played 'e2e5' in"),
        ("none", |failure| matches!(failure, Failure::Illegal(_)), "played '(none)' in"),
        ("deaf", |failure| matches!(failure, Failure::Late(_)), "gave no move in"),
        ("flood", |failure| matches!(failure, Failure::Late(_)), "gave no move in"),
    ];
    for (behaviour, is_expected, words) in expected {
        let clock = Instant::now();
        let mut player = player(behaviour, "").unwrap();
        let found = search(&mut player, &Budget::time(Duration::from_millis(100)));
        let failure = player.failure().unwrap();
        assert!(found.best.is_none() && is_expected(&failure), "{behaviour}: {failure:?}");
        assert!(failure.to_string().contains(words), "{behaviour}: {failure}");
        assert!(search(&mut player, &Budget::nodes(5)).best.is_none(), "{behaviour}");
        drop(player);
        assert!(clock.elapsed() < Duration::from_secs(60), "{behaviour}: {:?}", clock.elapsed());
    }
}

#[test]
fn silence_without_a_time_limit_is_a_failure() {
    let mut player = player("deaf", "").unwrap();
    assert!(search(&mut player, &Budget::nodes(5)).best.is_none());
    assert!(matches!(player.failure(), Some(Failure::Late(_))));
}

#[test]
fn an_engine_that_ignores_a_limit_is_stopped() {
    for budget in [Budget::nodes(5), Budget::depth(3)] {
        let mut player = player("deaf-to-limits", "").unwrap();
        assert!(search(&mut player, &budget).best.is_some(), "{budget:?} {:?}", player.failure());
    }
}

#[test]
fn reported_mates_stay_estimates() {
    let mut player = player("lie", "").unwrap();
    let found = search(&mut player, &Budget::nodes(5));
    assert!(matches!(found.value, Value::Estimate(99_999)) && found.best.is_some(), "{found:?}");
    assert_eq!((found.pv.len(), found.depth), (2, 99));
}

#[test]
fn the_stop_flag_ends_the_wait() {
    let stop = Arc::new(AtomicBool::new(true));
    let mut player = player("deaf", "").unwrap();
    let clock = Instant::now();
    search(&mut player, &Budget { stop: Some(stop), ..Budget::time(Duration::from_secs(60)) });
    assert!(clock.elapsed() < Duration::from_secs(60));
}
