//! Checks of `Knowledge` and of the evaluation that comes with it: what a game contributes to a search must be true.

use std::collections::HashSet;
use std::ops::ControlFlow;

use spielbaum_core::{ChildProbe, Evaluate, Game, Knowledge, LookAhead, MoveSet, Notation, Outcome, Score, Status};

use super::random_game::{RandomGame, each_position, random_games, starts};

every_game![
    looking_ahead_sees_what_two_plies_of_brute_force_see,
    child_probes_agree_with_the_children,
    keys_have_no_more_bits_than_order_scored,
    hints_and_history_slots_are_in_range,
    symmetric_positions_share_the_canonical_key,
    evaluations_carried_along_a_game_are_those_from_nothing,
    symmetric_positions_have_equal_evaluations,
];

/// Moves that one check of looking ahead plays on copies: seconds for every game, however many moves it has.
const BRUTE_FORCE: usize = 10_000_000;

fn looking_ahead_sees_what_two_plies_of_brute_force_see<G: Notation + Knowledge>() {
    if !G::LOOKS_AHEAD {
        return;
    }
    let starts = starts::<G>();
    let (mut played, mut wins, mut losses, mut restricted, mut free) = (0, 0, 0, 0, 0);
    // Random games end early, those that avoid the end fill the board.
    let games = (0..).map(|seed| match seed % 2 {
        0 => RandomGame::new(&starts, seed / 2),
        _ => RandomGame::long(&starts, seed / 2),
    });
    for game in games {
        for (plies, position) in game.positions.iter().enumerate() {
            let Status::Ongoing(moves) = position.status() else { continue };
            // Early positions have the most moves and the fewest threats: some are enough.
            let is_early = 2 * plies < game.moves.len();
            if is_early && !(plies as u64 + game.seed).is_multiple_of(8) {
                continue;
            }
            let expected = brute_force(position, &moves, &mut played);
            let seen = Seen::of::<G>(position.look_ahead(moves.clone()));
            assert_eq!(seen, expected, "{}", game.at(plies));
            *match seen {
                Seen::Win => &mut wins,
                Seen::Loss(_) => &mut losses,
                Seen::Moves(kept) if kept.len() < moves.len() => &mut restricted,
                Seen::Moves(_) => &mut free,
            } += 1;
        }
        if played >= BRUTE_FORCE {
            break;
        }
    }
    let counts = [wins, losses, restricted, free];
    assert!(counts.iter().all(|&count| count >= 50), "too few wins, losses, restricted or free positions: {counts:?}");
}

/// [`LookAhead`] with moves that can be compared.
#[derive(PartialEq, Eq, Debug)]
enum Seen<M: Eq + std::hash::Hash> {
    Win,
    Loss(u32),
    Moves(HashSet<M>),
}

impl<M: Eq + std::hash::Hash> Seen<M> {
    fn of<G: Game<Move = M>>(look: LookAhead<G::Moves>) -> Seen<M> {
        match look {
            LookAhead::Win => Seen::Win,
            LookAhead::Loss(plies) => Seen::Loss(plies),
            LookAhead::Moves(kept) => Seen::Moves(kept.iter().collect()),
        }
    }
}

/// The truth about two plies by the rules alone; `played` counts the moves that this takes.
fn brute_force<G: Game>(position: &G, moves: &G::Moves, played: &mut usize) -> Seen<G::Move> {
    let (won, lost) = (Outcome::Win(position.side_to_move()), Outcome::Win(!position.side_to_move()));
    let mut after = |before: &G, mv: G::Move| {
        *played += 1;
        let mut child = before.clone();
        child.play(mv);
        child
    };
    let (mut kept, mut latest_loss) = (HashSet::new(), 0);
    for mv in moves.iter() {
        let child = after(position, mv);
        let loss = match child.status() {
            Status::Over(outcome) if outcome == won => return Seen::Win,
            Status::Over(outcome) => (outcome == lost).then_some(1),
            Status::Ongoing(replies) => {
                let is_refuted = replies.iter().any(|reply| after(&child, reply).status().outcome() == Some(lost));
                is_refuted.then_some(2)
            }
        };
        match loss {
            Some(plies) => latest_loss = latest_loss.max(plies),
            None => {
                kept.insert(mv);
            }
        }
    }
    if kept.is_empty() { Seen::Loss(latest_loss) } else { Seen::Moves(kept) }
}

