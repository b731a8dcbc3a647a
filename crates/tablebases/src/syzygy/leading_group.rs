//! Indexes the leading group of men, which absorbs most of the symmetry.
//!
//! ```text
//! squares of the first man without pawns, up to symmetry; those on the diagonal come last
//!   4  .  .  .  9
//!   3  .  .  8  5
//!   2  .  7  3  4
//!   1  6  0  1  2
//!      a  b  c  d
//! ```

use arrayvec::ArrayVec;
use spielbaum_games::chess::Piece;

use super::men::{MOST_MEN, Man, Men};

/// Squares from a1 = 0 to h8 = 63, in the order of a file's men.
pub(super) type Squares = ArrayVec<u8, MOST_MEN>;

/// Files of the leading pawn, up to symmetry.
pub(super) const PAWN_FILES: usize = 4;

/// Placements of two kings, and of three different men, up to symmetry.
const KINGS: u64 = 462;
const THREE_MEN: u64 = 31_332;

/// The leading group of a file's men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeadingGroup {
    Kings,
    ThreeMen,
    /// The pawns of one side, the leading one on this file.
    Pawns(usize),
}

impl LeadingGroup {
    /// The leading group of an order of men; `None` for an order that no file has.
    pub(super) fn of(men: Men, order: &[Man], file: usize) -> Option<LeadingGroup> {
        let [white, black] = men.pawns();
        if white + black > 0 {
            // The side with fewer pawns leads, if it has any.
            let leading = if white.min(black) > 0 { white.min(black) } else { white.max(black) };
            let (first, next) = (order[0], order[leading]);
            let others = men.of((!first.0, Piece::Pawn));
            let is_right =
                first.1 == Piece::Pawn && men.of(first) == leading && (others == 0 || next == (!first.0, Piece::Pawn));
            return is_right.then_some(LeadingGroup::Pawns(file));
        }
        if men.kinds().filter(|(_, count)| *count == 1).count() > 2 {
            order[..3].iter().all(|man| men.of(*man) == 1).then_some(LeadingGroup::ThreeMen)
        } else {
            order[..2].iter().all(|man| man.1 == Piece::King).then_some(LeadingGroup::Kings)
        }
    }

    /// How many indexes a leading group of `count` men has.
    pub(super) fn len(self, count: usize) -> u64 {
        match self {
            LeadingGroup::Kings => KINGS,
            LeadingGroup::ThreeMen => THREE_MEN,
            LeadingGroup::Pawns(file) => PAWNS.lens[count][file],
        }
    }

    /// The index of the group's squares, which have been [canonicalized](LeadingGroup::canonicalize).
    pub(super) fn number(self, squares: &mut [u8]) -> u64 {
        match self {
            LeadingGroup::Kings => KING_NUMBERS[triangle(squares[0])][usize::from(squares[1])].into(),
            LeadingGroup::ThreeMen => three_men(squares[0], squares[1], squares[2]),
            LeadingGroup::Pawns(_) => {
                let count = squares.len();
                squares[1..].sort_unstable_by_key(|square| std::cmp::Reverse(squares_after(*square)));
                let others = squares[1..].iter().zip((1..count).rev());
                PAWNS.starts[count][pawn_order(squares[0])]
                    + others.map(|(square, chosen)| binomial(squares_after(*square), chosen)).sum::<u64>()
            }
        }
    }

    /// Mirrors all squares so that the first of them is in the canonical region.
    pub(super) fn canonicalize(self, squares: &mut Squares, count: usize) {
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= FILES);
        }
        if let LeadingGroup::Pawns(_) = self {
            return;
        }
        if rank(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= RANKS);
        }
        let off_diagonal = squares[..count].iter().find(|square| rank(**square) != file(**square));
        if off_diagonal.is_some_and(|square| rank(*square) > file(*square)) {
            squares.iter_mut().for_each(|square| *square = 8 * file(*square) + rank(*square));
        }
    }
}

