//! An external program as a player: `uci:PATH[,Option=value,…]`, for instance `uci:stockfish,Hash=16,patience=5s`.

use std::fmt;
use std::time::Duration;

use spielbaum_core::TextError;

use crate::engine::Engine;
use crate::options::{parse_time, time_text};
use crate::presets::Preset;

/// The name of such players in specs.
pub(crate) static EXTERNAL: Preset = Preset {
    name: "uci",
    summary: "another chess program, as in 'uci:stockfish,Hash=16'",
    reference: "Meyer-Kahlen & Huber 2006",
    engine: Engine::External,
};

/// A program and its options.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Program {
    /// The path of the program, or its name in the system's search path, and its arguments.
    pub command: String,
    /// Options by name; a button has no value.
    pub options: Vec<(String, Option<String>)>,
    /// How long it may be silent or exceed its time; `None` for the default.
    pub patience: Option<Duration>,
}

impl Program {
    /// Reads the next part of a spec: first the command, then options.
    pub(crate) fn add(&mut self, part: &str) -> Result<(), TextError> {
        if self.command.is_empty() {
            self.command = part.to_owned();
            return Ok(());
        }
        let (name, value) = match part.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
            None => (part, None),
        };
        if let ("patience", Some(time)) = (name, &value) {
            self.patience = Some(parse_time(time)?);
            return Ok(());
        }
        if name.is_empty() {
            return Err(TextError::at("option without a name:", part, ""));
        }
        self.options.push((name.to_owned(), value));
        Ok(())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        self.options.iter().try_for_each(|(name, value)| match value {
            Some(value) => write!(f, ",{name}={value}"),
            None => write!(f, ",{name}"),
        })?;
        self.patience.map_or(Ok(()), |time| write!(f, ",patience={}", time_text(time)))
    }
}
