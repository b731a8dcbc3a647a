//! Results on disk: they read back as written, interrupted runs continue, and nothing is overwritten.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use spielbaum_lab::{Experiment, Findings, Format, GameRecord, Ledger, Part, Results, Store, run_experiment};

/// A file of its own for each test, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place = Place(std::env::temp_dir().join(format!("spielbaum-store-{name}-{}.sqlite", std::process::id())));
        place.clear();
        place
    }

    fn clear(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.0.display()));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.clear();
    }
}

fn games(pairs: u64) -> Experiment {
    let text = format!(
        "kind = 'round-robin'\ngame = 'connect-four'\nplayers = ['mcts:iterations=40', 'alphabeta:depth=2', 'random']\n\
         games = {}\nseed = 7\n",
        2 * pairs
    );
    text.parse().unwrap()
}

fn go_on(experiment: &Experiment, store: &mut Store, run: i64, stop_after: u64) -> Findings {
    let stop = AtomicBool::new(false);
    let ledger = Some(Ledger { store, run });
    let mut watch = |progress: &spielbaum_lab::Progress| stop.store(progress.done_now >= stop_after, Ordering::Relaxed);
    run_experiment(experiment, ledger, 2, &stop, &mut watch).unwrap()
}

fn without_times(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    games.iter_mut().flat_map(|game| &mut game.moves).for_each(|mv| mv.time = Duration::ZERO);
    games
}

#[test]
fn a_run_in_several_sessions_equals_one_in_a_single_session() {
    let (whole, parts) = (Place::new("whole"), Place::new("parts"));
    let experiment = games(6);
    let mut store = Store::create(&whole.0).unwrap();
    let run = store.begin(&experiment, "here").unwrap();
    let expected = go_on(&experiment, &mut store, run, u64::MAX);
    assert!(expected.is_complete);
    let expected_games = without_times(store.games(run).unwrap());
    assert_eq!(expected_games.len(), 36);

    let first = Store::create(&parts.0).unwrap().begin(&experiment, "here").unwrap();
    let mut sessions = 0;
    let findings = loop {
        let mut store = Store::open(&parts.0).unwrap();
        let run = store.run(first).unwrap();
        sessions += 1;
        let findings = go_on(&run.experiment, &mut store, first, 5);
        if findings.is_complete {
            break findings;
        }
    };
    assert!(sessions > 3, "{sessions}");
    let mut store = Store::open(&parts.0).unwrap();
    assert_eq!(without_times(store.games(first).unwrap()), expected_games);
    assert!(store.run(first).unwrap().finished.is_some());
    let [Results::Games { standings: ours, .. }, Results::Games { standings, .. }] =
        [findings.results, expected.results]
    else {
        panic!("no games")
    };
    assert_eq!(ours.tallies(), standings.tallies());
}

#[test]
fn searches_come_back_as_they_were() {
    let place = Place::new("searches");
    let text = "kind = 'searches'\ngame = 'othello'\nplayers = ['pvs', 'alphabeta']\nplies = [5, 10]\neach = 2\ndepth = [2, 3]";
    let experiment: Experiment = text.parse().unwrap();
    let mut store = Store::create(&place.0).unwrap();
    let run = store.begin(&experiment, "here").unwrap();
    let findings = go_on(&experiment, &mut store, run, u64::MAX);
    let Results::Searches(mut found) = findings.results else { panic!("no searches") };
    for search in &mut found {
        search.time = Duration::from_micros(search.time.as_micros() as u64);
        // The store keeps the counters that experiments ask for.
        let kept = &mut search.statistics;
        let fresh = spielbaum_core::Statistics::default();
        (kept.look_ahead_cuts, kept.bound_cuts, kept.child_probe_cuts) = (0, 0, 0);
        (kept.child_table_cuts, kept.null_move_cuts, kept.futility_cuts) = (0, 0, 0);
        (kept.reductions, kept.re_searches) = (fresh.reductions, fresh.re_searches);
        kept.table_permille = 0;
        // Only one of the two has a table, and it is never empty.
        assert_eq!(kept.table_entries > 0, search.player == 0, "{search:?}");
    }
    assert_eq!(found.len(), 16);
    assert_eq!(store.searches(run).unwrap(), found);
    // Both players searched the same positions to the same depths, and both are exact.
    for pair in found.chunks(2) {
        assert_eq!((&pair[0].text, pair[0].score, pair[0].depth), (&pair[1].text, pair[1].score, pair[1].depth));
    }
}

