//! Positions of a file as numbers.
//!
//! The men stand in an order of the file's own, in groups. The first group takes most of the symmetry: without pawns it
//! is both kings, or three men of which there is one each; with pawns it is the pawns of one side, and every file of the
//! foremost of them has a numbering of its own. Every other group is men of one kind, numbered among the squares that
//! the groups before it leave free, as a combination (the combinatorial number system). The number of a position is the
//! sum of the numbers of its groups, each times a factor.
//!
//! ```text
//! where the first man without pawns stands, mirror images apart; those on the diagonal come last
//!   4  .  .  .  9
//!   3  .  .  8  5
//!   2  .  7  3  4
//!   1  6  0  1  2
//!      a  b  c  d
//! ```

use arrayvec::ArrayVec;
use spielbaum_core::TextError;
use spielbaum_games::chess::{Board, Color, Piece};

use super::men::{MOST_MEN, Man, Men};

/// Squares from a1, 0, to h8, 63, in the order of a file's men.
type Squares = ArrayVec<u8, MOST_MEN>;

/// Files of the foremost pawn, mirror images apart.
pub(super) const PAWN_FILES: usize = 4;

/// Placements of two kings, and of three different men.
const KINGS: u64 = 462;
const THREE_MEN: u64 = 31_332;

/// How the positions of a table are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    men: ArrayVec<Man, MOST_MEN>,
    lead: Lead,
    /// The groups in the order of the men; the first is the lead's.
    groups: ArrayVec<Group, MOST_MEN>,
    len: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Kings,
    ThreeMen,
    /// The pawns of one side, the foremost on this file.
    Pawns(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    count: usize,
    factor: u64,
    /// Squares in front that the men of the group cannot stand on: a rank for pawns.
    beginning: u8,
}

impl Numbering {
    /// The numbering with this order of the men, where the groups with the lead and with the other side's pawns have
    /// the factors of these ranks. `file` is the file of the foremost pawn where there are any.
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
        let lead = Lead::of(men, order, file).ok_or_else(wrong)?;
        if lead == Lead::Kings || lead == Lead::ThreeMen {
            let alone = if lead == Lead::Kings { 2 } else { 3 };
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
        // Those without a rank of their own take the ranks that are left, in their order.
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

    /// The man in front, who is a pawn where there are any.
    pub(super) fn first_man(&self) -> Man {
        self.men[0]
    }

    /// The number of the position on a board, whose colours are exchanged first where `is_exchanged` says so.
    pub(super) fn number(&self, board: &Board, is_exchanged: bool) -> u64 {
        let mut squares = Squares::new();
        let kinds = self.men.as_slice().chunk_by(|one, next| one == next);
        for same in kinds {
            squares.extend(squares_of(board, same[0], is_exchanged).take(same.len()));
        }
        self.number_of(squares)
    }

    fn number_of(&self, mut squares: Squares) -> u64 {
        let lead_count = self.groups[0].count;
        if let Lead::Pawns(_) = self.lead {
            let foremost = (0..lead_count).min_by_key(|place| pawn_place(squares[*place])).unwrap_or_default();
            squares.swap(0, foremost);
        }
        turn(&mut squares, self.lead, lead_count);
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

impl Lead {
    /// The lead of an order of men, where it is one that files have.
    fn of(men: Men, order: &[Man], file: usize) -> Option<Lead> {
        let [white, black] = men.pawns();
        if white + black > 0 {
            // The side with fewer pawns leads, if it has any.
            let leading = if white.min(black) > 0 { white.min(black) } else { white.max(black) };
            let (first, next) = (order[0], order[leading]);
            let others = men.of((!first.0, Piece::Pawn));
            let is_right =
                first.1 == Piece::Pawn && men.of(first) == leading && (others == 0 || next == (!first.0, Piece::Pawn));
            return is_right.then_some(Lead::Pawns(file));
        }
        if men.kinds().filter(|(_, count)| *count == 1).count() > 2 {
            order[..3].iter().all(|man| men.of(*man) == 1).then_some(Lead::ThreeMen)
        } else {
            order[..2].iter().all(|man| man.1 == Piece::King).then_some(Lead::Kings)
        }
    }

    fn len(self, count: usize) -> u64 {
        match self {
            Lead::Kings => KINGS,
            Lead::ThreeMen => THREE_MEN,
            Lead::Pawns(file) => PAWNS.lens[count][file],
        }
    }

    /// The number of the lead's squares, which have been [turned](turn).
    fn number(self, squares: &mut [u8]) -> u64 {
        match self {
            Lead::Kings => KING_NUMBERS[triangle(squares[0])][usize::from(squares[1])].into(),
            Lead::ThreeMen => three_men(squares[0], squares[1], squares[2]),
            Lead::Pawns(_) => {
                let count = squares.len();
                squares[1..].sort_unstable_by_key(|square| std::cmp::Reverse(pawn_height(*square)));
                let others = squares[1..].iter().zip((1..count).rev());
                PAWNS.starts[count][pawn_place(squares[0])]
                    + others.map(|(square, chosen)| binomial(pawn_height(*square), chosen)).sum::<u64>()
            }
        }
    }
}

/// The squares of the men of a kind.
fn squares_of(board: &Board, (color, piece): Man, is_exchanged: bool) -> impl Iterator<Item = u8> {
    // White's pawns go up: exchanged colours exchange the ranks.
    let (color, mirror) = if is_exchanged { (!color, RANKS) } else { (color, 0) };
    board.colored_pieces(color, piece).into_iter().map(move |square| square as u8 ^ mirror)
}

/// The file of a table that a position belongs to, by the leading pawns; `man` must be a pawn.
pub(super) fn pawn_file(board: &Board, man: Man, is_exchanged: bool) -> Option<usize> {
    Some(squares_of(board, man, is_exchanged).map(pawn_place).min()? / 6)
}

const FILES: u8 = 7;
const RANKS: u8 = 56;

fn file(square: u8) -> u8 {
    square % 8
}

fn rank(square: u8) -> u8 {
    square / 8
}

/// Mirrors all squares so that the first of them stands where leads stand.
fn turn(squares: &mut Squares, lead: Lead, lead_count: usize) {
    if file(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= FILES);
    }
    if let Lead::Pawns(_) = lead {
        return;
    }
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= RANKS);
    }
    let aside = squares[..lead_count].iter().find(|square| rank(**square) != file(**square));
    if aside.is_some_and(|square| rank(*square) > file(*square)) {
        squares.iter_mut().for_each(|square| *square = 8 * file(*square) + rank(*square));
    }
}

