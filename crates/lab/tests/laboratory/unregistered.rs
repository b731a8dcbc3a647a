//! A game that is not registered: its searches are compiled here, and the laboratory plays it by its type.

#[path = "../../../search/tests/games/nim.rs"]
mod nim;

use std::sync::atomic::AtomicBool;

use nim::Nim;
use spielbaum_lab::{Match, Openings};
use spielbaum_search::Limits;

spielbaum_players::playable!(Nim);

#[test]
fn an_unregistered_game_plays_a_match() {
    // Heaps of 1, 3, 5 and 7 are lost for the side that begins, so two perfect players win a game of each pair.
    let players = ["alphabeta:depth=16", "dfpn"].map(|spec| spec.parse().unwrap());
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let perfect = Match { openings: Openings::Start, pairs: 2, ..Match::new(Nim::default(), players, limits) };
    let standings = perfect.play(2, &AtomicBool::new(false)).unwrap();
    let tally = &standings.tallies()[0];
    assert_eq!((tally.wins, tally.draws, tally.losses), (1, 0, 1));
    assert_eq!((tally.pairs, tally.repeats), ([0, 0, 1, 0, 0], 2));
}

#[test]
fn a_match_at_an_unregistered_game_is_the_same_on_every_number_of_threads() {
    let players = ["mcts:iterations=200", "random"].map(|spec| spec.parse().unwrap());
    let openings = Openings::List(vec!["d1 c5".to_owned(), "1 2 4 0 first".to_owned()]);
    let config = Match { openings, pairs: 6, ..Match::new(Nim::default(), players, Limits::default()) };
    let [one, three] = [1, 3].map(|jobs| config.play(jobs, &AtomicBool::new(false)).unwrap().tallies().to_vec());
    assert_eq!(one, three);
    assert!(one[0].wins > one[0].losses, "{:?}", one[0]);
}

#[test]
fn what_an_unregistered_game_cannot_do_is_an_error() {
    let players = ["perfect", "random"].map(|spec| spec.parse().unwrap());
    let error = Match::new(Nim::default(), players, Limits::default()).play(1, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "player 'perfect': 'perfect' does not apply to nim: the game has no theory of perfect play"
    );
}
