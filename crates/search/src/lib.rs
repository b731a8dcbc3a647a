//! Searches over any game: one file an algorithm.

pub mod alphabeta;
mod minimax;
mod perft;
mod synthetic;
mod table;
mod textbook;

pub use alphabeta::AlphaBeta;
pub use minimax::{Minimax, minimax};
pub use perft::{divide, perft};
pub use synthetic::{RandomLeaves, UniformTree};
pub use table::{Entry, Table};
pub use textbook::Textbook;
