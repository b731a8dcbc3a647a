//! The comparison of all algorithms, on every game.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use spielbaum_games::game_infos;
use spielbaum_lab::{Comparison, Experiment, Extent, Results, costs, run_experiment};

const EXTENT: Extent = Extent { time: Duration::from_millis(1), games: 2, positions: 4, nodes: 500, seed: 1 };

#[test]
fn every_game_has_players_positions_and_openings_for_a_comparison() {
    for info in game_infos() {
        let comparison = Comparison::new(info.name.parse().unwrap(), &[], EXTENT).unwrap();
        let experiments =
            [comparison.probe(), comparison.costs(3).unwrap(), comparison.reach(), comparison.games().unwrap()];
        for experiment in experiments {
            let ready = experiment.prepare().unwrap_or_else(|error| panic!("{}: {error}", info.name));
            assert!(!ready.is_empty(), "{}: {}", info.name, experiment.title);
            // It can be kept in a store.
            let again: Experiment = experiment.to_string().parse().unwrap();
            assert_eq!(again.plan, experiment.plan);
        }
        let players = comparison.games().unwrap().players.len();
        assert!(players >= 8, "{}: only {players} players", info.name);
    }
}

#[test]
fn exact_players_find_what_minimax_finds() {
    for game in ["tic-tac-toe", "gale:size=3", "connect-four"] {
        let comparison = Comparison::new(game.parse().unwrap(), &[], EXTENT).unwrap();
        let experiment = comparison.exactness(6).unwrap();
        let findings = run_experiment(&experiment, None, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let Results::Searches(searches) = findings.results else { panic!("searches were made") };
        let costs = costs(&searches);
        assert!(costs.len() > 3);
        for cost in costs {
            assert_eq!(cost.differs, 0, "{game}: {}", experiment.players[cost.player]);
        }
    }
}

#[test]
fn named_players_are_taken_and_one_is_too_few() {
    let named = ["pvs".parse().unwrap(), "mcts".parse().unwrap()];
    let comparison = Comparison::new("gale".parse().unwrap(), &named, EXTENT).unwrap();
    assert_eq!(comparison.reach().players.len(), 2);
    assert!(comparison.costs(3).is_none(), "only one of them looks ahead by plies");
    let error = Comparison::new("gale".parse().unwrap(), &named[..1], EXTENT).unwrap_err();
    assert_eq!(error.to_string(), "a comparison needs at least 2 players, not 1");
}
