//! Options of earlier versions, which are understood for one more version.

/// An option as it was written, and as it is written now; empty where it is part of another option.
const RENAMED: [(&str, &str); 15] = [
    ("scan", "generator=scan"),
    ("no-scan", "generator=parallel"),
    ("ring", "generator=ring"),
    ("no-ring", "generator=parallel"),
    ("gravity", "history=gravity"),
    ("no-gravity", "history=plain"),
    ("lmr-log", "lmr=log"),
    ("no-lmr-log", "lmr=constant"),
    ("null-adaptive", "null-move=adaptive"),
    ("no-null-adaptive", "null-move=constant"),
    ("unknown", "iir"),
    ("glance", "child-probe"),
    ("quiescence-table", ""),
    ("crew=sequential", "leaf-threads=off"),
    ("crew=parallel", "leaf-threads=on"),
];

/// An option as it is written now; none where it has not changed.
pub(crate) fn current(option: &str) -> Option<String> {
    if let Some(ply) = option.strip_prefix("crew=").filter(|ply| ply.parse::<u32>().is_ok()) {
        return Some(format!("leaf-threads={ply}"));
    }
    let find = |name: &str| RENAMED.iter().find(|(old, _)| *old == name).map(|(_, now)| *now);
    if let Some(now) = find(option) {
        return Some(now.to_owned());
    }
    let now = find(option.strip_prefix("no-")?)?;
    Some(if now.is_empty() { String::new() } else { format!("no-{now}") })
}

/// The options of a spec that are written otherwise now, each with its current form.
pub fn renamed_options(spec: &str) -> Vec<(&str, String)> {
    let options = spec.split_once(':').map_or("", |(_, options)| options).split(',').map(str::trim);
    options.filter_map(|option| Some((option, current(option)?))).collect()
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
        assert_eq!(now("no-lmr-log").as_deref(), Some("lmr=constant"));
        assert_eq!(now("tt"), None);
        assert_eq!(renamed_options("mcts:c=1,crew=3"), [("crew=3", "leaf-threads=3".to_owned())]);
        assert!(renamed_options("mcts").is_empty());
    }
}
