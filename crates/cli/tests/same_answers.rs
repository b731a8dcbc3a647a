//! The command line and the page give the same answers: with the same search, objective and book.

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
