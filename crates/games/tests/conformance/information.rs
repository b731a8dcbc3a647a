//! Checks of a game's description and options.

use std::collections::HashSet;

use crate::{Visitor, each_game};
use spielbaum_core::{GameOption, Notation};
use spielbaum_games::game_infos;

every_game![
    names_are_lowercase_words_with_hyphens,
    nothing_is_left_unexplained,
    styles_and_hints_are_those_of_the_game
];

#[test]
fn names_are_unique() {
    let infos = game_infos();
    for (index, info) in infos.iter().enumerate() {
        let is_same = infos[..index].iter().any(|other| other.name == info.name || other.title == info.title);
        assert!(!is_same, "two games '{}'", info.name);
    }
}

fn is_name(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase());
    text.split('-').all(is_word)
}

fn names_are_lowercase_words_with_hyphens<G: Notation>() {
    assert!(is_name(G::INFO.name), "'{}'", G::INFO.name);
    for option in G::INFO.options {
        assert!(is_name(option.name), "{}: '{}'", G::INFO.name, option.name);
    }
}

fn nothing_is_left_unexplained<G: Notation>() {
    let info = G::INFO;
    let texts = [info.title, info.sides[0], info.sides[1], info.summary, info.position_help, info.move_help];
    for text in texts.into_iter().chain(info.options.iter().map(|option| option.help)) {
        let is_one_line = !text.is_empty() && text.trim() == text && !text.contains('\n');
        assert!(is_one_line, "{}: '{text}'", info.name);
    }
    assert_ne!(info.sides[0], info.sides[1], "{}", info.name);
}

/// Rules of CSS may not change how other games look.
fn styles_and_hints_are_those_of_the_game<G: Notation>() {
    let (name, page) = (G::INFO.name, G::PROFILE.page);
    for rule in page.style.lines() {
        let selectors = rule.split('{').next().unwrap_or_default().split(',');
        assert!(selectors.into_iter().all(|selector| selector.contains(&format!(".game-{name}"))), "{name}: {rule}");
    }
    assert!(!page.pieces.is_empty() && page.clear_lead > 0 && page.unit > 0, "{name}: {page:?}");
}

/// A switch can be turned on, and the default value of any other option gives the default position, for one type of the
/// game at least if it has several.
#[test]
fn options_do_what_they_say() {
    let works: HashSet<(&str, &str)> = each_game(&mut WorkingOptions).into_iter().flatten().collect();
    for info in game_infos() {
        for option in info.options {
            assert!(works.contains(&(info.name, option.name)), "{}: {}", info.name, option.name);
        }
    }
}

struct WorkingOptions;

impl Visitor for WorkingOptions {
    /// The names of the game and its options that work.
    type Output = Vec<(&'static str, &'static str)>;

    fn visit<G: Notation>(&mut self) -> Self::Output {
        let works = |option: &&GameOption| {
            if option.values.is_empty() {
                return format!("{};", option.name).parse::<G>().is_ok_and(|start| start != G::default());
            }
            format!("{}={};", option.name, option.default).parse::<G>() == Ok(G::default())
        };
        G::INFO.options.iter().filter(works).map(|option| (G::INFO.name, option.name)).collect()
    }
}
