//! Exact values from beyond a search: what somebody found out beforehand and looks up, such as tables of endings.

use std::fmt::Debug;

use crate::{Game, Value};

/// Knows what some positions are worth under best play.
pub trait Oracle<G: Game>: Debug + Send + Sync {
    /// A proven value for the side to move, with the plies of a win or a loss; none where it is not known.
    fn value(&self, position: &G) -> Option<Value>;
}
