//! The games: one folder each, with rules, notation and display.
//!
//! Its line in [`registry`] adds a game to every command, test and benchmark.

mod draw;
pub mod fit;
mod openings;
pub mod registry;
mod setup;
mod ternary;
mod weights;
mod word;

pub mod chess;
pub mod connect_four;
pub mod gale;
pub mod othello;
pub mod tic_tac_toe;
pub mod yavalath;

pub use chess::Chess;
pub use connect_four::ConnectFour;
pub use gale::Gale;
pub use othello::Othello;
pub use registry::{GameSpec, game_infos};
pub use setup::Setup;
pub use tic_tac_toe::TicTacToe;
pub use word::Word;
pub use yavalath::Yavalath;

/// The guide's example game, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
struct AddingAGame;

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
