//! A child process with line-based input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// A running program. On drop it is asked to quit, then killed.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// The result of waiting for a line.
pub(crate) enum Received {
    /// A line of output.
    Line(String),
    /// No line within the time.
    Timeout,
    /// The output is closed.
    Closed,
}

/// Lines buffered for the reader; a program that writes more blocks.
const BUFFERED_LINES: usize = 256;

/// Bytes; a longer line is split.
const LONGEST_LINE: u64 = 1 << 16;

/// How long a program may take to exit by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

impl Process {
    /// Starts `command`, a program and its arguments separated by spaces.
    pub(crate) fn start(command: &str) -> Result<Process, String> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = child.stdin.take();
        let (sender, lines) = sync_channel(BUFFERED_LINES);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, &sender));
        }
        Ok(Process { child, input, lines })
    }

    /// Sends a line; false when the program no longer reads its input.
    pub(crate) fn send(&mut self, line: &str) -> bool {
        self.input.as_mut().is_some_and(|input| writeln!(input, "{line}").and_then(|()| input.flush()).is_ok())
    }

    /// The next line, if one arrives within `time`.
    pub(crate) fn receive(&self, time: Duration) -> Received {
        match self.lines.recv_timeout(time) {
            Ok(line) => Received::Line(line),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
        }
    }

    /// Describes how the program ended, as far as known.
    pub(crate) fn describe_exit(&mut self) -> String {
        match wait(&mut self.child, EXIT_TIMEOUT) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        drop(self.input.take());
        // Drain the output: a program that blocks on a full pipe cannot exit.
        let end = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < end && !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.lines.recv_timeout(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
            return;
        }
    }
}

/// Waits up to `time` for a process to exit.
fn wait(child: &mut Child, time: Duration) -> Option<std::process::ExitStatus> {
    let end = Instant::now() + time;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= end {
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
