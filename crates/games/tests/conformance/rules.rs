//! Checks of `Game`: moves, ends, keys, play-outs.

use std::collections::{HashMap, HashSet};

use spielbaum_core::{Game, MoveSet, Notation, Outcome, Rng, Rollout, Side, Status};

use super::random_game::{each_position, random_games};

every_game![
    games_end_within_max_plies_of_every_position,
    the_legal_moves_are_counted_listed_and_indexed_alike,
    rollouts_are_bounded_and_stand_still_at_the_end,
    rollouts_are_distributed_like_uniformly_random_play,
    playing_on_a_copy_leaves_the_parent_untouched,
    keys_are_equal_exactly_where_positions_are_equal,
];

fn games_end_within_max_plies_of_every_position<G: Notation>() {
    for game in random_games::<G>(5_000) {
        for (plies, position) in game.positions.iter().enumerate() {
            let rest = game.moves.len() - plies;
            assert!(rest <= position.max_plies(), "{rest} more moves: {}", game.at(game.moves.len()));
        }
    }
}

fn the_legal_moves_are_counted_listed_and_indexed_alike<G: Notation>() {
    each_position::<G>(5_000, |position, place| {
        let Status::Ongoing(moves) = position.status() else { return };
        let listed: Vec<G::Move> = moves.iter().collect();
        assert!(!moves.is_empty() && listed.len() == moves.len(), "{}", place());
        assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len(), "a move twice: {}", place());
        for (index, &mv) in listed.iter().enumerate() {
            assert!(moves.nth(index) == mv && moves.contains(mv), "{mv:?}, number {index}: {}", place());
        }
    });
}

fn rollouts_are_bounded_and_stand_still_at_the_end<G: Notation>() {
    let mut rng = Rng::new(1);
    each_position::<G>(1_000, |position, place| {
        let rollout = position.clone().rollout(&mut rng);
        assert!(rollout.plies <= position.max_plies(), "{rollout:?}: {}", place());
        match position.status() {
            Status::Over(outcome) => assert_eq!(rollout, Rollout { outcome, plies: 0 }, "{}", place()),
            Status::Ongoing(_) => assert_ne!(rollout.plies, 0, "{}", place()),
        }
    });
}

/// A game may play out in its own way, so its numbers are compared with those of the obvious loop: the mean length
/// and each outcome's share must lie within six standard errors of the difference.
fn rollouts_are_distributed_like_uniformly_random_play<G: Notation>() {
    let own = Sample::take::<G>(2, G::rollout);
    let obvious = Sample::take::<G>(3, obvious_rollout);
    for (what, own, obvious) in [
        ("length", own.plies, obvious.plies),
        ("wins of the first player", own.first_wins, obvious.first_wins),
        ("wins of the second player", own.second_wins, obvious.second_wins),
    ] {
        let error = (own.squared_error + obvious.squared_error).sqrt();
        let difference = (own.mean - obvious.mean).abs();
        let name = G::INFO.name;
        assert!(difference <= 6.0 * error, "{name}, {what}: {own:?} and {obvious:?}");
    }
}

fn obvious_rollout<G: Game>(mut position: G, rng: &mut Rng) -> Rollout {
    let mut plies = 0;
    loop {
        match position.status() {
            Status::Over(outcome) => return Rollout { outcome, plies },
            Status::Ongoing(moves) => position.play(moves.nth(rng.below(moves.len()))),
        }
        plies += 1;
    }
}

/// The results of many playouts from the start.
struct Sample {
    plies: Mean,
    first_wins: Mean,
    second_wins: Mean,
}

#[derive(Debug)]
struct Mean {
    mean: f64,
    /// The square of the mean's standard error.
    squared_error: f64,
}

impl Sample {
    /// Plays until half a million moves are made.
    fn take<G: Game>(seed: u64, play_out: impl Fn(G, &mut Rng) -> Rollout) -> Sample {
        let mut rng = Rng::new(seed);
        let mut rollouts = Vec::new();
        let mut plies = 0;
        while plies < 500_000 {
            let rollout = play_out(G::default(), &mut rng);
            plies += rollout.plies;
            rollouts.push(rollout);
        }
        let won = |side| move |rollout: &Rollout| f64::from(u8::from(rollout.outcome == Outcome::Win(side)));
        Sample {
            plies: Mean::of(rollouts.iter().map(|rollout| rollout.plies as f64)),
            first_wins: Mean::of(rollouts.iter().map(won(Side::First))),
            second_wins: Mean::of(rollouts.iter().map(won(Side::Second))),
        }
    }
}

impl Mean {
    fn of(values: impl ExactSizeIterator<Item = f64> + Clone) -> Mean {
        let count = values.len() as f64;
        let mean = values.clone().sum::<f64>() / count;
        let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Mean { mean, squared_error: variance / count }
    }
}

fn playing_on_a_copy_leaves_the_parent_untouched<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        let (text, key, before) = (position.to_string(), position.key(), position.clone());
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let mut child = position.clone();
            child.play(mv);
            assert_ne!(child, *position, "{} changes nothing: {}", position.move_text(mv), place());
        }
        assert!(*position == before && position.key() == key && position.to_string() == text, "{}", place());
    });
}

/// Not texts but positions are compared, because a text may tell more than equality asks (the clocks of chess).
fn keys_are_equal_exactly_where_positions_are_equal<G: Notation>() {
    let mut keys: HashMap<G, u64> = HashMap::new();
    let mut positions: HashMap<u64, G> = HashMap::new();
    let mut texts: HashMap<String, G> = HashMap::new();
    each_position::<G>(60_000, |position, place| {
        let key = position.key();
        assert_eq!(*keys.entry(position.clone()).or_insert(key), key, "equal positions, other key: {}", place());
        let same_key = positions.entry(key).or_insert_with(|| position.clone());
        assert!(same_key == position, "the key of '{same_key}' too: {}", place());
        let same_text = texts.entry(position.to_string()).or_insert_with(|| position.clone());
        assert!(same_text == position, "equal texts, other position: {}", place());
    });
}
