//! A child process that is talked to line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// A running program. It is ended when it is no longer needed, by force if it does not go by itself.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// What was heard of a program.
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// It is gone.
    End,
}

/// Lines that wait for a reader. A program that says more than that must wait itself.
const WAITING_LINES: usize = 256;

/// A longer line is cut into pieces.
const LONGEST_LINE: u64 = 1 << 16;

/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

impl Process {
    /// Starts `command`, a program and its arguments with spaces between.
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
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || read_lines(output, &sender));
        }
        Ok(Process { child, input, lines })
    }

    /// Says a line; false when nobody is there to hear it.
    pub(crate) fn say(&mut self, line: &str) -> bool {
        self.input.as_mut().is_some_and(|input| writeln!(input, "{line}").and_then(|()| input.flush()).is_ok())
    }

    /// The next line, if one comes in time.
    pub(crate) fn hear(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// How the program ended, in words, as far as that is known.
    pub(crate) fn ending(&mut self) -> String {
        match wait(&mut self.child, FAREWELL) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        drop(self.input.take());
        // A program that waits until somebody reads cannot end.
        let end = Instant::now() + FAREWELL;
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

/// Waits for the end of a process for a while.
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
