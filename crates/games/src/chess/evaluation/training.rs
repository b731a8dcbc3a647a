//! Fits the [values](super::values) of our evaluation to the results of games: which values count how often in a position.

use cozy_chess::Color;
use spielbaum_core::TextError;

use super::super::Chess;
use super::MIDDLE;
use super::ours::{Counts, Ours, phase_of};
use super::pair::Pair;
use super::values::{COUNT, Values};
use crate::fit::{self, Course, Fitted};

/// A position and how its game ended for white: 1, 0.5 or 0, or anything between.
#[derive(Clone, Debug)]
pub struct Example {
    /// The position, at rest.
    pub position: Chess,
    /// What white made of it.
    pub result: f32,
}

/// Values that were fitted to examples.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The file that [`ChessEvaluation::with_values`](super::ChessEvaluation::with_values) reads.
    pub text: String,
    /// The root of the mean squared difference from the results, on a twentieth of the examples that was not learnt from:
    /// with the values before and with those found.
    pub errors: [f32; 2],
}

/// How far a value moves in a step at most, in the first and in the last epoch.
const STEPS: [f32; 2] = [1.0, 0.05];
/// How strongly values are drawn to where they began.
const PULL: f32 = 2e-8;

impl Fit {
    /// Fits the values in `text`, or those that come with the program, going through the examples `epochs` times.
    pub fn of(
        examples: &[Example],
        text: Option<&str>,
        epochs: usize,
        seed: u64,
        mut tell: impl FnMut(),
    ) -> Result<Fit, TextError> {
        let ours = text.map_or_else(|| Ok(Ours::fitted()), Ours::with_values)?;
        let start = numbers_of(ours.values());
        let course = Course { epochs, steps: STEPS, pull: PULL, seed };
        let Fitted { weights, errors } = course.fit(&Lessons::new(examples, &ours), &start, |_| tell());
        let mut pairs = Box::new([Pair::default(); COUNT]);
        for (pair, numbers) in pairs.iter_mut().zip(weights.as_chunks().0) {
            let [middle, end]: [f32; 2] = *numbers;
            *pair = Pair::new(middle.round() as i32, end.round() as i32);
        }
        Ok(Fit { text: Values(pairs).write(), errors })
    }
}

/// Middle and end of every value by turns.
fn numbers_of(values: &Values) -> Vec<f32> {
    values.0.iter().flat_map(|pair| [pair.middle() as f32, pair.end() as f32]).collect()
}

/// The examples as the fit sees them: which values count how often, white's less black's.
struct Lessons {
    counts: Vec<(u16, i16)>,
    /// Where the counts of each example end.
    ends: Vec<usize>,
    /// How much middle and end count, and the result.
    shares: Vec<[f32; 3]>,
}

impl Lessons {
    fn new(examples: &[Example], ours: &Ours) -> Lessons {
        let mut lessons = Lessons { counts: Vec::new(), ends: vec![0], shares: Vec::new() };
        for example in examples {
            let board = example.position.board();
            let mut counts = Counts::of(board, Color::White).0;
            counts.extend(Counts::of(board, Color::Black).0.into_iter().map(|(place, times)| (place, -times)));
            counts.sort_unstable_by_key(|(place, _)| *place);
            let first = lessons.counts.len();
            for (place, times) in counts {
                match lessons.counts[first..].last_mut() {
                    Some(last) if last.0 == place => last.1 += times,
                    _ => lessons.counts.push((place, times)),
                }
            }
            let mut kept = first;
            for index in first..lessons.counts.len() {
                if lessons.counts[index].1 != 0 {
                    lessons.counts[kept] = lessons.counts[index];
                    kept += 1;
                }
            }
            lessons.counts.truncate(kept);
            lessons.ends.push(kept);
            let end: i32 = lessons.counts[first..]
                .iter()
                .map(|&(place, times)| ours.values().0[usize::from(place)].end() * i32::from(times))
                .sum();
            let middle = phase_of(board).min(MIDDLE) as f32 / MIDDLE as f32;
            let end = (1.0 - middle) * ours.end_share(board, end as f32);
            lessons.shares.push([middle, end, example.result]);
        }
        lessons
    }

    fn counts_of(&self, number: u32) -> &[(u16, i16)] {
        &self.counts[self.ends[number as usize]..self.ends[number as usize + 1]]
    }
}

impl fit::Lessons for Lessons {
    fn count(&self) -> usize {
        self.shares.len()
    }

    /// What the values make of an example, in hundredths of a pawn.
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
    use crate::fit::{Lessons as _, expected};
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
        let lessons = Lessons::new(&examples, &ours);
        let values = numbers_of(ours.values());
        for (number, example) in examples.iter().enumerate() {
            let position = &example.position;
            let played = evaluation.evaluate(&evaluation.start(position), position);
            let played = if position.board().side_to_move() == Color::White { played } else { -played };
            let seen = lessons.value(number as u32, &values);
            assert!((seen - played as f32).abs() < 1.01, "{position} {seen} {played}");
        }
    }
}
