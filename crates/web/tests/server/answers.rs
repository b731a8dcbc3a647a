//! Answers to valid and to invalid requests.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{get, post, post_text, start};

const GAMES: [&str; 6] = ["tic-tac-toe", "gale", "connect-four", "othello", "yavalath", "chess"];

#[test]
fn every_game_is_listed_with_levels_that_can_play_it() {
    let address = start(|_| ());
    let everything = get(address, "/api/games").json();
    let games = everything["games"].as_array().expect("games");
    let names: Vec<&str> = games.iter().filter_map(|game| game["name"].as_str()).collect();
    assert_eq!(names, GAMES);
    for game in games {
        let levels = game["levels"].as_array().expect("levels");
        assert!(levels.len() >= 5, "{game}");
        for level in [&levels[0], &levels[1]] {
            let body = json!({ "game": game["name"], "algorithm": level["algorithm"], "time_ms": 50 });
            let response = post(address, "/api/search", &body);
            assert_eq!(response.status, 200, "{body}: {}", response.body);
        }
        for level in levels {
            let name = level["algorithm"].as_str().expect("text").split(':').next().expect("a name");
            let known = game["algorithms"].as_array().expect("algorithms");
            assert!(known.iter().any(|algorithm| algorithm == name), "{name} in {}", game["name"]);
        }
    }
}

/// Plays the first legal move again and again, through the interface alone.
#[test]
fn a_game_can_be_played_to_its_end_in_every_game() {
    let address = start(|_| ());
    for game in GAMES {
        // The first moves of chess in the generator's order repeat positions soon; so games end.
        let mut moves = String::new();
        let ended = (0..400).any(|_| {
            let position = post(address, "/api/position", &json!({ "game": game, "moves": moves })).json();
            let board = &position["board"];
            assert_eq!(board["names"].as_array().map(Vec::len), board["pieces"].as_array().map(Vec::len), "{position}");
            if position["ending"].is_string() {
                assert_eq!(position["moves"], json!([]), "{position}");
                return true;
            }
            let choices = position["moves"].as_array().expect("moves");
            let mv = choices[choices.len() / 2]["move"].as_str().expect("a move");
            moves = format!("{moves} {mv}");
            false
        });
        assert!(ended || game == "chess", "{game}: {moves}");
    }
}

#[test]
fn positions_come_back_as_they_were_sent() {
    let address = start(|_| ());
    let position = post(address, "/api/position", &json!({ "game": "chess", "moves": "e4 e5 Nf3" })).json();
    assert_eq!(position["side"], 1);
    assert_eq!(position["played"][2], json!({ "move": "g1f3", "label": "Nf3", "from": 62, "to": 45 }));
    let again = post(address, "/api/position", &json!({ "game": "chess", "position": position["position"] })).json();
    assert_eq!(again["position"], position["position"]);
    assert_eq!(again["board"], position["board"]);
    let yavalath = post(address, "/api/position", &json!({ "game": "yavalath:side=3,swap", "moves": "b2" })).json();
    let swap = yavalath["moves"].as_array().expect("moves").iter().find(|mv| mv["move"] == "swap");
    assert_eq!(swap, Some(&json!({ "move": "swap" })));
}

#[test]
fn a_board_is_set_up_from_its_pieces_in_every_game() {
    let address = start(|_| ());
    for game in GAMES {
        let subject = json!({ "game": game, "position": "", "moves": "" });
        let shown = post(address, "/api/position", &subject).json();
        let body = json!({ "game": game, "pieces": shown["board"]["pieces"], "side": 0 });
        let text = post(address, "/api/setup", &body).json()["position"].clone();
        let again = post(address, "/api/position", &json!({ "game": game, "position": text, "moves": "" })).json();
        assert_eq!(again["position"], shown["position"], "{game}: {text}");
    }
    let refused = post(address, "/api/setup", &json!({ "game": "othello", "pieces": [], "side": 0 }));
    assert_eq!((refused.status, refused.json()["error"].as_str()), (400, Some("the board has 64 places, not 0")));
    let styles = get(address, "/games.css");
    assert!(styles.status == 200 && styles.body.contains(".game-othello .plate"), "{}", styles.body);
}

