//! Playing levels, each a player with a budget.
//!
//! Levels are limited by nodes and not by time, so that they are equally strong on every machine; only the highest has a time limit.

use spielbaum_core::{Notation, TextError};
use spielbaum_search::Spec;

/// A playing level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// 1 is the weakest.
    pub number: u32,
    /// Its name.
    pub name: &'static str,
    /// The player.
    player: &'static str,
}

/// All levels, the weakest first; each visits four times as many positions as the one before. A game may have players of its own
/// ([`GameProfile::levels`](spielbaum_core::GameProfile::levels)).
pub const LEVELS: [Level; 10] = [
    Level { number: 1, name: "anything goes", player: "random" },
    Level { number: 2, name: "first steps", player: "auto:nodes=10" },
    Level { number: 3, name: "beginner", player: "auto:nodes=40" },
    Level { number: 4, name: "casual", player: "auto:nodes=160" },
    Level { number: 5, name: "regular", player: "auto:nodes=640" },
    Level { number: 6, name: "club", player: "auto:nodes=2560" },
    Level { number: 7, name: "strong club", player: "auto:nodes=10240" },
    Level { number: 8, name: "expert", player: "auto:nodes=40960" },
    Level { number: 9, name: "master", player: "auto:nodes=163840" },
    Level { number: 10, name: "best", player: "auto:time=3s" },
];

impl Level {
    /// The level of this number.
    pub fn of(number: u32) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.number == number)
    }

    /// The player of this level for a game, which may have one of its own.
    pub fn spec<G: Notation>(&self) -> Result<Spec, TextError> {
        let own = G::PROFILE.levels.iter().find(|(number, _)| *number == self.number);
        own.map_or(self.player, |(_, player)| player).parse()
    }
}

/// Reads the number of a level, `5` or `level 5`, whether or not that level exists.
pub fn level_number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_prefix("level").map_or(text, |rest| rest.trim_start_matches([':', '=']).trim()).parse().ok()
}

/// Reads a player by name: a level, or any algorithm.
pub fn player_by_name<G: Notation>(text: &str) -> Result<Spec, TextError> {
    let Some(number) = level_number(text) else { return text.trim().parse() };
    let level = Level::of(number).ok_or_else(|| {
        let what = format!("levels are 1 to {}, not", LEVELS.len());
        TextError::at(&what, text.trim().trim_start_matches(|letter: char| !letter.is_ascii_digit()), "")
    });
    level?.spec::<G>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_games::{Chess, Gale, Othello};

    spielbaum_games::visitor!(Notation);

    struct EveryLevel;

    impl Visitor for EveryLevel {
        type Output = ();

        fn visit<G: Notation>(&mut self) {
            for (level, number) in LEVELS.iter().zip(1..) {
                assert_eq!(level.number, number);
                let spec = level.spec::<G>().unwrap_or_else(|error| panic!("{} {number}: {error}", G::INFO.name));
                assert!(spec.limits() != Default::default() || spec.engine().needs_no_limit(), "{spec}");
            }
            let levels = G::PROFILE.levels;
            assert!(levels.iter().all(|(number, _)| Level::of(*number).is_some()), "{}: {levels:?}", G::INFO.name);
            let ratings = G::PROFILE.ratings;
            assert!(ratings.len() <= LEVELS.len() && ratings.is_sorted(), "{}: {ratings:?}", G::INFO.name);
        }
    }

    #[test]
    fn every_level_is_a_player_with_a_limit_in_every_game() {
        each_game(&mut EveryLevel);
    }

    #[test]
    fn players_are_named_by_level_or_algorithm() {
        fn named<G: Notation>(text: &str) -> Result<String, String> {
            player_by_name::<G>(text).map(|spec| spec.to_string()).map_err(|error| error.to_string())
        }
        let chess = named::<Chess>;
        assert_eq!(chess("level 4").as_deref(), Ok("auto:nodes=60"));
        assert_eq!(named::<Othello>("4").as_deref(), Ok("auto:nodes=160"));
        assert_eq!(named::<Gale>("10").as_deref(), Ok("perfect"));
        assert_eq!((chess("4"), chess("level:4")), (chess("level 4"), chess("level 4")));
        assert_eq!(chess("pvs:depth=3").as_deref(), Ok("pvs:depth=3"));
        assert_eq!(chess("level 11"), Err("levels are 1 to 10, not '11'".to_owned()));
        assert!(chess("grandmaster").unwrap_err().starts_with("unknown algorithm 'grandmaster'"));
    }
}
