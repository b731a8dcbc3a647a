//! Stable discs, which can never be flipped, and the bound on the margin they imply.
//!
//! A disc is safe along a line when the line is full, or when it ends there, or when a stable disc of its own side
//! stands next to it. A disc that is safe along all four lines is stable. This finds nearly all stable discs; every one
//! found is truly stable.

/// The least alpha at which counting the opponent's stable discs pays, by empty squares: with few stable discs the
/// bound is far above alpha. FFO #42 and #46 take 136 million positions together; 134 where it is 4 · empty − 28, which
/// takes longer, and 148 where it is 3 · empty − 8.
const fn least_alpha(empty: u32) -> i32 {
    3 * empty as i32 - 14
}

/// The discs of `own` that can never be flipped.
pub(super) fn stable_discs(own: u64, other: u64) -> u64 {
    let occupied = own | other;
    let safe = DIRECTIONS.map(|direction| direction.full_lines(occupied) | direction.ends);
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let mut next = own;
        for (direction, safe) in DIRECTIONS.iter().zip(safe) {
            next &= safe | stable << direction.shift | stable >> direction.shift;
        }
        next |= stable;
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

/// An upper bound on the margin of the side to move, as the other side keeps its stable discs; `None` if it is unlikely
/// to be at most `alpha`.
#[inline]
pub(super) fn stability_bound(own: u64, other: u64, alpha: i32) -> Option<i32> {
    let empty = (!(own | other)).count_ones();
    // With too few discs, not even all of them would suffice.
    if alpha < least_alpha(empty) || 64 - 2 * other.count_ones() as i32 > alpha {
        return None;
    }
    Some(64 - 2 * stable_discs(other, own).count_ones() as i32)
}

/// The discs of `own` that the next move of `other` can flip, for all moves at once: in a run between a disc of `other`
/// and an empty square.
pub(super) fn flippable_discs(own: u64, other: u64) -> u64 {
    let empty = !(own | other);
    let mut flippable = 0;
    for direction in &DIRECTIONS {
        let [off_up, off_down] = direction.off[0];
        let (up, down) =
            (|discs: u64| (discs & !off_up) << direction.shift, |discs: u64| (discs & !off_down) >> direction.shift);
        let run = |from: u64, step: &dyn Fn(u64) -> u64| {
            let mut run = step(from) & own;
            for _ in 0..5 {
                run |= step(run) & own;
            }
            run
        };
        flippable |= run(other, &up) & run(empty, &down) | run(other, &down) & run(empty, &up);
    }
    flippable
}

/// A direction in which lines run.
struct Direction {
    shift: u32,
    /// The squares where its lines end.
    ends: u64,
    /// The squares that have no square one, two or four steps up, and down.
    off: [[u64; 2]; 3],
}

const DIRECTIONS: [Direction; 4] =
    [Direction::new(0, 1), Direction::new(1, -1), Direction::new(1, 0), Direction::new(1, 1)];

impl Direction {
    const fn new(row_step: i32, column_step: i32) -> Direction {
        let mut off = [[0; 2]; 3];
        let mut doubling = 0;
        while doubling < 3 {
            let steps = 1 << doubling;
            off[doubling][0] = squares_off(row_step * steps, column_step * steps);
            off[doubling][1] = squares_off(-row_step * steps, -column_step * steps);
            doubling += 1;
        }
        Direction { shift: (8 * row_step + column_step) as u32, ends: off[0][0] | off[0][1], off }
    }

    /// The squares whose whole line is occupied.
    #[inline]
    fn full_lines(&self, occupied: u64) -> u64 {
        let (mut up, mut down) = (occupied, occupied);
        let mut shift = self.shift;
        for [off_up, off_down] in self.off {
            up &= off_up | up >> shift;
            down &= off_down | down << shift;
            shift *= 2;
        }
        up & down
    }
}

/// The squares from which a step leaves the board.
const fn squares_off(row_step: i32, column_step: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8 + row_step, square % 8 + column_step);
        if row < 0 || row > 7 || column < 0 || column > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Game, MoveSet, Rng};

    use super::*;
    use crate::Othello;

    #[test]
    fn stable_discs_stay_whatever_is_played() {
        let mut rng = Rng::new(81);
        let mut seen = 0;
        for _ in 0..400 {
            let mut position = Othello::default();
            let mut stable = [0u64; 2];
            while let Some(moves) = position.status().moves() {
                let side = position.side_to_move();
                stable[side] |= stable_discs(position.own, position.other);
                stable[!side] |= stable_discs(position.other, position.own);
                for side in spielbaum_core::Side::BOTH {
                    assert_eq!(stable[side] & !position.discs(side), 0, "{position}");
                }
                seen += stable[side].count_ones();
                position.play(moves.sample(&mut rng));
            }
        }
        assert!(seen > 10_000, "{seen}");
    }

    #[test]
    fn corners_full_edges_and_full_boards_are_stable() {
        assert_eq!(stable_discs(1, 2), 1);
        assert_eq!(stable_discs(0x0f, 0xf0), 0x0f);
        assert_eq!(stable_discs(2, 4), 0);
        assert_eq!(stable_discs(0x5555_5555_5555_5555, !0x5555_5555_5555_5555), 0x5555_5555_5555_5555);
    }
}
