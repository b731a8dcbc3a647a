//! Connect Four on 7 columns of 6 rows.

mod evaluation;
mod knowledge;
mod notation;
mod rules;
mod theory;

pub use evaluation::SquareValues;
pub use rules::{ConnectFour, Landings};
