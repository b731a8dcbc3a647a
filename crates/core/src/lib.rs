//! The vocabulary that games and searches share, and nothing else.
//!
//! A game implements [`Game`] (its rules) and [`Notation`] (how people write and see it). Searches know only
//! these traits. Nothing here prints, touches files or reads a clock; every random choice takes an [`Rng`].

mod analysis;
mod bits;
mod board;
mod budget;
mod cell;
mod checksum;
mod clock;
mod ending;
mod error;
mod evaluate;
mod game;
mod insertion_sort;
mod knowledge;
mod look;
mod notation;
mod observe;
mod oracle;
mod rng;
mod score;
mod side;
mod text_error;
mod words;

pub use analysis::{Analysis, Bound, Failure, MoveValue, ProofNumbers, Search, Statistics, Variation};
pub use bits::{deposit_bits, extract_bits, mix, nth_set_bit, prefetch};
pub use board::{Board, Layout, Place, Way};
pub use budget::{Budget, Meter};
pub use cell::{Cell, CellSet};
pub use checksum::Checksum;
pub use clock::{Clock, Remaining, Share};
pub use ending::EndingMemory;
pub use error::Error;
pub use evaluate::{Evaluate, Prediction, TermValue, Zero};
pub use game::{Game, MoveSet, Rollout, Status};
pub use insertion_sort::insertion_sort_by_key;
pub use knowledge::{Finish, Forced, Generator, Knowledge, LookAhead, Prospect, Verdict};
pub use look::Look;
pub use notation::{GameInfo, GameOption, Line, Notation, Options, split_options};
pub use observe::{Cut, Observer, Silent};
pub use oracle::{Advice, Oracle};
pub use rng::{Rng, seed_by_clock};
pub use score::{Objective, Score, Value};
pub use side::{Outcome, Side};
pub use text_error::TextError;
pub use words::{counted, grouped, in_words, ordinal};

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
