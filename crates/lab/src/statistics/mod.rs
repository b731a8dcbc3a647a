//! Statistics: pure functions from counts to estimates with confidence intervals, each with its source.

mod bootstrap;
mod boxes;
mod elo;
mod holm;
mod normal;
mod ratings;
mod ratio;
mod sample;
mod sprt;
mod wilson;

pub use bootstrap::bootstrap;
pub use boxes::{BoxPlot, median, quantile};
pub use elo::{elo, elo_of_score, likelihood_of_superiority, normalised_elo, score, score_of_elo};
pub use holm::{holm, two_sided};
pub use normal::{Z95, normal_cdf};
pub use ratings::{Rating, Ratings, Scored, ratings};
pub use ratio::{geometric_mean_ratio, ratio_text};
pub use sample::Sample;
pub use sprt::{EloModel, Sprt, Verdict};
pub use wilson::wilson;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The same on another scale; `scale` must not decrease.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }

    /// Half of the interval's width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
