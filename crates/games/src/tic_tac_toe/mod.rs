//! Tic-Tac-Toe on a 3×3 board.

mod notation;
mod rules;

pub use rules::TicTacToe;
