//! Checks of `Notation`: positions and moves as text.

use std::collections::HashSet;

use spielbaum_core::{MoveSet, Notation};

use super::random_game::{each_position, random_games};

every_game![
    positions_read_back_what_they_print,
    keys_kept_up_move_by_move_equal_those_of_the_text_read_anew,
    moves_read_back_what_they_print_and_differ_within_a_position,
    a_whole_game_can_be_written_as_a_list_of_moves,
    an_ending_is_told_exactly_when_the_game_is_over,
];

fn read_back<G: Notation>(position: &G, place: &dyn Fn() -> String) -> G {
    position.to_string().parse().unwrap_or_else(|error| panic!("'{position}': {error}: {}", place()))
}

fn positions_read_back_what_they_print<G: Notation>() {
    each_position::<G>(5_000, |position, place| {
        let again = read_back(position, place);
        assert!(again == *position, "'{position}' became '{again}': {}", place());
        assert_eq!(again.to_string(), position.to_string(), "{}", place());
        assert_eq!(again.side_to_move(), position.side_to_move(), "{}", place());
    });
}

fn keys_kept_up_move_by_move_equal_those_of_the_text_read_anew<G: Notation>() {
    each_position::<G>(5_000, |position, place| {
        assert_eq!(read_back(position, place).key(), position.key(), "'{position}': {}", place());
    });
}

fn moves_read_back_what_they_print_and_differ_within_a_position<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        let mut texts = HashSet::new();
        for mv in position.status().moves().iter().flat_map(MoveSet::iter) {
            let text = position.move_text(mv);
            assert_eq!(position.parse_move(&text), Ok(mv), "'{text}': {}", place());
            assert!(texts.insert(text.clone()), "two moves '{text}': {}", place());
        }
    });
}

fn a_whole_game_can_be_written_as_a_list_of_moves<G: Notation>() {
    for game in random_games::<G>(1_000) {
        let texts = game.move_texts();
        let list = texts.join(" ");
        assert_eq!(G::split_moves(&list), texts, "{}", game.at(game.moves.len()));
        let line = game.positions[0].play_line(&list).unwrap_or_else(|error| panic!("'{list}': {error}"));
        assert!(line.position == *game.end() && line.moves == game.moves, "{}", game.at(game.moves.len()));
    }
}

fn an_ending_is_told_exactly_when_the_game_is_over<G: Notation>() {
    each_position::<G>(1_000, |position, place| {
        let ending = position.ending();
        assert_eq!(ending.is_some(), position.status().outcome().is_some(), "{ending:?}: {}", place());
        assert!(ending.is_none_or(|ending| !ending.trim().is_empty()), "{}", place());
    });
}