/// Three different men, the first in the triangle and the first beside the diagonal below it.
fn three_men(first: u8, second: u8, third: u8) -> u64 {
    let less =
        |square: u8, others: &[u8]| u64::from(square) - others.iter().filter(|other| **other < square).count() as u64;
    let diagonal = |square: u8, others: &[u8]| {
        u64::from(file(square)) - others.iter().filter(|other| **other < square).count() as u64
    };
    let is_aside = |square: u8| rank(square) != file(square);
    let (one, two, three) = (6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28);
    if is_aside(first) {
        triangle(first) as u64 * 63 * 62 + less(second, &[first]) * 62 + less(third, &[first, second])
    } else if is_aside(second) {
        one + (diagonal(first, &[]) * 28 + below_diagonal(second)) * 62 + less(third, &[first, second])
    } else if is_aside(third) {
        one + two + (diagonal(first, &[]) * 7 + diagonal(second, &[first])) * 28 + below_diagonal(third)
    } else {
        let pair = diagonal(first, &[]) * 7 + diagonal(second, &[first]);
        one + two + three + pair * 6 + diagonal(third, &[first, second])
    }
}

/// The number of a square among the 28 below the diagonal, rank by rank.
fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = (u64::from(file(square)), u64::from(rank(square)));
    // The ranks below have 7, 6, … squares.
    rank * (15 - rank) / 2 + file - rank - 1
}

/// The number of a square in the picture above.
const fn triangle(square: u8) -> usize {
    let (file, rank) = ((square % 8) as usize, (square / 8) as usize);
    match rank {
        _ if file == rank => 6 + file,
        0 => file - 1,
        1 => file + 1,
        _ => 5,
    }
}

/// How far behind others a pawn is as the foremost one: by its file from the edge, then by its rank.
const fn pawn_place(square: u8) -> usize {
    let (file, rank) = ((square % 8) as usize, (square / 8) as usize);
    let from_edge = if file < 4 { file } else { 7 - file };
    6 * from_edge + rank - 1
}

/// The squares of pawns that come after one as the foremost, from e7, 0, to a2, 47.
const fn pawn_height(square: u8) -> usize {
    47 - 2 * pawn_place(square) - if square % 8 < 4 { 0 } else { 1 }
}

