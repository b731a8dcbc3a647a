//! Tic-Tac-Toe on a 3×3 board.

mod evaluation;
mod knowledge;
mod notation;
mod profile;
mod rules;

pub use evaluation::OpenLines;
pub use rules::TicTacToe;