#[test]
fn senseless_requests_get_a_sentence() {
    let address = start(|_| ());
    let refused = |path: &str, body: Value, part: &str| {
        let response = post(address, path, &body);
        assert_eq!(response.status, 400, "{body}: {}", response.body);
        assert!(response.error().contains(part), "{body}: {}", response.body);
    };
    refused("/api/position", json!({ "game": "chequers" }), "unknown game 'chequers'");
    refused("/api/position", json!({ "game": "gale:size=99" }), "99");
    refused("/api/position", json!({ "game": "chess", "moves": "e9" }), "moves: ");
    refused("/api/position", json!({ "game": "chess", "position": "x" }), "position: ");
    refused("/api/position", json!({ "moves": "e4" }), "game");
    refused("/api/position", json!({ "game": 7 }), "not understood");
    refused("/api/search", json!({ "game": "chess", "algorithm": "magic" }), "unknown algorithm 'magic'");
    refused("/api/search", json!({ "game": "chess", "algorithm": "perfect" }), "does not apply to chess");
    refused("/api/search", json!({ "game": "chess", "algorithm": "auto", "depth": 0 }), "depth must be 1");
    refused(
        "/api/search",
        json!({ "game": "chess", "algorithm": "auto", "iterations": 5 }),
        "takes no iteration limit",
    );
    refused("/api/trace", json!({ "game": "chess", "algorithm": "mcts" }), "cannot be traced");
    refused(
        "/api/trace",
        json!({ "game": "tic-tac-toe", "algorithm": "alphabeta", "moves": "a1 a2 b1 b2 c1" }),
        "over",
    );
    refused("/api/leaves", json!({ "algorithm": "alphabeta", "branching": 2, "depth": 2, "leaves": [1] }), "4 leaves");
    refused("/api/leaves", json!({ "algorithm": "alphabeta", "branching": 9, "depth": 8, "leaves": [] }), "branches");
    refused("/api/tree", json!({ "game": "chess", "algorithm": "alphabeta" }), "builds no tree");
    refused("/api/tree", json!({ "game": "chess", "algorithm": "mcts:full=recycle" }), "recycled");
    for text in ["", "{", "[]", "\"x\"", "null", "\u{0}"] {
        assert_eq!(post_text(address, "/api/position", text).status, 400, "{text:?}");
    }
    assert_eq!(post(address, "/api/tree/step", &json!({ "tree": 7 })).status, 404);
    assert_eq!(get(address, "/api/experiments/x").status, 400);
    assert_eq!(get(address, "/api/nothing").status, 404);
}

#[test]
fn a_tree_of_numbers_is_cut_as_in_the_textbook() {
    let address = start(|_| ());
    let body = json!({ "algorithm": "alphabeta", "branching": 2, "depth": 2, "leaves": [3, 5, 2, 9] });
    let trace = post(address, "/api/leaves", &body).json();
    let nodes = trace["nodes"].as_array().expect("nodes");
    assert_eq!(nodes[0]["score"], 3);
    let cut = nodes.iter().find(|node| node["cut"] == "beta").expect("a cut-off");
    assert_eq!((&cut["move"], &cut["side"]), (&json!("b"), &json!("min")));
    assert_eq!(nodes.iter().filter(|node| node["state"] == "pruned").count(), 1);
    assert_eq!(trace["visited"], 6);
}

#[test]
fn a_trace_of_a_position_is_kept_within_limits() {
    let address = start(|_| ());
    let body = json!({ "game": "connect-four", "algorithm": "alphabeta", "depth": 6, "max_nodes": 100 });
    let trace = post(address, "/api/trace", &body).json();
    assert_eq!(trace["nodes"].as_array().map(Vec::len), Some(100));
    assert_eq!(trace["truncated"], true);
}

