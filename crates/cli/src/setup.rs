//! The game and position that a command is about: `GAME [-p POSITION] [-m MOVES]`.

use clap::Args;
use spielbaum_core::{Line, Notation};
use spielbaum_games::{GameSpec, Visitor};

use crate::failure::Failure;

/// Arguments that name a position.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// Game, with options as in 'gale:size=6' ('spielbaum games' lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,

    /// Position to start from, in the game's own notation
    #[arg(short, long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Moves to play from there
    #[arg(short, long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// The arguments read as far as they can be without knowing the game's type.
pub(crate) struct Setup<'a> {
    /// The game with its options.
    pub(crate) spec: GameSpec,
    position: &'a str,
    moves: &'a str,
}

impl PositionArguments {
    pub(crate) fn setup(&self) -> Result<Setup<'_>, Failure> {
        let position = self.position.as_deref().unwrap_or("");
        let (spec, position) = GameSpec::with_position(&self.game, position)?;
        Ok(Setup { spec, position, moves: self.moves.as_deref().unwrap_or("") })
    }
}

impl Setup<'_> {
    /// Calls `visitor` with the game's type.
    pub(crate) fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        self.spec.visit(visitor)
    }

    /// The position, and the moves that were played to reach it.
    pub(crate) fn line<G: Notation>(&self) -> Result<Line<G>, Failure> {
        let start: G = self.spec.position(self.position).map_err(|error| Failure::input("position", error))?;
        start.play_line(self.moves).map_err(|error| Failure::input("moves", error))
    }
}
