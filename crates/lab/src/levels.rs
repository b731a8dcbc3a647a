//! Playing levels, each a player with a budget.
//!
//! Levels are limited by nodes and not by time, so that they are equally strong on every machine; only the highest has a time limit.

use spielbaum_core::TextError;
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

/// All levels, the weakest first; each visits four times as many positions as the one before. Chess has numbers of its own.
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

/// The nodes of levels 2 to 9 in chess, chosen for about equal steps in strength (docs/playing.md).
const CHESS_NODES: [u64; 8] = [10, 27, 60, 190, 850, 5_000, 28_000, 160_000];

/// Relative ratings of levels 1 to 9 in chess: the sum of the measured steps in Elo above the random player, who has 0.
/// They are not comparable with ratings of people.
pub const CHESS_RATINGS: [usize; 9] = [0, 410, 910, 1310, 1610, 1930, 2330, 2740, 3180];

impl Level {
    /// The level of this number.
    pub fn of(number: u32) -> Option<Level> {
        LEVELS.into_iter().find(|level| level.number == number)
    }

    /// The player of this level for a game. The highest one uses theory or proofs where the game has them.
    pub fn spec(&self, game: &str) -> Spec {
        let player = match (self.number, game) {
            (10, "gale") => "perfect".to_owned(),
            (10, "yavalath") => "proven:time=12s".to_owned(),
            (number @ 2..=9, "chess") => format!("auto:nodes={}", CHESS_NODES[number as usize - 2]),
            _ => self.player.to_owned(),
        };
        player.parse().expect("levels are valid players")
    }
}

/// Reads the number of a level, `5` or `level 5`, whether or not that level exists.
pub fn level_number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_prefix("level").map_or(text, |rest| rest.trim_start_matches([':', '=']).trim()).parse().ok()
}

/// Reads a player by name: a level, or any algorithm.
pub fn player_by_name(text: &str, game: &str) -> Result<Spec, TextError> {
    match level_number(text) {
        Some(number) => Level::of(number).map(|level| level.spec(game)).ok_or_else(|| {
            let what = format!("levels are 1 to {}, not", LEVELS.len());
            TextError::at(&what, text.trim().trim_start_matches(|letter: char| !letter.is_ascii_digit()), "")
        }),
        None => text.trim().parse(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_games::game_infos;

    #[test]
    fn every_level_is_a_player_with_a_limit_in_every_game() {
        for (level, number) in LEVELS.iter().zip(1..) {
            assert_eq!(level.number, number);
            for info in game_infos() {
                let spec = level.spec(info.name);
                assert!(spec.limits() != Default::default() || spec.engine().needs_no_limit(), "{spec}");
            }
        }
    }

    #[test]
    fn players_are_named_by_level_or_algorithm() {
        let named =
            |text: &str| player_by_name(text, "chess").map(|spec| spec.to_string()).map_err(|error| error.to_string());
        assert_eq!(named("level 4").as_deref(), Ok("auto:nodes=60"));
        assert_eq!(player_by_name("4", "othello").map(|spec| spec.to_string()).as_deref(), Ok("auto:nodes=160"));
        assert_eq!((named("4"), named("level:4")), (named("level 4"), named("level 4")));
        assert_eq!(named("pvs:depth=3").as_deref(), Ok("pvs:depth=3"));
        assert_eq!(named("level 11"), Err("levels are 1 to 10, not '11'".to_owned()));
        assert!(named("grandmaster").unwrap_err().starts_with("unknown algorithm 'grandmaster'"));
    }
}
