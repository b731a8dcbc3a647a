//! Indexes the positions of an ending; mirror images share an index.
//!
//! Without pawns the board has eight symmetries: white's king is mapped into the triangle a1–d1–d4 and, if it stands on
//! the diagonal, black's king below it. With pawns only the left-right mirror is left: white's king is mapped to the
//! files a–d. A pair of kings has a number (462 or 1806 of them), every other man adds six bits:
//!
//! ```text
//! number = (pair × 64 + square of the first man) × 64 + square of the second man
//! ```
//!
//! A pawn that can be captured en passant is indexed on its own first rank, where no pawn can stand.

use std::sync::LazyLock;

use cozy_chess::{File, Rank, get_king_moves};
use spielbaum_games::chess::{Color, Piece, Square};

use crate::Material;
use crate::placement::{Man, Placement};

/// A symmetry of the board: three bits for mirrored files, mirrored ranks, and the diagonal.
type Symmetry = u8;

const DIAGONAL: Symmetry = 4;

/// How the positions of an ending are numbered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    material: Material,
    king_pairs: &'static KingPairs,
}

impl Numbering {
    pub(crate) fn of(material: Material) -> Numbering {
        Numbering { material, king_pairs: if material.pawns() > 0 { &WITH_PAWNS } else { &WITHOUT_PAWNS } }
    }

    /// How many numbers there are for each side to move; not all have a position.
    pub(crate) fn len(&self) -> usize {
        self.king_pairs.pairs.len() << (6 * (self.material.men() - 2))
    }

    /// The index of a legal position whose men are in the order of the material.
    pub(crate) fn number(&self, placement: &Placement) -> usize {
        let [white, black] = [placement.men[0].square, placement.men[1].square];
        let (pair, symmetry) = self.king_pairs.numbers[white as usize][black as usize];
        let number = self.number_by(placement, pair, symmetry);
        // With both kings on the diagonal, the position has one more mirror image.
        if self.king_pairs.is_mirrored[usize::from(pair)] {
            return number.min(self.number_by(placement, pair, symmetry ^ DIAGONAL));
        }
        number
    }

    #[inline]
    fn number_by(&self, placement: &Placement, pair: u16, symmetry: Symmetry) -> usize {
        let passing = placement.passing_pawn();
        let square = |index: usize| {
            let Man { color, square, .. } = placement.men[index];
            let square = if passing == Some(index) { first_rank(square, color) } else { square };
            image(square, symmetry) as usize
        };
        let pair = usize::from(pair);
        match placement.men.len() {
            2 => pair,
            3 => pair << 6 | square(2),
            _ => {
                let (first, second) = (square(2), square(3));
                let [one, other] = [2, 3].map(|index| (placement.men[index].color, placement.men[index].piece));
                // Two identical men are interchangeable.
                let (first, second) = if one == other && first > second { (second, first) } else { (first, second) };
                (pair << 6 | first) << 6 | second
            }
        }
    }

    /// The position of a number, if it has one and no smaller number has a mirror image of it.
    pub(crate) fn legal_placement(&self, number: usize, turn: Color) -> Option<Placement> {
        let placement = self.placement(number, turn);
        (placement.is_legal() && self.number(&placement) == number).then_some(placement)
    }

    /// The position of a number, legal or not.
    pub(crate) fn placement(&self, number: usize, turn: Color) -> Placement {
        let count = self.material.men() - 2;
        let kings = self.king_pairs.pairs[number >> (6 * count)];
        let mut placement = Placement { men: Default::default(), turn, en_passant: false };
        for (color, square) in Color::ALL.into_iter().zip(kings) {
            placement.men.push(Man { color, piece: Piece::King, square });
        }
        for (place, (color, piece)) in self.material.pieces().enumerate() {
            let mut square = Square::index(number >> (6 * (count - 1 - place)) & 63);
            if piece == Piece::Pawn && color != turn && square.rank() == Rank::First.relative_to(color) {
                square = Square::new(square.file(), Rank::Fourth.relative_to(color));
                placement.en_passant = true;
            }
            placement.men.push(Man { color, piece, square });
        }
        placement
    }
}

