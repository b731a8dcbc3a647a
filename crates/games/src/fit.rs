//! Weights of an evaluation fitted to the results of games.
//!
//! A logistic curve turns the value of a position into an expected result. The weights move so that the mean squared
//! difference from the results falls, step by step along its gradient. After Österlund's "Texel tuning" (2014); the steps are
//! those of Adam (Kingma & Ba 2015).

use spielbaum_core::Rng;

/// Positions with results, as a fit sees them: values that are sums of weights, each counted so and so often.
pub trait Lessons {
    /// How many there are.
    fn count(&self) -> usize;

    /// What the weights make of a lesson, from the first player's view.
    fn value(&self, number: u32, weights: &[f32]) -> f32;

    /// What the first player made of it: 1, 0.5 or 0, or anything between.
    fn result(&self, number: u32) -> f32;

    /// Adds `slope` times what the value changes by with each of the weights.
    fn add_gradient(&self, number: u32, slope: f32, gradient: &mut [f32]);

    /// Moves weights back to where they may be.
    fn restrain(&self, _weights: &mut [f32]) {}
}

/// How a fit proceeds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// How often it goes through all lessons.
    pub epochs: usize,
    /// How far a weight moves in a step at most, in the first and in the last epoch.
    pub steps: [f32; 2],
    /// How strongly weights are drawn to where they began, so that cases that hardly ever occur stay sensible.
    pub pull: f32,
    /// Decides the order of the lessons.
    pub seed: u64,
}

/// Weights that were fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights found.
    pub weights: Vec<f32>,
    /// The root of the mean squared difference from the results, on a twentieth of the lessons that was not learnt from: with
    /// the weights of the start and with those found.
    pub errors: [f32; 2],
}

/// Lessons that are looked at for one step.
const BATCH: usize = 1024;
/// Of so many lessons one is kept to judge by.
const HELD_OUT: usize = 20;
/// Lessons that decide about the curve.
const CURVE_LESSONS: usize = 50_000;

impl Course {
    /// Fits weights, and tells `told` those after each epoch.
    pub fn fit(&self, lessons: &impl Lessons, start: &[f32], mut told: impl FnMut(&[f32])) -> Fitted {
        let curve = steepness(lessons, start);
        let mut order: Vec<u32> = (0..lessons.count() as u32).collect();
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
                        (expected(lessons.value(number, &weights), curve), 1.0 / batch.len() as f32);
                    let missed = expected - lessons.result(number);
                    lessons.add_gradient(
                        number,
                        2.0 * share * missed * expected * (1.0 - expected) * curve,
                        &mut gradient,
                    );
                }
                adam.step(&mut weights, &gradient, step);
                lessons.restrain(&mut weights);
            }
            told(&weights);
        }
        let errors = [start, &weights].map(|weights| error(lessons, held_out, weights, curve));
        Fitted { weights, errors }
    }
}

/// The state of the steps of Adam.
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

fn error(lessons: &impl Lessons, numbers: &[u32], weights: &[f32], curve: f32) -> f32 {
    let values = numbers.iter().map(|&number| (lessons.value(number, weights), lessons.result(number)));
    root_mean_square(values, curve)
}

fn root_mean_square(values: impl ExactSizeIterator<Item = (f32, f32)>, curve: f32) -> f32 {
    let count = values.len().max(1) as f64;
    let squares = values.map(|(value, result)| f64::from(expected(value, curve) - result).powi(2));
    (squares.sum::<f64>() / count).sqrt() as f32
}

/// How steep the curve must be for the weights to fit best as they are, so that the scale of values stays.
fn steepness(lessons: &impl Lessons, weights: &[f32]) -> f32 {
    let some = 0..lessons.count().min(CURVE_LESSONS) as u32;
    let values: Vec<(f32, f32)> = some.map(|number| (lessons.value(number, weights), lessons.result(number))).collect();
    // From nearly flat to nearly a step, each 5 % steeper than the one before.
    let candidates = (0..280).map(|number| 1e-5 * 1.05f32.powi(number));
    let errors = candidates.map(|curve| (curve, root_mean_square(values.iter().copied(), curve)));
    errors.min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0.0, |(curve, _)| curve)
}

/// The result to be expected of a value.
pub(crate) fn expected(value: f32, curve: f32) -> f32 {
    1.0 / (1.0 + (-curve * value).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two features a lesson; results follow the weights 3 and −1 and a curve, with a coin thrown for each.
    struct Coins(Vec<([f32; 2], f32)>);

    impl Coins {
        fn new() -> Coins {
            let mut rng = Rng::new(17);
            let mut feature = || rng.below(201) as f32 - 100.0;
            let lessons: Vec<[f32; 2]> = (0..20_000).map(|_| [feature(), feature()]).collect();
            let mut rng = Rng::new(18);
            let thrown = |features: [f32; 2]| {
                let chance = expected(3.0 * features[0] - features[1], 0.01);
                (features, f32::from((rng.below(1 << 20) as f32) < chance * (1 << 20) as f32))
            };
            Coins(lessons.into_iter().map(thrown).collect())
        }
    }

    impl Lessons for Coins {
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
