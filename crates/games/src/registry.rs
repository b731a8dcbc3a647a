//! The list of games, and the one place where a game's name becomes a type.
//!
//! Everything below is generic over the game; a [`Visitor`] crosses from the name to the type once, so that
//! no inner loop pays for a virtual call.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{GameInfo, Notation, TextError, split_options};

/// Registers games: one line each.
macro_rules! register {
    ($($game:ty),+ $(,)?) => {
        /// What every registered game is called and how it is written.
        pub fn game_infos() -> Vec<GameInfo> {
            vec![$(<$game>::INFO),+]
        }

        /// Visits every registered game.
        pub fn each_game<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
            vec![$(visitor.visit::<$game>()),+]
        }

        fn visit_named<V: Visitor>(name: &str, visitor: &mut V) -> Option<V::Output> {
            $(if name == <$game>::INFO.name {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

register![crate::TicTacToe,];

/// Something that can be done with any game.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with the game `G`.
    fn visit<G: Notation>(&mut self) -> Self::Output;
}

/// A game as a user names it: `othello`, `gale:size=6`, `yavalath:side=4,swap`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    name: &'static str,
    options: String,
}

impl GameSpec {
    /// The registered name, without options.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Calls `visitor` with the game's type.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        visit_named(self.name, visitor).expect("a spec holds a registered name")
    }

    /// The position that `text` describes under the spec's options; the start position for an empty text.
    pub fn position<G: Notation>(&self, text: &str) -> Result<G, TextError> {
        if self.options.is_empty() {
            return if text.trim().is_empty() { Ok(G::default()) } else { text.parse() };
        }
        if text.contains(';') {
            let reason = format!("options both in '{self}' and in the position '{text}': give them once");
            return Err(TextError::new(reason));
        }
        format!("{};{text}", self.options).parse()
    }
}

impl FromStr for GameSpec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<GameSpec, TextError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let infos = game_infos();
        let Some(info) = infos.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = infos.iter().map(|info| info.name).collect();
            let error = TextError::at("unknown game", name, "");
            return Err(TextError::new(format!("{error}; the games are {}", names.join(", "))));
        };
        for (option, _) in split_options(&format!("{options};")).0 {
            if !info.options.iter().any(|known| known.name == option) {
                return Err(unknown_option(option, info));
            }
        }
        Ok(GameSpec { name: info.name, options: options.to_owned() })
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ":{}", self.options) }
    }
}

/// The error that `info`'s game has no such option, with those it has.
pub(crate) fn unknown_option(option: &str, info: &GameInfo) -> TextError {
    let error = TextError::at("unknown option", option, "");
    let known: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    TextError::new(match known.as_slice() {
        [] => format!("{error}: {} has no options", info.name),
        _ => format!("{error}; {} has {}", info.name, known.join(", ")),
    })
}
