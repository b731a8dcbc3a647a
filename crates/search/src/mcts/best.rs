//! `mcts-best`: the strongest settings for each game, by the matches in `docs/performance.md`.
//!
//! A game states them itself ([`BEST_SETTINGS`](spielbaum_core::Rollouts::BEST_SETTINGS)); one that does not gets the settings
//! that helped most of the others.

use spielbaum_core::{Knowledge, TextError};

use super::numeric::Thousandths;
use super::settings::{Backup, RolloutPolicy, Settings};
use crate::Spec;
use crate::engine::Engine;

/// Proven results.
const SOLVING: Settings = Settings { exploration: Thousandths::ONE, backup: Backup::Bounds, ..Settings::PLAIN };

/// The same with the game's look-ahead, in careful rollouts too.
const CAREFUL: Settings = Settings { is_decisive: true, rollout: RolloutPolicy::Careful, ..SOLVING };

/// Options that `mcts-best` leaves to the user.
const FREE: [&str; 6] = ["memory", "full", "reuse", "prove", "threads", "seed"];

impl Settings {
    /// The measured settings of a game if `is_best` is set, else these.
    pub(crate) fn resolved<G: Knowledge>(&self) -> Result<Settings, TextError> {
        if !self.is_best {
            return Ok(*self);
        }
        Ok(Settings {
            memory: self.memory,
            when_full: self.when_full,
            reuses_tree: self.reuses_tree,
            prove: self.prove,
            threads: self.threads,
            seed: self.seed,
            ..best::<G>()?
        })
    }

    /// Refuses an option that is not for the user to set.
    pub(super) fn check_free(&self, option: &str) -> Result<(), TextError> {
        let name = option.strip_prefix("no-").unwrap_or(option);
        if !self.is_best || FREE.contains(&name) {
            return Ok(());
        }
        let error = TextError::at("mcts-best does not take", option, "");
        Err(TextError::new(format!("{error}; it takes {}", FREE.join(", "))))
    }
}

/// The settings that a game states, or those that helped most games.
fn best<G: Knowledge>() -> Result<Settings, TextError> {
    if G::BEST_SETTINGS.is_empty() {
        return Ok(if G::LOOKS_AHEAD { CAREFUL } else { SOLVING });
    }
    match *G::BEST_SETTINGS.parse::<Spec>()?.engine() {
        Engine::Mcts(settings) => Ok(settings),
        _ => Err(TextError::at("not a Monte-Carlo search", G::BEST_SETTINGS, "")),
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::Notation;
    use spielbaum_games::{ConnectFour, TicTacToe};

    use super::*;

    spielbaum_games::visitor!(Notation + Knowledge);

    struct Best;

    impl Visitor for Best {
        type Output = ();

        fn visit<G: Notation + Knowledge>(&mut self) {
            let name = G::INFO.name;
            let unset = Settings { is_best: true, seed: 7, ..Settings::PLAIN };
            let settings = unset.resolved::<G>().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(settings.check().is_ok() && settings.check_game::<G>(name).is_ok(), "{name}");
            assert_eq!((settings.seed, settings.is_best), (7, false), "{name}");
            assert_eq!(Settings::PLAIN.resolved::<G>(), Ok(Settings::PLAIN), "{name}");
        }
    }

    #[test]
    fn every_game_supports_its_best_settings() {
        each_game(&mut Best);
    }

    #[test]
    fn games_that_look_ahead_have_careful_rollouts_unless_they_state_their_settings() {
        assert_eq!(best::<TicTacToe>(), Ok(CAREFUL));
        assert_eq!(best::<ConnectFour>(), Ok(CAREFUL));
        assert_eq!(best::<crate::UniformTree>(), Ok(SOLVING));
    }
}
