//! Indexes the positions of a file.
//!
//! Each file has its own order of men, in groups. The leading group absorbs most of the symmetry: without pawns it is
//! both kings, or three men that are unique; with pawns it is the pawns of one side, and every file of the leading pawn
//! has an index of its own. Every other group is men of one kind, indexed as a combination of the squares that the
//! groups before it leave free (the combinatorial number system). The index of a position is the sum of the indexes of
//! its groups, each times a factor.
//!
//! `leading_group.rs` indexes the leading group.

use arrayvec::ArrayVec;
use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Color, Piece};

use super::leading_group::{LeadingGroup, RANKS, Squares, binomial, pawn_order};
use super::men::{MOST_MEN, Man, Men};

/// How the positions of a table are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    men: ArrayVec<Man, MOST_MEN>,
    lead: LeadingGroup,
    /// The groups in the order of the men, the leading one first.
    groups: ArrayVec<Group, MOST_MEN>,
    len: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    count: usize,
    factor: u64,
    /// The first square that the men of the group can stand on: 8 for pawns.
    beginning: u8,
}

impl Numbering {
    /// The numbering for this order of the men. `ranks` are the ranks of the leading group and of the other side's
    /// pawns in the order of factors; `file` is the file of the leading pawn, if there are pawns.
    pub(super) fn new(men: Men, order: &[Man], ranks: &[u8], file: usize) -> Result<Numbering, TextError> {
        let wrong = || TextError::new("the order of its men is damaged");
        let mut counts: ArrayVec<usize, MOST_MEN> = ArrayVec::new();
        for same in order.chunk_by(|one, next| one == next) {
            if same.len() != men.of(same[0]) {
                return Err(wrong());
            }
            counts.push(same.len());
        }
        if order.len() != men.count() || !men.kinds().all(|(man, _)| order.contains(&man)) {
            return Err(wrong());
        }
        let lead = LeadingGroup::of(men, order, file).ok_or_else(wrong)?;
        if lead == LeadingGroup::Kings || lead == LeadingGroup::ThreeMen {
            let alone = if lead == LeadingGroup::Kings { 2 } else { 3 };
            counts.drain(1..alone);
            counts[0] = alone;
        }
        let has_other_pawns = men.pawns().iter().all(|pawns| *pawns > 0);
        let fixed = if has_other_pawns { 2 } else { 1 };
        let ranks = ranks.get(..fixed).ok_or_else(wrong)?;
        let is_rank = |rank: &u8| usize::from(*rank) < counts.len();
        if !ranks.iter().all(is_rank) || has_other_pawns && ranks[0] == ranks[1] {
            return Err(wrong());
        }
        // Groups without a given rank take the remaining ranks in order.
        let mut places: ArrayVec<usize, MOST_MEN> = (fixed..counts.len()).rev().collect();
        let group = |counts: &[usize], place: usize| Group {
            count: counts[place],
            factor: 1,
            beginning: if place == 1 && has_other_pawns { 8 } else { 0 },
        };
        let mut groups: ArrayVec<Group, MOST_MEN> = (0..counts.len()).map(|place| group(&counts, place)).collect();
        let mut len: u64 = 1;
        let mut free = 64 - counts[..fixed].iter().sum::<usize>();
        for rank in 0..counts.len() {
            let named = ranks.iter().position(|named| usize::from(*named) == rank);
            let place = named.or_else(|| places.pop()).ok_or_else(wrong)?;
            groups[place].factor = len;
            len *= match place {
                0 => lead.len(counts[0]),
                1 if has_other_pawns => binomial(48 - counts[0], counts[1]),
                _ => {
                    free -= counts[place];
                    binomial(free + counts[place], counts[place])
                }
            };
        }
        Ok(Numbering { men: order.iter().copied().collect(), lead, groups, len })
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The first man, a pawn if there are any.
    pub(super) fn first_man(&self) -> Man {
        self.men[0]
    }

    /// The index of the position on a board, with colours swapped if `is_flipped`.
    pub(super) fn number(&self, board: &Board, is_flipped: bool) -> u64 {
        let mut squares = Squares::new();
        let kinds = self.men.as_slice().chunk_by(|one, next| one == next);
        for same in kinds {
            squares.extend(squares_of(board, same[0], is_flipped).take(same.len()));
        }
        self.number_of(squares)
    }

    fn number_of(&self, mut squares: Squares) -> u64 {
        let lead_count = self.groups[0].count;
        if let LeadingGroup::Pawns(_) = self.lead {
            let foremost = (0..lead_count).min_by_key(|place| pawn_order(squares[*place])).unwrap_or_default();
            squares.swap(0, foremost);
        }
        self.lead.canonicalize(&mut squares, lead_count);
        let mut number = self.lead.number(&mut squares[..lead_count]) * self.groups[0].factor;
        let mut start = lead_count;
        for group in &self.groups[1..] {
            let (before, rest) = squares.split_at_mut(start);
            let same = &mut rest[..group.count];
            same.sort_unstable();
            let own = same.iter().zip(1..).map(|(square, count)| {
                let taken = before.iter().filter(|other| *other < square).count();
                binomial(usize::from(square - group.beginning) - taken, count)
            });
            number += own.sum::<u64>() * group.factor;
            start += group.count;
        }
        number
    }
}

/// The squares of the men of a kind.
fn squares_of(board: &Board, (color, piece): Man, is_flipped: bool) -> impl Iterator<Item = u8> {
    // Pawns move up for white: swapping colours mirrors the ranks.
    let (color, mirror) = if is_flipped { (!color, RANKS) } else { (color, 0) };
    board.colored_pieces(color, piece).into_iter().map(move |square| square as u8 ^ mirror)
}

/// The file of the leading pawn, which selects the part of the table; `man` must be a pawn.
pub(super) fn pawn_file(board: &Board, man: Man, is_flipped: bool) -> Option<usize> {
    Some(squares_of(board, man, is_flipped).map(pawn_order).min()? / 6)
}

/// Decodes a man from its four bits in a file.
pub(super) fn decode_man(code: u8) -> Option<Man> {
    const PIECES: [Piece; 6] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let color = if code & 8 == 0 { Color::White } else { Color::Black };
    let piece = PIECES.get(usize::from(code & 7).checked_sub(1)?)?;
    Some((color, *piece))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cozy_chess::{BoardBuilder, get_king_moves};
    use spielbaum_core::Rng;
    use spielbaum_games::chess::Square;

    use super::super::leading_group::{FILES, PAWN_FILES, file, rank};
    use super::*;

    /// The squares and men of a position, mirror images as one.
    fn canonical(board: &Board, has_pawns: bool) -> Vec<(u8, Option<u8>, Option<u8>)> {
        let images = if has_pawns { 2 } else { 8 };
        let turned = |image: u8, square: u8| {
            let square = if image & 1 == 0 { square } else { square ^ FILES };
            let square = if image & 2 == 0 { square } else { square ^ RANKS };
            if image & 4 == 0 { square } else { 8 * file(square) + rank(square) }
        };
        let image = |image: u8| {
            let man = |square: Square| {
                let (color, piece) = (board.color_on(square), board.piece_on(square));
                (turned(image, square as u8), color.map(|color| color as u8), piece.map(|piece| piece as u8))
            };
            let mut men: Vec<_> = board.occupied().into_iter().map(man).collect();
            men.sort_unstable();
            men
        };
        (0..images).map(image).min().unwrap()
    }

    #[test]
    fn different_positions_with_many_men_have_different_numbers() {
        let mut rng = Rng::new(87);
        for (name, order, ranks) in [
            ("KRRRvK", "KkRRR", [1, 0]),
            ("KQRvKR", "QKkRr", [0, 0]),
            ("KQRvKBN", "RnKkQb", [2, 0]),
            ("KPPvKP", "pPPKk", [0, 2]),
            ("KPPPvKPP", "ppPPPkK", [3, 1]),
            ("KRPPvKP", "pPPRkK", [1, 0]),
            ("KQQPvKQ", "PKQQkq", [0, 0]),
        ] {
            let men: Men = name.parse().unwrap();
            let order = men_in(order);
            let numberings: Vec<Numbering> =
                (0..PAWN_FILES).map(|file| Numbering::new(men, &order, &ranks, file).unwrap()).collect();
            let has_pawns = men.pawns() != [0, 0];
            let mut seen = HashMap::new();
            for _ in 0..40_000 {
                let mut builder = BoardBuilder::empty();
                for man in &order {
                    // Few squares, so that positions recur.
                    let square =
                        Square::index([0, 8, 9, 10, 18, 27, 31, 33, 36, 40, 49, 51, 54, 55, 63][rng.below(15)]);
                    *builder.square_mut(square) = Some((man.1, man.0));
                }
                let Ok(board) = builder.build() else { continue };
                if Men::on(&board) != men || get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
                    continue;
                }
                let file = if has_pawns { pawn_file(&board, order[0], false).unwrap() } else { 0 };
                let number = numberings[file].number(&board, false);
                assert!(number < numberings[file].len(), "{name} {board}");
                let position = canonical(&board, has_pawns);
                assert_eq!(seen.entry((file, number)).or_insert_with(|| position.clone()), &position, "{name} {board}");
            }
            assert!(seen.len() > 1_000, "{name} {}", seen.len());
        }
    }

    fn men_in(order: &str) -> Vec<Man> {
        let color = |letter: char| if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        order.chars().map(|letter| (color(letter), Piece::try_from(letter.to_ascii_lowercase()).unwrap())).collect()
    }

    #[test]
    fn orders_that_no_file_has_are_refused() {
        for (name, order, ranks) in [
            ("KQvK", "KkR", [0, 0]),
            ("KQvK", "KQQ", [0, 0]),
            ("KQvK", "Kk", [0, 0]),
            ("KQvK", "KkQ", [9, 0]),
            ("KRRvK", "KRRk", [0, 0]),
            ("KQRvK", "KQkQ", [0, 0]),
            ("KPvK", "KPk", [0, 0]),
            ("KPPvKP", "PPpKk", [0, 1]),
            ("KPvKP", "PKpk", [0, 1]),
            ("KPvKP", "PpKk", [1, 1]),
        ] {
            let order = men_in(order);
            assert!(Numbering::new(name.parse().unwrap(), &order, &ranks, 0).is_err(), "{name} {order:?}");
        }
    }
}
