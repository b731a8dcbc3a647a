//! Every example runs to its end, and the README of the project shows the same lines as that of the library.

#[path = "../examples/breakthrough.rs"]
mod breakthrough;
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
    let after = page.split_once("```rust\n").expect("the page has a block of Rust").1;
    after.split_once("```").expect("the block ends").0
}

#[test]
fn the_projects_readme_shows_the_code_that_is_tested_here() {
    let [project, library] = [include_str!("../../../README.md"), include_str!("../README.md")];
    assert_eq!(code(project), code(library));
}
