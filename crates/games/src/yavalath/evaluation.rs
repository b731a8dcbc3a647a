//! Static evaluation of Yavalath: stones that may become a four.
//!
//! A weighted sum of terms, own minus opponent's; the weights are data, `weights.toml`. The first four terms are the
//! patterns of Table 2.1 of `yavalath-2025`: every place where a pattern fits counts, also where two overlap, so that
//! `XX·X` is a threat and two of the smaller patterns within it. The others count the room left for a four, the cells
//! that would threaten one, and the cells that would lose.
//!
//! The lines of one direction are laid side by side in one word, so that a pattern is found on all of them at once:
//!
//! ```text
//!   bit   0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 …
//!        a1 a2 a3 a4 a5  .  .  .  .  . b1 b2 b3 b4 b5 b6  .  .  .  . c1 …
//! ```
//!
//! After each line there is at least one bit that is not a cell, so no pattern reaches from one line into the next.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::LazyLock;

use spielbaum_core::{Cell, Evaluate, Side, TermValue, TextError, extract_bits};

use super::Yavalath;
use super::geometry::{Geometry, SIDE_3, SIDE_4, SIDE_5};
use crate::weights;

/// The terms in the order of their weights.
const TERMS: [&str; 8] = ["pairs", "splits", "wides", "threats", "open", "single", "forcing", "losing"];

/// How many of them are patterns of the study.
const PATTERNS: usize = 4;

/// Lines in each direction on the largest board.
const MAX_LINES: usize = 9;

/// Bits from one line to the next: the longest line and one that is not a cell.
const STRIDE: usize = MAX_LINES + 1;

/// A weighted sum of the terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct YavalathEvaluation {
    weights: [f32; TERMS.len()],
}

/// The sets of weights by name.
static SETS: LazyLock<BTreeMap<String, BTreeMap<String, f32>>> =
    LazyLock::new(|| toml::from_str(include_str!("weights.toml")).expect("the embedded weights are well-formed"));

/// The default set.
const DEFAULT: &str = "study";

impl Default for YavalathEvaluation {
    fn default() -> YavalathEvaluation {
        YavalathEvaluation::named(DEFAULT).expect("the default weights exist")
    }
}

impl YavalathEvaluation {
    fn named(name: &str) -> Option<YavalathEvaluation> {
        let weights = SETS.get(name)?;
        Some(YavalathEvaluation { weights: TERMS.map(|term| weights.get(term).copied().unwrap_or(0.0)) })
    }

    /// How often each term counts for the side to move.
    #[inline]
    fn counts(&self, position: &Yavalath) -> [i32; TERMS.len()] {
        let mut counts = [0; TERMS.len()];
        let is_plain = self.weights[PATTERNS..] == [0.0; TERMS.len() - PATTERNS];
        for direction in &DIRECTIONS[position.geometry.side - 3] {
            let [own, other] = [position.own, position.other].map(|stones| direction.lay_out(stones));
            let empty = direction.cells & !(own | other);
            let (ours, theirs) = (patterns(own, empty), patterns(other, empty));
            (0..PATTERNS).for_each(|term| counts[term] += ours[term] - theirs[term]);
            // Skip terms without weight.
            if !is_plain {
                let (ours, theirs) = (room(own, empty), room(other, empty));
                (0..2).for_each(|term| counts[PATTERNS + term] += ours[term] - theirs[term]);
            }
        }
        if !is_plain {
            let (ours, theirs) = (position.cells_to_play(position.own), position.cells_to_play(position.other));
            (0..2).for_each(|term| counts[PATTERNS + 2 + term] = ours[term] - theirs[term]);
        }
        counts
    }
}

impl Yavalath {
    /// The number of empty cells where one more of `stones` threatens a four without making a three, and where it makes
    /// a three without a four.
    fn cells_to_play(&self, stones: u64) -> [i32; 2] {
        let (made, empty) = (self.geometry.rows_made(stones), self.geometry.board & !(self.own | self.other));
        let forcing = self.geometry.forcing_cells(stones, empty) & !made.threes;
        [forcing, made.threes & !made.fours & empty].map(|cells| cells.count_ones() as i32)
    }
}

