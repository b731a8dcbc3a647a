//! Othello on 8×8 squares.

mod board;
mod notation;
mod rules;

pub use rules::{Othello, OthelloMoves, PASS};
