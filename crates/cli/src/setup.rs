//! The game and position that a command is about: `GAME [-p POSITION] [-m MOVES]`.

use clap::Args;
pub(crate) use spielbaum_games::Setup;

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

impl PositionArguments {
    pub(crate) fn setup(&self) -> Result<Setup<'_>, Failure> {
        self.setup_of(&self.game)
    }

    /// The same position of a game with other options.
    pub(crate) fn setup_of<'a>(&'a self, game: &'a str) -> Result<Setup<'a>, Failure> {
        let (position, moves) = (self.position.as_deref(), self.moves.as_deref());
        Ok(Setup::new(game, position.unwrap_or(""), moves.unwrap_or(""))?)
    }
}
