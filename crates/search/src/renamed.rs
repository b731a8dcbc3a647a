//! Options of earlier versions, which are understood for one more version.

use crate::program::EXTERNAL;

/// Options whose name has changed, with or without a value; the new name is empty where the option is no longer needed.
const NAMES: [(&str, &str); 15] = [
    ("unknown", "iir"),
    ("glance", "child-probe"),
    ("quiescence-table", ""),
    ("near", "bisect-to"),
    ("holds", "entry"),
    ("keep", "keep-table"),
    ("prelude-depth", "presearch-depth"),
    ("turns", "both-sides"),
    ("fail-hard", "fail=hard"),
    ("fail-hybrid", "fail=hybrid"),
    ("scan", "generator=scan"),
    ("ring", "generator=ring"),
    ("gravity", "history=gravity"),
    ("lmr-log", "lmr=log"),
    ("null-adaptive", "null-move=adaptive"),
];

/// Options of which a value is now written otherwise.
const VALUES: [(&str, &str); 3] =
    [("crew=sequential", "leaf-threads=off"), ("crew=parallel", "leaf-threads=on"), ("leaf=effort", "leaf=own")];

/// An option as it is written now; none where it has not changed.
pub(crate) fn current(option: &str) -> Option<String> {
    if let Some((_, now)) = VALUES.iter().find(|(old, _)| *old == option) {
        return Some((*now).to_owned());
    }
    if let Some(ply) = option.strip_prefix("crew=").filter(|ply| ply.parse::<u32>().is_ok()) {
        return Some(format!("leaf-threads={ply}"));
    }
    let (prefix, positive) = option.strip_prefix("no-").map_or(("", option), |positive| ("no-", positive));
    let (name, value) = positive.split_at(positive.find('=').unwrap_or(positive.len()));
    let (_, now) = NAMES.iter().find(|(old, _)| *old == name.trim_end())?;
    match (now.is_empty(), value.is_empty()) {
        (true, true) => Some(String::new()),
        // It never had a value.
        (true, false) => None,
        (false, _) => Some(format!("{prefix}{now}{value}")),
    }
}

/// The options of a spec that are written otherwise now, each with its current form. Those of external programs never
/// change.
pub fn renamed_options(spec: &str) -> Vec<(&str, String)> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let options = if name.trim() == EXTERNAL.name { "" } else { options };
    options.split(',').map(str::trim).filter_map(|option| Some((option, current(option)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_last_version_are_understood() {
        let now = |option| current(option);
        assert_eq!(now("crew=parallel").as_deref(), Some("leaf-threads=on"));
        assert_eq!(now("no-glance").as_deref(), Some("no-child-probe"));
        assert_eq!(now("quiescence-table").as_deref(), Some(""));
        assert_eq!(now("no-lmr-log").as_deref(), Some("no-lmr=log"));
        assert_eq!(now("near=7").as_deref(), Some("bisect-to=7"));
        assert_eq!(now("no-keep").as_deref(), Some("no-keep-table"));
        assert_eq!(now("holds=bounds").as_deref(), Some("entry=bounds"));
        assert_eq!(now("leaf=effort").as_deref(), Some("leaf=own"));
        assert_eq!(now("tt"), None);
        assert_eq!(renamed_options("mcts:c=1,crew=3"), [("crew=3", "leaf-threads=3".to_owned())]);
        assert!(renamed_options("mcts").is_empty());
        assert!(renamed_options("uci:engine,keep").is_empty());
    }
}
