//! Chess by the rules of FIDE, Chess960 castling included.

mod draws;
mod epd;
mod evaluation;
mod fen;
mod history;
mod keys;
mod knowledge;
mod moves;
mod notation;
mod openings;
mod pgn;
mod profile;
mod rules;
mod san;
mod uci;

pub use cozy_chess::{Board, Color, Move, Piece, Square};
pub use draws::{Draws, Ending};
pub use epd::Epd;
pub use evaluation::{ChessEvaluation, Example, Fit};
pub use moves::ChessMoves;
pub use pgn::{Pgn, PgnMove};
pub use rules::Chess;
