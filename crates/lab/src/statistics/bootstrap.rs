//! Bootstrap confidence intervals of any statistic (Efron 1979).

use spielbaum_core::Rng;

use super::{Estimate, quantile};

/// The statistic of `sample` and the middle 95 % of its values over `draws` samples of the same size drawn from it with
/// replacement. Draw whole pairs, never their games: these are not independent.
pub fn bootstrap<T: Clone>(sample: &[T], draws: usize, seed: u64, statistic: impl Fn(&[T]) -> f64) -> Estimate {
    let mut rng = Rng::new(seed);
    let mut drawn = sample.to_vec();
    let mut values: Vec<f64> = (0..draws)
        .map(|_| {
            drawn.iter_mut().for_each(|slot| *slot = sample[rng.below(sample.len())].clone());
            statistic(&drawn)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let value = statistic(sample);
    if values.is_empty() {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    Estimate { value, low: quantile(&values, 0.025), high: quantile(&values, 0.975) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Sample, score};

    #[test]
    fn the_interval_of_a_mean_is_that_of_the_formula() {
        let counts = [34, 54, 63, 64, 75];
        let mut pairs = Vec::new();
        for (count, score) in counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]) {
            pairs.extend(std::iter::repeat_n(score, *count as usize));
        }
        let mean = |pairs: &[f64]| pairs.iter().sum::<f64>() / pairs.len() as f64;
        let drawn = bootstrap(&pairs, 5000, 1, mean);
        let exact = score(&Sample::of_pairs(counts));
        assert!((drawn.value - exact.value).abs() < 1e-12);
        // The ends of 5,000 draws scatter by about 1/40 of the width.
        assert!(
            (drawn.low - exact.low).abs() < 0.004 && (drawn.high - exact.high).abs() < 0.004,
            "{drawn:?} {exact:?}"
        );
        assert_eq!(drawn, bootstrap(&pairs, 5000, 1, mean));
    }
}
