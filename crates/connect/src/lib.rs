//! Protocols that connect Spielbaum to chess interfaces and servers: UCI, lichess.org, and Polyglot books.

mod engine;
pub mod lichess;
pub mod polyglot;
pub mod uci;

pub use engine::CHESS_SEARCH;
