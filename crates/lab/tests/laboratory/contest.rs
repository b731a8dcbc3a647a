//! Whole matches through the public interface: the same result however they are played.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use spielbaum_core::Outcome;
use spielbaum_games::game_infos;
use spielbaum_lab::statistics::{EloModel, Sprt, Verdict};
use spielbaum_lab::{
    Conduct, Contest, Event, GameRecord, MatchConfig, Next, Openings, Reason, Schedule, Tally, round_robin, run,
    usual_openings,
};
use spielbaum_search::Spec;

fn config(game: &str, players: &[&str], openings: Openings) -> MatchConfig {
    let players = players.iter().map(|spec| spec.parse().unwrap()).collect();
    MatchConfig { game: game.parse().unwrap(), players, openings, seed: 5, conduct: Conduct::default() }
}

/// Plays a whole schedule and returns all games in order, the tallies and the verdict.
fn play(config: &MatchConfig, pairs: u64, jobs: usize, sprt: Option<Sprt>) -> (Vec<GameRecord>, Vec<Tally>, Verdict) {
    let schedule = Schedule { pairings: round_robin(config.players.len()), pairs, seed: config.seed };
    let is_randomised = config.players.iter().map(Spec::is_randomised).collect();
    let mut contest = Contest::new(&schedule, is_randomised, sprt);
    let numbers: Vec<u64> = (0..schedule.games()).collect();
    let mut games = Vec::new();
    let arena = config.open().unwrap();
    let work = |number, stop: &Arc<AtomicBool>| arena.play(&schedule.game(number), stop);
    let result = run(&work, &numbers, jobs, &AtomicBool::new(false), |event| {
        let Event::Done(game) = event else { return Ok::<Next, Infallible>(Next::Continue) };
        games.push(game.clone());
        Ok(contest.add(game))
    });
    let Ok(()) = result;
    games.sort_by_key(|game| game.number);
    let verdict = contest.verdict();
    (games, contest.finish().tallies().to_vec(), verdict)
}

/// Everything but the times, which vary.
fn without_times(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    for mv in games.iter_mut().flat_map(|game| &mut game.moves) {
        mv.time = std::time::Duration::ZERO;
    }
    games
}

#[test]
fn every_game_can_be_played_from_its_usual_openings() {
    for info in game_infos() {
        let openings = usual_openings(&info.name.parse().unwrap()).unwrap();
        let (games, tallies, _) = play(&config(info.name, &["random", "random:seed=2"], openings), 2, 1, None);
        assert_eq!((games.len(), tallies[0].games()), (4, 4), "{}", info.name);
        assert_eq!(games[0].start, games[1].start, "{}: colours are swapped on one opening", info.name);
        assert_eq!(games[0].players, [0, 1]);
        assert_eq!(games[1].players, [1, 0]);
    }
}

#[test]
fn nobody_breaks_down_or_plays_an_illegal_move_in_fast_games_of_chess() {
    let config = config("chess", &["strong:nodes=60", "auto:nodes=40"], Openings::Random(6));
    let (games, _, _) = play(&config, 15, 2, None);
    assert_eq!(games.len(), 30);
    for game in games {
        let is_broken = matches!(game.reason, Reason::Time | Reason::NoMove | Reason::Illegal | Reason::Crash);
        assert!(!is_broken, "{} {}: {}", game.start, game.line(), game.ending);
    }
}

#[test]
fn searches_to_the_greatest_depth_have_enough_stack() {
    let config =
        MatchConfig { seed: 1, ..config("chess", &["strong:nodes=300", "auto:nodes=300"], Openings::Random(4)) };
    assert_eq!(play(&config, 30, 2, None).0.len(), 60);
}

