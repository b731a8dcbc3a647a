//! The vocabulary that games and searches share, and nothing else.
//!
//! A game implements [`Game`] (its rules) and [`Notation`] (how people read and write it), and the parts of
//! [`Knowledge`] that it can contribute to a search; [`default_knowledge!`] implements the rest. Searches know only
//! these traits. Nothing here prints, touches files or reads a clock; every random choice takes an [`Rng`].

mod analysis;
mod bits;
mod board;
mod budget;
mod cell;
mod checksum;
mod clock;
mod endgame_table;
mod error;
mod evaluate;
mod game;
mod insertion_sort;
mod knowledge;
mod notation;
mod observer;
mod profile;
mod rng;
mod score;
mod side;
mod tablebases;
mod text_error;
mod text_style;
mod wording;

pub use analysis::{Analysis, Bound, Failure, MoveValue, ProofNumbers, Search, Statistics, Variation};
pub use bits::{deposit_bits, extract_bits, mix, nth_set_bit, prefetch};
pub use board::{Board, Layout, MovePlaces, Place};
pub use budget::{Budget, Meter};
pub use cell::{Cell, CellSet};
pub use checksum::Checksum;
pub use clock::{Allotment, Clock, Remaining};
pub use endgame_table::EndgameTable;
pub use error::Error;
pub use evaluate::{Evaluate, ProbCutModel, TermValue, Zero};
pub use game::{Game, MoveSet, Rollout, Status};
pub use insertion_sort::insertion_sort_by_key;
pub use knowledge::{
    ChildProbe, EndgameResult, Generator, HasEvaluation, Knowledge, LookAhead, Margins, MoveGeneration, MoveOrdering,
    PerfectPlay, Proofs, Quiescence, Rollouts, SelectiveSearch, Symmetry, Tactics, ThreatSearch,
};
pub use notation::{GameInfo, GameOption, Line, Notation, Options, split_options};
pub use observer::{Cut, NoObserver, Observer};
pub use profile::{GameProfile, PageHints};
pub use rng::{Rng, seed_from_clock};
pub use score::{Objective, Score, Value};
pub use side::{Outcome, Side};
pub use tablebases::{RootProbe, Tablebases};
pub use text_error::TextError;
pub use text_style::TextStyle;
pub use wording::{counted, describe_value, grouped, ordinal};

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
