//! Many clients that start searches and abort them: nothing hangs, and nothing is left running.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{get, post, start, stream};

const CLIENTS: u64 = 50;

/// Seconds of the test; a minute where `SPIELBAUM_LOAD_SECONDS` says so.
fn seconds() -> u64 {
    std::env::var("SPIELBAUM_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

#[test]
fn fifty_clients_begin_and_break_off_searches() {
    let address = start(|config| config.searches = 16);
    let (begun, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let end = Instant::now() + Duration::from_secs(seconds());
    let games = ["connect-four", "othello", "yavalath", "gale", "tic-tac-toe", "chess"];
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (begun, refused) = (&begun, &refused);
            scope.spawn(move || {
                let mut turn = client;
                while Instant::now() < end {
                    turn += 1;
                    let game = games[(turn % 6) as usize];
                    let algorithm = ["mcts:memory=4", "deepening:table=1"][(turn % 2) as usize];
                    let body = json!({ "game": game, "algorithm": algorithm, "time_ms": 400 });
                    if turn % 3 == 0 {
                        let status = post(address, "/api/search", &body).status;
                        assert!(matches!(status, 200 | 429), "{status}");
                        if status == 429 { refused } else { begun }.fetch_add(1, Ordering::Relaxed);
                    } else {
                        let _broken_off = stream(address, "/api/search", &body);
                        std::thread::sleep(Duration::from_millis(10 + turn % 40));
                        begun.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    // Searches still running end by themselves within their time.
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(get(address, "/api/games").status, 200);
    let body = json!({ "game": "tic-tac-toe", "algorithm": "random" });
    assert_eq!(post(address, "/api/search", &body).status, 200, "there is room again");
    assert!(begun.load(Ordering::Relaxed) > CLIENTS, "{begun:?} begun, {refused:?} refused");
    // Searches of tests beside this one end, too.
    let patience = Instant::now() + Duration::from_secs(60);
    while searches() > 0 {
        assert!(Instant::now() < patience, "{} searches still run", searches());
        std::thread::sleep(Duration::from_millis(100));
    }
    eprintln!("{begun:?} begun, {refused:?} refused");
}

/// Threads of this process that search, if the system lists them.
fn searches() -> usize {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let names = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("comm")).ok());
    names.filter(|name| name.trim() == "search").count()
}