#[test]
fn a_tree_is_planted_grown_and_looked_at() {
    let address = start(|_| ());
    let planted = post(address, "/api/tree", &json!({ "game": "tic-tac-toe", "algorithm": "mcts-solver" })).json();
    assert_eq!(planted["family"], "rounds");
    let tree = &planted["tree"];
    let step = post(address, "/api/tree/step", &json!({ "tree": tree })).json();
    assert_eq!(step["summary"]["visits"], 1, "{step}");
    let grown = post(address, "/api/tree/grow", &json!({ "tree": tree, "iterations": 200 })).body;
    let last: Value = serde_json::from_str(grown.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["done"], &last["visits"]), (&json!(true), &json!(201)), "growth goes on where it was");
    let view = post(address, "/api/tree/view", &json!({ "tree": tree, "paths": ["", "b2"], "most": 3 })).json();
    assert_eq!(view["views"][0]["children"].as_array().map(Vec::len), Some(3));
    assert_eq!(view["views"][0]["more"], 6);
    assert_eq!(view["views"][1]["exists"], true);
    let icicle = post(address, "/api/tree/icicle", &json!({ "tree": tree, "width": 800, "plies": 4 })).json();
    let spans = icicle["spans"].as_array().expect("spans");
    assert!(spans.len() > 9, "{icicle}");
    assert!(spans.iter().all(|span| span["to"].as_f64() <= Some(1.0 + 1e-9)), "{icicle}");
}

#[test]
fn proof_numbers_are_grown_to_the_answer() {
    let address = start(|_| ());
    let body = json!({ "game": "tic-tac-toe", "algorithm": "pns", "moves": "a1 a2 b1 b2" });
    let planted = post(address, "/api/tree", &body).json();
    let tree = &planted["tree"];
    let step = post(address, "/api/tree/step", &json!({ "tree": tree })).json();
    assert_eq!(step["path"], json!([]), "the root gets its children first");
    let grown = post(address, "/api/tree/grow", &json!({ "tree": tree })).body;
    let last: Value = serde_json::from_str(grown.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["words"], &last["best"]), (&json!("X wins"), &json!("c1")), "{last}");
    let view = post(address, "/api/tree/view", &json!({ "tree": tree, "paths": [""] })).json();
    assert_eq!(view["views"][0]["children"][0]["proof"], 0, "{view}");
}

#[test]
fn an_icicle_of_proof_numbers_is_as_wide_as_its_nodes() {
    let address = start(|_| ());
    let planted = post(address, "/api/tree", &json!({ "game": "tic-tac-toe", "algorithm": "pns" })).json();
    let tree = &planted["tree"];
    let grown = post(address, "/api/tree/grow", &json!({ "tree": tree, "iterations": 300 })).body;
    let last: Value = serde_json::from_str(grown.lines().last().expect("a line")).expect("JSON");
    let icicle = post(address, "/api/tree/icicle", &json!({ "tree": tree, "width": 4000, "plies": 9 })).json();
    let spans = icicle["spans"].as_array().expect("spans");
    assert_eq!(spans[0]["visits"], last["nodes"], "the first row is the whole tree");
    let width = |span: &Value| span["to"].as_f64().expect("to") - span["from"].as_f64().expect("from");
    for span in spans {
        let below = |other: &&Value| {
            let (path, other) = (span["path"].as_str().expect("path"), other["path"].as_str().expect("path"));
            other != path && other.rsplit_once(' ').map_or("", |(before, _)| before) == path
        };
        let children: Vec<&Value> = spans.iter().filter(below).collect();
        let sum: f64 = children.iter().map(|child| width(child)).sum();
        assert!(sum < width(span), "a node is more than its children: {span}");
        let is_within = |child: &&Value| child["from"].as_f64() >= span["from"].as_f64();
        assert!(children.iter().all(is_within), "{span}");
        assert_eq!(span["numbers"].as_array().map(Vec::len), Some(2), "{span}");
    }
    let part =
        post(address, "/api/tree/icicle", &json!({ "tree": tree, "path": "b2", "width": 4000, "plies": 1 })).json();
    let whole = spans.iter().find(|span| span["path"] == "b2").expect("a span");
    assert_eq!(part["spans"][0]["visits"], whole["visits"]);
    assert!(part["spans"].as_array().expect("spans").iter().all(|span| span["ply"].as_u64() <= Some(1)), "{part}");
}

