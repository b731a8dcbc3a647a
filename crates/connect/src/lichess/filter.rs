//! Which challenges are accepted, and the decline reason for the others.

use super::event::Challenge;

/// The games that a bot plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Variants by their names on the service.
    pub variants: Vec<String>,
    /// Whether rated games are played.
    pub rated: bool,
    /// Whether casual games are played.
    pub casual: bool,
    /// The range of initial clock times, in seconds.
    pub time: (u64, u64),
    /// Who may challenge.
    pub opponents: Opponents,
}

/// Who may challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponents {
    /// Bots and people.
    Anybody,
    /// Other bots only.
    Bots,
    /// People only.
    People,
}

impl Default for Filter {
    fn default() -> Filter {
        let variants = ["standard", "chess960", "fromPosition"].map(str::to_owned).to_vec();
        Filter { variants, rated: true, casual: true, time: (30, 3 * 3600), opponents: Opponents::Anybody }
    }
}

impl Filter {
    /// The service's decline reason for a challenge; `None` to accept it.
    pub(super) fn refusal(&self, challenge: &Challenge) -> Option<&'static str> {
        let is_bot = challenge.challenger.as_ref().is_some_and(|user| user.title.as_deref() == Some("BOT"));
        let (least, most) = self.time;
        match challenge.time_control.limit {
            _ if !self.variants.contains(&challenge.variant.key) => {
                Some(if self.variants == ["standard"] { "standard" } else { "variant" })
            }
            _ if challenge.rated && !self.rated => Some("casual"),
            _ if !challenge.rated && !self.casual => Some("rated"),
            _ if is_bot && self.opponents == Opponents::People => Some("noBot"),
            _ if !is_bot && self.opponents == Opponents::Bots => Some("onlyBot"),
            // Correspondence games last days.
            None => Some("timeControl"),
            Some(limit) if limit < least => Some("tooFast"),
            Some(limit) if limit > most => Some("tooSlow"),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lichess::event::{TimeControl, User, Variant};

    #[test]
    fn every_filter_has_its_refusal() {
        let user = |title: Option<&str>| User { id: "x".into(), name: "X".into(), title: title.map(str::to_owned) };
        let fair = Challenge {
            id: "1".into(),
            challenger: Some(user(None)),
            variant: Variant { key: "standard".into() },
            rated: true,
            time_control: TimeControl { limit: Some(180) },
        };
        let filter = Filter::default();
        let limit = |limit| Challenge { time_control: TimeControl { limit }, ..fair.clone() };
        assert_eq!(filter.refusal(&fair), None);
        let other = Challenge { variant: Variant { key: "antichess".into() }, ..fair.clone() };
        assert_eq!(filter.refusal(&other), Some("variant"));
        let only_standard = Filter { variants: vec!["standard".into()], ..filter.clone() };
        assert_eq!(only_standard.refusal(&other), Some("standard"));
        assert_eq!(Filter { rated: false, ..filter.clone() }.refusal(&fair), Some("casual"));
        let casual = Challenge { rated: false, ..fair.clone() };
        assert_eq!(Filter { casual: false, ..filter.clone() }.refusal(&casual), Some("rated"));
        assert_eq!(Filter { opponents: Opponents::Bots, ..filter.clone() }.refusal(&fair), Some("onlyBot"));
        let bot = Challenge { challenger: Some(user(Some("BOT"))), ..fair.clone() };
        assert_eq!(Filter { opponents: Opponents::People, ..filter.clone() }.refusal(&bot), Some("noBot"));
        assert_eq!(
            [Some(5), Some(86_400), None].map(|time| filter.refusal(&limit(time))),
            [Some("tooFast"), Some("tooSlow"), Some("timeControl")]
        );
    }
}
