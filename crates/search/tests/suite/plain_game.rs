//! A game with rules and notation alone is searched by everything that needs no more.

#[path = "../games/nim.rs"]
mod nim;

use nim::Nim;
use spielbaum_core::{Budget, Cell, Game, Knowledge, MoveOrdering, MoveSet, Notation, Value};
use spielbaum_search::{PRESETS, Spec};

/// Positions with up to eight matches.
fn positions() -> impl Iterator<Item = Nim> {
    let heaps = [[1, 0, 0, 0], [0, 2, 2, 0], [1, 2, 3, 0], [0, 3, 0, 5], [1, 1, 1, 1], [1, 3, 2, 2], [0, 0, 1, 7]];
    heaps.into_iter().map(|heaps| Nim { heaps, ..Nim::default() })
}

/// The specs of all presets that the game is enough for.
fn specs<G: Knowledge + Notation>() -> Vec<Spec> {
    let specs = PRESETS.iter().map(|preset| preset.name.parse::<Spec>().expect("a preset"));
    specs.filter(|spec| spec.build::<G>(G::INFO.name).is_ok()).collect()
}

#[test]
fn every_search_plays_a_game_without_knowledge() {
    let specs = specs::<Nim>();
    assert!(specs.len() > 20, "{} presets", specs.len());
    for spec in specs {
        for root in positions() {
            let mut search = spec.build::<Nim>("nim").unwrap();
            let analysis = search.search(&root, &Budget::nodes(300), &mut |_| {});
            let moves = root.status().moves().unwrap();
            assert!(analysis.best.is_some_and(|best| moves.contains(best)), "{spec}, {root}");
        }
    }
}

#[test]
fn exact_searches_solve_a_game_without_knowledge() {
    for spec in ["minimax", "alphabeta", "pvs", "auto", "dfpn"].map(|name| name.parse::<Spec>().unwrap()) {
        for root in positions() {
            let mut search = spec.build::<Nim>("nim").unwrap();
            let value = search.search(&root, &Budget::default(), &mut |_| {}).value;
            let is_won = root.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
            assert!(
                if is_won { matches!(value, Value::Win(_)) } else { matches!(value, Value::Loss(_)) },
                "{spec}, {root}: {value}"
            );
        }
    }
}

#[test]
fn what_a_game_lacks_is_refused() {
    for spec in ["alphabeta:look-ahead", "alphabeta:quiescence", "alphabeta:null-move", "dfpn:endings=9", "perfect"] {
        let error = spec.parse::<Spec>().unwrap().build::<Nim>("nim").err();
        assert!(error.is_some_and(|error| error.to_string().contains("nim")), "{spec}");
    }
}

#[test]
fn moves_without_numbers_have_history_slots() {
    let slots: Vec<usize> = (0..64).map(|cell| Nim::default().history_slot(Cell(cell))).collect();
    assert!(slots.iter().all(|&slot| slot < Nim::HISTORY_SLOTS));
    let different: std::collections::HashSet<usize> = slots.into_iter().collect();
    assert!(different.len() > 55, "{}", different.len());
}
