//! A server on a free port, and a client that writes requests by hand, headers and all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use spielbaum_web::{Config, Server};

/// A server that runs until the test ends.
pub(crate) fn start(change: impl FnOnce(&mut Config)) -> SocketAddr {
    let mut config = Config::new("127.0.0.1:0".parse().expect("an address"));
    change(&mut config);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let server = Server::bind(config).await.expect("a free port");
            sender.send(server.address()).expect("the test waits");
            server.run(std::future::pending()).await.expect("the server runs");
        });
    });
    receiver.recv().expect("the server has begun")
}

/// A response: status, headers in lower case, body.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The sentence of a refusal.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_else(|| panic!("no error: {}", self.body)).to_owned()
    }
}

/// Sends a request as it is and returns the connection.
pub(crate) fn open(address: SocketAddr, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream.write_all(request.as_bytes()).expect("the request is sent");
    stream
}

/// Sends a request as it is and reads the whole answer.
pub(crate) fn exchange(address: SocketAddr, request: &str) -> Response {
    let mut text = Vec::new();
    // A server that refuses a body may close before all of it is read.
    let _ = open(address, request).read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let headers = head.to_ascii_lowercase();
    let body = if headers.contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_owned() };
    Response { status, headers, body }
}

/// The text of a request with these extra header lines.
pub(crate) fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    )
}

pub(crate) fn get(address: SocketAddr, path: &str) -> Response {
    exchange(address, &request(address, "GET", path, "", ""))
}

pub(crate) fn post(address: SocketAddr, path: &str, body: &Value) -> Response {
    post_text(address, path, &body.to_string())
}

pub(crate) fn post_text(address: SocketAddr, path: &str, body: &str) -> Response {
    exchange(address, &request(address, "POST", path, "Content-Type: application/json\r\n", body))
}

/// Begins a stream and returns the reader of its lines, behind the headers.
pub(crate) fn stream(address: SocketAddr, path: &str, body: &Value) -> BufReader<TcpStream> {
    let text = request(address, "POST", path, "Content-Type: application/json\r\n", &body.to_string());
    let mut reader = BufReader::new(open(address, &text));
    let mut line = String::new();
    while reader.read_line(&mut line).expect("a header") > 2 {
        line.clear();
    }
    reader
}

/// Joins the chunks of a body.
fn unchunked(body: &str) -> String {
    let (mut rest, mut joined) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        if size == 0 || after.len() < size {
            break;
        }
        joined += &after[..size];
        rest = after[size..].trim_start_matches("\r\n");
    }
    joined
}
