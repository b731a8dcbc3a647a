//! Play by the theory of a game: no win is given away, and games without theory are refused.

use spielbaum_core::{Budget, Game, MoveSet, Outcome, Proofs, Rng, Side, Status, Value};
use spielbaum_games::{Gale, TicTacToe};
use spielbaum_search::Spec;

#[test]
fn a_won_game_of_gale_stays_won_against_random_moves() {
    let spec: Spec = "perfect".parse().unwrap();
    let mut search = spec.build::<Gale>("gale").unwrap();
    let mut wins = [0; 2];
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut position: Gale = if seed % 2 == 0 { "size=4;" } else { "size=6;" }.parse().unwrap();
        let player = Side::BOTH[rng.below(2)];
        // The winner that the theory names may change only by a move of the opponent, who plays at random.
        let mut is_won = false;
        while let Status::Ongoing(moves) = position.status() {
            if position.side_to_move() != player {
                position.play(moves.sample(&mut rng));
                continue;
            }
            let analysis = search.search(&position, &Budget::default(), &mut |_| {});
            let (best, verdict) = (analysis.best.unwrap(), position.perfect_play().unwrap());
            assert_eq!(analysis.moves.len(), moves.len(), "seed {seed}");
            assert!(verdict.moves.contains(best), "seed {seed}");
            assert_eq!(analysis.value == Value::Win(None), verdict.outcome == Outcome::Win(player), "seed {seed}");
            assert!(!is_won || analysis.value == Value::Win(None), "a win was given away, seed {seed}");
            is_won = analysis.value == Value::Win(None);
            position.play(best);
        }
        if is_won {
            assert_eq!(position.status().outcome(), Some(Outcome::Win(player)), "seed {seed}");
            wins[player as usize] += 1;
        }
    }
    assert!(wins.iter().all(|&count| count > 15), "{wins:?}");
}

#[test]
fn games_without_theory_are_refused() {
    let spec: Spec = "perfect".parse().unwrap();
    let refused = spec.build::<TicTacToe>("tic-tac-toe").err().map(|error| error.to_string());
    let reason = "'perfect' does not apply to tic-tac-toe: the game has no theory of perfect play";
    assert_eq!(refused.as_deref(), Some(reason));
    let refused = "prove".parse::<Spec>().unwrap().build::<TicTacToe>("tic-tac-toe").err();
    assert!(refused.is_some_and(|error| error.to_string().contains("does not detect threats")));
}
