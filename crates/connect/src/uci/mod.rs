//! The Universal Chess Interface (Meyer-Kahlen & Huber 2006): chess programs as engines of a graphical interface.
//!
//! One thread reads commands, another searches. Invalid input never ends the engine: it is reported in an `info string`.
//! When the input ends, the engine stops.

mod command;
mod options;
mod output;
mod session;
mod think;

pub use command::{Command, Go, PositionText};
pub use output::score_text;
pub use session::serve;
