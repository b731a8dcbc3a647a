//! Prompts on standard input, a terminal or not.

use std::io::{self, BufRead, IsTerminal};

use crate::failure::Failure;
use crate::output::Output;

/// Standard input, a line at a time.
pub(super) struct Prompt {
    input: io::StdinLock<'static>,
    is_terminal: bool,
}

impl Prompt {
    pub(super) fn new() -> Prompt {
        Prompt { input: io::stdin().lock(), is_terminal: io::stdin().is_terminal() }
    }

    /// Whether standard input is a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Asks, and returns the trimmed answer; `None` at the end of input.
    pub(super) fn ask(&mut self, question: &str, output: &mut Output) -> Result<Option<String>, Failure> {
        output.text(question)?;
        output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            output.line("")?;
            return Ok(None);
        }
        let answer = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !self.is_terminal {
            // A terminal echoes what is typed; piped input would not be visible.
            output.line(&answer)?;
        }
        Ok(Some(answer))
    }
}