impl Evaluate<Yavalath> for YavalathEvaluation {
    type State = ();

    fn start(&self, _: &Yavalath) {}

    fn update(&self, (): &mut (), _: &Yavalath, _: Cell) {}

    #[inline]
    fn evaluate(&self, (): &(), position: &Yavalath) -> i32 {
        let pairs = self.counts(position).into_iter().zip(self.weights);
        pairs.map(|(count, weight)| count as f32 * weight).sum::<f32>().round() as i32
    }

    fn explain(&self, position: &Yavalath) -> Vec<TermValue> {
        let sign = if position.side_to_move == Side::First { 1.0 } else { -1.0 };
        let counts = self.counts(position).into_iter().zip(self.weights);
        let values = counts.map(|(count, weight)| sign * count as f32 * weight);
        TERMS.into_iter().zip(values).map(|(term, value)| TermValue { term, sides: None, value }).collect()
    }
}

impl FromStr for YavalathEvaluation {
    type Err = TextError;

    /// Reads `NAME[/TERM=WEIGHT…]`.
    fn from_str(text: &str) -> Result<YavalathEvaluation, TextError> {
        let mut parts = text.split('/');
        let name = parts.next().unwrap_or_default();
        let mut evaluation = YavalathEvaluation::named(name).ok_or_else(|| {
            let (error, known) = (TextError::at("unknown evaluation", name, ""), SETS.keys().cloned());
            TextError::new(format!("{error}; available: {}", known.collect::<Vec<_>>().join(", ")))
        })?;
        for part in parts {
            let (term, weight) = weights::read(part)?;
            evaluation.weights[weights::place_of(term, &TERMS)?] = weight;
        }
        Ok(evaluation)
    }
}

/// The count of each pattern of the study in one direction. Bits that are not cells are in neither set.
#[inline]
fn patterns(stones: u128, empty: u128) -> [i32; PATTERNS] {
    let pairs = stones & stones >> 1;
    // Each mask holds the first bit of a pattern.
    let splits = stones & empty >> 1 & stones >> 2;
    let wides = stones & empty >> 1 & empty >> 2 & stones >> 3;
    let pair_first = pairs & empty >> 2 & stones >> 3;
    let pair_last = stones & empty >> 1 & pairs >> 2;
    let count = |places: u128| places.count_ones() as i32;
    [count(pairs), count(splits), count(wides), count(pair_first) + count(pair_last)]
}

/// The number of four cells in a row with exactly two stones and no others, and with exactly one.
#[inline]
fn room(stones: u128, empty: u128) -> [i32; 2] {
    let at = |cells: u128, place: u32| cells >> place;
    let free = stones | empty;
    let free = free & at(free, 1) & at(free, 2) & at(free, 3);
    let [a, b, c, d] = [0, 1, 2, 3].map(|place| at(stones, place));
    let is_odd = a ^ b ^ c ^ d;
    let (two, three) = (free & !is_odd & (a | b | c | d) & !(a & b & c & d), a & b & (c | d) | c & d & (a | b));
    [two, free & is_odd & !three].map(|places| places.count_ones() as i32)
}

/// The lines of a board in one direction.
#[derive(Clone, Copy)]
struct Direction {
    /// The cells of each line. Cell numbers rise along it, so extracted bits are in order.
    lines: [u64; MAX_LINES],
    /// All cells, laid out.
    cells: u128,
}

impl Direction {
    #[inline]
    fn lay_out(&self, stones: u64) -> u128 {
        let laid = |line: usize| u128::from(extract_bits(stones, self.lines[line])) << (STRIDE * line);
        (0..MAX_LINES).map(laid).fold(0, std::ops::BitOr::bitor)
    }
}