#[test]
fn games_are_the_same_on_one_thread_and_on_three() {
    let config = config("connect-four", &["mcts:iterations=60", "alphabeta:depth=2", "random"], Openings::Random(3));
    let [one, three] = [1, 3].map(|jobs| play(&config, 4, jobs, None));
    assert_eq!(without_times(one.0), without_times(three.0));
    assert_eq!(one.1, three.1);
}

#[test]
fn another_seed_plays_other_games() {
    let mut config = config("connect-four", &["mcts:iterations=30", "random"], Openings::Start);
    let first = play(&config, 2, 1, None).0;
    config.seed += 1;
    assert_ne!(without_times(first), without_times(play(&config, 2, 1, None).0));
}

#[test]
fn deterministic_players_without_openings_count_once() {
    let config = config("connect-four", &["alphabeta:depth=1", "alphabeta:depth=3"], Openings::Start);
    let (_, tallies, _) = play(&config, 5, 2, None);
    assert_eq!((tallies[0].games(), tallies[0].repeats), (2, 8));
}

#[test]
fn a_sequential_test_ends_at_the_same_game_however_many_threads_play() {
    let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let config = config("tic-tac-toe", &["alphabeta:depth=4", "random"], Openings::Random(1));
    let results = [1, 2, 4].map(|jobs| play(&config, 500, jobs, Some(sprt)));
    for (games, tallies, verdict) in &results {
        assert_eq!(*verdict, Verdict::AcceptH1);
        assert_eq!(tallies, &results[0].1);
        assert!(games.len() < 1000, "{} games", games.len());
    }
}

#[test]
fn an_interruption_keeps_what_has_been_played() {
    let config = config("connect-four", &["random", "random:seed=2"], Openings::Start);
    let schedule = Schedule { pairings: round_robin(2), pairs: 1_000_000, seed: 1 };
    let numbers: Vec<u64> = (0..schedule.games()).collect();
    let (stop, mut games) = (AtomicBool::new(false), 0);
    let arena = config.open().unwrap();
    let work = |number, stop: &Arc<AtomicBool>| arena.play(&schedule.game(number), stop);
    let result = run(&work, &numbers, 2, &stop, |event| {
        let Event::Done(game) = event else { return Ok(Next::Continue) };
        games += 1;
        assert!(matches!(game.outcome, Outcome::Win(_) | Outcome::Draw));
        stop.store(games >= 100, Ordering::Relaxed);
        Ok::<Next, Infallible>(Next::Continue)
    });
    let Ok(()) = result;
    assert!((100..1_000_000).contains(&games), "{games}");
}

#[test]
fn players_who_cannot_play_are_refused_before_anything_runs() {
    let refused =
        |game: &str, players: &[&str], openings| config(game, players, openings).open().err().unwrap().to_string();
    let known = [
        (refused("tic-tac-toe", &["minimax", "random"], Openings::Start), "player 'minimax' needs a limit"),
        (refused("gale", &["pvs:noisy,depth=2", "random"], Openings::Start), "player 'pvs:noisy,depth=2'"),
        (refused("gale", &["mcts:depth=2", "random"], Openings::Start), "takes no depth limit"),
        (refused("gale", &["random"], Openings::List(vec!["z9".to_owned()])), "opening 'z9'"),
    ];
    for (error, part) in known {
        assert!(error.contains(part), "'{error}' should say '{part}'");
    }
}

#[test]
fn openings_come_from_a_file_in_its_order() {
    let path = std::env::temp_dir().join(format!("spielbaum-openings-{}.txt", std::process::id()));
    std::fs::write(&path, "# two openings\n44\n\n445\n").unwrap();
    let openings = Openings::read(path.to_str().unwrap()).unwrap();
    std::fs::remove_file(&path).unwrap();
    let (games, ..) = play(&config("connect-four", &["random", "random:seed=2"], openings), 3, 1, None);
    let starts: Vec<&str> = games.iter().step_by(2).map(|game| game.start.as_str()).collect();
    assert!(starts[0] != starts[1] && starts[0] == starts[2], "{starts:?}");
}
