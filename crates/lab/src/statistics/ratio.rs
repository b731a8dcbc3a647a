//! The cost of one search relative to another, over the same positions.

use super::Estimate;
use super::normal::student95;

/// The geometric mean of the ratios within pairs of positive numbers, with Student's interval of the mean logarithm.
/// Ratios are averaged instead of sums compared, so that one hard position does not dominate. `None` without pairs.
pub fn geometric_mean_ratio(pairs: &[(f64, f64)]) -> Option<Estimate> {
    let logarithms: Vec<f64> = pairs.iter().map(|(ours, theirs)| (ours / theirs).ln()).collect();
    let n = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / n;
    let error = match logarithms.len() as u64 {
        0 => return None,
        1 => f64::INFINITY,
        count => {
            let squares: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
            student95(count - 1) * (squares / (n - 1.0) / n).sqrt()
        }
    };
    Some(Estimate { value: mean, low: mean - error, high: mean + error }.map(f64::exp))
}

/// A ratio with its interval, which is left out for a single pair.
pub fn ratio_text(ratio: &Estimate) -> String {
    let Estimate { value, low, high } = ratio;
    if high.is_finite() { format!("{value:.3} ({low:.3} to {high:.3})") } else { format!("{value:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_averaged_on_the_logarithmic_scale() {
        // Logarithms 0 and ln 4: mean ln 2; standard error ln 2; Student's quantile of one degree 12.706.
        let found = geometric_mean_ratio(&[(10.0, 10.0), (400.0, 100.0)]).unwrap();
        assert!((found.value - 2.0).abs() < 1e-12);
        let spread = (found.high / found.value).ln() / 2f64.ln();
        assert!((spread - 12.7062).abs() < 1e-3, "{spread}");
        assert!((found.low * found.high - 4.0).abs() < 1e-6);
    }

    #[test]
    fn one_pair_says_nothing_about_the_spread() {
        let found = geometric_mean_ratio(&[(3.0, 1.0)]).unwrap();
        assert!((found.value - 3.0).abs() < 1e-12 && found.low == 0.0 && found.high == f64::INFINITY);
        assert_eq!(geometric_mean_ratio(&[]), None);
        assert_eq!(ratio_text(&found), "3.000");
    }
}
