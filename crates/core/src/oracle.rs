//! Exact values from beyond a search: what somebody found out beforehand and looks up, such as tables of endings.

use std::fmt::Debug;

use crate::{Game, Value};

/// Knows what some positions are worth under best play.
pub trait Oracle<G: Game>: Debug + Send + Sync {
    /// A proven value for the side to move, with the plies of a win or a loss if they are known; none where it is not known.
    fn value(&self, position: &G) -> Option<Value>;

    /// What to choose from in a position that is to be played; none where a search of all moves knows as much.
    fn advice(&self, _position: &G) -> Option<Advice<G>> {
        None
    }
}

/// The moves of a position that are worth as much as the position: whoever keeps to them reaches that value.
#[derive(Clone, Debug)]
pub struct Advice<G: Game> {
    /// The proven value for the side to move.
    pub value: Value,
    /// The moves.
    pub moves: Vec<G::Move>,
}
