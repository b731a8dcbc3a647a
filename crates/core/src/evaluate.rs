//! Static evaluation, for searches that do not reach the end of the game.

use std::sync::Arc;

use crate::{Game, RootProbe, Tablebases, Value};

/// A static evaluation of positions, from the view of the side to move.
///
/// An evaluation may keep an incremental state (an accumulator) that is updated move by move; one that does not has the
/// state `()`.
pub trait Evaluate<G: Game>: Clone + Send + Sync + 'static {
    /// The incremental state.
    type State: Clone;

    /// Whether the evaluation can be given [tablebases](Evaluate::with_tablebases).
    const PROBES_TABLEBASES: bool = false;

    /// The state of a position, computed from scratch.
    fn start(&self, position: &G) -> Self::State;

    /// Updates the state of `before` to that of the position after `mv`.
    fn update(&self, state: &mut Self::State, before: &G, mv: G::Move);

    /// The state of the position `after` a null move.
    #[inline]
    fn after_null_move(&self, _state: &Self::State, after: &G) -> Self::State {
        self.start(after)
    }

    /// The value of `position`, whose state is `state`.
    fn evaluate(&self, state: &Self::State, position: &G) -> i32;

    /// Whether [`probcut_model`](Evaluate::probcut_model) has any parameters.
    fn has_probcut_model(&self) -> bool {
        false
    }

    /// How the score of a shallow search from `position` predicts that of one to `depth`, where that has been measured.
    #[inline]
    fn probcut_model(&self, _position: &G, _depth: u32) -> Option<ProbCutModel> {
        None
    }

    /// The terms that add up to the value; none where it is no sum of terms.
    fn explain(&self, _position: &G) -> Vec<TermValue> {
        Vec::new()
    }

    /// The same evaluation with tablebases to probe; ignored where it does not [probe
    /// any](Evaluate::PROBES_TABLEBASES).
    #[must_use]
    fn with_tablebases(self, _tablebases: Arc<dyn Tablebases<G>>) -> Self {
        self
    }

    /// The value of a position in the tablebases, if there are any and they contain it.
    #[inline]
    fn probe_tablebases(&self, _position: &G) -> Option<Value> {
        None
    }

    /// The moves of a root to choose from by the tablebases, if there are any and they contain it.
    fn probe_root(&self, _position: &G) -> Option<RootProbe<G>> {
        None
    }
}

/// The linear regression of ProbCut: a deep search scores `slope` times the score of a shallow one plus `offset`, with
/// a standard error of `deviation`, all in units of the evaluation (Buro 1995).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCutModel {
    /// The depth of the shallow search, at least 1.
    pub depth: u32,
    /// The factor of its score; above 0.
    pub slope: f32,
    /// The constant term.
    pub offset: f32,
    /// The standard deviation of the residuals.
    pub deviation: f32,
}

/// The value of one term of an evaluation in a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TermValue {
    /// The name of the term.
    pub term: &'static str,
    /// Its value for the first and the second player; none where it is not the difference of two such values.
    pub sides: Option<[f32; 2]>,
    /// What it adds to the total, from the first player's view.
    pub value: f32,
}

/// The constant evaluation: 0 for every position.
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
