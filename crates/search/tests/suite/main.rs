//! All tests of the searches from outside, in one program: each would compile every search for every game again.

mod book;
mod common;
mod conduct;
mod exactness;
mod mcts;
mod perfect;
mod plain_game;
mod proof;
mod proved;
mod root_moves;
mod specs;
mod trace;
mod uniform_trees;
mod written_proofs;

spielbaum_games::visitor!(spielbaum_core::Notation + spielbaum_core::Knowledge);
