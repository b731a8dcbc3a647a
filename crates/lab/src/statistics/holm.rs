//! Correction for multiple comparisons.

use super::Sample;
use super::normal::student_beyond;

/// The p-values after Holm's correction (1979), in the order given: those below 0.05 are jointly significant at the 5 %
/// level.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut highest = 0.0f64;
    for (rank, &index) in order.iter().enumerate() {
        let factor = (probabilities.len() - rank) as f64;
        highest = highest.max((probabilities[index] * factor).min(1.0));
        corrected[index] = highest;
    }
    corrected
}

/// The two-sided p-value of the lead between equal players, by Student's t-test of the mean score, which unlike the
/// normal test is valid for few observations.
pub fn two_sided(sample: &Sample) -> f64 {
    let (size, lead) = (sample.size(), (sample.mean() - 0.5).abs());
    if size < 2 || lead == 0.0 {
        return 1.0;
    }
    let error = (sample.variance() / (size - 1) as f64).sqrt();
    // All results are equal: between equal players, all n go one way with probability 2⁻ⁿ each.
    if error == 0.0 { 2.0 * 0.5f64.powf(size as f64) } else { student_beyond(lead / error, size - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_is_corrected_most_and_order_is_kept() {
        // Worked by hand: 0.01·4, 0.02·3, 0.03·2 (raised to 0.06), 0.5.
        let corrected = holm(&[0.03, 0.01, 0.5, 0.02]);
        for (found, expected) in corrected.iter().zip([0.06, 0.04, 0.5, 0.06]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }

    #[test]
    fn few_pairs_prove_little() {
        // Pairs of 1½ and 2 points: mean 7/8, standard error 1/8, so t = 3 with one degree of freedom.
        let p = two_sided(&Sample::of_pairs([0, 0, 0, 1, 1]));
        assert!((p - 0.204_833).abs() < 1e-6, "{p}");
        assert_eq!(two_sided(&Sample::of_pairs([0, 0, 0, 0, 3])), 0.25);
        assert_eq!(two_sided(&Sample::of_pairs([2, 0, 0, 0, 2])), 1.0);
        assert_eq!(two_sided(&Sample::of_pairs([0, 0, 0, 0, 1])), 1.0);
        // With many, it is the normal test: 2 (1 - 0.9999703930).
        let p = two_sided(&Sample::of_pairs([34, 54, 63, 64, 75]));
        assert!((p - 5.9e-5).abs() < 2e-5, "{p}");
    }
}
