//! Othello on 8×8 squares.

mod board;
mod evaluation;
mod generators;
mod knowledge;
mod notation;
mod rollout;
mod rules;

pub use evaluation::SquaresAndMobility;
pub use rules::{Othello, OthelloMoves, PASS};
