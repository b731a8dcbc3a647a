//! Othello on 8×8 squares.

mod board;
mod endgame;
mod evaluation;
mod generators;
mod knowledge;
mod last_flips;
mod notation;
mod openings;
mod patterns;
mod predictions;
mod profile;
mod rollout;
mod rules;
mod stability;
mod study;
mod training;

pub use evaluation::OthelloEvaluation;
pub use predictions::{Scores, fit_predictions};
pub use rules::{Othello, OthelloMoves, PASS};
pub use study::Study;
pub use training::{Example, train};
