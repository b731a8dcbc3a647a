//! Requests to the service, made with `curl`, which leaves encryption and certificates to the system.
//!
//! The token is passed to curl on standard input, so that it appears neither in the process list nor in any message.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// A connection to the service: its URL and the access token.
#[derive(Clone)]
pub struct Api {
    host: String,
    token: String,
}

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ApiError {
    /// The service answered with this status and text.
    Refused(u32, String),
    /// There was no response.
    NoAnswer(String),
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::Refused(status, text) => write!(f, "refused with status {status}: {}", text.trim()),
            ApiError::NoAnswer(reason) => write!(f, "no answer: {}", reason.trim()),
        }
    }
}

impl std::error::Error for ApiError {}

/// Time limit of a short request, in seconds.
const REQUEST_SECONDS: u32 = 20;

/// Seconds of silence after which a stream counts as broken; the service sends an empty line every seven seconds.
const SILENT_SECONDS: u32 = 30;

impl Api {
    /// A service at `host`, such as `https://example.org`, and a token for it.
    pub fn new(host: &str, token: &str) -> Api {
        Api { host: host.trim_end_matches('/').to_owned(), token: token.to_owned() }
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> Result<String, ApiError> {
        self.request(path, &[])
    }

    /// Sends a POST request with the fields of `form`.
    pub fn post(&self, path: &str, form: &[(&str, &str)]) -> Result<String, ApiError> {
        let mut options = vec![r#"request = "POST""#.to_owned()];
        if form.is_empty() {
            options.push(r#"data = """#.to_owned());
        }
        options.extend(
            form.iter().map(|(name, value)| format!("data-urlencode = {}", quoted(&format!("{name}={value}")))),
        );
        self.request(path, &options)
    }

    fn request(&self, path: &str, options: &[String]) -> Result<String, ApiError> {
        // The status code follows the body, on a line of its own.
        let mut all = vec![format!("max-time = {REQUEST_SECONDS}"), r#"write-out = "\n%{http_code}""#.to_owned()];
        all.extend_from_slice(options);
        let child = self.curl(path, &all)?;
        let output = child.wait_with_output().map_err(|error| ApiError::NoAnswer(error.to_string()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (body, status) = text.rsplit_once('\n').unwrap_or(("", "0"));
        match status.trim().parse::<u32>() {
            Ok(200..=299) => Ok(body.to_owned()),
            Ok(status @ 1..) => Err(ApiError::Refused(status, body.to_owned())),
            _ => Err(ApiError::NoAnswer(String::from_utf8_lossy(&output.stderr).into_owned())),
        }
    }

    /// Opens a stream of lines.
    pub fn stream(&self, path: &str) -> Result<Stream, ApiError> {
        let options = [
            "no-buffer".to_owned(),
            "fail".to_owned(),
            "speed-limit = 1".to_owned(),
            format!("speed-time = {SILENT_SECONDS}"),
        ];
        let mut child = self.curl(path, &options)?;
        let (sender, lines) = sync_channel(64);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut bytes = Vec::new();
                while (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
                    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                    bytes.clear();
                    // Empty lines only keep the connection alive.
                    if !line.is_empty() && sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Stream { child, lines })
    }

    /// Starts curl with its options on standard input.
    fn curl(&self, path: &str, options: &[String]) -> Result<Child, ApiError> {
        let failed = |error: std::io::Error| ApiError::NoAnswer(format!("curl: {error}"));
        let mut child = Command::new("curl")
            .args(["--config", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut config = vec![
            "silent".to_owned(),
            "show-error".to_owned(),
            "connect-timeout = 10".to_owned(),
            format!("url = {}", quoted(&format!("{}{path}", self.host))),
            format!("header = {}", quoted(&format!("Authorization: Bearer {}", self.token))),
        ];
        config.extend_from_slice(options);
        if let Some(mut input) = child.stdin.take() {
            input.write_all((config.join("\n") + "\n").as_bytes()).map_err(failed)?;
        }
        Ok(child)
    }
}

/// A limit above the length of any event.
const LONGEST_LINE: u64 = 1 << 20;

/// A quoted string for curl's configuration.
fn quoted(text: &str) -> String {
    let line: String = text.chars().filter(|letter| !letter.is_control()).collect();
    format!("\"{}\"", line.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A stream of lines.
pub struct Stream {
    child: Child,
    lines: Receiver<String>,
}

/// The state of a stream.
pub enum Next {
    /// A line.
    Line(String),
    /// No line yet.
    Nothing,
    /// The stream has ended or broken off; with the reason, if there is one.
    End(String),
}

impl Stream {
    /// The next line, if one arrives in time.
    pub fn next(&mut self, time: Duration) -> Next {
        match self.lines.recv_timeout(time) {
            Ok(line) => Next::Line(line),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                let mut reason = String::new();
                if let Some(mut messages) = self.child.stderr.take() {
                    let _ = messages.read_to_string(&mut reason);
                }
                Next::End(reason.trim().to_owned())
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_characters_cannot_break_out_of_the_configuration() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\cd""#);
    }
}
