//! Searches over any game: one file an algorithm.

mod perft;

pub use perft::{divide, perft};
