//! Who is let in, rule by rule.

use spielbaum_web::{Config, Server};

use crate::client::{exchange, get, post, post_text, request, start};

const JSON: &str = "Content-Type: application/json\r\n";
const BODY: &str = "{\"game\":\"tic-tac-toe\"}";

#[test]
fn other_names_for_this_server_are_refused_first() {
    let address = start(|_| ());
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80", ""] {
        let text =
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nOrigin: http://evil.example\r\n\r\n");
        let response = exchange(address, &text);
        assert_eq!(response.status, 421, "{host}: {}", response.body);
        assert!(response.error().contains(host), "{}", response.body);
    }
    let port = address.port();
    for host in [format!("localhost:{port}"), format!("LOCALHOST:{port}"), format!("127.0.0.1:{port}")] {
        let text = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        assert_eq!(exchange(address, &text).status, 200, "{host}");
    }
    let twice = format!("GET / HTTP/1.1\r\nHost: {address}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(matches!(exchange(address, &twice).status, 400 | 421));
}

#[test]
fn a_name_that_was_given_is_one_of_this_servers() {
    let address = start(|config| config.hosts.push("games.example.org".to_owned()));
    let text = format!("GET / HTTP/1.1\r\nHost: games.example.org:{}\r\nConnection: close\r\n\r\n", address.port());
    assert_eq!(exchange(address, &text).status, 200);
}

#[test]
fn pages_of_other_origins_are_refused() {
    let address = start(|_| ());
    let try_origin = |origin: &str| {
        let headers = format!("{JSON}Origin: {origin}\r\n");
        exchange(address, &request(address, "POST", "/api/position", &headers, BODY)).status
    };
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://", "http://localhost:1"] {
        assert_eq!(try_origin(origin), 403, "{origin}");
    }
    assert_eq!(try_origin(&format!("https://{address}")), 403, "another scheme is another origin");
    assert_eq!(try_origin(&format!("http://{address}")), 200);
}

#[test]
fn requests_that_other_sites_cause_are_refused() {
    let address = start(|_| ());
    for site in ["cross-site", "same-site", "anything"] {
        let headers = format!("{JSON}Sec-Fetch-Site: {site}\r\n");
        assert_eq!(exchange(address, &request(address, "POST", "/api/position", &headers, BODY)).status, 403, "{site}");
        let headers = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: no-cors\r\n");
        assert_eq!(exchange(address, &request(address, "GET", "/main.js", &headers, "")).status, 403, "{site}");
        let headers = format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\n");
        assert_eq!(exchange(address, &request(address, "GET", "/", &headers, "")).status, 200, "a link from {site}");
        assert_eq!(exchange(address, &request(address, "GET", "/api/games", &headers, "")).status, 403, "{site}");
    }
    for site in ["same-origin", "none"] {
        let headers = format!("{JSON}Sec-Fetch-Site: {site}\r\n");
        assert_eq!(exchange(address, &request(address, "POST", "/api/position", &headers, BODY)).status, 200, "{site}");
    }
}

#[test]
fn only_json_is_read() {
    let address = start(|_| ());
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx"]
    {
        let headers = format!("Content-Type: {kind}\r\n");
        assert_eq!(exchange(address, &request(address, "POST", "/api/position", &headers, BODY)).status, 415, "{kind}");
    }
    assert_eq!(exchange(address, &request(address, "POST", "/api/position", "", BODY)).status, 415);
    let headers = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(exchange(address, &request(address, "POST", "/api/position", headers, BODY)).status, 200);
}

#[test]
fn large_bodies_are_refused_with_and_without_a_length() {
    let address = start(|_| ());
    let body = format!("{{\"game\":\"{}\"}}", "x".repeat(70_000));
    let response = post_text(address, "/api/position", &body);
    assert_eq!(response.status, 413, "{}", response.body);
    let head = format!("POST /api/position HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{JSON}");
    let chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let response = exchange(address, &format!("{head}Transfer-Encoding: chunked\r\n\r\n{chunks}"));
    assert_eq!(response.status, 413, "{}", response.body);
}

