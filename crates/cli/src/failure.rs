//! Why a command failed, and its exit code.

use std::fmt;
use std::io;
use std::process::ExitCode;

use spielbaum_core::TextError;
use spielbaum_lab::{SessionError, StoreError};

/// A failed command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input is wrong; the message names the offending text.
    Input(String),
    /// Reading or writing went wrong.
    Io(io::Error),
    /// The work failed, was interrupted, or found a mismatch; the message says which.
    Failed(String),
}

impl Failure {
    /// Wrong input; the message starts with its place.
    pub(crate) fn input(place: &str, error: impl fmt::Display) -> Failure {
        Failure::Input(format!("{place}: {error}"))
    }

    /// Whether the reader closed our output, which is not a failure (`spielbaum games | head -1`).
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::Io(_) | Failure::Failed(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) | Failure::Failed(message) => f.write_str(message),
            Failure::Io(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Experiment(error) => error.into(),
            SessionError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Unsuitable(..) => Failure::Input(error.to_string()),
            StoreError::Database(..) => Failure::Failed(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}
