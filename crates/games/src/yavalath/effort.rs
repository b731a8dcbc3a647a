//! How much work a proof looks to take: proof numbers of a new leaf, by patterns.
//!
//! The logarithms of both numbers are linear in counts of patterns. Their weights are fitted by least squares to the numbers that
//! leaves had after 150 more leaves were judged below them, in searches of four openings of side 4 (14,501 leaves) and three of
//! side 5 (4,869): docs/yavalath.md. Whatever they say, a proof stays a proof; they only decide what is looked at first.

use super::Yavalath;
use super::gapped::{Gapped, forcing_cells, rows_made};

/// Kinds of patterns that are counted for either side.
const PATTERNS: usize = 7;

/// What a logarithm to the base of two is made of, in 256ths.
struct Weights {
    /// For each pattern of the side to move, in the order of [`patterns`].
    own: [i32; PATTERNS],
    /// For each pattern of the other side.
    other: [i32; PATTERNS],
    /// For each empty cell.
    empty: i32,
    /// For each empty cell where a stone of either side makes a three.
    shared: i32,
    /// Without any of these.
    start: i32,
}

/// The effort for the aim of the side to move, and against it.
type Efforts = [Weights; 2];

/// The efforts of a quiet position and of one under a threat.
type Board = [Efforts; 2];

/// One 256th of the logarithm is 1.
const UNIT: i32 = 256;

/// The largest logarithm: numbers up to 8,192.
const HIGHEST: i32 = 13 * UNIT;

#[rustfmt::skip]
static SMALL: Board = [
    [
        Weights { own: [-38, -69, 18, -69, -173, 76, 30], other: [6, 46, -41, 21, 155, -53, -7], empty: -4, shared: -85, start: 1266 },
        Weights { own: [141, 270, 9, 56, 55, -156, -37], other: [-36, -126, 69, -32, -129, 114, -14], empty: 34, shared: 95, start: 675 },
    ],
    [
        Weights { own: [-10, 0, 12, -27, -149, 15, 47], other: [71, 110, -80, 28, 96, -127, 39], empty: 34, shared: 142, start: -260 },
        Weights { own: [35, 54, -10, 19, 125, -21, -29], other: [-40, -60, 93, -33, -112, 136, -44], empty: -3, shared: -156, start: 1635 },
    ],
];

#[rustfmt::skip]
static LARGE: Board = [
    [
        Weights { own: [66, 101, 129, -56, -239, 241, -87], other: [-233, -322, -32, 2, 355, 157, 33], empty: 13, shared: 36, start: 790 },
        Weights { own: [-18, 41, -98, 57, 121, -27, 94], other: [286, 540, -62, 1, -412, -313, 40], empty: 25, shared: -69, start: -388 },
    ],
    [
        Weights { own: [-87, -385, 163, -13, -88, -160, -57], other: [99, 364, -307, 30, 34, -57, 211], empty: 17, shared: -13, start: -608 },
        Weights { own: [122, 548, -142, 18, 25, 32, 108], other: [-72, -351, 295, -31, -23, 134, -220], empty: 13, shared: -58, start: 1042 },
    ],
];

impl Yavalath {
    /// What [`proof_effort`](spielbaum_core::Knowledge::proof_effort) asks for.
    pub(super) fn guess_effort(&self, is_threatened: bool) -> (u32, u32) {
        if self.geometry.side == 5 {
            self.guess_effort_on::<u128>(&LARGE[usize::from(is_threatened)])
        } else {
            self.guess_effort_on::<u64>(&SMALL[usize::from(is_threatened)])
        }
    }

    fn guess_effort_on<W: Gapped>(&self, efforts: &Efforts) -> (u32, u32) {
        let [own, other] = [self.own, self.other].map(|stones| W::spread(stones, self.geometry));
        let empty = W::board(self.geometry) & !(own | other);
        let [own_threes, other_threes] = [own, other].map(|stones| rows_made(stones).threes & empty);
        let shared = (own_threes & other_threes).count() as i32;
        let (own, other) = (patterns(own, empty, own_threes), patterns(other, empty, other_threes));
        let [for_it, against] = efforts.each_ref().map(|weights| {
            let counted = |counts: &[i32; PATTERNS], weights: &[i32; PATTERNS]| -> i32 {
                counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
            };
            let rest = empty.count() as i32 * weights.empty + shared * weights.shared + weights.start;
            power_of_two(counted(&own, &weights.own) + counted(&other, &weights.other) + rest)
        });
        (for_it, against)
    }
}

