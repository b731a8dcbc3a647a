//! Fits the [values](super::values) of our evaluation to the results of games.

use cozy_chess::Color;
use spielbaum_core::TextError;

use super::super::Chess;
use super::MIDDLE;
use super::ours::{Counts, Ours, phase_of};
use super::pair::Pair;
use super::values::{COUNT, Values};
use crate::fit::{self, Course, Fitted};

/// A position and its target for white: 1, 0.5 or 0, or anything between.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position, which is quiet.
    pub position: Chess,
    /// The target for white.
    pub result: f32,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The file that [`ChessEvaluation::with_values`](super::ChessEvaluation::with_values) reads.
    pub text: String,
    /// The root mean squared error on a held-out twentieth of the examples: with the values before and with those
    /// found.
    pub errors: [f32; 2],
}

/// The largest step of a value, in the first and in the last epoch.
const STEPS: [f32; 2] = [1.0, 0.05];
/// Regularisation towards the start values.
const PULL: f32 = 2e-8;

impl Fit {
    /// Fits the values in `text`, or the built-in ones, in `epochs` passes over the examples.
    pub fn of(
        examples: &[Example],
        text: Option<&str>,
        epochs: usize,
        seed: u64,
        mut on_epoch: impl FnMut(),
    ) -> Result<Fit, TextError> {
        let ours = text.map_or_else(|| Ok(Ours::fitted()), Ours::with_values)?;
        let start = numbers_of(ours.values());
        let course = Course { epochs, steps: STEPS, pull: PULL, seed };
        let Fitted { weights, errors } = course.fit(&LinearExamples::new(examples, &ours), &start, |_| on_epoch());
        let mut pairs = Box::new([Pair::default(); COUNT]);
        for (pair, numbers) in pairs.iter_mut().zip(weights.as_chunks().0) {
            let [middle, end]: [f32; 2] = *numbers;
            *pair = Pair::new(middle.round() as i32, end.round() as i32);
        }
        Ok(Fit { text: Values(pairs).write(), errors })
    }
}

/// Middlegame and endgame part of every value, alternating.
fn numbers_of(values: &Values) -> Vec<f32> {
    values.0.iter().flat_map(|pair| [pair.middle() as f32, pair.end() as f32]).collect()
}

/// The examples in linear form: the count of each value, white's minus black's.
struct LinearExamples {
    counts: Vec<(u16, i16)>,
    /// Where the counts of each example end.
    ends: Vec<usize>,
    /// The weights of middlegame and endgame, and the target.
    shares: Vec<[f32; 3]>,
}

impl LinearExamples {
    fn new(examples: &[Example], ours: &Ours) -> LinearExamples {
        let mut linear = LinearExamples { counts: Vec::new(), ends: vec![0], shares: Vec::new() };
        for example in examples {
            let board = example.position.board();
            let mut counts = Counts::of(board, Color::White).0;
            counts.extend(Counts::of(board, Color::Black).0.into_iter().map(|(place, times)| (place, -times)));
            counts.sort_unstable_by_key(|(place, _)| *place);
            let first = linear.counts.len();
            for (place, times) in counts {
                match linear.counts[first..].last_mut() {
                    Some(last) if last.0 == place => last.1 += times,
                    _ => linear.counts.push((place, times)),
                }
            }
            let mut kept = first;
            for index in first..linear.counts.len() {
                if linear.counts[index].1 != 0 {
                    linear.counts[kept] = linear.counts[index];
                    kept += 1;
                }
            }
            linear.counts.truncate(kept);
            linear.ends.push(kept);
            let end: i32 = linear.counts[first..]
                .iter()
                .map(|&(place, times)| ours.values().0[usize::from(place)].end() * i32::from(times))
                .sum();
            let middle = phase_of(board).min(MIDDLE) as f32 / MIDDLE as f32;
            let end = (1.0 - middle) * ours.end_share(board, end as f32);
            linear.shares.push([middle, end, example.result]);
        }
        linear
    }

    fn counts_of(&self, number: u32) -> &[(u16, i16)] {
        &self.counts[self.ends[number as usize]..self.ends[number as usize + 1]]
    }
}

impl fit::Examples for LinearExamples {
    fn count(&self) -> usize {
        self.shares.len()
    }

    /// The value of an example in centipawns.
    fn value(&self, number: u32, values: &[f32]) -> f32 {
        let (mut middle, mut end) = (0.0, 0.0);
        for &(place, times) in self.counts_of(number) {
            let place = 2 * usize::from(place);
            middle += values[place] * f32::from(times);
            end += values[place + 1] * f32::from(times);
        }
        let [middle_share, end_share, _] = self.shares[number as usize];
        middle * middle_share + end * end_share
    }

    fn result(&self, number: u32) -> f32 {
        self.shares[number as usize][2]
    }

    fn add_gradient(&self, number: u32, slope: f32, gradient: &mut [f32]) {
        let [middle, end, _] = self.shares[number as usize];
        for &(place, times) in self.counts_of(number) {
            let place = 2 * usize::from(place);
            gradient[place] += slope * middle * f32::from(times);
            gradient[place + 1] += slope * end * f32::from(times);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::knowledge::tests::each_random_position;
    use super::super::ChessEvaluation;
    use super::*;
    use crate::fit::{Examples as _, expected};
    use cozy_chess::Piece;
    use spielbaum_core::Evaluate;

    /// Positions of random games that white wins in proportion to a difference of knights alone.
    fn examples() -> Vec<Example> {
        let mut examples = Vec::new();
        each_random_position(91, |position| {
            let knights = |color| position.board().colored_pieces(color, Piece::Knight).len() as f32;
            let result = expected(knights(Color::White) - knights(Color::Black), 1.0);
            examples.push(Example { position: position.clone(), result });
        });
        examples
    }

    #[test]
    fn a_fit_learns_what_decides_games() {
        let examples = examples();
        let fit = Fit::of(&examples, None, 200, 1, || {}).unwrap();
        assert!(fit.errors[1] < 0.8 * fit.errors[0], "{:?}", fit.errors);
        let again = Fit::of(&examples, None, 200, 1, || {}).unwrap();
        assert_eq!(fit.text, again.text);
        ChessEvaluation::with_values(&fit.text).unwrap();
    }

    #[test]
    fn the_fit_sees_the_value_that_is_played() {
        let ours = Ours::fitted();
        let evaluation: ChessEvaluation = "fitted/mop-up=0".parse().unwrap();
        let examples = examples();
        let linear = LinearExamples::new(&examples, &ours);
        let values = numbers_of(ours.values());
        for (number, example) in examples.iter().enumerate() {
            let position = &example.position;
            let played = evaluation.evaluate(&evaluation.start(position), position);
            let played = if position.board().side_to_move() == Color::White { played } else { -played };
            let seen = linear.value(number as u32, &values);
            assert!((seen - played as f32).abs() < 1.01, "{position} {seen} {played}");
        }
    }
}
