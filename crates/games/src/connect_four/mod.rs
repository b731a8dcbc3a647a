//! Connect Four on 7 columns of 6 rows.

mod notation;
mod rules;

pub use rules::{ConnectFour, Landings};
