//! Results that are streamed during a search, which stops when the client disconnects.

use std::io::BufRead;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{post, start, stream};

/// Reads lines of a stream until one satisfies `wanted`.
fn line_where(reader: &mut impl BufRead, wanted: impl Fn(&Value) -> bool) -> Value {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(reader.read_line(&mut line).expect("a line") > 0, "the stream ended");
        if let Ok(value) = serde_json::from_str::<Value>(line.trim())
            && value.is_object()
            && wanted(&value)
        {
            return value;
        }
    }
}

#[test]
fn a_search_ends_with_what_it_found() {
    let address = start(|_| ());
    let body = json!({ "game": "tic-tac-toe", "moves": "a1 a2 b1 b2", "algorithm": "auto", "each": true });
    let response = post(address, "/api/search", &body);
    let last: Value = serde_json::from_str(response.body.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["done"], &last["best"]), (&json!(true), &json!("c1")));
    assert_eq!(last["score"]["text"], "win in 1");
    assert_eq!(last["moves"].as_array().map(Vec::len), Some(5));
}

#[test]
fn lines_come_while_the_search_goes_on_and_are_numbered() {
    let address = start(|_| ());
    let body = json!({ "game": "connect-four", "algorithm": "mcts", "time_ms": 1500 });
    let response = post(address, "/api/search", &body);
    let lines: Vec<Value> = response.body.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!((4..=18).contains(&lines.len()), "{} lines in 1.5 s", lines.len());
    let numbers: Vec<u64> = lines.iter().filter_map(|line| line["number"].as_u64()).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    assert!(lines.iter().rev().skip(1).all(|line| line["done"] == false));
}

/// The only place is free again as soon as the search has stopped, so that the next one can begin.
#[test]
fn a_search_stops_when_nobody_listens() {
    let address = start(|config| config.searches = 2);
    let searches = [
        ("connect-four", "auto"),
        ("chess", "auto"),
        ("othello", "mcts"),
        ("yavalath", "prove"),
        ("gale", "pns"),
        ("connect-four", "minimax"),
    ];
    let mut times = Vec::new();
    for (game, algorithm) in searches {
        let body = json!({ "game": game, "algorithm": algorithm });
        let first = stream(address, "/api/search", &body);
        std::thread::sleep(Duration::from_millis(200));
        let start = Instant::now();
        drop(first);
        // One client has one place here: the next search waits for it.
        let mut next = stream(address, "/api/search", &json!({ "game": "tic-tac-toe", "algorithm": "random" }));
        line_where(&mut next, |line| line["done"] == true);
        times.push((game, algorithm, start.elapsed()));
    }
    // Left alone, each would go on for ten minutes. Fifty milliseconds are the aim on a quiet machine; on a busy one a
    // table of 256 MB alone takes seconds to be handed out.
    assert!(times.iter().all(|(.., time)| *time < Duration::from_secs(60)), "{times:?}");
    eprintln!("{times:?}");
}

#[test]
fn more_searches_than_places_are_told_to_come_back() {
    let address = start(|config| config.searches = 2);
    let body = json!({ "game": "connect-four", "algorithm": "mcts" });
    let _first = stream(address, "/api/search", &body);
    std::thread::sleep(Duration::from_millis(100));
    let refused = post(address, "/api/search", &body);
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert!(refused.error().contains("try again"), "{}", refused.body);
}

#[test]
fn no_search_is_longer_than_the_server_allows() {
    let address = start(|config| config.max_search_time = Duration::from_millis(300));
    for body in [
        json!({ "game": "chess", "algorithm": "auto" }),
        json!({ "game": "chess", "algorithm": "auto:time=59m" }),
        json!({ "game": "chess", "algorithm": "auto", "time_ms": 99_999_999 }),
    ] {
        let start = Instant::now();
        let response = post(address, "/api/search", &body);
        assert_eq!(response.status, 200, "{}", response.body);
        assert!(start.elapsed() < Duration::from_secs(60), "{body}");
    }
}

#[test]
fn memory_and_threads_are_the_servers_to_give() {
    let address = start(|config| config.megabytes = 8);
    let body = json!({ "game": "chess", "algorithm": "auto:table=4096,threads=64", "nodes": 1000 });
    let response = post(address, "/api/search", &body);
    let last: Value = serde_json::from_str(response.body.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["algorithm"], "auto:table=8", "{}", response.body);
}