/// Ways to choose `chosen` of `all`.
#[inline]
fn binomial(all: usize, chosen: usize) -> u64 {
    BINOMIALS[chosen][all]
}

const BINOMIALS: [[u64; 65]; MOST_MEN] = {
    let mut table = [[0; 65]; MOST_MEN];
    let mut all = 0;
    while all < 65 {
        table[0][all] = 1;
        let mut chosen = 1;
        while chosen < MOST_MEN && all > 0 {
            table[chosen][all] = table[chosen - 1][all - 1] + table[chosen][all - 1];
            chosen += 1;
        }
        all += 1;
    }
    table
};

/// Numbers of the leading pawns.
struct PawnNumbers {
    /// By the number of pawns, and the place of the foremost: the number where the others come in.
    starts: [[u64; 24]; MOST_MEN],
    /// By the number of pawns, and the file of the foremost.
    lens: [[u64; PAWN_FILES]; MOST_MEN],
}

const PAWNS: PawnNumbers = {
    let mut numbers = PawnNumbers { starts: [[0; 24]; MOST_MEN], lens: [[0; PAWN_FILES]; MOST_MEN] };
    let mut count = 1;
    while count < MOST_MEN {
        let mut place = 0;
        while place < 24 {
            let file = place / 6;
            numbers.starts[count][place] = numbers.lens[count][file];
            numbers.lens[count][file] += BINOMIALS[count - 1][47 - 2 * place];
            place += 1;
        }
        count += 1;
    }
    numbers
};

/// The number of two kings by the [triangle] of the first and the square of the second, none of them side by side. Those
/// with both on the diagonal come last.
const KING_NUMBERS: [[u16; 64]; 10] = {
    let mut numbers = [[0; 64]; 10];
    let mut next = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut place = 0;
        while place < 10 {
            let mut second = 0;
            while second < 64 {
                let first = TRIANGLE_SQUARES[place];
                let is_first_aside = first % 8 != first / 8;
                let is_far = (first % 8).abs_diff(second % 8) > 1 || (first / 8).abs_diff(second / 8) > 1;
                let is_below = second / 8 < second % 8;
                let is_on = second / 8 == second % 8;
                let is_now = if pass == 0 { is_first_aside || is_below } else { !is_first_aside && is_on };
                if is_far && is_now {
                    numbers[place][second as usize] = next;
                    next += 1;
                }
                second += 1;
            }
            place += 1;
        }
        pass += 1;
    }
    assert!(next as u64 == KINGS);
    numbers
};

const TRIANGLE_SQUARES: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// A man by its four bits in a file.
pub(super) fn man(code: u8) -> Option<Man> {
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

    use super::*;

    #[test]
    fn squares_of_the_triangle_are_numbered_as_in_the_picture() {
        for (number, square) in TRIANGLE_SQUARES.into_iter().enumerate() {
            assert_eq!(triangle(square), number);
        }
    }

    #[test]
    fn three_men_have_every_number_once_but_for_mirror_images_on_the_diagonal() {
        let mut is_seen = vec![false; THREE_MEN as usize];
        for first in TRIANGLE_SQUARES {
            for second in (0..64).filter(|second| *second != first) {
                for third in (0..64).filter(|third| *third != first && *third != second) {
                    let mut squares: Squares = [first, second, third].into_iter().collect();
                    turn(&mut squares, Lead::ThreeMen, 3);
                    is_seen[three_men(squares[0], squares[1], squares[2]) as usize] = true;
                }
            }
        }
        assert!(is_seen.into_iter().all(|is_seen| is_seen));
    }

    #[test]
    fn leading_pawns_have_every_number_once() {
        // Of the 1,128 pairs of squares 24 are their own mirror images.
        for (count, all) in [(1, 24), (2, (1_128 + 24) / 2)] {
            assert_eq!(PAWNS.lens[count].iter().sum::<u64>(), all, "{:?}", PAWNS.lens[count]);
        }
        let mut is_seen = vec![false; PAWNS.lens[2][0] as usize];
        for first in (8..56).filter(|square| file(*square) == 0) {
            for second in (8..56).filter(|square| pawn_height(*square) < pawn_height(first)) {
                let number = Lead::Pawns(0).number(&mut [first, second]) as usize;
                assert!(!is_seen[number], "{first} {second}");
                is_seen[number] = true;
            }
        }
        assert!(is_seen.into_iter().all(|is_seen| is_seen));
    }

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
                    // Few squares, so that positions come again.
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