fn child_probes_agree_with_the_children<G: Notation + Knowledge>() {
    let (mut told, mut wins) = (0, 0);
    each_position::<G>(3_000, |position, place| {
        let Some(LookAhead::Moves(moves)) = position.status().moves().map(|moves| position.look_ahead(moves)) else {
            return;
        };
        let mut left: HashSet<G::Move> = moves.iter().collect();
        let win = position.probe_children(&moves, true, |probe| {
            told += 1;
            let ChildProbe { mv, index, hint, order_score, position: behind, key, status, margins, theory_bound } =
                probe;
            let alone = position.probe_child(mv, true);
            assert_eq!((&alone.position, alone.hint), (&behind, hint), "{mv:?} alone: {}", place());
            let mut child = position.clone();
            child.play(mv);
            assert!(left.remove(&mv) && moves.nth(index) == mv, "{mv:?}: {}", place());
            assert_eq!((&behind, hint), (&child, position.order_hint(mv)), "{mv:?}: {}", place());
            assert!(key.is_none_or(|key| key == child.canonical_key()), "{mv:?}: {}", place());
            let limit = if G::HAS_LEARNT_ORDER { 1_000 } else { 0 };
            assert!((-limit..=limit).contains(&order_score), "{mv:?}, order_score {order_score}: {}", place());
            match (child.status(), status) {
                (Status::Over(outcome), Status::Over(told)) => assert_eq!(told, outcome, "{mv:?}: {}", place()),
                (Status::Ongoing(replies), Status::Ongoing(look)) => {
                    let expected = child.look_ahead(replies);
                    if let LookAhead::Moves(replies) = &expected {
                        let expected = child.margin_bounds(G::LOOKS_AHEAD);
                        assert_eq!([margins, alone.margins], [expected; 2], "{mv:?}: {}", place());
                        if replies.len() > 1 {
                            let expected = child.theory_bound();
                            assert_eq!([theory_bound, alone.theory_bound], [expected; 2], "{mv:?}: {}", place());
                        }
                    }
                    let expected = Seen::of::<G>(expected);
                    assert_eq!(Seen::of::<G>(look), expected, "{mv:?}: {}", place());
                    let Status::Ongoing(look) = alone.status else { panic!("{mv:?} alone: {}", place()) };
                    assert_eq!(Seen::of::<G>(look), expected, "{mv:?} alone: {}", place());
                }
                _ => panic!("{mv:?}: {}", place()),
            }
            ControlFlow::Continue(())
        });
        if G::FINDS_WIN_IN_THREE {
            let leaves_lost = |&mv: &G::Move| {
                let mut child = position.clone();
                child.play(mv);
                child.status().moves().is_some_and(|replies| matches!(child.look_ahead(replies), LookAhead::Loss(2)))
            };
            assert_eq!(position.win_in_three(&moves), win, "{}", place());
            assert_eq!(win.is_some(), moves.iter().any(|mv| leaves_lost(&mv)), "{}", place());
        }
        if let Some((mv, index)) = win {
            let mut child = position.clone();
            child.play(mv);
            let replies = child.status().moves().expect("the game goes on");
            let is_lost = matches!(child.look_ahead(replies), LookAhead::Loss(2));
            assert!(is_lost && moves.nth(index) == mv && left.len() == moves.len(), "{mv:?}: {}", place());
            wins += 1;
        } else {
            assert!(left.is_empty(), "{left:?} not told: {}", place());
        }
    });
    assert!(told > 1_000, "only {told} probes");
    assert!(wins > 50 || !G::HAS_LEARNT_ORDER, "only {wins} wins seen");
}

fn keys_have_no_more_bits_than_order_scored<G: Notation + Knowledge>() {
    each_position::<G>(1_000, |position, place| {
        let keys = position.key() | position.canonical_key();
        assert!(G::KEY_BITS == 64 || keys >> G::KEY_BITS == 0, "{}", place());
    });
}

fn hints_and_history_slots_are_in_range<G: Notation + Knowledge>() {
    each_position::<G>(3_000, |position, place| {
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let (hint, slot) = (position.order_hint(mv), position.history_slot(mv));
            assert!(hint.abs() <= 1_000 && slot < G::HISTORY_SLOTS, "{mv:?}, hint {hint}, slot {slot}: {}", place());
            assert!(G::HAS_ORDER_HINTS || hint == 0, "{mv:?}, hint {hint}: {}", place());
            assert!(G::HAS_STATIC_ORDER || position.static_order(mv) == 0, "{mv:?}: {}", place());
            assert!(G::HAS_NOISE || !position.is_noisy(mv), "{mv:?}: {}", place());
        }
    });
}

fn symmetric_positions_share_the_canonical_key<G: Notation + Knowledge>() {
    each_position::<G>(1_000, |position, place| {
        let images = (0..position.symmetries()).map(|index| position.transformed(index));
        let keys: HashSet<u64> = images.map(|image| image.canonical_key()).collect();
        assert_eq!(keys.len(), 1, "{}", place());
    });
}

fn value<G: Knowledge>(position: &G) -> i32 {
    let evaluation = G::Evaluation::default();
    evaluation.evaluate(&evaluation.start(position), position)
}

fn evaluations_carried_along_a_game_are_those_from_nothing<G: Notation + Knowledge>() {
    let evaluation = G::Evaluation::default();
    for game in random_games::<G>(3_000) {
        let mut state = evaluation.start(&game.positions[0]);
        for (plies, (position, &played)) in game.positions.iter().zip(&game.moves).enumerate() {
            for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
                let (mut child, mut child_state) = (position.clone(), state.clone());
                child.play(mv);
                evaluation.update(&mut child_state, position, mv);
                if child.status().moves().is_some() {
                    let carried = evaluation.evaluate(&child_state, &child);
                    assert_eq!(carried, value(&child), "{mv:?}: {}", game.at(plies));
                    assert!(carried.abs() < Score::ESTIMATE_LIMIT, "{mv:?}: {}", game.at(plies));
                }
            }
            evaluation.update(&mut state, position, played);
        }
    }
}

fn symmetric_positions_have_equal_evaluations<G: Notation + Knowledge>() {
    each_position::<G>(3_000, |position, place| {
        let value_here = value(position);
        for index in 0..position.symmetries() {
            assert_eq!(value(&position.transformed(index)), value_here, "symmetry {index}: {}", place());
        }
    });
}
