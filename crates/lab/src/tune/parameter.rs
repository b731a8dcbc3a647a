//! An option to tune and its range.

use std::str::FromStr;

use spielbaum_core::TextError;

/// An option of a player with its range.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub option: String,
    /// The least value.
    pub low: f64,
    /// The start value.
    pub start: f64,
    /// The greatest value.
    pub high: f64,
    /// Whether only whole numbers make sense.
    is_whole: bool,
}

/// The first step as a share of the range: large enough to stand out from the noise of a match.
const FIRST_STEP: f64 = 0.3;

impl Parameter {
    /// The first step.
    pub(super) fn step(&self) -> f64 {
        (self.high - self.low) * FIRST_STEP
    }

    /// The value clamped to the range and rounded to the precision of its text.
    pub(super) fn round(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        if self.is_whole { value.round() } else { (value * 1000.0).round() / 1000.0 }
    }

    /// The value as an option text.
    pub(super) fn text(&self, value: f64) -> String {
        self.round(value).to_string()
    }
}

impl FromStr for Parameter {
    type Err = TextError;

    /// Reads `OPTION=LOW:START:HIGH`; numbers without a point in all three mean that only whole ones make sense.
    fn from_str(text: &str) -> Result<Parameter, TextError> {
        let error = || TextError::at("expected OPTION=LOW:START:HIGH, as in 'c=0.1:1.4:3', not", text, "");
        let (option, range) = text.split_once('=').ok_or_else(error)?;
        let numbers: Vec<f64> =
            range.split(':').map(|part| part.trim().parse().map_err(|_| error())).collect::<Result<_, _>>()?;
        let [low, start, high] = numbers[..] else { return Err(error()) };
        let is_ordered = low < high && (low..=high).contains(&start);
        if option.trim().is_empty() || !is_ordered || !numbers.iter().all(|number| number.is_finite()) {
            return Err(error());
        }
        Ok(Parameter { option: option.trim().to_owned(), low, start, high, is_whole: !range.contains('.') })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_finely_as_the_range() {
        let fine: Parameter = "c=0.1:1.4:3".parse().unwrap();
        assert_eq!([0.70049, 9.0].map(|value| fine.text(value)), ["0.7", "3"]);
        let whole: Parameter = "memory=8:64:256".parse().unwrap();
        assert_eq!(whole.text(33.4), "33");
        assert!((whole.step() - 74.4).abs() < 1e-9);
    }

    #[test]
    fn invalid_ranges_are_refused() {
        for text in ["c", "c=1", "c=1:2", "c=3:1:2", "=1:2:3", "c=1:x:3", "c=0:nan:1"] {
            let error = text.parse::<Parameter>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }
}