#[test]
fn the_oldest_tree_gives_way() {
    let address = start(|config| config.trees = 2);
    let plant =
        || post(address, "/api/tree", &json!({ "game": "tic-tac-toe", "algorithm": "mcts" })).json()["tree"].clone();
    let (first, second) = (plant(), plant());
    let step = |tree: &Value| post(address, "/api/tree/step", &json!({ "tree": tree })).status;
    assert_eq!(step(&first), 200, "used last");
    let third = plant();
    assert_eq!([step(&first), step(&second), step(&third)], [200, 404, 200]);
}

#[test]
fn an_experiment_of_a_study_runs_into_the_store_and_is_reported() {
    let folder = std::env::temp_dir().join(format!("spielbaum-web-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let address = start(|config| config.store = Some(folder.join("results.db")));
    assert_eq!(get(address, "/api/experiments").json()["runs"], json!([]));
    let body = json!({ "study": "tic-tac-toe-2006", "part": 0 });
    assert_eq!(post(address, "/api/experiments/start", &body).status, 200);
    wait_for_its_end(address);
    let list = get(address, "/api/experiments");
    assert!(list.json()["runs"][0]["finished"].is_string(), "{}", list.body);
    let report = get(address, "/api/experiments/1").json();
    let kinds: Vec<&str> =
        report["blocks"].as_array().expect("blocks").iter().filter_map(|b| b["kind"].as_str()).collect();
    assert!(kinds.contains(&"table") && kinds.contains(&"figure"), "{kinds:?}");
    assert_eq!(get(address, "/api/experiments/9").status, 404);
    assert_eq!(post(address, "/api/experiments/resume", &json!({ "run": 1 })).status, 409, "it is complete");
    assert_eq!(post(address, "/api/experiments/resume", &json!({ "run": 9 })).status, 404);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn an_experiment_that_was_stopped_goes_on() {
    let folder = std::env::temp_dir().join(format!("spielbaum-web-resumed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let address = start(|config| config.store = Some(folder.join("results.db")));
    let part = json!({ "study": "yavalath-2025", "part": 0 });
    assert_eq!(post(address, "/api/experiments/start", &part).status, 200);
    assert_eq!(post(address, "/api/experiments/start", &part).status, 409, "one at a time");
    post(address, "/api/experiments/stop", &json!({}));
    wait_for_its_end(address);
    let list = get(address, "/api/experiments").json();
    assert_eq!(list["runs"][0]["finished"], Value::Null, "{list}");
    assert_eq!(post(address, "/api/experiments/resume", &json!({ "run": 1 })).status, 200);
    post(address, "/api/experiments/stop", &json!({}));
    wait_for_its_end(address);
    let list = get(address, "/api/experiments").json();
    assert_eq!(list["runs"].as_array().map(Vec::len), Some(1), "it is no new run: {list}");
    assert_eq!(list["running"]["error"], Value::Null, "{list}");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Waits until the experiment that was started is over.
fn wait_for_its_end(address: SocketAddr) {
    let is_over = (0..1200).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        get(address, "/api/experiments").json()["running"]["over"] == true
    });
    assert!(is_over, "{}", get(address, "/api/experiments").body);
}

#[test]
fn what_is_known_is_not_sent_again() {
    let address = start(|_| ());
    let first = get(address, "/main.js");
    let tag = first.headers.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag").to_owned();
    let headers = format!("If-None-Match: {tag}\r\n");
    let again = crate::client::exchange(address, &crate::client::request(address, "GET", "/main.js", &headers, ""));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}
