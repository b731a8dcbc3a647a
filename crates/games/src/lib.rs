//! The games: one folder each, with rules, notation and display.
//!
//! A game joins every command, test and benchmark by its line in [`registry`].

mod draw;
pub mod registry;

pub mod tic_tac_toe;

pub use registry::{GameSpec, Visitor, each_game, game_infos};
pub use tic_tac_toe::TicTacToe;