#[test]
fn every_answer_says_what_a_page_may_load() {
    let address = start(|_| ());
    for path in ["/", "/main.js", "/api/games", "/nothing", "/api/nothing"] {
        let headers = get(address, path).headers;
        assert!(
            headers.contains("content-security-policy: default-src 'none'; script-src 'self';"),
            "{path}: {headers}"
        );
        assert!(headers.contains("x-content-type-options: nosniff"), "{path}");
        assert!(headers.contains("frame-ancestors 'none'"), "{path}");
        assert!(!headers.contains("access-control-allow"), "{path}: no other site may read this");
    }
}

#[test]
fn files_are_those_of_the_page_and_no_others() {
    let address = start(|_| ());
    assert!(get(address, "/").body.contains("<title>Spielbaum</title>"));
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/pages/main.js",
        "/main.js/",
        "/%2e%2e/x",
        "/types.d.ts",
    ];
    for path in paths {
        assert_eq!(get(address, path).status, 404, "{path}");
    }
    assert_eq!(exchange(address, &request(address, "PUT", "/main.js", "", "")).status, 405);
    assert_eq!(exchange(address, &request(address, "DELETE", "/api/games", "", "")).status, 405);
}

#[test]
fn a_token_is_wanted_for_everything_but_the_page() {
    let address = start(|config| config.token = Some("secret-1".to_owned()));
    assert_eq!(get(address, "/").status, 200);
    assert_eq!(get(address, "/api/games").status, 401);
    for wrong in ["", "secret-2", "secret-11", "SECRET-1"] {
        let headers = format!("Authorization: Bearer {wrong}\r\n");
        assert_eq!(exchange(address, &request(address, "GET", "/api/games", &headers, "")).status, 401, "'{wrong}'");
    }
    let headers = "Authorization: Bearer secret-1\r\n";
    assert_eq!(exchange(address, &request(address, "GET", "/api/games", headers, "")).status, 200);
}

#[test]
fn other_machines_need_a_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let bind = |token: Option<&str>| {
        let mut config = Config::new("0.0.0.0:0".parse().expect("an address"));
        config.token = token.map(str::to_owned);
        runtime.block_on(Server::bind(config))
    };
    let refused = bind(None).err().expect("refused").to_string();
    assert!(refused.contains("needs a token"), "{refused}");
    assert!(bind(Some("x")).is_ok());
}

#[test]
fn no_request_names_a_file() {
    let folder = std::env::temp_dir().join(format!("spielbaum-web-{}", std::process::id()));
    let address = start(|_| ());
    let target = folder.join("written").display().to_string();
    for algorithm in [format!("auto:book={target}"), format!("auto:{target}"), format!("mcts:save={target}")] {
        let body =
            serde_json::json!({ "game": "tic-tac-toe", "algorithm": algorithm, "store": target, "proof": target });
        assert_eq!(post(address, "/api/search", &body).status, 400);
    }
    let body = serde_json::json!({ "study": target, "part": 0, "store": target });
    assert_eq!(post(address, "/api/experiments/start", &body).status, 409, "there is no store");
    assert!(!folder.exists());
}

#[test]
fn no_request_opens_a_folder() {
    let address = start(|_| ());
    for algorithm in ["auto:endings=/etc", "strong:endings=."] {
        let body = serde_json::json!({ "game": "chess", "algorithm": algorithm, "time_ms": 10 });
        let response = post(address, "/api/search", &body);
        assert_eq!(response.status, 400, "{algorithm}: {}", response.body);
        assert!(response.error().contains("does not open folders"), "{algorithm}: {}", response.body);
    }
}

#[test]
fn no_request_starts_a_program() {
    let address = start(|_| ());
    let search = r#"{"game":"chess","algorithm":"uci:/bin/sh","time_ms":10}"#;
    let leaves = r#"{"algorithm":"uci:/bin/sh","branching":2,"depth":1,"leaves":[1,2]}"#;
    for (path, body) in
        [("/api/search", search), ("/api/trace", search), ("/api/tree", search), ("/api/leaves", leaves)]
    {
        let response = post_text(address, path, body);
        assert!((400..500).contains(&response.status), "{path}: {} {}", response.status, response.body);
        assert!(response.error().contains("does not start programs"), "{path}: {}", response.body);
    }
}
