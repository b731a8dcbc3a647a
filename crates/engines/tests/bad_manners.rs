//! Programs that hang, crash, lie, flood and cheat: each is a failure with a reason, and soon.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use spielbaum_core::{Analysis, Budget, Failure, Game, Search, Value};
use spielbaum_engines::{UciPlayer, start};
use spielbaum_games::{Chess, TicTacToe};
use spielbaum_search::Spec;

fn player(manner: &str, options: &str) -> Result<UciPlayer, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad-engine.sh");
    let spec: Spec = format!("uci:{} {manner},patience=500ms{options}", script.display()).parse().unwrap();
    UciPlayer::start(spec.program().unwrap()).map_err(|error| error.to_string())
}

fn search(player: &mut UciPlayer, budget: &Budget) -> Analysis<Chess> {
    player.search(&Chess::default(), budget, &mut |_| {})
}

#[test]
fn who_cannot_be_started_is_refused_with_a_reason() {
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
fn good_manners_and_nonsense_around_a_move_are_no_failure() {
    for (manner, options) in [("good", ",Hash=2,Two Words=c d"), ("garbage", ""), ("stubborn", "")] {
        let mut player = player(manner, options).unwrap();
        let mut position = Chess::default();
        for expected in ["b1c3", "b8c6", "c3b1", "c6b8", "b1c3"] {
            let found = player.search(&position, &Budget::nodes(1), &mut |_| {});
            assert_eq!(found.best.map(|mv| mv.to_string()).as_deref(), Some(expected), "{manner}");
            position.play(found.best.unwrap());
        }
        assert_eq!(player.failure(), None);
    }
}

#[test]
fn whoever_gives_no_move_has_failed_and_is_not_asked_again() {
    type IsExpected = fn(&Failure) -> bool;
    let expected: [(&str, IsExpected, &str); 5] = [
        ("crash", |failure| matches!(failure, Failure::Crash(_)), "it ended with exit status: 7"),
        ("illegal", |failure| matches!(failure, Failure::Illegal(_)), "played 'e2e5' in"),
        ("none", |failure| matches!(failure, Failure::Illegal(_)), "played '(none)' in"),
        ("deaf", |failure| matches!(failure, Failure::Late(_)), "gave no move in"),
        ("flood", |failure| matches!(failure, Failure::Late(_)), "gave no move in"),
    ];
    for (manner, is_expected, words) in expected {
        let clock = Instant::now();
        let mut player = player(manner, "").unwrap();
        let found = search(&mut player, &Budget::time(Duration::from_millis(100)));
        let failure = player.failure().unwrap();
        assert!(found.best.is_none() && is_expected(&failure), "{manner}: {failure:?}");
        assert!(failure.to_string().contains(words), "{manner}: {failure}");
        assert!(search(&mut player, &Budget::nodes(5)).best.is_none(), "{manner}");
        drop(player);
        assert!(clock.elapsed() < Duration::from_secs(60), "{manner}: {:?}", clock.elapsed());
    }
}

#[test]
fn silence_without_a_limit_on_time_is_noticed_too() {
    let mut player = player("deaf", "").unwrap();
    assert!(search(&mut player, &Budget::nodes(5)).best.is_none());
    assert!(matches!(player.failure(), Some(Failure::Late(_))));
}

#[test]
fn whoever_does_not_know_a_limit_is_stopped() {
    for budget in [Budget::nodes(5), Budget::depth(3)] {
        let mut player = player("deaf-to-limits", "").unwrap();
        assert!(search(&mut player, &budget).best.is_some(), "{budget:?} {:?}", player.failure());
    }
}

#[test]
fn lies_stay_estimates() {
    let mut player = player("lie", "").unwrap();
    let found = search(&mut player, &Budget::nodes(5));
    assert!(matches!(found.value, Value::Estimate(99_999)) && found.best.is_some(), "{found:?}");
    assert_eq!((found.pv.len(), found.depth), (2, 99));
}

#[test]
fn a_stop_from_outside_ends_the_wait() {
    let stop = Arc::new(AtomicBool::new(true));
    let mut player = player("deaf", "").unwrap();
    let clock = Instant::now();
    search(&mut player, &Budget { stop: Some(stop), ..Budget::time(Duration::from_secs(60)) });
    assert!(clock.elapsed() < Duration::from_secs(60));
}
