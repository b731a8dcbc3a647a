//! The error of every parser of user text: positions, moves, options.

use std::fmt;

/// A parse error that names the offending part and, where it helps, its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    reason: String,
}

impl TextError {
    /// An error whose reason already names the offending text.
    pub fn new(reason: impl Into<String>) -> TextError {
        TextError { reason: reason.into() }
    }

    /// "`what` '`part`' at character n": `part` must be a slice of `whole`, else the place is left out.
    pub fn at(what: &str, part: &str, whole: &str) -> TextError {
        let offset = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize);
        match offset.filter(|&offset| offset + part.len() <= whole.len() && whole.is_char_boundary(offset)) {
            Some(offset) => {
                let place = whole[..offset].chars().count() + 1;
                TextError::new(format!("{what} '{}' at character {place}", shortened(part)))
            }
            None => TextError::new(format!("{what} '{}'", shortened(part))),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TextError {}

/// `text` in one readable line: control characters escaped, cut after 60 characters.
fn shortened(text: &str) -> String {
    let mut escaped = text.chars().flat_map(char::escape_debug);
    let mut short: String = escaped.by_ref().take(60).collect();
    if escaped.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_part_and_place() {
        let text = "ab?d";
        assert_eq!(TextError::at("unknown cell", &text[2..3], text).to_string(), "unknown cell '?' at character 3");
        assert_eq!(TextError::at("unknown cell", "zz", text).to_string(), "unknown cell 'zz'");
    }

    #[test]
    fn long_and_odd_texts_stay_readable() {
        let message = TextError::at("no move", &"\n".repeat(200), "").to_string();
        assert!(message.len() < 150 && !message.contains('\n'), "{message}");
    }
}
