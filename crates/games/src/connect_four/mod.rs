//! Connect Four on 7 columns of 6 rows, or 4 to 8 of either.

mod child_probes;
mod evaluation;
mod knowledge;
mod lanes;
mod learnt;
mod notation;
mod profile;
mod rules;
mod shape;
mod theory;
mod threats;

pub use evaluation::SquareValues;
pub use rules::{ConnectFour, Landings};
pub use shape::{AnySize, Shape, Standard};
