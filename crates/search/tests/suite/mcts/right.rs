//! What is claimed to be proven is true, values have the right sign, and more iterations find the right move.

use std::collections::HashMap;

use crate::{Visitor, each_game};
use spielbaum_core::{Analysis, Game, Knowledge, MoveSet, Notation, Outcome, Rng, Search, Side, Status, Value};
use spielbaum_games::{Chess, ConnectFour, Gale, Othello, TicTacToe, Yavalath};
use spielbaum_search::Spec;
use spielbaum_search::mcts::{FinalMove, Settings};

use super::{BOUNDS, Plain, SOLVER, iterations, mcts, proving};
use crate::common::{all_positions, late_position};

/// The outcome under best play, by brute force.
fn outcome<G: Game>(position: &G, known: &mut HashMap<G, Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let found = match position.status() {
        Status::Over(outcome) => outcome,
        Status::Ongoing(moves) => {
            let side = position.side_to_move();
            let rank = |outcome: Outcome| match outcome {
                Outcome::Win(winner) => i32::from(winner == side) * 2 - 1,
                Outcome::Draw => 0,
            };
            let value = |mv| {
                let mut child = position.clone();
                child.play(mv);
                outcome(&child, known)
            };
            moves.iter().map(value).max_by_key(|&outcome| rank(outcome)).expect("a move")
        }
    };
    known.insert(position.clone(), found);
    found
}

/// The outcome that a value claims, if it claims one.
fn claimed(value: Value, side: Side) -> Option<Outcome> {
    match value {
        Value::Win(_) => Some(Outcome::Win(side)),
        Value::Loss(_) => Some(Outcome::Win(!side)),
        Value::Draw => Some(Outcome::Draw),
        Value::Margin(_) | Value::Estimate(_) => None,
    }
}

/// Compares everything that an analysis claims to have proven with brute force; how many claims there were.
fn check_claims<G: Notation + Knowledge>(
    position: &G,
    analysis: &Analysis<G>,
    known: &mut HashMap<G, Outcome>,
    place: &str,
) -> usize {
    let side = position.side_to_move();
    let moves = position.status().moves().expect("the game goes on");
    assert!(analysis.best.is_some_and(|best| moves.contains(best)), "{place}: no legal move");
    let mut claims = 0;
    if let Some(outcome_claimed) = claimed(analysis.value, side) {
        // The best move keeps what is claimed; the position itself may be worth more only if the claim is about a move.
        let mut child = position.clone();
        child.play(analysis.best.expect("a move"));
        let true_outcome = outcome(&child, known);
        if outcome_claimed != Outcome::Win(!side) {
            assert_eq!(true_outcome, outcome_claimed, "{place}: best move");
        }
        assert!(!(outcome_claimed == Outcome::Win(!side) && outcome(position, known) != outcome_claimed), "{place}");
        claims += 1;
    }
    for value in &analysis.moves {
        if let Some(claim) = claimed(value.value, side) {
            let mut child = position.clone();
            child.play(value.mv);
            assert_eq!(outcome(&child, known), claim, "{place}: move {}", position.move_text(value.mv));
            claims += 1;
        }
    }
    claims
}

fn check_late_positions<G: Notation + Knowledge>(start: &G, positions: u64, plies: usize, budget: usize) {
    let mut known = HashMap::new();
    let mut claims = 0;
    for seed in 0..positions {
        let mut rng = Rng::new(seed);
        let position = late_position(start, 2 + rng.below(plies - 1), &mut rng);
        let all = proving::<G>();
        let settings = Settings { seed, ..all[seed as usize % all.len()] };
        let analysis = mcts(settings).search(&position, &iterations(1 + rng.below(budget) as u64), &mut |_| {});
        let place = format!("{} {position}, seed {seed}, {settings:?}", G::INFO.name);
        claims += check_claims(&position, &analysis, &mut known, &place);
    }
    assert!(claims as u64 > positions, "{}: only {claims} claims in {positions} positions", G::INFO.name);
}

#[test]
fn proven_results_are_true_in_late_positions() {
    check_late_positions(&<ConnectFour>::default(), 2000, 12, 1000);
    check_late_positions(&Othello::default(), 1000, 14, 1000);
    check_late_positions::<Gale>(&"size=2;".parse().unwrap(), 1000, 5, 300);
    check_late_positions::<Gale>(&"size=3;".parse().unwrap(), 1000, 9, 1000);
    check_late_positions::<Yavalath>(&"side=3;".parse().unwrap(), 2000, 9, 1000);
}

#[test]
fn proven_results_are_true_in_every_position_of_tic_tac_toe() {
    let (mut known, all) = (HashMap::new(), proving::<TicTacToe>());
    let mut solved = 0;
    let positions = all_positions(&TicTacToe::default());
    assert_eq!(positions.len(), 4_520);
    let mut searches: Vec<Plain<TicTacToe>> = all.iter().map(|&settings| mcts(settings)).collect();
    // Every position by results and by bounds, and by one of the others.
    let tasks = positions
        .iter()
        .enumerate()
        .flat_map(|(index, position)| [0, 1, 2 + index % (all.len() - 2)].map(|number| (number, position)));
    for (number, position) in tasks {
        let analysis = searches[number].search(position, &iterations(300), &mut |_| {});
        check_claims(position, &analysis, &mut known, &format!("{position} {:?}", all[number]));
        if claimed(analysis.value, position.side_to_move()) == Some(outcome(position, &mut known)) {
            solved += 1;
        }
    }
    assert!(solved > 7_500, "{solved} of {} searches solved their position", 3 * positions.len());
}

