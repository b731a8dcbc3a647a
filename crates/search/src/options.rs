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
    let refused = |error| TextError::new(format!("there is not enough memory for {name}={text}: {error}"));
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

/// An option of a family of searches with settings of type `S`: one row of the family's table.
pub(crate) struct OptionRow<S: 'static> {
    /// The name in specs.
    pub(crate) name: &'static str,
    /// What may stand after `=`; empty for a switch, which is written `NAME` or `no-NAME`.
    pub(crate) values: fn() -> String,
    /// Whether `no-NAME` turns an option with values off.
    pub(crate) can_be_off: bool,
    /// What it means, in one line.
    pub(crate) help: &'static str,
    /// Reads a value; `None` turns it off.
    pub(crate) read: fn(&mut S, Option<&str>) -> Result<(), TextError>,
    /// The option as a spec writes it.
    pub(crate) print: fn(&S) -> String,
}

/// A row of a table of options: `option_row!("name", kind(limits), field, "help")`.
macro_rules! option_row {
    ($name:literal, choice($choices:expr), $field:ident, $help:literal) => {
        option_row!(@ $name, $field, $help, $crate::options::names(&$choices),
            |value| $crate::options::choice($name, value, &$choices), |value| $crate::options::name_of(value, &$choices))
    };
    ($name:literal, real($low:expr, $high:expr), $field:ident, $help:literal) => {
        option_row!(@ $name, $field, $help, "X".to_owned(), |value| $crate::options::real($name, value, $low, $high), |value| value)
    };
    ($name:literal, number($low:expr, $high:expr), $field:ident, $help:literal) => {
        option_row!(@ $name, $field, $help, "N".to_owned(), |value| $crate::options::number($name, value, $low, $high), |value| value)
    };
    ($name:literal, megabytes(), $field:ident, $help:literal) => {
        option_row!(@ $name, $field, $help, "MB".to_owned(), |value| $crate::options::megabytes($name, value), |value| value)
    };
    ($name:literal, threads(), $field:ident, $help:literal) => {
        option_row!(@ $name, $field, $help, "N".to_owned(), |value| $crate::options::threads($name, value), |value| value)
    };
    ($name:literal, switch(), $field:ident, $help:literal) => {
        $crate::options::OptionRow {
            name: $name,
            values: String::new,
            can_be_off: true,
            help: $help,
            read: |settings, value| {
                settings.$field = value.is_some();
                Ok(())
            },
            print: |settings| if settings.$field { $name.to_owned() } else { concat!("no-", $name).to_owned() },
        }
    };
    (@ $name:literal, $field:ident, $help:literal, $values:expr, $read:expr, $show:expr) => {
        $crate::options::OptionRow {
            name: $name,
            values: || $values,
            can_be_off: false,
            help: $help,
            read: |settings, value| {
                let read = $read;
                settings.$field = read(value.unwrap_or_default())?;
                Ok(())
            },
            print: |settings| {
                let show = $show;
                format!("{}={}", $name, show(settings.$field))
            },
        }
    };
}
pub(crate) use option_row;

/// Applies an option of a spec; false where the table has none of that name and form.
pub(crate) fn apply<S>(
    table: &[OptionRow<S>],
    settings: &mut S,
    name: &str,
    value: Option<&str>,
) -> Result<bool, TextError> {
    let row = |name: &str| table.iter().find(|row| row.name == name);
    let is_switch = |row: &&OptionRow<S>| (row.values)().is_empty();
    let (row, value) = match (value, name.strip_prefix("no-")) {
        (Some(value), _) => (row(name).filter(|row| !is_switch(row)), Some(value)),
        (None, Some(bare)) => (row(bare).filter(|row| is_switch(row) || row.can_be_off), None),
        (None, None) => (row(name).filter(is_switch), Some("")),
    };
    row.map_or(Ok(false), |row| (row.read)(settings, value).map(|()| true))
}

/// The options that turn `base` into `settings`.
pub(crate) fn differences<S>(table: &[OptionRow<S>], settings: &S, base: &S) -> Vec<String> {
    let texts = table.iter().map(|row| ((row.print)(settings), (row.print)(base)));
    texts.filter(|(ours, theirs)| ours != theirs).map(|(ours, _)| ours).collect()
}

/// The options of a table as help shows them, each with what it means.
pub(crate) fn listed<S>(table: &[OptionRow<S>]) -> Vec<(String, &'static str)> {
    let listed = |row: &OptionRow<S>| {
        let values = (row.values)();
        (if values.is_empty() { row.name.to_owned() } else { format!("{}={values}", row.name) }, row.help)
    };
    table.iter().map(listed).collect()
}

/// The value of this name.
pub(crate) fn choice<T: Copy>(option: &str, text: &str, choices: &[(&'static str, T)]) -> Result<T, TextError> {
    let found = choices.iter().find(|(name, _)| *name == text);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        TextError::at(&format!("{option} must be one of {}, not", names.join(", ")), text, "")
    })
}

/// The name of a value.
pub(crate) fn name_of<T: PartialEq>(wanted: T, choices: &[(&'static str, T)]) -> &'static str {
    choices.iter().find(|(_, choice)| *choice == wanted).map_or("", |(name, _)| name)
}

/// All names, as help shows them.
pub(crate) fn names<T>(choices: &[(&'static str, T)]) -> String {
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    names.join("|")
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
