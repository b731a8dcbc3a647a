//! Reading and printing the values of options.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use spielbaum_core::{Objective, TextError};

/// A whole number within limits.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    name: &str,
    text: &str,
    low: T,
    high: T,
) -> Result<T, TextError> {
    let number = text.parse().ok().filter(|number| (&low..=&high).contains(&number));
    number.ok_or_else(|| TextError::at(&format!("{name} must be a whole number from {low} to {high}, not"), text, ""))
}

/// The name of an objective in specs.
pub(crate) fn objective_name(objective: Objective) -> &'static str {
    match objective {
        Objective::Outcome => "outcome",
        Objective::Sooner => "sooner",
        Objective::Margin => "margin",
    }
}

/// Reads the name of an objective.
pub(crate) fn parse_objective(text: &str) -> Result<Objective, TextError> {
    let all = [Objective::Outcome, Objective::Sooner, Objective::Margin];
    let found = all.into_iter().find(|objective| objective_name(*objective) == text);
    found.ok_or_else(|| TextError::at("objective must be outcome, sooner or margin, not", text, ""))
}

/// Reads `500ms`, `1.5s`, `2m`, or a number of seconds.
pub fn parse_time(text: &str) -> Result<Duration, TextError> {
    let (digits, scale) = match text {
        _ if text.ends_with("ms") => (&text[..text.len() - 2], 1e-3),
        _ if text.ends_with('s') => (&text[..text.len() - 1], 1.0),
        _ if text.ends_with('m') => (&text[..text.len() - 1], 60.0),
        _ => (text, 1.0),
    };
    let seconds = digits.parse::<f64>().ok().map(|number| number * scale);
    let seconds = seconds.filter(|seconds| (0.000_001..=1e9).contains(seconds));
    let error = || TextError::at("time must look like 500ms, 1.5s or 2m, not", text, "");
    seconds.map(Duration::from_secs_f64).ok_or_else(error)
}

/// A time that [`parse_time`] reads back.
pub(crate) fn time_text(time: Duration) -> String {
    if time.as_micros().is_multiple_of(1_000_000) {
        format!("{}s", time.as_secs())
    } else {
        format!("{}ms", time.as_secs_f64() * 1e3)
    }
}
