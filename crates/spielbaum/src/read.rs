//! Games, positions and moves from texts, with errors that say which text was wrong.

use spielbaum_core::{Error, Notation};
use spielbaum_games::GameSpec;

/// A shipped game by its name and options, as in `gale:size=6`.
///
/// ```
/// use spielbaum::{Error, read};
///
/// assert_eq!(read::game("gale:size=6").unwrap().name(), "gale");
/// assert!(matches!(read::game("chequers"), Err(Error::UnknownGame { text, .. }) if text == "chequers"));
/// ```
pub fn game(text: &str) -> Result<GameSpec, Error> {
    text.parse().map_err(|reason| Error::UnknownGame { text: text.to_owned(), reason })
}

/// A position of the game `G` in its own notation.
///
/// ```
/// use spielbaum::prelude::*;
///
/// let position: TicTacToe = read::position("X.O/.../...").unwrap();
/// assert_eq!(position.side_to_move(), Side::First);
/// assert!(matches!(read::position::<TicTacToe>("X?O"), Err(Error::BadPosition { .. })));
/// ```
pub fn position<G: Notation>(text: &str) -> Result<G, Error> {
    text.parse().map_err(|reason| Error::BadPosition { game: G::INFO.name, text: text.to_owned(), reason })
}

/// The position after a list of moves.
///
/// ```
/// use spielbaum::prelude::*;
///
/// let position = read::moves(&Othello::default(), "f5 d6 c3").unwrap();
/// assert_eq!(position.side_to_move(), Side::Second);
/// assert!(matches!(read::moves(&position, "a1"), Err(Error::BadMove { .. })));
/// ```
pub fn moves<G: Notation>(position: &G, text: &str) -> Result<G, Error> {
    let refused = |reason| Error::BadMove { game: G::INFO.name, text: text.to_owned(), reason };
    position.play_line(text).map(|line| line.position).map_err(refused)
}
