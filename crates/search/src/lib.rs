//! Searches over any game: one file per algorithm.

pub mod alphabeta;
mod auto;
mod book;
pub mod builder;
mod engine;
mod in_flight;
mod late;
pub mod mcts;
mod memory;
mod minimax;
mod options;
mod perfect;
mod perft;
mod playouts;
mod presets;
mod program;
pub mod proof;
mod random;
mod renamed;
mod root_moves;
mod spec;
mod synthetic;
mod table;
mod textbook;
mod threads;
mod trace;

/// The greatest depth of a search; the transposition table stores depths up to 255.
pub const DEEPEST: u32 = 250;

pub use alphabeta::AlphaBeta;
pub use auto::AutoSearch;
pub use book::{Book, BookHeader, Build, MakeError};
pub use engine::Engine;
pub use late::late_position;
pub use minimax::{Minimax, MinimaxSearch, minimax};
pub use options::{TABLE_MEGABYTES, THREADS, parse_clock, parse_time};
pub use perfect::PerfectSearch;
pub use perft::{divide, perft};
pub use playouts::{PlayoutLimit, Playouts};
pub use presets::{PRESETS, Preset, SELECTIVE};
pub use program::Program;
pub use random::RandomSearch;
pub use renamed::renamed_options;
pub use root_moves::{moves_worth, solve_each_move};
pub use spec::{Limits, Spec};
pub use synthetic::{GivenLeaves, RandomLeaves, UniformTree};
pub use table::{Entry, Form, Holds, Replacement, Table, TableSettings, Usage};
pub use textbook::Textbook;
pub use threads::{STACK_BYTES, spawn_search};
pub use trace::{EventKind, NodeState, Player, Recorder, Trace, TraceEvent, TraceLimits, TraceNode};

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
