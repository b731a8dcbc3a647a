//! The player that plays proved wins.

use crate::written_proofs::read_from_file;
use spielbaum_core::{Budget, Game, LookAhead, MoveSet, Notation, Outcome, Proofs, Rng, Side, Tactics, Value};
use spielbaum_games::Yavalath;
use spielbaum_search::Spec;

/// Plays the first player's win from the start against moves of `reply`.
fn play_out(start: &str, mut reply: impl FnMut(&Yavalath) -> <Yavalath as Game>::Move) {
    let mut player = "proven:seed=1".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    let mut position: Yavalath = start.parse().unwrap();
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
        play_out("side=5;", |position| position.status().moves().unwrap().sample(&mut rng));
    }
    // An opponent that sees threats and blocks them.
    let mut opponent = "mcts-best:seed=3".parse::<Spec>().unwrap().build::<Yavalath>("yavalath").unwrap();
    play_out("side=5;", |position| {
        let budget = Budget { iterations: Some(2_000), ..Budget::default() };
        opponent.search(position, &budget, &mut |_| {}).best.unwrap()
    });
}

#[test]
fn the_proved_win_of_the_board_of_side_4_is_never_given_away() {
    // The replies after which a search for the win takes longest.
    for replies in ["e4 d5 b4 b3 e6", "e4 b5 d6 b3 a1", "e4 b5 b2 d3 b4 g2", "e4 b5 b2 d3 b4 f2 d5"] {
        let (mut rng, mut replies) = (Rng::new(4), replies.split(' '));
        play_out("side=4;", |position| {
            let reply = replies.next().and_then(|text| position.parse_move(text).ok());
            reply.unwrap_or_else(|| {
                let moves = position.status().moves().unwrap();
                match position.look_ahead(moves) {
                    LookAhead::Moves(kept) => kept.sample(&mut rng),
                    _ => moves.sample(&mut rng),
                }
            })
        });
    }
}

#[test]
fn moves_that_come_with_the_program_are_those_of_the_proofs() {
    for (start, file) in [("side=5;", "yavalath-e5"), ("side=4;", "yavalath-side4-d4")] {
        let proof = read_from_file(file);
        assert_eq!(proof.outcome(), Some(Outcome::Win(Side::First)), "{file}");
        let mut position: Yavalath = start.parse().unwrap();
        position.play(position.proved_win().expect("an opening that wins"));
        assert_eq!(position, proof.root, "{file}");
    }
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