/// Exclusive-or mirrors a square's file, or its rank.
pub(super) const FILES: u8 = 7;
pub(super) const RANKS: u8 = 56;

/// The file, from a = 0.
pub(super) fn file(square: u8) -> u8 {
    square % 8
}

/// The rank, from the first = 0.
pub(super) fn rank(square: u8) -> u8 {
    square / 8
}

/// The index of three different men, the first in the triangle and the first off the diagonal below it.
fn three_men(first: u8, second: u8, third: u8) -> u64 {
    let less =
        |square: u8, others: &[u8]| u64::from(square) - others.iter().filter(|other| **other < square).count() as u64;
    let diagonal = |square: u8, others: &[u8]| {
        u64::from(file(square)) - others.iter().filter(|other| **other < square).count() as u64
    };
    let is_off_diagonal = |square: u8| rank(square) != file(square);
    let (one, two, three) = (6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28);
    if is_off_diagonal(first) {
        triangle(first) as u64 * 63 * 62 + less(second, &[first]) * 62 + less(third, &[first, second])
    } else if is_off_diagonal(second) {
        one + (diagonal(first, &[]) * 28 + below_diagonal(second)) * 62 + less(third, &[first, second])
    } else if is_off_diagonal(third) {
        one + two + (diagonal(first, &[]) * 7 + diagonal(second, &[first])) * 28 + below_diagonal(third)
    } else {
        let pair = diagonal(first, &[]) * 7 + diagonal(second, &[first]);
        one + two + three + pair * 6 + diagonal(third, &[first, second])
    }
}

/// The index of a square among the 28 below the diagonal, rank by rank.
fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = (u64::from(file(square)), u64::from(rank(square)));
    // The ranks below have 7, 6, … squares.
    rank * (15 - rank) / 2 + file - rank - 1
}

/// The number of a square in the drawing above.
const fn triangle(square: u8) -> usize {
    let (file, rank) = ((square % 8) as usize, (square / 8) as usize);
    match rank {
        _ if file == rank => 6 + file,
        0 => file - 1,
        1 => file + 1,
        _ => 5,
    }
}

/// The order of pawns as candidates for the leading one: by file from the edge, then by rank.
pub(super) const fn pawn_order(square: u8) -> usize {
    let (file, rank) = ((square % 8) as usize, (square / 8) as usize);
    let from_edge = if file < 4 { file } else { 7 - file };
    6 * from_edge + rank - 1
}

/// How many squares come after one in the order of leading pawns, from e7 = 0 to a2 = 47.
const fn squares_after(square: u8) -> usize {
    47 - 2 * pawn_order(square) - if square % 8 < 4 { 0 } else { 1 }
}

/// The binomial coefficient `all` over `chosen`.
#[inline]
pub(super) fn binomial(all: usize, chosen: usize) -> u64 {
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

/// Indexes of the leading pawns.
struct PawnNumbers {
    /// By the number of pawns and the order of the leading one: the first index.
    starts: [[u64; 24]; MOST_MEN],
    /// By the number of pawns and the file of the leading one: how many indexes.
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

/// The index of two kings that are not adjacent, by the [triangle] of the first and the square of the second. Pairs
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
                let is_first_off_diagonal = first % 8 != first / 8;
                let is_far = (first % 8).abs_diff(second % 8) > 1 || (first / 8).abs_diff(second / 8) > 1;
                let is_below = second / 8 < second % 8;
                let is_on = second / 8 == second % 8;
                let is_now =
                    if pass == 0 { is_first_off_diagonal || is_below } else { !is_first_off_diagonal && is_on };
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

#[cfg(test)]
mod tests {
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
                    LeadingGroup::ThreeMen.canonicalize(&mut squares, 3);
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
            for second in (8..56).filter(|square| squares_after(*square) < squares_after(first)) {
                let number = LeadingGroup::Pawns(0).number(&mut [first, second]) as usize;
                assert!(!is_seen[number], "{first} {second}");
                is_seen[number] = true;
            }
        }
        assert!(is_seen.into_iter().all(|is_seen| is_seen));
    }
}
