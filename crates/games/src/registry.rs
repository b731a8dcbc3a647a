//! The list of games, and the macro that crosses from a game's name to its type.
//!
//! Everything below that crossing is generic over the game, so that no inner loop pays for a virtual call. What a
//! visitor may ask of a game depends on the crate: rules and notation here, compiled searches in `spielbaum-players`.
//! So the list is a macro, and each crate that needs a visitor makes one from it with [`visitor!`](crate::visitor).

use std::fmt;
use std::str::FromStr;

use spielbaum_core::{GameInfo, Notation, TextError, split_options};

/// Hands the list of games to another macro: `with_games!(path::to_macro; tokens)` becomes
/// `path::to_macro! { tokens TicTacToe, Gale, … }`.
///
/// A game is one line here. Types that share a name are boards of one game in different sizes; the first that fits the
/// options is taken.
#[macro_export]
macro_rules! with_games {
    ($($callback:ident)::+; $($tokens:tt)*) => {
        $($callback)::+! {
            $($tokens)*
            $crate::TicTacToe,
            $crate::Gale,
            $crate::Gale<u128>,
            $crate::ConnectFour,
            $crate::ConnectFour<$crate::connect_four::AnySize>,
            $crate::Othello,
            $crate::Yavalath,
            $crate::Chess,
        }
    };
}

/// The game that front ends open with.
pub const FIRST_SHOWN: &str = "connect-four";

/// Declares a trait `Visitor` for something that can be done with any registered game that has the given traits, and the
/// functions `visit_game` and `each_game` that call it.
///
/// ```
/// use spielbaum_core::Notation;
///
/// spielbaum_games::visitor!(Notation);
///
/// struct Title;
///
/// impl Visitor for Title {
///     type Output = &'static str;
///
///     fn visit<G: Notation>(&mut self) -> &'static str {
///         G::INFO.title
///     }
/// }
///
/// assert_eq!(visit_game(&"gale:size=3".parse().unwrap(), &mut Title), "Gale (Bridg-It)");
/// ```
#[macro_export]
macro_rules! visitor {
    (@define [$($bound:tt)+] $($game:ty),+ $(,)?) => {
        /// An operation on any game.
        #[allow(dead_code, unreachable_pub)]
        pub trait Visitor {
            /// The result.
            type Output;

            /// Visits the game `G`.
            fn visit<G: $($bound)+>(&mut self) -> Self::Output;
        }

        /// Calls `visitor` with the type of the game that `spec` names.
        #[allow(dead_code, unreachable_pub)]
        pub fn visit_game<V: Visitor>(spec: &$crate::GameSpec, visitor: &mut V) -> V::Output {
            $(if spec.fits::<$game>() {
                return visitor.visit::<$game>();
            })+
            // Options that fit no board: the usual board refuses them with a reason.
            $(if spec.names_usual_board::<$game>() {
                return visitor.visit::<$game>();
            })+
            unreachable!("a spec holds a registered name, and without options a type fits")
        }

        /// Calls `visitor` with every registered type of game.
        #[allow(dead_code, unreachable_pub)]
        pub fn each_game<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
            vec![$(visitor.visit::<$game>()),+]
        }
    };
    ($($bound:tt)+) => {
        $crate::with_games! { $crate::visitor; @define [$($bound)+] }
    };
}

/// What every registered game is called and how it is written.
pub fn game_infos() -> Vec<GameInfo> {
    macro_rules! infos {
        ($($game:ty),+ $(,)?) => { vec![$(<$game>::INFO),+] };
    }
    let mut infos = with_games!(infos;);
    infos.dedup_by_key(|info| info.name);
    infos
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

    /// Whether `G` is a board of this game that fits its options.
    pub fn fits<G: Notation>(&self) -> bool {
        self.name == G::INFO.name && G::fits(&split_options(&format!("{};", self.options)).0)
    }

    /// Whether `G` is the board of this game without options.
    pub fn names_usual_board<G: Notation>(&self) -> bool {
        self.name == G::INFO.name && G::fits(&[])
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

    visitor!(Notation);

    struct Text<'a>(&'a GameSpec, &'a str);

    impl Visitor for Text<'_> {
        type Output = Result<String, TextError>;

        fn visit<G: Notation>(&mut self) -> Self::Output {
            self.0.position::<G>(self.1).map(|position| position.to_string())
        }
    }

    fn position_text(game: &str, position: &str) -> Result<String, String> {
        let (spec, body) = GameSpec::with_position(game, position).map_err(|error| error.to_string())?;
        visit_game(&spec, &mut Text(&spec, body)).map_err(|error| error.to_string())
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
