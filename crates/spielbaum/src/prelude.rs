//! What most programs need: `use spielbaum::prelude::*`.

pub use spielbaum_core::{
    Analysis, Bound, Budget, Cell, CellSet, Cut, Error, Evaluate, Game, GameInfo, Knowledge, MoveSet, Notation,
    Objective, Observer, Outcome, Rng, Score, Search, Side, Status, TextError, TextStyle, Value, Zero,
    default_knowledge, describe_value,
};
pub use spielbaum_games::{Chess, ConnectFour, Gale, GameSpec, Othello, TicTacToe, Yavalath};
pub use spielbaum_search::Spec;
pub use spielbaum_search::alphabeta::Switch;
pub use spielbaum_search::builder::{AlphaBeta, Auto, Mcts, Megabytes, MemorySize, ProofNumber, ToSpec};

#[cfg(feature = "lab")]
pub use crate::matches::{Match, MatchResult};
pub use crate::read;
#[cfg(feature = "lab")]
pub use spielbaum_lab::statistics::{self, Estimate};
#[cfg(feature = "lab")]
pub use spielbaum_players::{Playable, playable};
