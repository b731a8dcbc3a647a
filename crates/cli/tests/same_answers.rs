//! The command line, the page and UCI answer the same question alike: with the same search, objective, limits and book.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

fn spielbaum(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// A server that ends with the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut child = spielbaum(&["--json", "serve", "--port", "0"]).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let place: Value = serde_json::from_str(&line).unwrap();
        let address = place["address"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Server { child, address }
    }

    /// The last line of the answer to a search.
    fn search(&self, body: &Value) -> Value {
        let (address, body) = (&self.address, body.to_string());
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST /api/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json");
        write!(stream, "{head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let mut lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.rfind(Value::is_object).unwrap_or_else(|| panic!("{body}: {text}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_command_line_and_the_page_answer_alike() {
    let server = Server::start();
    let cases: [(&[&str], Value); 7] = [
        // No search named: discs, and without a limit, the book.
        (&["othello", "-m", "f5d6", "--depth", "4"], json!({ "game": "othello", "moves": "f5d6", "depth": 4 })),
        (&["connect-four", "-m", "44"], json!({ "game": "connect-four", "moves": "44" })),
        (&["connect-four", "-m", "44", "--each"], json!({ "game": "connect-four", "moves": "44", "each": true })),
        (&["connect-four", "-m", "44", "--depth", "4"], json!({ "game": "connect-four", "moves": "44", "depth": 4 })),
        // A named search is used unchanged.
        (&["othello", "-a", "auto:depth=4"], json!({ "game": "othello", "algorithm": "auto:depth=4" })),
        (&["connect-four", "-a", "auto:depth=4"], json!({ "game": "connect-four", "algorithm": "auto:depth=4" })),
        (&["othello", "-a", "pvs:tt,depth=4"], json!({ "game": "othello", "algorithm": "pvs:tt,depth=4" })),
    ];
    for (arguments, body) in cases {
        let output = spielbaum(&["--json", "analyse"]).args(arguments).output().unwrap();
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        let sent = server.search(&body);
        for field in ["algorithm", "book", "best", "score", "pv", "depth", "moves"] {
            assert_eq!(printed[field], sent[field], "{field} of {arguments:?}");
        }
        let is_book_case = arguments.len() < 5 && arguments[0] == "connect-four" && arguments[1] == "-m";
        assert_eq!(printed["book"].is_string(), is_book_case, "{arguments:?}: {}", printed["book"]);
        let is_default_othello = arguments[0] == "othello" && arguments[1] == "-m";
        let algorithm = printed["algorithm"].as_str().unwrap();
        assert_eq!(algorithm.contains("objective=margin"), is_default_othello, "{arguments:?}: {algorithm}");
    }
}

/// The answer of `spielbaum uci` to a `go` command: best move, score and depth.
fn uci(search: &str, moves: &str, go: &str) -> (String, i64, i64) {
    let mut child = spielbaum(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let input = format!("setoption name Search value {search}\nposition startpos moves {moves}\n{go}\n");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = |start: &str| text.lines().rfind(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
    let number = |name: &str| {
        let mut words = last("info depth").split(' ').skip_while(|word| *word != name);
        words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    (last("bestmove").split(' ').nth(1).unwrap().to_owned(), number("cp"), number("depth"))
}

#[test]
fn uci_answers_as_the_command_line_and_the_page_do() {
    let server = Server::start();
    // Limits come with the question or with the search.
    let cases = [
        ("strong", "--nodes", "nodes", 5000, "go nodes 5000"),
        ("auto", "--depth", "depth", 3, "go depth 3"),
        ("pvs:tt,iterative", "--depth", "depth", 4, "go depth 4"),
        ("strong:nodes=3000", "", "", 0, "go"),
        ("pvs:tt,iterative,depth=6", "--nodes", "nodes", 2000, "go nodes 2000"),
        ("mcts:iterations=300", "", "", 0, "go"),
    ];
    for (search, option, field, limit, go) in cases {
        let mut arguments = vec!["chess".to_owned(), "-m".into(), "e2e4 e7e5".into(), "-a".into(), search.into()];
        let mut body = json!({ "game": "chess", "moves": "e2e4 e7e5", "algorithm": search });
        if limit > 0 {
            arguments.extend([option.to_owned(), limit.to_string()]);
            body[field] = json!(limit);
        }
        let output = spielbaum(&["--json", "analyse"]).args(&arguments).output().unwrap();
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        let sent = server.search(&body);
        for field in ["best", "score", "nodes", "depth"] {
            assert_eq!(printed[field], sent[field], "{field} of {search}, {go}");
        }
        let (best, score, depth) = uci(search, "e2e4 e7e5", go);
        let found = (printed["best"].as_str(), printed["score"]["value"].as_i64(), printed["depth"].as_i64());
        assert_eq!(found, (Some(best.as_str()), Some(score), Some(depth)), "{search}, {go}");
    }
}
