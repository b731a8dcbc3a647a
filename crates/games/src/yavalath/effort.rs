//! Initial proof and disproof numbers of a new leaf, estimated by a small network.
//!
//! ```text
//!   a line of the board (parts of it where it has more than seven cells)
//!       → its contents, a number in base three → sixteen numbers from a table
//!   the sum over all lines; all but the first two clipped at zero
//!       → two weighted sums, with a constant for the empty cells left: the logarithms of both proof numbers
//! ```
//!
//! Tables are indexed as in a pattern evaluation (Buro 1997) and summed as in the first layer of NNUE (Nasu 2018).
//! There is one for each role, as a draw suffices for the defender, and weights for each role, quiet or under a threat.
//! docs/yavalath.md describes the training data. The estimates affect only the order of the search, not the validity of
//! a proof.

use std::sync::LazyLock;

use super::Yavalath;
use super::geometry::{Geometry, SIDE_3, SIDE_4, SIDE_5};
use crate::ternary::{content, rearranged};

/// Hidden units.
const UNITS: usize = 16;
/// Linear units, one for each proof number.
const LINEAR: usize = 2;
/// The longest part of a line.
const LONGEST: usize = 7;
/// By role and whether there is a threat.
const CASES: usize = 4;

/// One 256th of a logarithm to the base of two is 1.
const ONE: i32 = 256;
/// Weights are 256ths of that.
const WEIGHT_ONE: i32 = 256;
/// The largest logarithm: numbers up to 65,536.
const HIGHEST: i32 = 16 * ONE;

/// The network of one board.
struct Network {
    /// The cells of every part of a line, and the offset of its table.
    parts: Vec<(u64, usize)>,
    /// By the role of the side to move, the tables of all lengths.
    tables: [Vec<[i16; UNITS]>; 2],
    /// The weights for the win of the attacker and against it.
    weights: [[[i16; UNITS]; 2]; CASES],
    /// The constants by the number of empty cells.
    constants: [Vec<[i16; 2]>; CASES],
}

static NETWORKS: [LazyLock<Network>; 3] = [
    LazyLock::new(|| Network::read(&SIDE_3, include_bytes!("effort-3.bin"))),
    LazyLock::new(|| Network::read(&SIDE_4, include_bytes!("effort-4.bin"))),
    LazyLock::new(|| Network::read(&SIDE_5, include_bytes!("effort-5.bin"))),
];

impl Yavalath {
    /// The implementation of [`initial_proof_numbers`](spielbaum_core::Proofs::initial_proof_numbers).
    pub(super) fn estimate_proof_numbers(&self, is_threatened: bool, attacks: bool) -> (u32, u32) {
        let network = &NETWORKS[self.geometry.side - 3];
        let table = &network.tables[usize::from(attacks)];
        let stones = [self.own, self.other];
        let mut units = [0; UNITS];
        for &(cells, start) in &network.parts {
            let numbers = &table[start + content(stones, cells)];
            units.iter_mut().zip(numbers).for_each(|(unit, number)| *unit += number);
        }
        units[LINEAR..].iter_mut().for_each(|unit| *unit = (*unit).max(0));
        let case = 2 * usize::from(attacks) + usize::from(is_threatened);
        let constants = network.constants[case][self.empty_cells()];
        let [win, hold] = [0, 1].map(|aim| {
            let products = units.iter().zip(&network.weights[case][aim]);
            let sum: i32 = products.map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum();
            power_of_two(sum / WEIGHT_ONE + i32::from(constants[aim]))
        });
        if attacks { (win, hold) } else { (hold, win) }
    }
}

