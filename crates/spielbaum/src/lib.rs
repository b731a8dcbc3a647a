//! Game-tree search as a library: your own game or one of six, searched by alpha-beta, Monte-Carlo tree search or proof
//! numbers, and compared in matches.
//!
//! # A shipped game
//!
//! ```
//! use spielbaum::prelude::*;
//!
//! # fn main() -> Result<(), Error> {
//! let position: ConnectFour = read::position("4455")?;
//! let search = AlphaBeta::new().table(16.mb()).iterative().pvs();
//! let analysis = search.search(&position, Budget::depth(7))?;
//! let best = analysis.best.expect("the game is not over");
//! assert_eq!(position.move_text(best), "6");
//! assert_eq!(analysis.value, Value::Win(Some(3)));
//! # Ok(())
//! # }
//! ```
//!
//! # A game of your own
//!
//! [`Game`](prelude::Game) is the rules, [`Notation`](prelude::Notation) the texts of positions and moves, and
//! [`Knowledge`](prelude::Knowledge) what it may tell a search; `default_knowledge!` says "nothing". Here two players
//! alternately take one to three of ten stones, and whoever takes the last one wins. `examples/stones/mod.rs` is the
//! whole game, with its texts.
//!
//! ```
//! use spielbaum::prelude::*;
//!
//! #[derive(Clone, PartialEq, Eq, Hash, Debug)]
//! struct Stones {
//!     left: u8,
//!     side_to_move: Side,
//! }
//!
//! default_knowledge!(Stones);
//!
//! impl Game for Stones {
//!     type Move = Cell; // 0 takes one stone, 1 two, 2 three
//!     type Moves = CellSet;
//!
//!     fn status(&self) -> Status<CellSet> {
//!         match self.left {
//!             0 => Status::Over(Outcome::Win(!self.side_to_move)),
//!             left => Status::Ongoing(CellSet((1 << left.min(3)) - 1)),
//!         }
//!     }
//!     fn play(&mut self, mv: Cell) {
//!         self.left -= mv.0 + 1;
//!         self.side_to_move = !self.side_to_move;
//!     }
//! #   fn side_to_move(&self) -> Side { self.side_to_move }
//! #   fn key(&self) -> u64 { u64::from(self.left) << 1 | self.side_to_move as u64 }
//! #   fn max_plies(&self) -> usize { self.left.into() }
//!     // … and whose turn it is, a key, and an upper bound on the plies.
//! }
//! # impl Default for Stones { fn default() -> Stones { Stones { left: 10, side_to_move: Side::First } } }
//! # impl std::fmt::Display for Stones {
//! #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.left.fmt(f) }
//! # }
//! # impl std::str::FromStr for Stones {
//! #     type Err = TextError;
//! #     fn from_str(text: &str) -> Result<Stones, TextError> { Err(TextError::at("no stones in", text, "")) }
//! # }
//! # impl Notation for Stones {
//! #     const INFO: GameInfo = GameInfo {
//! #         name: "stones", title: "Stones", sides: ["first", "second"], summary: "", options: &[],
//! #         position_help: "", move_help: "",
//! #     };
//! #     fn move_text(&self, mv: Cell) -> String { (mv.0 + 1).to_string() }
//! #     fn draw(&self, _: TextStyle, _: Option<Cell>) -> String { format!("{self}\n") }
//! # }
//!
//! # fn main() -> Result<(), Error> {
//! let start = Stones::default();
//! let analysis = ProofNumber::dfpn().memory(1.mb()).search(&start, Budget::default())?;
//! assert_eq!(analysis.value, Value::Win(None));
//! assert_eq!(analysis.best.map(|mv| start.move_text(mv)).as_deref(), Some("2"), "eight stones lose");
//! # Ok(())
//! # }
//! ```
//!
//! # Contents
//!
//! - [`prelude`]: everything below in one `use`.
//! - Builders of searches ([`AlphaBeta`](prelude::AlphaBeta), [`Auto`](prelude::Auto), [`Mcts`](prelude::Mcts),
//!   [`ProofNumber`](prelude::ProofNumber)), which are typed forms of a [`Spec`](prelude::Spec); its text, as in
//!   `"pvs:hint,look-ahead"`, is a search as well ([`ToSpec`](prelude::ToSpec)).
//! - [`read`]: games, positions and moves from texts. Everything that reads returns an [`Error`].
//! - [`Match`]: two searches, pairs of a shipped game or your own, the Elo difference with its interval (feature `lab`, on by default; without
//!   it, nothing but rules and searches is compiled).
//! - [`crates`]: the crates behind all this. `core` is the vocabulary, `games` the games, `search` the searches, `lab`
//!   experiments and statistics.
//!
//! # Examples
//!
//! Example programs, in the crate's folder `examples`; `cargo run --release -p spielbaum --example own_game` runs the
//! first.
//!
//! - `own_game.rs`: a game of one's own, searched by alpha-beta, Monte-Carlo tree search and df-pn
//! - `breakthrough.rs`: a game of one's own with moves from place to place
//! - `solve_connect_four.rs`: the value of every move, and the line of best play
//! - `watch_a_search.rs`: what a search reports after each iteration, and every position that it enters
//! - `own_game_match.rs`: a match at a game of one's own
//! - `match_with_statistics.rs`: two searches, pairs of games, and the Elo difference with its interval

#[cfg(feature = "lab")]
mod matches;
pub mod prelude;
pub mod read;

#[cfg(feature = "lab")]
pub use matches::{Match, MatchResult};
pub use spielbaum_core::Error;

/// The crates behind the library, whole, for what the prelude leaves out.
pub mod crates {
    pub use spielbaum_core as core;
    pub use spielbaum_games as games;
    #[cfg(feature = "lab")]
    pub use spielbaum_lab as lab;
    pub use spielbaum_search as search;
}

/// The code of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
