//! What players call the first moves of a game.

use std::collections::HashMap;
use std::sync::LazyLock;

use spielbaum_core::{Knowledge, Notation};

use super::Othello;

/// The lines, `NAME: moves`, as players list them.
const LINES: &str = include_str!("openings.txt");

/// By canonical key of the position behind them, the names of the openings.
static NAMES: LazyLock<HashMap<u64, &'static str>> = LazyLock::new(|| {
    let key = |moves| Othello::default().play_line(moves).ok().map(|line| line.position.canonical_key());
    lines().filter_map(|(name, moves)| Some((key(moves)?, name))).collect()
});

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

impl Othello {
    /// The name of the opening that this position is, seen from any side of the board.
    pub(super) fn opening_name(&self) -> Option<&'static str> {
        NAMES.get(&self.canonical_key()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_played_and_has_a_position_of_its_own() {
        assert!(lines().count() >= 30);
        for (name, moves) in lines() {
            let line = Othello::default().play_line(moves).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(line.position.opening_name(), Some(name));
        }
    }

    #[test]
    fn an_opening_has_its_name_from_every_side() {
        let tiger: Othello = "f5d6c3d3c4".parse().unwrap();
        assert_eq!(tiger.opening_name(), Some("Tiger"));
        assert_eq!(Othello::default().opening_name(), None);
    }
}
