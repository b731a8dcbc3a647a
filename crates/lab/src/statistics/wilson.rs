//! Confidence intervals of proportions.

use super::Estimate;
use super::normal::Z95;

/// Wilson's score interval (1927) of a proportion, valid also at 0 and 1.
pub fn wilson(hits: u64, trials: u64) -> Estimate {
    let share = hits as f64 / trials.max(1) as f64;
    interval(share, trials)
}

/// The same for a proportion that need not be a whole number of hits.
pub(super) fn interval(share: f64, trials: u64) -> Estimate {
    if trials == 0 {
        return Estimate { value: share, low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let centre = share + Z95 * Z95 / (2.0 * n);
    let spread = Z95 * (share * (1.0 - share) / n + Z95 * Z95 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z95 * Z95 / n;
    Estimate { value: share, low: ((centre - spread) / scale).max(0.0), high: ((centre + spread) / scale).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_shares_have_known_intervals() {
        let known = [
            (7, 10, 0.396_778_147, 0.892_208_733),
            (0, 20, 0.0, 0.161_125_158),
            (20, 20, 0.838_874_842, 1.0),
            (505, 1000, 0.474_052_007, 0.535_909_725),
        ];
        for (hits, trials, low, high) in known {
            let found = wilson(hits, trials);
            assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{hits}/{trials}: {found:?}");
        }
    }

    #[test]
    fn without_trials_everything_is_possible() {
        assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
    }
}
