//! External engines as players. An engine may hang, crash, report nonsense, flood its output or play illegal moves;
//! every such failure ends the game with a reason and never takes the laboratory down.

mod info;
mod process;
mod uci;

use std::any::Any;

use spielbaum_core::{Notation, Search, TextError};
use spielbaum_games::Chess;
use spielbaum_search::Program;

pub use uci::UciPlayer;

/// Starts an engine as a player of `G`, which must be chess, and sets its options.
pub fn start<G: Notation>(program: &Program) -> Result<Box<dyn Search<G>>, TextError> {
    if G::INFO.name != Chess::INFO.name {
        let error = TextError::at("the program", &program.command, "");
        return Err(TextError::new(format!("{error} plays chess, not {}", G::INFO.name)));
    }
    let player: Box<dyn Search<Chess>> = Box::new(UciPlayer::start(program)?);
    let player: Box<dyn Any> = Box::new(player);
    Ok(*player.downcast().expect("the game called chess is chess"))
}
