//! The player that plays proved wins.

use spielbaum_core::{Budget, Game, MoveSet, Outcome, Rng, Side, Value};
use spielbaum_games::Yavalath;
use spielbaum_search::Spec;

/// Plays the first player's win from the start, or from the opening, against moves of `reply`.
fn play_out(mut reply: impl FnMut(&Yavalath) -> <Yavalath as Game>::Move) {
    let mut player = "proven:seed=1".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    let mut position = Yavalath::default();
    while position.status().moves().is_some() {
        let mv = if position.side_to_move() == Side::First {
            let analysis = player.search(&position, &Budget { iterations: Some(10), ..Budget::default() }, &mut |_| {});
            assert!(matches!(analysis.value, Value::Win(_)), "the win is lost: {position}");
            analysis.best.unwrap()
        } else {
            reply(&position)
        };
        position.play(mv);
    }
    assert_eq!(position.status().outcome(), Some(Outcome::Win(Side::First)), "{position}");
}

#[test]
fn the_proved_win_of_yavalath_is_never_given_away() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        play_out(|position| position.status().moves().unwrap().sample(&mut rng));
    }
    // An opponent that sees threats and blocks them.
    let mut opponent = "mcts-best:seed=3".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    play_out(|position| {
        let budget = Budget { iterations: Some(2_000), ..Budget::default() };
        opponent.search(position, &budget, &mut |_| {}).best.unwrap()
    });
}

#[test]
fn without_a_proof_it_plays_as_the_best_does() {
    let position: Yavalath = "a1".parse().unwrap();
    let budget = Budget { iterations: Some(300), ..Budget::default() };
    let play = |spec: &str| {
        let mut player = spec.parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
        let analysis = player.search(&position, &budget, &mut |_| {});
        (analysis.best, analysis.nodes)
    };
    assert_eq!(play("proven:prove=1000,seed=5"), play("mcts-best:seed=5"));
}
