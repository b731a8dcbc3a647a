//! The evaluation that a game comes with.

use crate::{Evaluate, Game, TextError};

/// A game with a static evaluation; [`Zero`](crate::Zero) where it has none of its own.
pub trait HasEvaluation: Game {
    /// The default evaluation of the game.
    type Evaluation: Evaluate<Self> + Default;

    /// Whether the evaluation is in units of the game's [margins](crate::Margins::margin), so that both can be
    /// compared.
    const EVALUATES_MARGINS: bool = false;

    /// Whether an evaluation of the game has a [ProbCut model](Evaluate::probcut_model).
    const HAS_PROBCUT_MODEL: bool = false;

    /// The evaluation of a given name, where a game has several.
    fn evaluation(name: &str) -> Result<Self::Evaluation, TextError> {
        Err(TextError::at("the game has no evaluation", name, ""))
    }
}
