//! Every example runs to its end, and the README of the project shows the same lines as that of the library.

#[path = "../examples/match_with_statistics.rs"]
mod match_with_statistics;
#[path = "../examples/own_game.rs"]
mod own_game;
#[path = "../examples/solve_connect_four.rs"]
mod solve_connect_four;
#[path = "../examples/watch_a_search.rs"]
mod watch_a_search;

#[test]
fn a_game_of_ones_own_is_searched() {
    own_game::main().unwrap();
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
    let after = page.split_once("```rust\n").expect("the page has a block of Rust").1;
    after.split_once("```").expect("the block ends").0
}

#[test]
fn the_projects_readme_shows_the_code_that_is_tested_here() {
    let [project, library] = [include_str!("../../../README.md"), include_str!("../README.md")];
    assert_eq!(code(project), code(library));
}
