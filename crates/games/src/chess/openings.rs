//! What players call the first moves of a game, with the codes of the Encyclopaedia of Chess Openings: `C60 Ruy Lopez`.

use std::sync::LazyLock;

use spielbaum_core::{Game, Notation};

use super::{Chess, Pgn};
use crate::openings::Openings;

/// The lines, `CODE NAME: moves`.
const LINES: &str = include_str!("openings.txt");

static NAMES: LazyLock<Openings> = LazyLock::new(|| Openings::read::<Chess>(LINES, Chess::key));

impl Chess {
    /// Code and name of the opening that this position is, however it came about.
    pub(super) fn opening_name(&self) -> Option<&'static str> {
        NAMES.name(self.key())
    }
}

impl Pgn {
    /// Sets the tags `ECO` and `Opening` if the opening of the game has a name.
    pub fn name_opening(&mut self) {
        let moves: Vec<_> = self.moves.iter().map(|played| played.mv).collect();
        let named = self.start.opening_after(&moves).and_then(|opening| opening.split_once(' '));
        for (tag, value) in named.into_iter().flat_map(|(code, name)| [("ECO", code), ("Opening", name)]) {
            self.set_tag(tag, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::lines;
    use crate::openings::tests::assert_every_line_has_a_position_of_its_own;

    #[test]
    fn every_line_can_be_played_and_has_a_position_of_its_own() {
        assert_every_line_has_a_position_of_its_own::<Chess>(LINES);
    }

    #[test]
    fn codes_are_a_letter_and_two_digits_in_order() {
        let codes: Vec<&str> = lines(LINES).map(|(name, _)| name.split(' ').next().unwrap()).collect();
        assert!(codes.is_sorted());
        for code in codes {
            assert!(matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{code}");
        }
    }

    #[test]
    fn a_game_is_named_by_the_last_position_that_has_a_name() {
        let mut game = Pgn::read_all("1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Ba4 b5 5. Bb3 *").unwrap().remove(0);
        game.name_opening();
        assert_eq!((game.tag("ECO"), game.tag("Opening")), (Some("C70"), Some("Ruy Lopez, Morphy Defence")));
        let mut game = Pgn::read_all("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *").unwrap().remove(0);
        game.name_opening();
        assert_eq!((game.tag("ECO"), game.tag("Opening")), (None, None));
    }
}
