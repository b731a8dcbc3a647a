//! Spielbaum among other programs: the protocols by which chess engines and their users talk.

mod engine;
pub mod lichess;
pub mod polyglot;
pub mod uci;

pub use engine::CHESS_SEARCH;
