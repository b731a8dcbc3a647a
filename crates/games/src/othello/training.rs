//! Trains the weights of the [pattern evaluation](super::patterns) on positions with known or estimated margins.
//!
//! A linear regression for each stage, by stochastic gradient descent: positions are shuffled, and every weight that
//! contributes to a position moves by a fraction of its error.

use spielbaum_core::{Rng, mix};

use super::Othello;
use super::patterns::{Layout, STAGES, stage_of, write};

/// A position and its margin for the side to move, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The position.
    pub position: Othello,
    /// Its margin.
    pub margin: i8,
}

/// Passes over all positions.
const EPOCHS: usize = 12;
/// The step size as a fraction of the error, in the first and in the last epoch. A position has 39 weights.
const FIRST_STEP: f32 = 0.008;
const LAST_STEP: f32 = 0.0008;

/// Fits weights to the examples and returns them in the file format, with the root mean squared error by stage on a
/// held-out twentieth of the examples.
pub fn train(examples: &[Example], seed: u64) -> (Vec<u8>, Vec<f32>) {
    let layout = Layout::get();
    let mut stages: [Vec<f32>; STAGES] = std::array::from_fn(|_| vec![0.0; layout.weights()]);
    let mut errors = vec![0.0; STAGES];
    for stage in (0..STAGES).rev() {
        // A stage starts from the weights of the next one, which are better than nothing for contents it has not seen.
        if stage + 1 < STAGES {
            stages[stage] = stages[stage + 1].clone();
        }
        let of_stage = |example: &&Example| stage_of(example.position.own, example.position.other) == stage;
        let mut own: Vec<Example> = examples.iter().filter(of_stage).copied().collect();
        let mut rng = Rng::new(mix(seed, stage as u64));
        shuffle(&mut own, &mut rng);
        let twentieth = own.len() / 20;
        let (held_out, learnt) = own.split_at_mut(twentieth);
        for epoch in 0..EPOCHS {
            let step = FIRST_STEP * (LAST_STEP / FIRST_STEP).powf(epoch as f32 / (EPOCHS - 1) as f32);
            shuffle(learnt, &mut rng);
            for example in &*learnt {
                let missed = step * missed(layout, &stages[stage], example);
                let weights = &mut stages[stage];
                let Othello { own, other, .. } = example.position;
                layout.each_weight(own, other, |weight| weights[weight] += missed);
            }
        }
        let squares: f32 = held_out.iter().map(|example| missed(layout, &stages[stage], example).powi(2)).sum();
        errors[stage] = (squares / held_out.len().max(1) as f32).sqrt();
    }
    (write(&stages), errors)
}

/// The error of the weights on an example.
fn missed(layout: &Layout, weights: &[f32], example: &Example) -> f32 {
    let mut sum = 0.0;
    let Othello { own, other, .. } = example.position;
    layout.each_weight(own, other, |weight| sum += weights[weight]);
    f32::from(example.margin) - sum
}

fn shuffle(examples: &mut [Example], rng: &mut Rng) {
    for last in (1..examples.len()).rev() {
        examples.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use spielbaum_core::{Evaluate, Game, MoveSet};

    use super::super::OthelloEvaluation;
    use super::*;

    /// Positions of random games whose margin is six discs for each corner.
    fn examples(seed: u64, games: usize) -> Vec<Example> {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let mut rng = Rng::new(seed);
        let mut examples = Vec::new();
        for _ in 0..games {
            let mut position = Othello::default();
            while let Some(moves) = position.status().moves() {
                let corners = |discs: u64| (discs & CORNERS).count_ones() as i8;
                examples.push(Example { position, margin: 6 * (corners(position.own) - corners(position.other)) });
                position.play(moves.sample(&mut rng));
            }
        }
        examples
    }

    #[test]
    fn what_corners_are_worth_is_learnt() {
        let (bytes, errors) = train(&examples(1, 400), 5);
        assert!(errors.iter().all(|error| *error < 5.0), "{errors:?}");
        let learnt = OthelloEvaluation::learnt(&bytes).unwrap();
        let others = examples(2, 40);
        let mean =
            |missed: &dyn Fn(&Example) -> i32| others.iter().map(missed).sum::<i32>() as f64 / others.len() as f64;
        let missed = mean(&|example| (learnt.evaluate(&(), &example.position) - i32::from(example.margin)).abs());
        let missed_by_zero = mean(&|example| i32::from(example.margin).abs());
        assert!(2.0 * missed < missed_by_zero, "{missed} {missed_by_zero}");
    }

    #[test]
    fn the_same_examples_give_the_same_weights() {
        let examples = examples(3, 20);
        assert_eq!(train(&examples, 7), train(&examples, 7));
    }
}
