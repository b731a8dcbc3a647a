//! The first group of a file's men as a number: it takes most of the symmetry.
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
use spielbaum_games::chess::Piece;

use super::men::{MOST_MEN, Man, Men};

/// Squares from a1, 0, to h8, 63, in the order of a file's men.
pub(super) type Squares = ArrayVec<u8, MOST_MEN>;

/// Files of the foremost pawn, mirror images apart.
pub(super) const PAWN_FILES: usize = 4;

/// Placements of two kings, and of three different men.
const KINGS: u64 = 462;
const THREE_MEN: u64 = 31_332;

/// The first group of a file's men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    Kings,
    ThreeMen,
    /// The pawns of one side, the foremost on this file.
    Pawns(usize),
}

impl Lead {
    /// The lead of an order of men, where it is one that files have.
    pub(super) fn of(men: Men, order: &[Man], file: usize) -> Option<Lead> {
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

    /// How many numbers the lead has, of so many men.
    pub(super) fn len(self, count: usize) -> u64 {
        match self {
            Lead::Kings => KINGS,
            Lead::ThreeMen => THREE_MEN,
            Lead::Pawns(file) => PAWNS.lens[count][file],
        }
    }

    /// The number of the lead's squares, which have been [turned](Lead::turn).
    pub(super) fn number(self, squares: &mut [u8]) -> u64 {
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

    /// Mirrors all squares so that the first of them stands where leads stand.
    pub(super) fn turn(self, squares: &mut Squares, lead_count: usize) {
        if file(squares[0]) > 3 {
            squares.iter_mut().for_each(|square| *square ^= FILES);
        }
        if let Lead::Pawns(_) = self {
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
}

/// Exclusive-or mirrors a square's file, or its rank.
pub(super) const FILES: u8 = 7;
pub(super) const RANKS: u8 = 56;

/// From 0, the file a.
pub(super) fn file(square: u8) -> u8 {
    square % 8
}

/// From 0, the rank 1.
pub(super) fn rank(square: u8) -> u8 {
    square / 8
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
pub(super) const fn pawn_place(square: u8) -> usize {
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
                    Lead::ThreeMen.turn(&mut squares, 3);
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
}
