//! Properties of everything that reads a person's text, for any text at all and for damaged valid ones.
//!
//! Nothing panics; an error is one short line; and what a parser accepts is a sound position.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseResult, TestRng, TestRunner};
use spielbaum_core::{MoveSet, Notation, Rng, TextError};
use spielbaum_games::{GameSpec, game_infos};

use super::random_game::{RandomGame, starts};

every_game![
    any_text_is_a_sound_position_or_a_clear_error,
    a_damaged_position_is_a_sound_position_or_a_clear_error,
    any_text_is_a_legal_move_or_a_clear_error,
    any_text_is_a_playable_line_or_a_clear_error,
];

/// Texts tried in each property and for each game.
const CASES: u32 = 1_000;

/// The longest error message, in characters.
const LONGEST_MESSAGE: usize = 400;

/// Runs one property on the same cases in every run; a panic fails it too.
fn check<S: Strategy>(what: &str, strategy: &S, property: impl Fn(S::Value) -> TestCaseResult) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner.run(strategy, property).unwrap_or_else(|error| panic!("{what}: {error}"));
}

/// Any characters, characters that occur in notations, and long runs.
fn any_text() -> impl Strategy<Value = String> {
    let notation = prop::sample::select("abcdefghiXOYR.-/;=, 0123456789swapide\n".chars().collect::<Vec<char>>());
    prop_oneof![
        prop::collection::vec(any::<char>(), 0..100).prop_map(String::from_iter),
        prop::collection::vec(notation.clone(), 0..100).prop_map(String::from_iter),
        (notation, 0..2_000_usize).prop_map(|(letter, count)| String::from_iter(std::iter::repeat_n(letter, count))),
    ]
}

/// A change to a text: where (from 0 to 1 along it), with which character, and how often.
#[derive(Clone, Debug)]
enum Damage {
    Delete(f64),
    Insert(f64, char, usize),
    Replace(f64, char),
}

fn any_damage() -> impl Strategy<Value = Damage> {
    let space = prop::sample::select(vec![' ', '\t', '\n']);
    let letter = prop_oneof![proptest::char::range(' ', '~'), space, any::<char>()];
    let count = prop_oneof![Just(1), 1..600_usize];
    prop_oneof![
        (0.0..1.0).prop_map(Damage::Delete),
        (0.0..=1.0, letter.clone(), count).prop_map(|(place, letter, count)| Damage::Insert(place, letter, count)),
        (0.0..1.0, letter).prop_map(|(place, letter)| Damage::Replace(place, letter)),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for damage in damages {
        let (Damage::Delete(place) | Damage::Insert(place, ..) | Damage::Replace(place, _)) = *damage;
        let index = (place * letters.len() as f64) as usize;
        match *damage {
            Damage::Insert(_, letter, count) => {
                letters.splice(index..index, std::iter::repeat_n(letter, count));
            }
            _ if letters.is_empty() => {}
            Damage::Delete(_) => {
                letters.remove(index);
            }
            Damage::Replace(_, letter) => letters[index] = letter,
        }
    }
    letters.into_iter().collect()
}

/// Positions from all stages of a few random games.
fn some_positions<G: Notation>() -> Vec<G> {
    let starts = starts::<G>();
    (0..20).flat_map(|seed| RandomGame::new(&starts, seed).positions).collect()
}

fn check_error(error: &TextError) -> TestCaseResult {
    let message = error.to_string();
    prop_assert!(!message.trim().is_empty(), "empty error message");
    prop_assert!(!message.contains(char::is_control), "error message of several lines: {message:?}");
    prop_assert!(message.chars().count() < LONGEST_MESSAGE, "long error message: {message}");
    Ok(())
}

/// An accepted position prints what reads back, and can be played to its end.
fn check_position<G: Notation>(result: Result<G, TextError>) -> TestCaseResult {
    let position = match result {
        Ok(position) => position,
        Err(error) => return check_error(&error),
    };
    let text = position.to_string();
    prop_assert_eq!(text.parse::<G>(), Ok(position.clone()), "printed as '{}'", text);
    let rollout = position.clone().rollout(&mut Rng::new(1));
    prop_assert!(rollout.plies <= position.max_plies(), "'{text}': {rollout:?}");
    Ok(())
}

fn any_text_is_a_sound_position_or_a_clear_error<G: Notation>() {
    check(G::INFO.name, &any_text(), |text| check_position(text.parse::<G>()));
}

fn a_damaged_position_is_a_sound_position_or_a_clear_error<G: Notation>() {
    let valid = prop::sample::select(some_positions::<G>()).prop_map(|position| position.to_string());
    let damages = prop::collection::vec(any_damage(), 1..4);
    let texts = (valid, damages).prop_map(|(text, damages)| damaged(&text, &damages));
    check(G::INFO.name, &texts, |text| check_position(text.parse::<G>()));
}

fn any_text_is_a_legal_move_or_a_clear_error<G: Notation>() {
    let short = prop::collection::vec(proptest::char::range('0', 'i'), 0..5).prop_map(String::from_iter);
    let cases = (prop::sample::select(some_positions::<G>()), prop_oneof![any_text(), short]);
    check(G::INFO.name, &cases, |(position, text)| match position.parse_move(&text) {
        Ok(mv) => {
            let is_legal = position.status().moves().is_some_and(|moves| moves.contains(mv));
            prop_assert!(is_legal, "{mv:?} is no legal move");
            Ok(())
        }
        Err(error) => check_error(&error),
    });
}

fn any_text_is_a_playable_line_or_a_clear_error<G: Notation>() {
    let starts = starts::<G>();
    let games: Vec<(G, String)> = (0..20)
        .map(|seed| RandomGame::new(&starts, seed))
        .map(|game| (game.positions[0].clone(), game.move_texts().join(" ")))
        .collect();
    let damages = prop::collection::vec(any_damage(), 0..4);
    let damaged_line =
        (prop::sample::select(games), damages).prop_map(|((start, line), damages)| (start, damaged(&line, &damages)));
    let cases = prop_oneof![damaged_line, (prop::sample::select(some_positions::<G>()), any_text())];
    check(G::INFO.name, &cases, |(position, text)| match position.play_line(&text) {
        Ok(line) => {
            prop_assert!(line.moves.len() <= position.max_plies(), "{line:?}");
            Ok(())
        }
        Err(error) => check_error(&error),
    });
}

#[test]
fn any_text_is_a_game_spec_that_prints_itself_or_a_clear_error() {
    let names: Vec<&str> = game_infos().iter().map(|info| info.name).collect();
    let with_name = (prop::sample::select(names), any_text()).prop_map(|(name, rest)| format!("{name}:{rest}"));
    check("game spec", &prop_oneof![any_text(), with_name], |text| match text.parse::<GameSpec>() {
        Ok(spec) => {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
            Ok(())
        }
        Err(error) => check_error(&error),
    });
}
