//! A guess at what a position is worth, for searches that cannot look to the end.

use std::sync::Arc;

use crate::{Advice, Game, Oracle, Value};

/// A heuristic value of positions, from the view of the side to move.
///
/// An evaluation may keep a running state that is updated move by move; one that does not has the state `()`.
pub trait Evaluate<G: Game>: Clone + Send + Sync + 'static {
    /// What is carried from position to position.
    type State: Clone;

    /// Whether an [oracle](Evaluate::consulting) is asked.
    const CONSULTS: bool = false;

    /// The state of a position from nothing.
    fn start(&self, position: &G) -> Self::State;

    /// Brings the state of `before` to the position after `mv`.
    fn update(&self, state: &mut Self::State, before: &G, mv: G::Move);

    /// The state of the position `after` the side to move has done nothing.
    #[inline]
    fn passed(&self, _state: &Self::State, after: &G) -> Self::State {
        self.start(after)
    }

    /// The value of `position`, whose state is `state`.
    fn evaluate(&self, state: &Self::State, position: &G) -> i32;

    /// Whether [`prediction`](Evaluate::prediction) knows anything.
    fn predicts(&self) -> bool {
        false
    }

    /// What a shallow search from `position` tells about one to `depth`, where somebody has measured that.
    #[inline]
    fn prediction(&self, _position: &G, _depth: u32) -> Option<Prediction> {
        None
    }

    /// The terms that the value is made of; none where it is no sum of terms.
    fn explained(&self, _position: &G) -> Vec<TermValue> {
        Vec::new()
    }

    /// The same evaluation with somebody to ask who knows better.
    #[must_use]
    fn consulting(self, _oracle: Arc<dyn Oracle<G>>) -> Self {
        self
    }

    /// What the oracle knows of a position, if there is one.
    #[inline]
    fn known(&self, _position: &G) -> Option<Value> {
        None
    }

    /// What the oracle advises in a position that is to be played, if there is one.
    fn advice(&self, _position: &G) -> Option<Advice<G>> {
        None
    }
}

/// How the score of a deep search follows from that of a shallow one: `slope` times that score, and `offset`, give or take
/// `deviation`, all in units of the evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prediction {
    /// The depth of the shallow search, at least 1.
    pub depth: u32,
    /// What a unit of its score counts; above 0.
    pub slope: f32,
    /// What is added.
    pub offset: f32,
    /// The standard deviation of what is missed.
    pub deviation: f32,
}

/// What a term of an evaluation says about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TermValue {
    /// The name of the term.
    pub term: &'static str,
    /// What it gives the first and the second player; none where it speaks of both at once.
    pub sides: Option<[f32; 2]>,
    /// What it adds to the value, from the first player's view.
    pub value: f32,
}

/// The evaluation that knows nothing: every position that is not over is worth 0.
#[derive(Clone, Copy, Default, Debug)]
pub struct Zero;

impl<G: Game> Evaluate<G> for Zero {
    type State = ();

    fn start(&self, _: &G) {}

    fn update(&self, (): &mut (), _: &G, _: G::Move) {}

    fn evaluate(&self, (): &(), _: &G) -> i32 {
        0
    }
}
