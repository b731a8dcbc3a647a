//! The settings of a proof-number search as options of a spec.

use spielbaum_core::{Knowledge, TextError};

use super::{Algorithm, Initial, Settings};
use crate::options::{megabytes, number, real, threads};

/// Options with their explanations, in the order in which they print.
pub const OPTIONS: [(&str, &str); 11] = [
    ("leaf=one|mobility|evaluation|threats|effort", "proof numbers of a new leaf"),
    ("epsilon=X", "how long df-pn stays with a child: 1 + X times the second best"),
    ("width=X", "share of the open moves, the best ones, that count against a position in df-pn; default 1"),
    ("look-ahead", "ends that the game sees ahead decide leaves"),
    ("forcing=N", "positions of a search through forced replies at each leaf"),
    ("endings=N", "leaves with at most N plies to go are searched to the end, in Yavalath"),
    ("canonical", "one entry of df-pn's table for a position and its images"),
    ("turns", "df-pn looks for wins of both sides in turn and keeps its table from move to move"),
    ("memory=MB", "size of the tree or the table, default 256"),
    ("threads=N", "threads of df-pn that search together"),
    ("no-NAME", "turns look-ahead, canonical or turns off"),
];

const INITIALS: [(&str, Initial); 5] = [
    ("one", Initial::One),
    ("mobility", Initial::Mobility),
    ("evaluation", Initial::Evaluation),
    ("threats", Initial::Threats),
    ("effort", Initial::Effort),
];

impl Settings {
    /// Takes over an option; false when there is none of that name.
    pub(crate) fn apply(&mut self, name: &str, value: Option<&str>) -> Result<bool, TextError> {
        match (name, value) {
            ("leaf", Some(value)) => {
                let found = INITIALS.into_iter().find(|(name, _)| *name == value).map(|(_, initial)| initial);
                let error =
                    || TextError::at("leaf must be one, mobility, evaluation, threats or effort, not", value, "");
                self.initial = found.ok_or_else(error)?;
            }
            ("epsilon", Some(value)) if self.algorithm == Algorithm::Dfpn => self.epsilon = real(name, value, 0, 10)?,
            ("width", Some(value)) if self.algorithm == Algorithm::Dfpn => self.width = real(name, value, 0, 1)?,
            ("look-ahead", None) => self.looks_ahead = true,
            ("no-look-ahead", None) => self.looks_ahead = false,
            ("canonical" | "no-canonical", None) if self.algorithm == Algorithm::Dfpn => {
                self.is_canonical = name == "canonical";
            }
            ("turns" | "no-turns", None) if self.algorithm == Algorithm::Dfpn => self.takes_turns = name == "turns",
            ("forcing", Some(value)) => self.forcing = number(name, value, 0, 1_000_000)?,
            ("endings", Some(value)) => self.endings = number(name, value, 0, 1_000)?,
            ("memory", Some(value)) => self.memory = megabytes(name, value)?,
            ("threads", Some(value)) if self.algorithm == Algorithm::Dfpn => self.threads = threads(name, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The options that turn `base` into these settings.
    pub(crate) fn differences(&self, base: &Settings) -> Vec<String> {
        let mut options = Vec::new();
        if self.initial != base.initial {
            let name = INITIALS.into_iter().find(|(_, initial)| *initial == self.initial).map_or("", |(name, _)| name);
            options.push(format!("leaf={name}"));
        }
        if self.epsilon != base.epsilon {
            options.push(format!("epsilon={}", self.epsilon));
        }
        if self.width != base.width {
            options.push(format!("width={}", self.width));
        }
        if self.looks_ahead != base.looks_ahead {
            options.push(if self.looks_ahead { "look-ahead" } else { "no-look-ahead" }.to_owned());
        }
        if self.forcing != base.forcing {
            options.push(format!("forcing={}", self.forcing));
        }
        if self.endings != base.endings {
            options.push(format!("endings={}", self.endings));
        }
        if self.is_canonical != base.is_canonical {
            options.push(if self.is_canonical { "canonical" } else { "no-canonical" }.to_owned());
        }
        if self.takes_turns != base.takes_turns {
            options.push(if self.takes_turns { "turns" } else { "no-turns" }.to_owned());
        }
        if self.memory != base.memory {
            options.push(format!("memory={}", self.memory));
        }
        if self.threads != base.threads {
            options.push(format!("threads={}", self.threads));
        }
        options
    }

    /// Refuses settings that make no sense together.
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

    /// Refuses a game that lacks what the settings need; `game` is its name for messages.
    pub(crate) fn check_game<G: Knowledge>(&self, game: &str) -> Result<(), TextError> {
        if self.looks_ahead && !G::LOOKS_AHEAD {
            let reason = "the game sees nothing ahead without searching";
            return Err(TextError::new(format!("'look-ahead' is not for {game}: {reason}")));
        }
        if let Some(leaf) = self.leaf_by_threats()
            && !G::FINDS_OPPONENT_THREATS
        {
            return Err(TextError::new(format!("'{leaf}' is not for {game}: the game sees no threats")));
        }
        if self.endings > 0 && !G::HAS_ENDGAME_PROVER {
            return Err(TextError::new(format!("'endings' is not for {game}: the game has no code for its endings")));
        }
        Ok(())
    }

    /// The option whose numbers depend on threats, if it is on.
    fn leaf_by_threats(&self) -> Option<&'static str> {
        match self.initial {
            Initial::Threats => Some("leaf=threats"),
            Initial::Effort => Some("leaf=effort"),
            Initial::One | Initial::Mobility | Initial::Evaluation => None,
        }
    }
}
