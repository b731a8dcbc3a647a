//! Names of Othello openings.

use std::sync::LazyLock;

use spielbaum_core::Symmetry;

use super::Othello;
use crate::openings::Openings;

/// The lines, `NAME: moves`, as players list them.
const LINES: &str = include_str!("openings.txt");

/// Names are the same for all symmetric images.
static NAMES: LazyLock<Openings> = LazyLock::new(|| Openings::read::<Othello>(LINES, Othello::canonical_key));

impl Othello {
    /// The name of this position's opening, in any symmetric image.
    pub(super) fn opening_name(&self) -> Option<&'static str> {
        NAMES.name(self.canonical_key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::tests::assert_every_line_has_a_position_of_its_own;

    #[test]
    fn every_line_can_be_played_and_has_a_position_of_its_own() {
        assert_every_line_has_a_position_of_its_own::<Othello>(LINES);
    }

    #[test]
    fn an_opening_has_its_name_from_every_side() {
        let tiger: Othello = "f5d6c3d3c4".parse().unwrap();
        assert_eq!(tiger.opening_name(), Some("Tiger"));
        assert_eq!(Othello::default().opening_name(), None);
    }
}
