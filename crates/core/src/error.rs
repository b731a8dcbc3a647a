//! What can be wrong with a request to the library, told apart so that a program can react to it.
//!
//! A [`TextError`] says what is wrong with a text and where; an [`Error`] says which text it was.

use crate::TextError;

/// Why a request to the library was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such game, or it has no such option.
    #[error("{reason}")]
    UnknownGame {
        /// The game as it was named.
        text: String,
        /// What is wrong with it.
        reason: TextError,
    },
    /// The text is not a position of the game.
    #[error("invalid position of {game} '{text}': {reason}")]
    BadPosition {
        /// The name of the game.
        game: &'static str,
        /// The text of the position.
        text: String,
        /// What is wrong with it.
        reason: TextError,
    },
    /// A move of the list is not legal.
    #[error("invalid moves of {game} '{text}': {reason}")]
    BadMove {
        /// The name of the game.
        game: &'static str,
        /// The list of moves.
        text: String,
        /// What is wrong with it.
        reason: TextError,
    },
    /// The text is not a search, or its options exclude each other.
    #[error("invalid search '{text}': {reason}")]
    BadSearch {
        /// The search as it was written.
        text: String,
        /// What is wrong with it.
        reason: TextError,
    },
    /// The search needs something that the game does not have.
    #[error("search '{search}': {reason}")]
    NotForGame {
        /// The search.
        search: String,
        /// The name of the game.
        game: &'static str,
        /// What the game lacks.
        reason: TextError,
    },
    /// The limits do not apply to the search, or there are none and it would not end.
    #[error("search '{search}': {reason}")]
    BadLimits {
        /// The search.
        search: String,
        /// What is wrong with its limits.
        reason: TextError,
    },
    /// Any other text that could not be read.
    #[error(transparent)]
    Text(#[from] TextError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_the_text_and_the_reason() {
        let reason = TextError::at("illegal move", "z9", "");
        let error = Error::BadMove { game: "othello", text: "f5 z9".to_owned(), reason };
        assert_eq!(error.to_string(), "invalid moves of othello 'f5 z9': illegal move 'z9'");
    }

    #[test]
    fn a_text_error_is_passed_on_as_it_is() {
        let error: Error = TextError::new("time must look like 500ms").into();
        assert_eq!(error.to_string(), "time must look like 500ms");
    }
}