/// The number with this logarithm, 1 at least; straight lines between powers of two.
fn power_of_two(logarithm: i32) -> u32 {
    let logarithm = logarithm.clamp(0, HIGHEST);
    ((UNIT + logarithm % UNIT) << (logarithm / UNIT)) as u32 / UNIT as u32
}

/// Counts of what `stones` have in four cells in a row where nothing else but `empty` cells is: `XX··`, `X·X·` and their
/// images; `X··X`; `·XX·`; a single stone. Then of cells that make a threat, those that make no three and those that do; and
/// of all `threes`, the empty cells that make one.
fn patterns<W: Gapped>(stones: W, empty: W, threes: W) -> [i32; PATTERNS] {
    let (mut open, mut outer, mut inner, mut single) = (0, 0, 0, 0);
    let count = |cells: W| cells.count() as i32;
    for step in W::STEPS {
        let [s, e] = [stones, empty].map(|cells| [0, 1, 2, 3].map(|place| cells >> (place * step)));
        open += count(s[0] & s[1] & e[2] & e[3]) + count(e[0] & e[1] & s[2] & s[3]);
        open += count(s[0] & e[1] & s[2] & e[3]) + count(e[0] & s[1] & e[2] & s[3]);
        outer += count(s[0] & e[1] & e[2] & s[3]);
        inner += count(e[0] & s[1] & s[2] & e[3]);
        single += count(s[0] & e[1] & e[2] & e[3]) + count(e[0] & s[1] & e[2] & e[3]);
        single += count(e[0] & e[1] & s[2] & e[3]) + count(e[0] & e[1] & e[2] & s[3]);
    }
    let forcing = forcing_cells(stones, empty);
    [open, outer, inner, single, count(forcing & !threes), count(forcing & threes), count(threes)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, MoveSet, Rng};

    #[test]
    fn powers_of_two_meet_at_whole_logarithms_and_never_fall() {
        assert_eq!([0, 1, 5, 13].map(|whole| power_of_two(whole * UNIT)), [1, 2, 32, 8_192]);
        assert_eq!([power_of_two(-700), power_of_two(9_999)], [1, 8_192]);
        assert!((0..HIGHEST).all(|logarithm| power_of_two(logarithm) <= power_of_two(logarithm + 1)));
    }

    #[test]
    fn images_take_the_same_effort() {
        let mut rng = Rng::new(35);
        for game in 0..300 {
            let mut position = Yavalath::start(3 + (game % 3) as u8, false);
            while let Some(moves) = position.status().moves() {
                for is_threatened in [false, true] {
                    let effort = position.guess_effort(is_threatened);
                    assert!(effort.0 > 0 && effort.1 > 0, "{position}");
                    for index in 1..12 {
                        assert_eq!(position.transformed(index).guess_effort(is_threatened), effort, "{position}");
                    }
                }
                position.play(moves.sample(&mut rng));
            }
        }
    }

    #[test]
    fn patterns_are_counted_where_only_empty_cells_are_beside_them() {
        let count = |text: &str| {
            let position: Yavalath = text.parse().unwrap();
            let [own, other] = [position.own, position.other].map(|stones| u128::spread(stones, position.geometry));
            let empty = u128::board(position.geometry) & !(own | other);
            patterns(own, empty, rows_made(own).threes & empty)
        };
        // e1 e2 at the edge: one row of four, where e3 makes a three and e4 a threat.
        assert_eq!(count("e1 a1 e2 a3")[..3], [1, 0, 0]);
        assert_eq!(count("e1 a1 e2 a3")[4..], [1, 0, 1]);
        // In the middle: XX·· twice, ·XX· once; e3 and e6 make a three, e2 and e7 a threat.
        assert_eq!(count("e4 a1 e5 a3")[..3], [2, 0, 1]);
        assert_eq!(count("e4 a1 e5 a3")[4..], [2, 0, 2]);
        // A stone between leaves nothing but single stones.
        assert_eq!(count("e4 e5 e6 a3")[..3], [0, 0, 0]);
        assert_eq!(count("e4 a1 e7 a3")[..3], [0, 1, 0]);
    }
}
