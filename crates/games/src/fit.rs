//! Fits the weights of an evaluation to the results of games.
//!
//! A logistic curve turns the value of a position into an expected result. The mean squared difference from the results
//! is minimised by gradient descent. After Österlund's "Texel tuning" (2014), with the steps of Adam (Kingma & Ba
//! 2015).

use spielbaum_core::Rng;

/// Positions with results, in the form of a fit: values that are weighted sums of features.
pub trait Examples {
    /// The number of examples.
    fn count(&self) -> usize;

    /// The value of an example under these weights, from the first player's view.
    fn value(&self, number: u32, weights: &[f32]) -> f32;

    /// The target for the first player: 1, 0.5 or 0, or anything between.
    fn result(&self, number: u32) -> f32;

    /// Adds `slope` times the derivative of the value with respect to each weight.
    fn add_gradient(&self, number: u32, slope: f32, gradient: &mut [f32]);

    /// Clamps the weights to their ranges.
    fn restrain(&self, _weights: &mut [f32]) {}
}

/// Parameters of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Passes over all examples.
    pub epochs: usize,
    /// The largest step of a weight, in the first and in the last epoch.
    pub steps: [f32; 2],
    /// Regularisation towards the start weights, so that rare features stay sensible.
    pub pull: f32,
    /// Seed of the order of the examples.
    pub seed: u64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights found.
    pub weights: Vec<f32>,
    /// The root mean squared error on a held-out twentieth of the examples: with the start weights and with those
    /// found.
    pub errors: [f32; 2],
}

/// Examples per step.
const BATCH: usize = 1024;
/// One example in this many is held out.
const HELD_OUT: usize = 20;
/// Examples used to fit the curve.
const CURVE_EXAMPLES: usize = 50_000;

impl Course {
    /// Fits weights, calling `on_epoch` with those after each epoch.
    pub fn fit(&self, examples: &impl Examples, start: &[f32], mut on_epoch: impl FnMut(&[f32])) -> Fitted {
        let curve = steepness(examples, start);
        let mut order: Vec<u32> = (0..examples.count() as u32).collect();
        let mut rng = Rng::new(self.seed);
        for last in (1..order.len()).rev() {
            order.swap(last, rng.below(last + 1));
        }
        let (held_out, learnt) = order.split_at(order.len() / HELD_OUT);
        let mut weights = start.to_vec();
        let mut adam = Adam { mean: vec![0.0; weights.len()], variance: vec![0.0; weights.len()], steps: 0 };
        let [first, last] = self.steps;
        for epoch in 0..self.epochs {
            let share = epoch as f32 / (self.epochs.max(2) - 1) as f32;
            let step = first * (last / first).powf(share);
            for batch in learnt.chunks(BATCH) {
                let away = weights.iter().zip(start).map(|(now, then)| self.pull * (now - then));
                let mut gradient: Vec<f32> = away.collect();
                for &number in batch {
                    let (expected, share) =
                        (expected(examples.value(number, &weights), curve), 1.0 / batch.len() as f32);
                    let missed = expected - examples.result(number);
                    examples.add_gradient(
                        number,
                        2.0 * share * missed * expected * (1.0 - expected) * curve,
                        &mut gradient,
                    );
                }
                adam.step(&mut weights, &gradient, step);
                examples.restrain(&mut weights);
            }
            on_epoch(&weights);
        }
        let errors = [start, &weights].map(|weights| error(examples, held_out, weights, curve));
        Fitted { weights, errors }
    }
}

/// The state of Adam.
struct Adam {
    mean: Vec<f32>,
    variance: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, weights: &mut [f32], gradient: &[f32], step: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [first, second] = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let state = self.mean.iter_mut().zip(&mut self.variance);
        for ((weight, gradient), (mean, variance)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * gradient;
            *variance = DECAY[1] * *variance + (1.0 - DECAY[1]) * gradient * gradient;
            *weight -= step * (*mean / first) / ((*variance / second).sqrt() + 1e-10);
        }
    }
}

fn error(examples: &impl Examples, numbers: &[u32], weights: &[f32], curve: f32) -> f32 {
    let values = numbers.iter().map(|&number| (examples.value(number, weights), examples.result(number)));
    root_mean_square(values, curve)
}

fn root_mean_square(values: impl ExactSizeIterator<Item = (f32, f32)>, curve: f32) -> f32 {
    let count = values.len().max(1) as f64;
    let squares = values.map(|(value, result)| f64::from(expected(value, curve) - result).powi(2));
    (squares.sum::<f64>() / count).sqrt() as f32
}

/// The steepness of the curve that fits the start weights best, which preserves the scale of values.
fn steepness(examples: &impl Examples, weights: &[f32]) -> f32 {
    let some = 0..examples.count().min(CURVE_EXAMPLES) as u32;
    let values: Vec<(f32, f32)> =
        some.map(|number| (examples.value(number, weights), examples.result(number))).collect();
    // From nearly flat to nearly a step, each 5 % steeper than the one before.
    let candidates = (0..280).map(|number| 1e-5 * 1.05f32.powi(number));
    let errors = candidates.map(|curve| (curve, root_mean_square(values.iter().copied(), curve)));
    errors.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0.0, |(curve, _)| curve)
}

/// The expected result of a value.
pub(crate) fn expected(value: f32, curve: f32) -> f32 {
    1.0 / (1.0 + (-curve * value).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features per example; results are random, with probabilities from the weights 3 and −1 and a curve.
    struct Coins(Vec<([f32; 2], f32)>);

    impl Coins {
        fn new() -> Coins {
            let mut rng = Rng::new(17);
            let mut feature = || rng.below(201) as f32 - 100.0;
            let examples: Vec<[f32; 2]> = (0..20_000).map(|_| [feature(), feature()]).collect();
            let mut rng = Rng::new(18);
            let thrown = |features: [f32; 2]| {
                let chance = expected(3.0 * features[0] - features[1], 0.01);
                (features, f32::from((rng.below(1 << 20) as f32) < chance * (1 << 20) as f32))
            };
            Coins(examples.into_iter().map(thrown).collect())
        }
    }

    impl Examples for Coins {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn value(&self, number: u32, weights: &[f32]) -> f32 {
            let [one, other] = self.0[number as usize].0;
            one * weights[0] + other * weights[1]
        }

        fn result(&self, number: u32) -> f32 {
            self.0[number as usize].1
        }

        fn add_gradient(&self, number: u32, slope: f32, gradient: &mut [f32]) {
            let features = self.0[number as usize].0;
            gradient.iter_mut().zip(features).for_each(|(part, feature)| *part += slope * feature);
        }
    }

    #[test]
    fn a_fit_finds_the_weights_behind_thrown_coins() {
        let course = Course { epochs: 30, steps: [0.1, 0.005], pull: 0.0, seed: 1 };
        let mut epochs = 0;
        let fitted = course.fit(&Coins::new(), &[1.0, 1.0], |_| epochs += 1);
        let [one, other] = fitted.weights[..] else { panic!("two weights") };
        assert!((other / one + 1.0 / 3.0).abs() < 0.03, "{fitted:?}");
        assert!(fitted.errors[1] < 0.9 * fitted.errors[0], "{fitted:?}");
        assert_eq!(epochs, 30);
        assert_eq!(course.fit(&Coins::new(), &[1.0, 1.0], |_| {}), fitted);
    }
}