impl Network {
    /// Reads the tables of both roles, one byte per number, with mirror images stored once; then the weights and the
    /// constants, two bytes each.
    fn read(geometry: &Geometry, bytes: &[u8]) -> Network {
        let mut bytes = bytes.iter().copied();
        let mut next = || bytes.next().expect("the embedded networks are complete");
        let lengths = geometry.side..=geometry.rows();
        let tables = [0, 1].map(|_| {
            let mut table: Vec<[i16; UNITS]> = Vec::new();
            for cells in lengths.clone().map(|length| length.min(LONGEST)) {
                let start = table.len();
                for content in 0..contents(cells) {
                    let image = rearranged(content, (0..cells).rev());
                    let is_new = image >= content;
                    table.push(if is_new { [0; UNITS].map(|_| (next() as i8).into()) } else { table[start + image] });
                }
            }
            table
        });
        let mut word = || i16::from_le_bytes([next(), next()]);
        let weights = [[[0; UNITS]; 2]; CASES].map(|pair| pair.map(|units| units.map(|_| word())));
        let constants = [0; CASES].map(|_| (0..=geometry.cells).map(|_| [word(), word()]).collect());
        let start = |length| (geometry.side..length).map(|length| contents(length.min(LONGEST))).sum();
        let mask = |cells: &[usize]| cells.iter().map(|cell| 1 << cell).sum();
        let parts =
            lines(geometry).iter().flat_map(|line| parts(line).map(|cells| (mask(cells), start(line.len())))).collect();
        assert!(bytes.next().is_none(), "the embedded networks have nothing else");
        Network { parts, tables, weights, constants }
    }
}

/// The number of possible contents of the cells.
fn contents(cells: usize) -> usize {
    3usize.pow(cells as u32)
}

/// All lines of the board, their cells in order.
fn lines(geometry: &Geometry) -> Vec<Vec<usize>> {
    let places = 0..geometry.rows() as i32;
    let line = |(row, column), (down, right)| {
        let cells = (0..).map_while(move |step| geometry.cell_at(row + step * down, column + step * right));
        // A line begins where there is no cell before.
        cells.take_while(move |_| geometry.cell_at(row - down, column - right).is_none()).collect::<Vec<_>>()
    };
    let begins = places.clone().flat_map(|row| places.clone().map(move |column| (row, column)));
    let all = begins.flat_map(|begin| [(0, 1), (1, 0), (1, 1)].map(|step| line(begin, step)));
    all.filter(|line| !line.is_empty()).collect()
}

/// A whole line, or its first and its last cells if it is too long.
fn parts(line: &[usize]) -> impl Iterator<Item = &[usize]> {
    let first = &line[..line.len().min(LONGEST)];
    let last = (line.len() > LONGEST).then(|| &line[line.len() - LONGEST..]);
    std::iter::once(first).chain(last)
}

/// The number with this logarithm, at least 1; linear between powers of two.
fn power_of_two(logarithm: i32) -> u32 {
    let logarithm = logarithm.clamp(0, HIGHEST);
    ((ONE + logarithm % ONE) << (logarithm / ONE)) as u32 / ONE as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::{Game, MoveSet, Rng};

    #[test]
    fn powers_of_two_meet_at_whole_logarithms_and_never_fall() {
        assert_eq!([0, 1, 5, 16].map(|whole| power_of_two(whole * ONE)), [1, 2, 32, 65_536]);
        assert_eq!([power_of_two(-700), power_of_two(9_999)], [1, 65_536]);
        assert!((0..HIGHEST).all(|logarithm| power_of_two(logarithm) <= power_of_two(logarithm + 1)));
    }

    #[test]
    fn every_cell_lies_on_three_lines() {
        for geometry in [&SIDE_3, &SIDE_4, &SIDE_5] {
            let lines = lines(geometry);
            assert_eq!(lines.len(), 3 * geometry.rows());
            for cell in 0..geometry.cells {
                assert_eq!(lines.iter().filter(|line| line.contains(&cell)).count(), 3, "{geometry:?} {cell}");
            }
        }
        // Two lines of eight cells and one of nine in each direction have two parts.
        assert_eq!(NETWORKS.each_ref().map(|network| network.parts.len()), [15, 21, 27 + 9]);
    }

    #[test]
    fn images_take_the_same_effort_and_roles_another() {
        let (mut rng, mut differ) = (Rng::new(35), 0);
        for game in 0..300 {
            let mut position = Yavalath::start(3 + (game % 3) as u8, false);
            while let Some(moves) = position.status().moves() {
                for (is_threatened, attacks) in [(false, false), (false, true), (true, false), (true, true)] {
                    let effort = position.estimate_proof_numbers(is_threatened, attacks);
                    assert!(effort.0 > 0 && effort.1 > 0, "{position}");
                    for index in 1..12 {
                        let image = position.transformed(index);
                        assert_eq!(image.estimate_proof_numbers(is_threatened, attacks), effort, "{position}");
                    }
                    differ += usize::from(effort != position.estimate_proof_numbers(is_threatened, !attacks));
                }
                position.play(moves.sample(&mut rng));
            }
        }
        assert!(differ > 1_000, "{differ}");
    }
}
