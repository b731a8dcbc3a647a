//! Reading and printing the values of options.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use spielbaum_core::{Objective, Remaining, TextError};

use crate::mcts::Thousandths;
use crate::memory;

/// Megabytes of a table or a tree.
pub const TABLE_MEGABYTES: RangeInclusive<usize> = 1..=1 << 20;

/// Threads that search together.
pub const THREADS: RangeInclusive<usize> = 1..=256;

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

/// A real number within limits.
pub(crate) fn real(option: &str, text: &str, low: i32, high: i32) -> Result<Thousandths, TextError> {
    let limits = low * 1000..=high * 1000;
    let number = text.parse::<Thousandths>().ok().filter(|number| limits.contains(&number.0));
    number.ok_or_else(|| TextError::at(&format!("{option} must be a number from {low} to {high}, not"), text, ""))
}

/// A memory size in megabytes, at most what the system has.
pub(crate) fn megabytes(name: &str, text: &str) -> Result<usize, TextError> {
    let size = number(name, text, *TABLE_MEGABYTES.start(), *TABLE_MEGABYTES.end())?;
    let refused = |error| TextError::new(format!("the system has no memory for {name}={text}: {error}"));
    memory::check(size).map(|()| size).map_err(refused)
}

/// A number of threads.
pub(crate) fn threads(name: &str, text: &str) -> Result<usize, TextError> {
    number(name, text, *THREADS.start(), *THREADS.end())
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

/// Reads the clock of a game as `8+0.08`: time and increment, both as [`parse_time`] reads them.
pub fn parse_clock(text: &str) -> Result<Remaining, TextError> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    let is_nothing = increment.trim_end_matches(char::is_alphabetic).parse() == Ok(0.0);
    let increment = if is_nothing { Ok(Duration::ZERO) } else { parse_time(increment) };
    match (parse_time(left), increment) {
        (Ok(left), Ok(increment)) => Ok(Remaining { left, increment }),
        _ => Err(TextError::at("a clock must look like 60s, 8+0.08 or 5m+3s, not", text, "")),
    }
}

/// A clock that [`parse_clock`] reads back.
pub(crate) fn clock_text(clock: Remaining) -> String {
    let left = time_text(clock.left);
    if clock.increment.is_zero() { left } else { format!("{left}+{}", time_text(clock.increment)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_printed() {
        for (text, printed) in [("8+0.08", "8s+80ms"), ("5m+3s", "300s+3s"), ("60s", "60s"), ("1+0", "1s")] {
            let clock = parse_clock(text).unwrap();
            assert_eq!((clock_text(clock).as_str(), parse_clock(printed).unwrap()), (printed, clock));
        }
        for text in ["", "+1", "8+", "8+x", "soon"] {
            let refused = parse_clock(text).unwrap_err().to_string();
            assert!(refused.contains(&format!("not '{text}'")), "{refused}");
        }
    }
}
