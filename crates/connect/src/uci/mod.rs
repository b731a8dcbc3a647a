//! The Universal Chess Interface (Meyer-Kahlen & Huber 2006): chess programs as engines of a graphical interface.
//!
//! One thread reads commands, another searches. Whatever comes in, the engine goes on: what it does not understand it says
//! in an `info string`, and when input ends it stops.

mod command;
mod options;
mod output;
mod session;
mod think;

pub use command::{Command, Go, PositionText};
pub use output::score_text;
pub use session::serve;
