//! Budgets beyond node counts: moves to search, the number of lines, the clock of a game.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use spielbaum_core::{Budget, Clock, Game, MoveSet, Search};
use spielbaum_games::ConnectFour;
use spielbaum_players::build;

fn search(spec: &str) -> Box<dyn Search<ConnectFour>> {
    build(&spec.parse().unwrap()).unwrap()
}

#[test]
fn only_chosen_moves_are_searched_and_several_lines_come_best_first() {
    let root = ConnectFour::default();
    let moves: Vec<_> = root.status().moves().unwrap().iter().collect();
    for spec in ["deepening", "alphabeta", "mtdf", "auto"] {
        let choice = Some([1, 5].into());
        let found = search(spec).search(&root, &Budget { search_moves: choice, ..Budget::depth(4) }, &mut |_| {});
        assert!([moves[1], moves[5]].contains(&found.best.unwrap()), "{spec}");
        let found = search(spec).search(&root, &Budget { lines: 99, ..Budget::depth(4) }, &mut |_| {});
        assert!(found.lines.is_sorted_by_key(|line| -line.score.0), "{spec}: {:?}", found.lines);
        let firsts: HashSet<_> = found.lines.iter().map(|line| line.pv[0]).collect();
        assert_eq!((found.lines.len(), firsts.len(), found.lines[0].score), (7, 7, found.score), "{spec}");
    }
}

#[test]
fn the_clock_of_a_game_ends_a_search_in_time() {
    let root = ConnectFour::default();
    let clock = Clock::equal(Duration::from_secs(20), Duration::ZERO);
    for spec in ["deepening", "mcts", "auto"] {
        let start = Instant::now();
        let found = search(spec).search(&root, &Budget { clock: Some(clock), ..Budget::default() }, &mut |_| {});
        assert!(found.best.is_some() && start.elapsed() < clock.own.left, "{spec} {:?}", start.elapsed());
    }
}
