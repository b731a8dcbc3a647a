//! The page of the program: that its server gives a new game and its board.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::run::json_field;

/// Starts the server of `program` and asks it for a game.
pub(super) fn check(mut program: Command, game: &str) -> Result<(), String> {
    let failed = |error| format!("spielbaum serve: {error}");
    let child = program.args(["serve", "--port", "0", "--json"]).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut server = Server(child);
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().expect("a piped stream")).read_line(&mut line).map_err(failed)?;
    let address = json_field(&line, "address").ok_or_else(|| format!("spielbaum serve: no address in '{line}'"))?;
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let games = request(host, "GET", "/api/games", "")?;
    wants(&games, &format!("\"name\":\"{game}\""))?;
    let body = format!("{{\"game\":\"{game}\",\"position\":\"\",\"moves\":\"d1\"}}");
    let position = request(host, "POST", "/api/position", &body)?;
    // The board as text, and the moves that the page offers.
    wants(&position, "a │\\n b │││\\n c │││││\\n>d ││││││\\n")?;
    wants(&position, "{\"move\":\"d6\"}")
}

/// A server that ends with its check.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn request(host: &str, method: &str, path: &str, body: &str) -> Result<String, String> {
    let failed = |error| format!("{method} {path} at {host}: {error}");
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(failed)?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).map_err(failed)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(failed)?;
    if answer.starts_with("HTTP/1.1 200") { Ok(answer) } else { Err(format!("{method} {path}: {answer}")) }
}

fn wants(answer: &str, wanted: &str) -> Result<(), String> {
    if answer.contains(wanted) { Ok(()) } else { Err(format!("the page's server: no '{wanted}' in\n{answer}")) }
}
