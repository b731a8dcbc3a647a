//! How sure a share is that was counted in random games.

/// The 95 % quantile of the normal distribution, two-sided.
const Z: f64 = 1.959_964;

/// Wilson's score interval (1927): where the true share lies with 95 % confidence, honest also at 0 and 1.
pub(crate) fn wilson_interval(hits: u64, trials: u64) -> (f64, f64) {
    let n = trials as f64;
    let share = hits as f64 / n;
    let centre = share + Z * Z / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    ((centre - spread).max(0.0) / scale, ((centre + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_of_ten_have_the_published_interval() {
        let (low, high) = wilson_interval(7, 10);
        assert!((low - 0.396_778).abs() < 1e-6 && (high - 0.892_209).abs() < 1e-6, "{low} {high}");
    }

    #[test]
    fn nothing_seen_is_not_nothing_possible() {
        let (low, high) = wilson_interval(0, 2000);
        assert!(low < 1e-12 && high > 0.001, "{low} {high}");
    }
}
