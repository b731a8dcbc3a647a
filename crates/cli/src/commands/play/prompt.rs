//! Questions to a person, or to whatever is at the other end of standard input.

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

    /// Whether somebody is there to be asked.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Asks, and returns the answer without surrounding space; nothing at the end of input.
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
            // What a person types is seen already; of what comes through a pipe there would be no trace.
            output.line(&answer)?;
        }
        Ok(Some(answer))
    }
}
