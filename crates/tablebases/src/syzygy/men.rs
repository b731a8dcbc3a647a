//! The material of a file: its name, and the key to find it by position.

use std::fmt;
use std::str::FromStr;

use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Color, Piece};

/// The most men of any Syzygy file, kings included.
pub(super) const MOST_MEN: usize = 7;

/// A kind of man.
pub(super) type Man = (Color, Piece);

/// Pieces besides kings in the order of file names.
const NAMED: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// How many men of each kind both sides have besides their kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Men {
    /// By colour, then in the order of file names.
    counts: [[u8; NAMED.len()]; 2],
}

impl Men {
    #[inline]
    pub(super) fn on(board: &Board) -> Men {
        let counts = |color| NAMED.map(|piece| board.colored_pieces(color, piece).len() as u8);
        Men { counts: [counts(Color::White), counts(Color::Black)] }
    }

    /// Men on the board, kings included.
    pub fn count(&self) -> usize {
        2 + self.counts.iter().flatten().map(|count| usize::from(*count)).sum::<usize>()
    }

    /// The same with the colours swapped.
    #[must_use]
    pub fn flipped(self) -> Men {
        let [white, black] = self.counts;
        Men { counts: [black, white] }
    }

    /// Whether both sides have the same men.
    pub(super) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    pub(super) fn of(&self, (color, piece): Man) -> usize {
        let place = NAMED.iter().position(|named| *named == piece);
        place.map_or(1, |place| self.counts[color as usize][place].into())
    }

    /// The pawns of each side.
    pub(super) fn pawns(&self) -> [usize; 2] {
        [self.of((Color::White, Piece::Pawn)), self.of((Color::Black, Piece::Pawn))]
    }

    /// Each kind of men with its count, if not zero.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (Man, usize)> {
        let kings = Color::ALL.into_iter().map(|color| (color, Piece::King));
        let others = Color::ALL.into_iter().flat_map(|color| NAMED.map(|piece| (color, piece)));
        kings.chain(others).map(|man| (man, self.of(man))).filter(|(_, count)| *count > 0)
    }

    /// Every man, the kings first.
    pub fn all(&self) -> Vec<(Color, Piece)> {
        self.kinds().flat_map(|(man, count)| std::iter::repeat_n(man, count)).collect()
    }

    /// Whether the material is insufficient for mate: bare kings, or one bishop or knight.
    pub(super) fn is_insufficient(&self) -> bool {
        let is_light = |man: Man| matches!(man.1, Piece::King | Piece::Bishop | Piece::Knight);
        self.count() <= 3 && self.kinds().all(|(man, _)| is_light(man))
    }
}

/// `KQvKR`: white's men, then black's.
impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str(if color == Color::White { "K" } else { "vK" })?;
            for piece in NAMED {
                let letter = char::from(piece).to_ascii_uppercase();
                (0..self.of((color, piece))).try_for_each(|_| write!(f, "{letter}"))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Men {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Men, TextError> {
        let wrong = || TextError::at("Syzygy files are named like KQvKR, not", text, "");
        let (white, black) = text.split_once('v').ok_or_else(wrong)?;
        let mut counts = [[0; NAMED.len()]; 2];
        for (counts, letters) in counts.iter_mut().zip([white, black]) {
            for letter in letters.strip_prefix('K').ok_or_else(wrong)?.chars().take(MOST_MEN) {
                let named = |piece: &Piece| char::from(*piece).to_ascii_uppercase() == letter;
                counts[NAMED.iter().position(named).ok_or_else(wrong)?] += 1;
            }
        }
        let men = Men { counts };
        let is_usual = (3..=MOST_MEN).contains(&men.count()) && men.to_string() == text;
        if is_usual { Ok(men) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["KQvK", "KQRBvKNP", "KPPPPPvK", "KBvKB"] {
            assert_eq!(name.parse::<Men>().unwrap().to_string(), name);
        }
        for name in ["", "KvK", "KQK", "KRQvK", "QvK", "KXvK", "KQvKQvK", "KQQQQQQvK", "kqvk", "KKvK", "KÄvK"] {
            let error = name.parse::<Men>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{name}'")), "{error}");
        }
    }
}
