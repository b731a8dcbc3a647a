//! The moves of a root solved one by one, and a table that is kept from root to root, against minimax.

use spielbaum_core::{Bound, Budget, Knowledge, MoveSet, Notation, Objective, Rng, Score};
use spielbaum_games::connect_four::AnySize;
use spielbaum_games::{ConnectFour, Othello, TicTacToe};
use spielbaum_search::{Spec, late_position, minimax, moves_worth, solve_each_move};

/// The minimax value of each move.
fn values<G: Knowledge>(position: &G, objective: Objective) -> Vec<(G::Move, Score)> {
    let value = |mv| {
        let mut child = position.clone();
        child.play(mv);
        let score = minimax(&child, 99, objective, &G::Evaluation::default()).score;
        (mv, -score.further_by(u32::from(objective == Objective::Sooner)))
    };
    position.status().moves().expect("the game goes on").iter().map(value).collect()
}

fn check<G: Notation + Knowledge>(start: &G, objective: Objective, plies: usize) {
    let spec = "auto:table=1,keep-table".parse::<Spec>().unwrap().or_objective(objective);
    let mut search = spec.build::<G>("").unwrap();
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let position = late_position(start, 2 + rng.below(plies - 1), usize::MAX, &mut rng);
        let expected = values(&position, objective);
        let best = expected.iter().map(|(_, score)| *score).max().unwrap();
        // The same table for all positions.
        let whole = search.search(&position, &Budget::default(), &mut |_| {});
        assert_eq!(whole.score, best, "{position}");
        let each = solve_each_move(search.as_mut(), &position, objective, &Budget::default());
        assert_eq!((each.score, each.bound), (best, Bound::Exact), "{position}");
        assert_eq!(each.moves.len(), expected.len(), "{position}");
        assert!(each.moves.is_sorted_by_key(|value| std::cmp::Reverse(value.score)), "{position}");
        for value in &each.moves {
            let found = expected.iter().find(|(mv, _)| *mv == value.mv);
            assert_eq!(found, Some(&(value.mv, value.score)), "{position}");
        }
        assert_eq!(each.pv.first(), each.best.as_ref(), "{position}");
        if objective == Objective::Margin {
            let narrow = "auto:table=1".parse::<Spec>().unwrap().or_objective(objective).above(-best).unwrap();
            let mut narrow = narrow.build::<G>("").unwrap();
            let found = moves_worth(&position, best, whole.best.unwrap(), |child, score| {
                narrow.search(child, &Budget::default(), &mut |_| {}).score > score
            });
            let all: Vec<G::Move> = expected.iter().filter(|value| value.1 == best).map(|value| value.0).collect();
            assert_eq!(found, all, "{position}");
        }
    }
}

#[test]
fn moves_are_worth_what_minimax_says() {
    check(&<ConnectFour>::default(), Objective::Margin, 9);
    check(&<ConnectFour>::default(), Objective::Sooner, 9);
    check::<ConnectFour<AnySize>>(&"columns=5,rows=5;".parse().unwrap(), Objective::Margin, 9);
    check(&Othello::default(), Objective::Margin, 10);
    check(&TicTacToe::default(), Objective::Sooner, 6);
}

#[test]
fn a_symmetric_root_names_both_of_two_equal_moves() {
    let start: ConnectFour<AnySize> = "columns=4,rows=4;".parse().unwrap();
    let mut search = "auto:keep-table".parse::<Spec>().unwrap().or_objective(Objective::Margin).build("").unwrap();
    let each = solve_each_move(search.as_mut(), &start, Objective::Margin, &Budget::default());
    assert_eq!(each.moves.len(), 4);
    let score = |text: &str| each.moves.iter().find(|value| start.move_text(value.mv) == text).map(|value| value.score);
    assert_eq!((score("1"), score("2")), (score("4"), score("3")));
}
