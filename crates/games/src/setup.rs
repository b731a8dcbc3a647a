//! The setup of a request: a game, a position text and moves from there.

use spielbaum_core::{Line, Notation, TextError};

use crate::registry::GameSpec;

/// The texts, parsed as far as possible without the game's type.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The game with its options.
    pub spec: GameSpec,
    position: &'a str,
    moves: &'a str,
}

impl<'a> Setup<'a> {
    /// The game `game`, from `position` (the start if empty), after `moves`.
    pub fn new(game: &str, position: &'a str, moves: &'a str) -> Result<Setup<'a>, TextError> {
        let (spec, position) = GameSpec::with_position(game, position)?;
        Ok(Setup { spec, position, moves })
    }

    /// The position before the moves.
    pub fn start<G: Notation>(&self) -> Result<G, TextError> {
        self.spec.position(self.position).map_err(|error| TextError::new(format!("position: {error}")))
    }

    /// The position, and the moves that were played to reach it.
    pub fn line<G: Notation>(&self) -> Result<Line<G>, TextError> {
        self.start::<G>()?.play_line(self.moves).map_err(|error| TextError::new(format!("moves: {error}")))
    }
}
