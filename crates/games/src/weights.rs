//! Parses weights of an evaluation's terms: `TERM=WEIGHT`.

use spielbaum_core::TextError;

/// The largest weight.
const LIMIT: f32 = 1000.0;

/// The term and the weight of `TERM=WEIGHT`.
pub(crate) fn read(text: &str) -> Result<(&str, f32), TextError> {
    let (term, weight) = text.split_once('=').ok_or_else(|| TextError::at("expected TERM=WEIGHT, found", text, ""))?;
    number(weight).map(|weight| (term, weight)).ok_or_else(|| wrong_number(text))
}

/// A weight, if the text is one.
pub(crate) fn number(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.abs() <= LIMIT)
}

/// The error for a text that is not a weight.
pub(crate) fn wrong_number(text: &str) -> TextError {
    TextError::at("expected a weight from -1000 to 1000 in", text, "")
}

/// The index of a term among the known ones.
pub(crate) fn place_of(term: &str, known: &[&str]) -> Result<usize, TextError> {
    known.iter().position(|known| *known == term).ok_or_else(|| {
        let error = TextError::at("unknown term", term, "");
        TextError::new(format!("{error}; available: {}", known.join(", ")))
    })
}
