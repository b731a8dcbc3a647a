//! The list of games, and the one place where a game's name becomes a type.
//!
//! Everything below is generic over the game; a [`Visitor`] goes from the name to the type once, so that no inner loop
//! has virtual calls.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{GameInfo, Knowledge, Notation, Options, TextError, split_options};

/// Registers games: one line each. Types that share a name are boards of one game in different sizes; the first
/// that fits the options is taken.
macro_rules! register {
    ($($game:ty),+ $(,)?) => {
        /// Name and notation of every registered game.
        pub fn game_infos() -> Vec<GameInfo> {
            let mut infos = vec![$(<$game>::INFO),+];
            infos.dedup_by_key(|info| info.name);
            infos
        }

        /// Visits every registered type of game.
        pub fn each_game<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
            vec![$(visitor.visit::<$game>()),+]
        }

        fn visit_fitting<V: Visitor>(name: &str, options: &Options, visitor: &mut V) -> Option<V::Output> {
            $(if name == <$game>::INFO.name && <$game>::fits(options) {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

register![
    crate::TicTacToe,
    crate::Gale,
    crate::Gale<u128>,
    crate::ConnectFour,
    crate::ConnectFour<crate::connect_four::AnySize>,
    crate::Othello,
    crate::Yavalath,
    crate::Chess
];

/// An operation on any game type.
pub trait Visitor {
    /// Its result.
    type Output;

    /// Runs it for the game `G`.
    fn visit<G: Notation + Knowledge>(&mut self) -> Self::Output;
}

/// A game as a user names it: `othello`, `gale:size=6`, `yavalath:side=4,swap`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpec {
    name: &'static str,
    options: String,
}

impl GameSpec {
    /// The game that `game` and the options before the position text `position` describe together, and the
    /// position text without them.
    pub fn with_position<'a>(game: &str, position: &'a str) -> Result<(GameSpec, &'a str), TextError> {
        let mut spec: GameSpec = game.parse()?;
        let Some((options, body)) = position.split_once(';') else { return Ok((spec, position)) };
        if !spec.options.is_empty() && !options.trim().is_empty() {
            let error = TextError::at(&format!("options both in the game '{spec}' and in the position"), position, "");
            return Err(TextError::new(format!("{error}: give them once")));
        }
        if !options.trim().is_empty() {
            spec = format!("{}:{options}", spec.name).parse()?;
        }
        Ok((spec, body))
    }

    /// The registered name, without options.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Calls `visitor` with the type of the game.
    pub fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Output {
        let options = format!("{};", self.options);
        visit_fitting(self.name, &split_options(&options).0, visitor)
            .or_else(|| visit_fitting(self.name, &[], visitor))
            .expect("a spec holds a registered name, and without options a type fits")
    }

    /// The position that `body`, a position text without options, describes; the start position for an empty text.
    pub fn position<G: Notation>(&self, body: &str) -> Result<G, TextError> {
        match (self.options.is_empty(), body.trim().is_empty()) {
            (true, true) => Ok(G::default()),
            (true, false) => body.parse(),
            (false, _) => format!("{};{body}", self.options).parse(),
        }
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
        Ok(GameSpec { name: info.name, options: options.trim().to_owned() })
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Text<'a>(&'a GameSpec, &'a str);

    impl Visitor for Text<'_> {
        type Output = Result<String, TextError>;

        fn visit<G: Notation>(&mut self) -> Self::Output {
            self.0.position::<G>(self.1).map(|position| position.to_string())
        }
    }

    fn position_text(game: &str, position: &str) -> Result<String, String> {
        let (spec, body) = GameSpec::with_position(game, position).map_err(|error| error.to_string())?;
        spec.visit(&mut Text(&spec, body)).map_err(|error| error.to_string())
    }

    #[test]
    fn options_come_with_the_game_or_with_the_position() {
        assert_eq!(position_text("gale", "").as_deref(), Ok("size=4;"));
        assert_eq!(position_text("gale:size=9", "a1 b2").as_deref(), Ok("size=9; a1 b2"));
        assert_eq!(position_text("gale", "size=9; a1 b2").as_deref(), Ok("size=9; a1 b2"));
        assert_eq!(position_text("yavalath:side=3,swap", "").as_deref(), Ok("side=3,swap;"));
    }

    #[test]
    fn what_is_wrong_with_a_game_is_named() {
        let refused = |game, position| position_text(game, position).unwrap_err();
        assert!(refused("chequers", "").starts_with("unknown game 'chequers'; the games are tic-tac-toe, gale"));
        assert_eq!(refused("othello:size=8", ""), "unknown option 'size': othello has no options");
        assert_eq!(refused("gale:size=11", ""), "size must be 2 to 10, not '11'");
        assert!(refused("gale:size=5", "size=6;").ends_with("give them once"));
    }
}
