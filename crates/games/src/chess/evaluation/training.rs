//! Fits the [values](super::values) of our evaluation to the results of games.
//!
//! The evaluation is a sum of values, each counted so and so often; a logistic curve turns it into an expected result. The
//! values move so that the mean squared difference from the results falls, step by step along its gradient. After Österlund's
//! "Texel tuning" (2014); the steps are those of Adam (Kingma & Ba 2015).

use cozy_chess::Color;
use spielbaum_core::{Rng, TextError};

use super::super::Chess;
use super::MIDDLE;
use super::ours::{Counts, Ours, phase_of};
use super::pair::Pair;
use super::values::{COUNT, Values};

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

/// Examples that are looked at for one step.
const BATCH: usize = 1024;
/// How far a value moves in a step at most, in the first and in the last epoch.
const FIRST_STEP: f32 = 1.0;
const LAST_STEP: f32 = 0.05;
/// How strongly values are drawn to where they began, so that cases that hardly ever occur stay sensible.
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
        let mut lessons = Lessons::new(examples, &ours);
        let curve = lessons.steepness(&start);
        let mut rng = Rng::new(seed);
        lessons.shuffle(&mut rng);
        let held_out = examples.len() / 20;
        let mut values = start.clone();
        let (mut mean, mut variance) = (vec![0.0f32; values.len()], vec![0.0f32; values.len()]);
        let mut steps = 0;
        for epoch in 0..epochs {
            let share = epoch as f32 / (epochs.max(2) - 1) as f32;
            let step = FIRST_STEP * (LAST_STEP / FIRST_STEP).powf(share);
            let learnt = &lessons.order[held_out..];
            for batch in learnt.chunks(BATCH) {
                let mut gradient: Vec<f32> = values.iter().zip(&start).map(|(now, then)| PULL * (now - then)).collect();
                for &number in batch {
                    lessons.add_gradient(number, &values, curve, 1.0 / batch.len() as f32, &mut gradient);
                }
                steps += 1;
                adam(&mut values, &gradient, (&mut mean, &mut variance), steps, step);
            }
            tell();
        }
        let errors = [&start, &values].map(|values| lessons.error(&lessons.order[..held_out], values, curve));
        let mut pairs = Box::new([Pair::default(); COUNT]);
        for (pair, numbers) in pairs.iter_mut().zip(values.as_chunks().0) {
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

fn adam(values: &mut [f32], gradient: &[f32], state: (&mut [f32], &mut [f32]), steps: i32, step: f32) {
    const DECAY: [f32; 2] = [0.9, 0.999];
    let [first, second] = DECAY.map(|decay| 1.0 - decay.powi(steps));
    for (((value, gradient), mean), variance) in values.iter_mut().zip(gradient).zip(state.0).zip(state.1) {
        *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * gradient;
        *variance = DECAY[1] * *variance + (1.0 - DECAY[1]) * gradient * gradient;
        *value -= step * (*mean / first) / ((*variance / second).sqrt() + 1e-10);
    }
}

/// The examples as the fit sees them: which values count how often, white's less black's.
struct Lessons {
    counts: Vec<(u16, i16)>,
    /// Where the counts of each example end.
    ends: Vec<usize>,
    /// How much middle and end count, and the result.
    shares: Vec<[f32; 3]>,
    /// The examples in a random order.
    order: Vec<u32>,
}

impl Lessons {
    fn new(examples: &[Example], ours: &Ours) -> Lessons {
        let mut lessons = Lessons {
            counts: Vec::new(),
            ends: vec![0],
            shares: Vec::new(),
            order: (0..examples.len() as u32).collect(),
        };
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

    fn shuffle(&mut self, rng: &mut Rng) {
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, rng.below(last + 1));
        }
    }

    fn counts_of(&self, number: u32) -> &[(u16, i16)] {
        &self.counts[self.ends[number as usize]..self.ends[number as usize + 1]]
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

    fn add_gradient(&self, number: u32, values: &[f32], curve: f32, share: f32, gradient: &mut [f32]) {
        let [middle, end, result] = self.shares[number as usize];
        let expected = expected(self.value(number, values), curve);
        let slope = 2.0 * share * (expected - result) * expected * (1.0 - expected) * curve;
        for &(place, times) in self.counts_of(number) {
            let place = 2 * usize::from(place);
            gradient[place] += slope * middle * f32::from(times);
            gradient[place + 1] += slope * end * f32::from(times);
        }
    }

    fn error(&self, numbers: &[u32], values: &[f32], curve: f32) -> f32 {
        let squared = |&number: &u32| {
            let missed = expected(self.value(number, values), curve) - self.shares[number as usize][2];
            f64::from(missed * missed)
        };
        (numbers.iter().map(squared).sum::<f64>() / numbers.len().max(1) as f64).sqrt() as f32
    }

    /// How steep the curve must be for the values to fit best as they are, so that a pawn stays a hundred.
    fn steepness(&self, values: &[f32]) -> f32 {
        let some: Vec<u32> = self.order.iter().copied().take(50_000).collect();
        let candidates = (1..=40).map(|number| number as f32 * 0.000_25);
        let errors = candidates.map(|curve| (curve, self.error(&some, values, curve)));
        errors.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0.0, |(curve, _)| curve)
    }
}

/// The result to be expected of a value.
fn expected(value: f32, curve: f32) -> f32 {
    1.0 / (1.0 + (-curve * value).exp())
}

#[cfg(test)]
mod tests {
    use super::super::super::knowledge::tests::each_random_position;
    use super::super::ChessEvaluation;
    use super::*;
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
        let fit = Fit::of(&examples, None, 40, 1, || {}).unwrap();
        assert!(fit.errors[1] < 0.8 * fit.errors[0], "{:?}", fit.errors);
        let again = Fit::of(&examples, None, 40, 1, || {}).unwrap();
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