#[test]
fn runs_stand_beside_each_other_and_are_exported() {
    let place = Place::new("export");
    let mut store = Store::create(&place.0).unwrap();
    let experiment = games(1);
    let runs = [0, 1].map(|_| {
        let run = store.begin(&experiment, "here").unwrap();
        go_on(&experiment, &mut store, run, u64::MAX);
        run
    });
    assert_ne!(runs[0], runs[1]);
    assert_eq!(store.runs().unwrap().len(), 2);
    let mut export = |part, format| {
        let mut bytes = Vec::new();
        store.export(runs[1], part, format, &mut bytes).unwrap().unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let csv = export(Part::Games, Format::Csv);
    assert!(csv.starts_with("run,game,pair,first,second,score,reason,ending,start,moves\n2,0,0,"), "{csv}");
    assert_eq!(csv.lines().count(), 7);
    let lines = export(Part::Moves, Format::JsonLines);
    assert!(lines.lines().all(|line| line.starts_with("{\"run\":2,\"game\":") && line.ends_with('}')), "{lines}");
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let place = Place::new("other");
    std::fs::write(&place.0, "just a text, long enough to be no empty database").unwrap();
    assert!(Store::create(&place.0).err().unwrap().to_string().ends_with(": not a store"));
    assert!(std::fs::read_to_string(&place.0).unwrap().starts_with("just a text"));
    let missing = Store::open(std::path::Path::new("no/such/store.sqlite")).err().unwrap().to_string();
    assert_eq!(missing, "no/such/store.sqlite: no such file");
    place.clear();
    let newer = rusqlite::Connection::open(&place.0).unwrap();
    newer.execute_batch("CREATE TABLE runs (run); PRAGMA user_version = 99").unwrap();
    let error = Store::create(&place.0).err().unwrap().to_string();
    assert!(error.contains("schema 99 instead of 2"), "{error}");
}

#[test]
fn stores_of_the_first_version_are_read_and_go_on() {
    let place = Place::new("older");
    rusqlite::Connection::open(&place.0).unwrap().execute_batch(include_str!("store-1.sql")).unwrap();
    for mut store in [Store::open(&place.0).unwrap(), Store::create(&place.0).unwrap()] {
        let games = store.games(1).unwrap();
        assert_eq!(games.len(), 2);
        assert!(games.iter().flat_map(|game| &game.moves).all(|mv| mv.nodes > 0 && mv.table_entries.is_none()));
        let searches = store.searches(2).unwrap();
        assert_eq!(searches.iter().map(|search| search.statistics.table_entries).collect::<Vec<_>>(), [0, 0]);
        // What is added now is complete.
        let experiment = store.run(1).unwrap().experiment;
        let run = store.begin(&experiment, "here").unwrap();
        go_on(&experiment, &mut store, run, u64::MAX);
        let counted = store.games(run).unwrap().into_iter().flat_map(|game| game.moves);
        assert!(counted.filter(|mv| mv.table_entries.is_some_and(|entries| entries > 0)).count() > 2);
    }
    // A store that was upgraded and one that was made anew have the same tables.
    let fresh = Place::new("fresh");
    Store::create(&fresh.0).unwrap();
    let columns = |place: &Place| -> Vec<String> {
        let connection = rusqlite::Connection::open(&place.0).unwrap();
        let query = "SELECT m.name || '.' || t.name || ' ' || t.type FROM sqlite_master m, pragma_table_info(m.name) t
                     ORDER BY m.name, t.cid";
        let mut query = connection.prepare(query).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert_eq!(columns(&place), columns(&fresh));
}

#[test]
fn a_game_cannot_be_written_twice() {
    let place = Place::new("twice");
    let mut store = Store::create(&place.0).unwrap();
    let experiment = games(1);
    let run = store.begin(&experiment, "here").unwrap();
    go_on(&experiment, &mut store, run, u64::MAX);
    let game = store.games(run).unwrap().remove(0);
    assert!(store.add_game(run, &game).is_err());
}
