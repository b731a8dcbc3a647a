//! Every example runs to its end, and the README of the project shows the same lines as that of the library.

#![expect(clippy::duplicate_mod, reason = "two examples share their game")]

#[path = "../examples/breakthrough.rs"]
mod breakthrough;
#[path = "../examples/match_with_statistics.rs"]
mod match_with_statistics;
#[path = "../examples/own_game.rs"]
mod own_game;
#[path = "../examples/own_game_match.rs"]
mod own_game_match;
#[path = "../examples/solve_connect_four.rs"]
mod solve_connect_four;
#[path = "../examples/watch_a_search.rs"]
mod watch_a_search;

#[test]
fn a_game_of_ones_own_is_searched() {
    own_game::main().unwrap();
}

#[test]
fn a_game_of_ones_own_is_played_in_a_match() {
    own_game_match::main().unwrap();
}

#[test]
fn breakthrough_is_played_by_its_rules() {
    use breakthrough::Breakthrough;
    use spielbaum::crates::search::perft;
    let start = Breakthrough::default();
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [22, 484, 11132, 256036]);
    // Captures, edges, and wins on the last row, as counted by a program that shares no code with the rules.
    let few: Breakthrough =
        ".o....../x......./......../.x.....o/......../......../.x.....o/........ x".parse().unwrap();
    assert_eq!([1, 2, 3, 4, 5].map(|depth| perft(&few, depth)), [8, 42, 207, 1077, 4782]);
    assert_eq!(few.to_string().parse(), Ok(few));
    breakthrough::main().unwrap();
}

#[test]
fn a_match_is_played_and_judged() {
    match_with_statistics::main().unwrap();
}

#[test]
fn connect_four_is_solved() {
    solve_connect_four::main().unwrap();
}

#[test]
fn a_search_is_watched() {
    watch_a_search::main().unwrap();
}

/// The code of the first block of Rust in a page.
fn code(page: &str) -> &str {
    block(page, "```rust\n")
}

/// The code of the first block that begins so.
fn block<'a>(page: &'a str, fence: &str) -> &'a str {
    let after = page.split_once(fence).expect("the page has such a block").1;
    after.split_once("```").expect("the block ends").0
}

#[test]
fn the_projects_readme_shows_the_code_that_is_tested_here() {
    let [project, library] = [include_str!("../../../README.md"), include_str!("../README.md")];
    assert_eq!(code(project), code(library));
}

#[test]
fn the_readme_shows_lines_of_an_example_that_it_does_not_repeat_in_full() {
    let (readme, example) = (include_str!("../README.md"), include_str!("../examples/own_game_match.rs"));
    let lines: Vec<&str> = block(readme, "```rust,ignore\n").lines().filter(|line| !line.is_empty()).collect();
    assert!(lines.len() > 2);
    for line in lines {
        assert!(example.lines().any(|other| other.trim() == line), "{line}");
    }
}
