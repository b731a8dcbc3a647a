//! Exact values from outside a search, such as endgame tablebases.

use std::fmt::Debug;

use crate::{Game, Value};

/// Endgame tablebases: the game-theoretic value of some positions.
pub trait Tablebases<G: Game>: Debug + Send + Sync {
    /// A proven value for the side to move, with the distance to the win or loss if the tables store it; none for a
    /// position outside the tables.
    fn probe(&self, position: &G) -> Option<Value>;

    /// The moves to choose from at the root; none where a search of all moves is as good.
    fn probe_root(&self, _position: &G) -> Option<RootProbe<G>> {
        None
    }
}

/// The moves of a root that keep its value: a player who always picks one of them reaches that value.
#[derive(Clone, Debug)]
pub struct RootProbe<G: Game> {
    /// The proven value for the side to move.
    pub value: Value,
    /// The moves that keep it.
    pub moves: Vec<G::Move>,
}
