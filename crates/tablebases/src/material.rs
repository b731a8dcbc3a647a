//! The material of an ending: its name, and the endings it leads into.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use spielbaum_core::TextError;
use spielbaum_games::chess::{Color, Piece};

/// The most men of an ending, kings included.
pub const MOST_MEN: usize = 4;

/// The pieces of an ending besides the kings, strongest first; white's are at least as strong as black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    pieces: [Option<(Color, Piece)>; MOST_MEN - 2],
}

/// What a pawn promotes to.
pub(crate) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Pieces by strength.
const BY_STRENGTH: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// No piece, or one of either colour.
const DIGITS: usize = 1 + 2 * BY_STRENGTH.len();

impl Material {
    /// The ending with these pieces besides the kings, and whether the colours have to be swapped for it; `None` when
    /// there are too many.
    pub(crate) fn of(pieces: impl IntoIterator<Item = (Color, Piece)>) -> Option<(Material, bool)> {
        let mut sides: [ArrayVec<Reverse<u8>, { MOST_MEN - 2 }>; 2] = Default::default();
        for (color, piece) in pieces {
            sides[color as usize].try_push(Reverse(rank(piece))).ok()?;
        }
        sides.iter_mut().for_each(|side| side.sort_unstable_by_key(|piece| piece.0));
        let is_exchanged = (sides[0].len(), &sides[0]) < (sides[1].len(), &sides[1]);
        if is_exchanged {
            sides.swap(0, 1);
        }
        let mut all = ArrayVec::<(Color, Piece), { MOST_MEN - 2 }>::new();
        for (color, side) in Color::ALL.into_iter().zip(&sides) {
            for piece in side {
                all.try_push((color, BY_STRENGTH[usize::from(piece.0)])).ok()?;
            }
        }
        Some((Material { pieces: std::array::from_fn(|index| all.get(index).copied()) }, is_exchanged))
    }

    /// Every ending with a table: those of 3 men first, and each after all that it leads into.
    pub fn all() -> Vec<Material> {
        let one = |piece| vec![(Color::White, piece)];
        let mut all: Vec<Vec<(Color, Piece)>> = BY_STRENGTH.into_iter().map(one).collect();
        for (index, first) in BY_STRENGTH.into_iter().enumerate() {
            for second in &BY_STRENGTH[index..] {
                all.push(vec![(Color::White, first), (Color::White, *second)]);
                all.push(vec![(Color::White, first), (Color::Black, *second)]);
            }
        }
        let mut all: Vec<Material> = all.into_iter().filter_map(|pieces| Some(Material::of(pieces)?.0)).collect();
        all.retain(|material| !material.is_dead());
        all.sort_by_key(|material| (material.men(), material.pawns()));
        all
    }

    /// A unique index below [`CODES`](Material::CODES), for direct look-up.
    pub(crate) fn code(&self) -> usize {
        let digit = |piece: Option<(Color, Piece)>| {
            piece.map_or(0, |(color, piece)| 1 + usize::from(rank(piece)) + BY_STRENGTH.len() * color as usize)
        };
        self.pieces.into_iter().fold(0, |code, piece| code * DIGITS + digit(piece))
    }

    pub(crate) const CODES: usize = DIGITS * DIGITS;

    /// Men on the board, kings included.
    pub fn men(&self) -> usize {
        2 + self.pieces().count()
    }

    /// Pawns on the board.
    pub fn pawns(&self) -> usize {
        self.pieces().filter(|(_, piece)| *piece == Piece::Pawn).count()
    }

    /// Whether the material is insufficient for mate: a bare king against at most a bishop or a knight.
    pub fn is_dead(&self) -> bool {
        self.men() < 3 || self.men() == 3 && self.pieces().all(|(_, piece)| is_minor(piece))
    }

    /// The pieces besides the kings.
    pub fn pieces(&self) -> impl Iterator<Item = (Color, Piece)> {
        self.pieces.into_iter().flatten()
    }

    /// The endings with tables that one move leads into.
    pub fn leads_into(&self) -> Vec<Material> {
        let pieces: Vec<_> = self.pieces().collect();
        let mut found = Vec::new();
        for index in 0..pieces.len() {
            let mut rest = pieces.clone();
            let (color, piece) = rest.remove(index);
            found.extend(Material::of(rest.clone()));
            if piece == Piece::Pawn {
                for promotion in PROMOTIONS {
                    let promoted = rest.iter().copied().chain([(color, promotion)]);
                    found.extend(Material::of(promoted));
                }
            }
        }
        // A pawn that captures and promotes in one move is covered by neither of the above.
        let takes_and_promotes = pieces.len() == 2 && pieces[0].0 != pieces[1].0;
        for (color, _) in pieces.iter().filter(|(_, piece)| takes_and_promotes && *piece == Piece::Pawn) {
            found.extend(PROMOTIONS.into_iter().filter_map(|promotion| Material::of([(*color, promotion)])));
        }
        let mut endings: Vec<Material> = Vec::new();
        for (material, _) in found {
            if !material.is_dead() && !endings.contains(&material) {
                endings.push(material);
            }
        }
        endings
    }
}

fn is_minor(piece: Piece) -> bool {
    matches!(piece, Piece::Bishop | Piece::Knight)
}

/// The index of a piece in [`BY_STRENGTH`], which has no king.
fn rank(piece: Piece) -> u8 {
    BY_STRENGTH.iter().position(|other| *other == piece).unwrap_or(BY_STRENGTH.len() - 1) as u8
}

/// `KQKR`: white's pieces, then black's.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str("K")?;
            for (_, piece) in self.pieces().filter(|(owner, _)| *owner == color) {
                let letter: char = piece.into();
                write!(f, "{}", letter.to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Material, TextError> {
        let wrong = || TextError::at("an ending is written like KQKR, not", text, "");
        let upper = text.trim().to_ascii_uppercase();
        let (white, black) = upper.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or_else(wrong)?;
        let mut pieces = Vec::new();
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.chars() {
                let piece = BY_STRENGTH.into_iter().find(|piece| char::from(*piece).eq_ignore_ascii_case(&letter));
                pieces.push((color, piece.ok_or_else(wrong)?));
            }
        }
        if pieces.len() > MOST_MEN - 2 {
            return Err(TextError::at(&format!("tables have up to {MOST_MEN} men, unlike"), text, ""));
        }
        let (material, _) = Material::of(pieces).ok_or_else(wrong)?;
        if material.is_dead() {
            return Err(TextError::at("no side can be mated, so there is no table for", text, ""));
        }
        Ok(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_33_endings_and_each_comes_after_those_it_leads_into() {
        let all = Material::all();
        assert_eq!((all.iter().filter(|ending| ending.men() == 3).count(), all.len()), (3, 33));
        for (place, ending) in all.iter().enumerate() {
            assert_eq!(ending.to_string().parse(), Ok(*ending));
            for next in ending.leads_into() {
                assert!(all[..place].contains(&next), "{ending} {next}");
            }
        }
    }

    #[test]
    fn names_are_read_in_any_order_and_with_black_first() {
        for (text, name) in [("krkq", "KQKR"), ("KKQ", "KQK"), ("KNBK", "KBNK"), ("kpkp", "KPKP"), ("KKPR", "KRPK")] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name);
        }
        for text in ["", "K", "KK", "KBK", "KQ", "KQRBK", "KXK", "KQKRKB", "KÄK"] {
            let error = text.parse::<Material>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }
}
