//! Medians, quantiles and box plots.

/// The quantities of a box plot (Tukey 1977).
#[derive(Clone, PartialEq, Debug)]
pub struct BoxPlot {
    /// The smallest value within 1.5 times the height of the box below it.
    pub low_whisker: f64,
    /// The lower quartile.
    pub lower_quartile: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper_quartile: f64,
    /// The largest value within 1.5 times the height of the box above it.
    pub high_whisker: f64,
    /// The values beyond the whiskers.
    pub outliers: Vec<f64>,
}

impl BoxPlot {
    /// The box plot of some values; `None` without values.
    pub fn of(values: &[f64]) -> Option<BoxPlot> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        if sorted.is_empty() {
            return None;
        }
        let [lower_quartile, median, upper_quartile] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
        let reach = 1.5 * (upper_quartile - lower_quartile);
        let fences = lower_quartile - reach..=upper_quartile + reach;
        let (inside, outliers): (Vec<f64>, Vec<f64>) = sorted.into_iter().partition(|value| fences.contains(value));
        let (low_whisker, high_whisker) = (*inside.first()?, *inside.last()?);
        Some(BoxPlot { low_whisker, lower_quartile, median, upper_quartile, high_whisker, outliers })
    }
}

/// The median; NaN without values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}

/// The quantile of sorted values, interpolated linearly (Hyndman & Fan 1996, type 7); NaN without values.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_drawn_as_by_hand() {
        let plot = BoxPlot::of(&[7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 100.0]).unwrap();
        assert_eq!((plot.lower_quartile, plot.median, plot.upper_quartile), (3.0, 5.0, 7.0));
        assert_eq!((plot.low_whisker, plot.high_whisker), (1.0, 8.0));
        assert_eq!(plot.outliers, [100.0]);
        assert_eq!(BoxPlot::of(&[]), None);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.25), 1.75);
        assert_eq!(quantile(&[5.0], 0.9), 5.0);
        assert!(median(&[]).is_nan());
    }
}