#[test]
fn bounds_solve_tic_tac_toe() {
    for settings in [BOUNDS, Settings { is_graph: true, ..BOUNDS }] {
        let analysis = mcts(settings).search(&TicTacToe::default(), &iterations(100_000), &mut |_| {});
        assert_eq!(analysis.value, Value::Draw, "{settings:?} {}", analysis.nodes);
    }
}

#[test]
fn positions_seen_from_the_other_side_get_the_other_sides_values() {
    // Mirrored positions have the same value; 20,000 iterations tell it to a few hundredths.
    for one in ["a1 b2 c3", "b2", "a1 c3"] {
        let position = TicTacToe::default().play_line(one).unwrap().position;
        let mirrored = position.transformed(3);
        let mut search = mcts::<TicTacToe>(Settings::PLAIN);
        let [here, there] =
            [&position, &mirrored].map(|position| search.search(position, &iterations(20_000), &mut |_| {}));
        assert!((here.score.0 - there.score.0).abs() < 80, "{one}: {:?} {:?}", here.score, there.score);
    }
    // The side that is about to win finds the win, whichever it is.
    for line in ["a1 a2 b1 b2", "a1 a2 b1 b2 c3"] {
        let position = TicTacToe::default().play_line(line).unwrap().position;
        for settings in [Settings::PLAIN, SOLVER, Settings { final_move: FinalMove::BestMean, ..Settings::PLAIN }] {
            let analysis = mcts(settings).search(&position, &iterations(2000), &mut |_| {});
            assert!(analysis.score.0 > 800, "{line} {settings:?}: {:?}", analysis.score);
        }
    }
}

struct Symmetric;

impl Visitor for Symmetric {
    type Output = ();

    fn visit<G: Notation + Knowledge>(&mut self) {
        let (mut rng, mut position) = (Rng::new(3), G::default());
        for _ in 0..3 {
            position.play(position.status().moves().expect("the game goes on").sample(&mut rng));
        }
        let count = if G::INFO.name == "chess" { 300 } else { 5000 };
        for index in 1..position.symmetries() {
            let [here, there] = [&position, &position.transformed(index)]
                .map(|position| mcts::<G>(Settings::PLAIN).search(position, &iterations(count), &mut |_| {}));
            // Two estimates of one value: hundredths apart, a sign mistaken would be tenths.
            let difference = (here.score.0 - there.score.0).abs();
            assert!(difference < 150, "{} {position} through {index}: {difference}", G::INFO.name);
        }
    }
}

#[test]
fn positions_that_are_the_same_but_for_a_symmetry_get_the_same_value() {
    each_game(&mut Symmetric);
}

/// In how many of late random positions, where not every move is as good as every other, the best move found is one.
fn right_moves<G: Notation + Knowledge>(start: &G, plies: usize, spec: &str, count: u64) -> (usize, usize) {
    let (mut right, mut tried, mut known) = (0, 0, HashMap::new());
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let position = late_position(start, plies, &mut rng);
        let expected = outcome(&position, &mut known);
        let keeps = |mv: G::Move, known: &mut HashMap<G, Outcome>| {
            let mut child = position.clone();
            child.play(mv);
            outcome(&child, known) == expected
        };
        let moves = position.status().moves().expect("the game goes on");
        if moves.iter().all(|mv| keeps(mv, &mut known)) {
            continue;
        }
        let mut search = format!("{spec},seed={seed}").parse::<Spec>().unwrap().build::<G>(G::INFO.name).unwrap();
        let best = search.search(&position, &iterations(count), &mut |_| {}).best.expect("a move");
        right += usize::from(keeps(best, &mut known));
        tried += 1;
        if tried == 40 {
            break;
        }
    }
    (right, tried)
}

#[test]
fn more_iterations_find_the_right_move() {
    fn check<G: Notation + Knowledge>(start: &G, plies: usize) {
        let place = G::INFO.name;
        for spec in
            ["mcts:c=1", "mcts-solver:c=1", "mcts:select=tuned", "grave:ref=20", "mcts:backup=bounds,pn=players,cpn=1"]
        {
            let (few, tried) = right_moves(start, plies, spec, 12);
            let (many, _) = right_moves(start, plies, spec, 3000);
            assert!(many >= few && 10 * many >= 9 * tried, "{place} {spec}: {few}, then {many} of {tried}");
        }
    }
    check(&TicTacToe::default(), 7);
    check(&<ConnectFour>::default(), 12);
    check::<Gale>(&"size=3;".parse().unwrap(), 9);
    check::<Yavalath>(&"side=3;".parse().unwrap(), 9);
    check(&Othello::default(), 12);
}

#[test]
fn a_mate_in_one_is_found() {
    let position: Chess = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    for spec in ["mcts", "mcts-solver", "puct", "mcts:leaf=8", "mcts:leaf=evaluate"] {
        let mut search = spec.parse::<Spec>().unwrap().build::<Chess>("chess").unwrap();
        let best = search.search(&position, &iterations(600), &mut |_| {}).best.expect("a move");
        assert_eq!(position.move_text(best), "a1a8", "{spec}");
    }
}