/// The three directions of the boards of side 3, 4 and 5.
static DIRECTIONS: [[Direction; 3]; 3] = [directions(&SIDE_3), directions(&SIDE_4), directions(&SIDE_5)];

const fn directions(geometry: &Geometry) -> [Direction; 3] {
    let mut directions = [Direction { lines: [0; MAX_LINES], cells: 0 }; 3];
    let size = geometry.rows();
    let mut place = 0;
    while place < size * size {
        let (row, column) = (place / size, place % size);
        if let Some(cell) = geometry.cell_at(row as i32, column as i32) {
            // What stays the same along a step of (0, 1), (1, 0) and (1, 1).
            let numbers = [row, column, column + geometry.side - 1 - row];
            let mut direction = 0;
            while direction < 3 {
                let line = numbers[direction];
                let before = directions[direction].lines[line].count_ones() as usize;
                directions[direction].lines[line] |= 1 << cell;
                directions[direction].cells |= 1 << (STRIDE * line + before);
                direction += 1;
            }
        }
        place += 1;
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Row;
    use super::*;
    use spielbaum_core::{Game, MoveSet, Rng};

    /// Tries every pattern from every cell in every direction.
    fn naive(position: &Yavalath) -> i32 {
        let patterns = [("XX", 5), ("X.X", 5), ("X..X", 20), ("XX.X", 41), ("X.XX", 41)];
        let geometry = position.geometry;
        let size = geometry.rows() as i32;
        let letter = |row, column, stones: u64, others: u64| match geometry.cell_at(row, column) {
            Some(cell) if stones >> cell & 1 != 0 => 'X',
            Some(cell) if others >> cell & 1 != 0 => 'O',
            Some(_) => '.',
            None => '#',
        };
        let mut value = 0;
        for (sign, stones, others) in [(1, position.own, position.other), (-1, position.other, position.own)] {
            for (row, column) in (0..size * size).map(|place| (place / size, place % size)) {
                for (row_step, column_step) in [(0, 1), (1, 0), (1, 1)] {
                    let line: String = (0..4)
                        .map(|step| letter(row + step * row_step, column + step * column_step, stones, others))
                        .collect();
                    value += patterns
                        .iter()
                        .filter(|(text, _)| line.starts_with(text))
                        .map(|(_, worth)| sign * worth)
                        .sum::<i32>();
                }
            }
        }
        value
    }

    fn evaluate(position: &Yavalath) -> i32 {
        YavalathEvaluation::default().evaluate(&(), position)
    }

    #[test]
    fn laid_out_lines_hold_what_the_table_says_whatever_the_colours() {
        let mut rng = Rng::new(71);
        let mut seen = 0;
        for game in 0..600u32 {
            let mut position = Yavalath::start(3 + (game % 3) as u8, game % 2 == 0);
            while let Some(moves) = position.status().moves() {
                let value = evaluate(&position);
                assert_eq!(value, naive(&position), "{position}");
                let swapped = Yavalath { own: position.other, other: position.own, ..position };
                assert_eq!(value, -evaluate(&swapped), "{position}");
                position.play(moves.sample(&mut rng));
                seen += 1;
            }
        }
        assert!(seen > 5_000, "{seen}");
    }

    #[test]
    fn crowded_boards_are_read_to_their_edges() {
        let mut rng = Rng::new(72);
        for game in 0..3_000u32 {
            let start = Yavalath::start(3 + (game % 3) as u8, false);
            let own = rng.next_u64() & start.geometry.board;
            let other = rng.next_u64() & rng.next_u64() & start.geometry.board & !own;
            let position = Yavalath { own, other, ..start };
            assert_eq!(evaluate(&position), naive(&position), "{own:x} {other:x} side {}", start.geometry.side);
        }
    }

    #[test]
    fn a_triangle_of_wide_pairs_is_worth_more_than_a_threat() {
        // White to move after black's last stone far away; b3, e3 and e6 are three steps apart in pairs.
        let value = |text: &str| evaluate(&text.parse().unwrap());
        assert_eq!(value("b3 a1 e3 i1 e6 i5"), 3 * 20);
        assert_eq!(value("e3 a1 e4 i1 e6 i5"), 41 + 5 + 5);
    }

    /// Tries every four cells in a row, and every empty cell.
    fn naive_rest(position: &Yavalath) -> [i32; 4] {
        let (geometry, size) = (position.geometry, position.geometry.rows() as i32);
        let (empty, mut counts) = (geometry.board & !(position.own | position.other), [0; 4]);
        for (sign, stones) in [(1, position.own), (-1, position.other)] {
            for (row, column) in (0..size * size).map(|place| (place / size, place % size)) {
                for (row_step, column_step) in [(0, 1), (1, 0), (1, 1)] {
                    let cells = (0..4).map(|step| geometry.cell_at(row + step * row_step, column + step * column_step));
                    let Some(cells) = cells.collect::<Option<Vec<usize>>>() else { continue };
                    let held = |set: u64| cells.iter().filter(|&&cell| set >> cell & 1 != 0).count();
                    match (held(stones), held(empty)) {
                        (2, 2) => counts[0] += sign,
                        (1, 3) => counts[1] += sign,
                        _ => {}
                    }
                }
            }
            for cell in (0..geometry.cells as u8).filter(|cell| empty >> cell & 1 != 0) {
                let (row, threats) = geometry.row_and_threats(stones, cell);
                counts[2] += sign * i32::from(row == Row::None && threats & empty != 0);
                counts[3] += sign * i32::from(row == Row::Three);
            }
        }
        counts
    }

    #[test]
    fn room_and_losing_cells_are_what_each_row_and_cell_says() {
        let mut rng = Rng::new(73);
        for game in 0..3_000u32 {
            let start = Yavalath::start(3 + (game % 3) as u8, false);
            let own = rng.next_u64() & rng.next_u64() & start.geometry.board;
            let other = rng.next_u64() & rng.next_u64() & start.geometry.board & !own;
            let position = Yavalath { own, other, ..start };
            let counts = YavalathEvaluation::named("tuned").unwrap().counts(&position);
            assert_eq!(counts[PATTERNS..], naive_rest(&position), "{own:x} {other:x} side {}", start.geometry.side);
        }
    }

    #[test]
    fn sets_have_known_terms_alone_and_values_are_their_sums() {
        for (name, weights) in SETS.iter() {
            assert!(weights.keys().all(|term| TERMS.contains(&term.as_str())), "{name}");
            let evaluation: YavalathEvaluation = name.parse().unwrap();
            let position: Yavalath = "e3 a1 e4 i1 e6 i5 b2".parse().unwrap();
            let sum: f32 = evaluation.explain(&position).iter().map(|term| term.value).sum();
            assert_eq!(evaluation.evaluate(&(), &position), -sum.round() as i32, "{name}");
        }
    }

    #[test]
    fn weights_are_changed_by_name() {
        let value = |name: &str| {
            let evaluation: Result<YavalathEvaluation, TextError> = name.parse();
            evaluation.map(|evaluation| evaluation.evaluate(&(), &"e3 a1 e4 i1 e6 i5".parse().unwrap()))
        };
        assert_eq!(value("study/threats=0/pairs=7").unwrap(), 7 + 5);
        // White loses on e2 and wins on e5.
        assert_eq!(value("study/losing=3").unwrap(), 41 + 5 + 5 + 3);
        for (name, expected) in [
            ("best", "unknown evaluation 'best'; available: study, tuned"),
            ("study/four=1", "unknown term 'four'; available: pairs, splits"),
            ("study/pairs", "expected TERM=WEIGHT, found 'pairs'"),
            ("study/pairs=many", "expected a weight from -1000 to 1000 in 'pairs=many'"),
        ] {
            let error = value(name).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