/// The square under which a pawn that can be captured en passant is indexed.
fn first_rank(square: Square, color: Color) -> Square {
    Square::new(square.file(), Rank::First.relative_to(color))
}

/// The image of a square under a symmetry.
#[inline]
fn image(square: Square, symmetry: Symmetry) -> Square {
    let index = square as usize ^ [0, 7, 56, 63][usize::from(symmetry & 3)];
    Square::index(if symmetry & DIAGONAL == 0 { index } else { index >> 3 | (index & 7) << 3 })
}

static WITHOUT_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(&[0, 1, 2, 3, 4, 5, 6, 7]));
static WITH_PAWNS: LazyLock<KingPairs> = LazyLock::new(|| KingPairs::new(&[0, 1]));

/// The pairs of kings up to symmetry.
#[derive(Debug)]
struct KingPairs {
    /// White's and black's king of each pair.
    pairs: Vec<[Square; 2]>,
    /// Whether a pair is its own mirror image at the diagonal.
    is_mirrored: Vec<bool>,
    /// By white's and black's king, the number of the pair and the symmetry that leads to it.
    numbers: Vec<[(u16, Symmetry); 64]>,
}

impl KingPairs {
    fn new(symmetries: &[Symmetry]) -> KingPairs {
        let has_diagonal = symmetries.contains(&DIAGONAL);
        let mut king_pairs = KingPairs { pairs: Vec::new(), is_mirrored: Vec::new(), numbers: vec![[(0, 0); 64]; 64] };
        for white in Square::ALL {
            for black in Square::ALL {
                if white == black || get_king_moves(white).has(black) {
                    continue;
                }
                // Symmetries are tried in a fixed order, so that all images of a pair find the same representative.
                let of = |symmetry: &Symmetry| [image(white, *symmetry), image(black, *symmetry)];
                let symmetry =
                    symmetries.iter().copied().find(|symmetry| is_representative(of(symmetry), has_diagonal));
                let symmetry = symmetry.expect("one of the images is the representative");
                let pair = of(&symmetry);
                let number = king_pairs.pairs.iter().position(|other| *other == pair).unwrap_or_else(|| {
                    king_pairs.pairs.push(pair);
                    king_pairs.is_mirrored.push(has_diagonal && pair.into_iter().all(is_on_diagonal));
                    king_pairs.pairs.len() - 1
                });
                king_pairs.numbers[white as usize][black as usize] = (number as u16, symmetry);
            }
        }
        king_pairs
    }
}

/// Whether a pair of kings is the representative of its images.
fn is_representative([white, black]: [Square; 2], has_diagonal: bool) -> bool {
    let height = |square: Square| square.rank() as i32 - square.file() as i32;
    let is_low = white.rank() <= Rank::Fourth && (height(white) < 0 || height(white) == 0 && height(black) <= 0);
    white.file() <= File::D && (!has_diagonal || is_low)
}

fn is_on_diagonal(square: Square) -> bool {
    square.rank() as usize == square.file() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_pairs_of_kings_without_pawns_and_1806_with_pawns() {
        assert_eq!([WITHOUT_PAWNS.pairs.len(), WITH_PAWNS.pairs.len()], [462, 1806]);
    }

    #[test]
    fn images_of_a_position_have_one_number() {
        for name in ["KQK", "KRKB", "KBBK", "KPK", "KQKP", "KPPK", "KPKP"] {
            let material: Material = name.parse().unwrap();
            let numbering = Numbering::of(material);
            let symmetries = if material.pawns() > 0 { 2 } else { 8 };
            let mut seen = 0;
            for number in (0..numbering.len()).step_by(97) {
                let Some(placement) = numbering.legal_placement(number, Color::White) else { continue };
                seen += 1;
                for symmetry in 0..symmetries {
                    let mut turned = placement.clone();
                    turned.men.iter_mut().for_each(|man| man.square = image(man.square, symmetry));
                    assert_eq!(numbering.number(&turned), number, "{name} {placement:?} {symmetry}");
                }
            }
            assert!(seen > 100, "{name} {seen}");
        }
    }
}
