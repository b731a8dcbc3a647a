//! The settings of a proof-number search as options of a spec.

use spielbaum_core::{Knowledge, TextError};

use super::{Algorithm, Initial, Settings};
use crate::options::{self, OptionRow, option_row};

const INITIALS: [(&str, Initial); 5] = [
    ("one", Initial::One),
    ("mobility", Initial::Mobility),
    ("evaluation", Initial::Evaluation),
    ("threats", Initial::Threats),
    ("own", Initial::Own),
];

/// All options, in the order in which specs print them.
const TABLE: &[OptionRow<Settings>] = &[
    option_row!("leaf", choice(INITIALS), initial, "proof numbers of a new leaf"),
    option_row!("epsilon", real(0, 10), epsilon, "df-pn stays with a child up to 1 + X times the second best number"),
    option_row!("width", real(0, 1), width, "share of the open moves, best first, whose numbers df-pn sums; default 1"),
    option_row!("look-ahead", switch(), looks_ahead, "the game's look-ahead decides leaves"),
    option_row!("forcing", number(0, 1_000_000), forcing, "node limit of a search through forced replies at each leaf"),
    option_row!(
        "endings",
        number(0, 1_000),
        endings,
        "leaves with at most N plies left are searched to the end (Yavalath)"
    ),
    option_row!("canonical", switch(), is_canonical, "symmetric images share an entry of df-pn's table"),
    option_row!(
        "both-sides",
        switch(),
        searches_both_sides,
        "df-pn searches for wins of both sides alternately and keeps its table between moves"
    ),
    option_row!("memory", megabytes(), memory, "size of the tree or the table, default 256"),
    option_row!("threads", threads(), threads, "df-pn threads that share the table"),
];

/// Options of df-pn alone.
const DFPN_ONLY: [&str; 5] = ["epsilon", "width", "canonical", "both-sides", "threads"];

/// The options as help shows them, each with what it means.
pub fn options() -> Vec<(String, &'static str)> {
    let mut listed = options::listed(TABLE);
    listed.push(("no-NAME".to_owned(), "turns look-ahead, canonical or both-sides off"));
    listed
}

impl Settings {
    /// Applies an option of a spec; false when there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        let bare = name.strip_prefix("no-").unwrap_or(name);
        if self.algorithm != Algorithm::Dfpn && DFPN_ONLY.contains(&bare) {
            return Ok(false);
        }
        options::apply(TABLE, self, name, value)
    }

    /// The options that turn `base` into these settings.
    pub(crate) fn differences(&self, base: &Settings) -> Vec<String> {
        options::differences(TABLE, self, base)
    }

    /// Refuses inconsistent settings.
    pub(crate) fn check(&self) -> Result<(), TextError> {
        if self.forcing > 0 && !self.looks_ahead {
            return Err(TextError::new("'forcing' needs 'look-ahead'"));
        }
        if let Some(leaf) = self.leaf_by_threats()
            && self.forcing == 0
        {
            return Err(TextError::new(format!("'{leaf}' needs 'forcing'")));
        }
        Ok(())
    }

    /// Refuses a game that does not support the settings; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        if self.looks_ahead && !G::LOOKS_AHEAD {
            let reason = "the game has no look-ahead";
            return Err(TextError::new(format!("'look-ahead' does not apply to {game}: {reason}")));
        }
        if let Some(leaf) = self.leaf_by_threats()
            && !G::FINDS_OPPONENT_THREATS
        {
            return Err(TextError::new(format!("'{leaf}' does not apply to {game}: the game does not detect threats")));
        }
        if self.endings > 0 && !G::HAS_ENDGAME_PROVER {
            return Err(TextError::new(format!("'endings' does not apply to {game}: the game has no endgame search")));
        }
        Ok(())
    }

    /// The option whose numbers depend on threats, if it is on.
    fn leaf_by_threats(&self) -> Option<&'static str> {
        match self.initial {
            Initial::Threats => Some("leaf=threats"),
            Initial::Own => Some("leaf=own"),
            Initial::One | Initial::Mobility | Initial::Evaluation => None,
        }
    }
}
