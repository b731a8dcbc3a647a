//! Weights fitted to stored games.

use std::sync::atomic::AtomicBool;

use spielbaum_lab::{Experiment, GameRecord, Ledger, Openings, Store, Tuning, run_experiment};
use spielbaum_search::Limits;

/// Games between randomised players, as a store keeps them.
fn stored_games(game: &str) -> Vec<GameRecord> {
    let place = std::env::temp_dir().join(format!("spielbaum-fit-{game}-{}.sqlite", std::process::id()));
    let text = format!("kind = 'match'\ngame = '{game}'\nplayers = ['random', 'random:seed=2']\ngames = 60\n");
    let experiment: Experiment = text.parse().unwrap();
    let mut store = Store::create(&place).unwrap();
    let run = store.begin(&experiment, "here").unwrap();
    let ledger = Some(Ledger { store: &mut store, run });
    assert!(run_experiment(&experiment, ledger, 2, &AtomicBool::new(false), &mut |_| {}).unwrap().is_complete);
    let games = store.games(run).unwrap();
    drop(store);
    ["", "-wal", "-shm"].iter().for_each(|end| drop(std::fs::remove_file(format!("{}{end}", place.display()))));
    games
}

fn tuning(game: &str, player: &str, parameters: &[&str]) -> Tuning {
    let parameters = parameters.iter().map(|text| text.parse().unwrap()).collect();
    let (game, player) = (game.parse().unwrap(), player.to_owned());
    Tuning {
        game,
        player,
        parameters,
        limits: Limits::default(),
        openings: Openings::Start,
        games: 2,
        rounds: 1,
        seed: 1,
    }
}

#[test]
fn a_fit_finds_out_what_foretells_results() {
    let games = stored_games("othello");
    // At first only a useless term has a small weight: random players do not depend on it.
    let nothing = "pvs:eval=study-constant/mobility=0/flanks=0/squares=0/near-corners=0/coins=0,depth=2";
    let tuning = tuning("othello", nothing, &["eval/corners=0.0:0.1:4", "eval/corners-turn=-4.0:0:4"]);
    tuning.check().unwrap();
    let mut times = 0;
    let fitting = tuning.fit(&games, &mut || times += 1).unwrap();
    assert_eq!((fitting.way.len(), times, fitting.games), (Tuning::EPOCHS, Tuning::EPOCHS, 60));
    assert!(fitting.positions > 2500, "{}", fitting.positions);
    assert!(fitting.errors[1] <= fitting.errors[0], "{:?}", fitting.errors);
    let found = fitting.way.last().unwrap();
    assert!((0.0..=4.0).contains(&found[0]) && (-4.0..=4.0).contains(&found[1]), "{found:?}");
    assert_eq!(tuning.fit(&games, &mut || {}).unwrap(), fitting);
    assert!(tuning.with(found).unwrap().to_string().contains("/corners="), "{found:?}");
}

#[test]
fn what_cannot_be_fitted_is_named() {
    let games = stored_games("tic-tac-toe");
    let refused = |game: &str, player: &str, parameter: &str| {
        tuning(game, player, &[parameter]).fit(&games, &mut || {}).unwrap_err().to_string()
    };
    assert!(refused("othello", "mcts", "c=0.1:1:2").contains("'eval/TERM', not 'c'"));
    assert!(refused("othello", "pvs:eval=squares", "eval/coins=0.0:1:2").contains("terms to change: 'coins=0'"));
    let few = tuning("othello", "pvs:eval=study", &["eval/coins=0.0:1:2"]).fit(&[], &mut || {}).unwrap_err();
    assert!(few.to_string().contains("0 games of othello have 0 usable positions"), "{few}");
}
