//! Names of openings, read from lists of names and moves.

use std::collections::HashMap;

use spielbaum_core::Notation;

/// Names of openings by the keys of their positions.
pub(crate) struct Openings(HashMap<u64, &'static str>);

impl Openings {
    /// Reads the lines `NAME: moves` of a text; those that begin with `#` are comments. `key` identifies positions.
    pub(crate) fn read<G: Notation>(text: &'static str, key: impl Fn(&G) -> u64) -> Openings {
        let key_behind = |moves| G::default().play_line(moves).ok().map(|line| key(&line.position));
        Openings(lines(text).filter_map(|(name, moves)| Some((key_behind(moves)?, name))).collect())
    }

    /// The name of the position with this key.
    pub(crate) fn name(&self, key: u64) -> Option<&'static str> {
        self.0.get(&key).copied()
    }
}

/// Names and moves.
pub(crate) fn lines(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Fails unless every line can be played, and its position has its name and no other line's.
    pub(crate) fn assert_every_line_has_a_position_of_its_own<G: Notation>(text: &'static str) {
        assert!(lines(text).count() >= 30);
        for (name, moves) in lines(text) {
            let line = G::default().play_line(moves).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(line.position.opening(), Some(name), "{moves}");
        }
    }
}
