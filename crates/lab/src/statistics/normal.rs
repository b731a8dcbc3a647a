//! The normal distribution and Student's t-distribution.

use std::f64::consts::PI;

/// The quantile of the normal distribution that leaves 2.5 % above it.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `x`, accurate in the tails too.
///
/// Near the middle by the series, further out by the continued fraction (Abramowitz & Stegun 1964, 26.2.11 and
/// 26.2.14).
pub fn normal_cdf(x: f64) -> f64 {
    /// Where the series begins to lose digits and the fraction already converges fast.
    const TAIL: f64 = 3.0;
    let density = (-x * x / 2.0).exp() / (2.0 * PI).sqrt();
    if x > TAIL {
        return 1.0 - normal_cdf(-x);
    }
    if x < -TAIL {
        let fraction = (1..=100).rev().fold(0.0, |rest, k| f64::from(k) / (-x + rest));
        return density / (-x + fraction);
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + density * sum
}

/// With more degrees of freedom, Student's quantile equals that of the normal distribution to within 1e-4.
const NEARLY_NORMAL: u64 = 30_000;

/// The quantile of Student's distribution that leaves 2.5 % above it, for whole degrees of freedom from 1.
pub(super) fn student95(freedom: u64) -> f64 {
    if freedom > NEARLY_NORMAL {
        return Z95;
    }
    let (mut low, mut high) = (0.0, PI / 2.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if student_within(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    (freedom as f64).sqrt() * low.tan()
}

/// The probability that Student's variable lies beyond ± `t`, for whole degrees of freedom from 1.
pub(super) fn student_beyond(t: f64, freedom: u64) -> f64 {
    if freedom > NEARLY_NORMAL {
        return 2.0 * normal_cdf(-t);
    }
    1.0 - student_within((t / (freedom as f64).sqrt()).atan(), freedom)
}

/// The probability that Student's variable lies within ± √freedom · tan(angle): the closed form for whole degrees of
/// freedom (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4).
fn student_within(angle: f64, freedom: u64) -> f64 {
    let (sine, cosine) = angle.sin_cos();
    let is_odd = !freedom.is_multiple_of(2);
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = if freedom == 1 { 0.0 } else { term };
    let mut step = if is_odd { 3 } else { 2 };
    while step < freedom {
        term *= cosine * cosine * (step - 1) as f64 / step as f64;
        sum += term;
        step += 2;
    }
    if is_odd { 2.0 / PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_accurate_to_the_tails() {
        // Values of published tables; the last one of a series in exact arithmetic.
        let known =
            [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (-1.96, 0.024_997_895_148_220), (3.5, 0.999_767_370_920_964)];
        for (x, p) in known {
            assert!((normal_cdf(x) - p).abs() < 1e-14, "{x}: {}", normal_cdf(x));
        }
        assert!((normal_cdf(-10.0) / 7.619_853_024_160_527e-24 - 1.0).abs() < 1e-10);
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-15);
    }

    #[test]
    fn both_ways_to_the_normal_distribution_meet() {
        let (before, behind) = (normal_cdf(-2.999_999_999), normal_cdf(-3.000_000_001));
        assert!(before > behind && before - behind < 1e-10, "{before} {behind}");
    }

    #[test]
    fn student_has_the_published_quantiles() {
        for (freedom, t) in
            [(1, 12.7062), (2, 4.3027), (3, 3.1824), (9, 2.2622), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
        {
            assert!((student95(freedom) - t).abs() < 5e-5, "{freedom}: {}", student95(freedom));
        }
        assert!((student95(30_000) - Z95).abs() < 1e-4);
    }
}
