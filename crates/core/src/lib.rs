//! The vocabulary that games and searches share, and nothing else.
//!
//! A game implements [`Game`] (its rules) and [`Notation`] (how people write and see it). Searches know only
//! these traits. Nothing here prints, touches files or reads a clock; every random choice takes an [`Rng`].

mod bits;
mod cell;
mod game;
mod look;
mod notation;
mod rng;
mod side;
mod text_error;

pub use bits::{extract_bits, mix, nth_set_bit};
pub use cell::{Cell, CellSet};
pub use game::{Game, MoveSet, Rollout, Status};
pub use look::Look;
pub use notation::{GameInfo, GameOption, Line, Notation, Options, split_options};
pub use rng::Rng;
pub use side::{Outcome, Side};
pub use text_error::TextError;
