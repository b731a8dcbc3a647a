//! `mcts-best`: the strongest settings for each game, by the matches in `docs/performance.md`.
//!
//! This is the only place of the crate that names games: the best settings of a game are measured. A game that is not on
//! the list gets the settings that helped most of the others.

use spielbaum_core::{Knowledge, TextError};

use super::numeric::Thousandths;
use super::settings::{Backup, LeafEvaluation, RolloutPolicy, Settings};

/// Proven results, and the game's look-ahead.
const SOLVING: Settings =
    Settings { exploration: Thousandths::ONE, backup: Backup::Bounds, is_decisive: true, ..Settings::PLAIN };

/// The same with careful rollouts.
const CAREFUL: Settings = Settings { rollout: RolloutPolicy::Careful, ..SOLVING };

/// The same with the evaluation in place of rollouts, as a mean and minimaxed.
const JUDGING: Settings =
    Settings { exploration: Thousandths(500), leaf: LeafEvaluation::Evaluate, implicit: Thousandths(600), ..SOLVING };

/// Priors and values from the evaluation; 200, two pawns in chess, counts as a win.
const GUIDED: Settings = Settings { exploration: Thousandths::ONE, scale: 200, ..super::presets::PUCT };

/// The same where the evaluation counts discs.
const COUNTING_DISCS: Settings = Settings { scale: 15, ..GUIDED };

/// The settings for each game.
const CHOSEN: [(&str, Settings); 6] = [
    ("tic-tac-toe", CAREFUL),
    ("gale", SOLVING),
    ("connect-four", CAREFUL),
    ("othello", COUNTING_DISCS),
    ("yavalath", JUDGING),
    ("chess", GUIDED),
];

/// Options that `mcts-best` leaves to the user.
const FREE: [&str; 6] = ["memory", "full", "reuse", "prove", "threads", "seed"];

impl Settings {
    /// The measured settings of a game if `is_best` is set, else these.
    pub(crate) fn resolved<G: Knowledge>(&self, game: &str) -> Settings {
        if !self.is_best {
            return *self;
        }
        let usual = if G::LOOKS_AHEAD { CAREFUL } else { Settings { is_decisive: false, ..SOLVING } };
        let chosen = CHOSEN.iter().find(|(name, _)| *name == game).map_or(usual, |(_, settings)| *settings);
        Settings {
            memory: self.memory,
            when_full: self.when_full,
            reuses_tree: self.reuses_tree,
            prove: self.prove,
            threads: self.threads,
            seed: self.seed,
            ..chosen
        }
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

#[cfg(test)]
mod tests {
    use spielbaum_core::Notation;

    use super::*;

    spielbaum_games::visitor!(Notation + Knowledge);

    struct Chosen;

    impl Visitor for Chosen {
        type Output = &'static str;

        fn visit<G: Notation + Knowledge>(&mut self) -> &'static str {
            let best = Settings { is_best: true, seed: 7, ..Settings::PLAIN };
            // The game supports its own settings and those of an unlisted game.
            for name in [G::INFO.name, "unknown"] {
                let settings = best.resolved::<G>(name);
                assert!(settings.check().is_ok() && settings.check_game::<G>(name).is_ok(), "{}", G::INFO.name);
                assert_eq!((settings.seed, settings.is_best), (7, false));
            }
            assert_eq!(Settings::PLAIN.resolved::<G>(G::INFO.name), Settings::PLAIN);
            G::INFO.name
        }
    }

    #[test]
    fn every_game_has_settings_that_suit_it() {
        let mut games = each_game(&mut Chosen);
        games.dedup();
        assert!(games.into_iter().eq(CHOSEN.iter().map(|(name, _)| *name)));
    }
}
