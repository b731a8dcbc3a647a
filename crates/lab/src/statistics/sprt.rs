//! The sequential probability ratio test: playing only as many games as a decision needs.
//!
//! The log-likelihood ratio is the generalised one: each hypothesis is represented by its maximum-likelihood
//! distribution given the sample (Van den Bergh 2017 for Elo, 2019 for normalised Elo).

use std::str::FromStr;

use spielbaum_core::TextError;

use super::Sample;
use super::elo::{NORMALISED_UNIT, score_of_elo};

/// A test of two hypotheses about an Elo difference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
    /// The scale of both differences.
    pub model: EloModel,
}

/// A scale of Elo differences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Logistic Elo, a function of the mean score.
    Logistic,
    /// Normalised Elo, in standard deviations of a game.
    Normalised,
}

/// The verdict of a test on a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not enough games yet.
    Continue,
    /// The first hypothesis, no better than `elo0`.
    AcceptH0,
    /// The second hypothesis, as good as `elo1`.
    AcceptH1,
}

impl FromStr for Sprt {
    type Err = TextError;

    /// Reads `elo0=0,elo1=10`, with `alpha`, `beta` and `model` where they are not 0.05, 0.05 and `logistic`.
    fn from_str(text: &str) -> Result<Sprt, TextError> {
        let error = |what: &str, part: &str| TextError::at(what, part, "");
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta, mut model) = (Sprt::DEFAULT_ERROR, Sprt::DEFAULT_ERROR, EloModel::Logistic);
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| error("expected NAME=VALUE, found", part))?;
            let number = || value.parse::<f64>().map_err(|_| error("expected a number, found", value));
            match name {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" if value == "logistic" => model = EloModel::Logistic,
                "model" if value == "normalised" => model = EloModel::Normalised,
                "model" => return Err(error("model must be logistic or normalised, not", value)),
                _ => return Err(error("expected elo0, elo1, alpha, beta or model, found", name)),
            }
        }
        let missing = |name: &str| TextError::new(format!("{name} is missing in '{text}'"));
        let (elo0, elo1) = (elo0.ok_or_else(|| missing("elo0"))?, elo1.ok_or_else(|| missing("elo1"))?);
        Sprt { elo0, elo1, alpha, beta, model }.checked().map_err(TextError::new)
    }
}

/// The count given to a score that was not observed, so that no hypothesis is impossible.
const NEVER_SEEN: f64 = 1e-3;

impl Sprt {
    /// The default error probability.
    pub const DEFAULT_ERROR: f64 = 0.05;

    /// The test itself if it is valid, else the reason why it is not.
    pub fn checked(self) -> Result<Sprt, String> {
        let Sprt { elo0, elo1, alpha, beta, .. } = self;
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            return Err(format!("elo0 must be below elo1 and both within 1000, not '{elo0}' and '{elo1}'"));
        }
        match [alpha, beta].into_iter().find(|chance| !(0.0001..=0.4).contains(chance)) {
            Some(chance) => Err(format!("alpha and beta must be between 0.0001 and 0.4, not '{chance}'")),
            None => Ok(self),
        }
    }

    /// The log-likelihood ratios at which the hypotheses are accepted (Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the second hypothesis to the first; 0 without observations.
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.size() == 0 {
            return 0.0;
        }
        let scores: Vec<f64> = sample.scores().collect();
        let counts: Vec<f64> = sample.counts().iter().map(|&count| (count as f64).max(NEVER_SEEN)).collect();
        let size: f64 = counts.iter().sum();
        let observed: Vec<f64> = counts.iter().map(|count| count / size).collect();
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, &scores, score_of_elo(elo)),
            EloModel::Normalised => {
                with_distance(&observed, &scores, elo * sample.games_each().sqrt() / NORMALISED_UNIT)
            }
        };
        let (first, second) = (fit(self.elo0), fit(self.elo1));
        let terms =
            observed.iter().zip(first.iter().zip(&second)).map(|(p, (first, second))| p * (second / first).ln());
        size * terms.sum::<f64>()
    }

    /// The verdict after these observations.
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let (low, high) = self.bounds();
        match self.log_likelihood_ratio(sample) {
            ratio if ratio >= high => Verdict::AcceptH1,
            ratio if ratio <= low => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }
}

/// The distribution nearest to `observed` whose mean score is `mean`.
fn with_mean(observed: &[f64], scores: &[f64], mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    tilted(observed, &offsets)
}

/// The distribution nearest to `observed` whose mean is `distance` of its own standard deviations above ½. The
/// condition is nonlinear; it is linearised around the last solution, starting from the uniform distribution.
fn with_distance(observed: &[f64], scores: &[f64], distance: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..20 {
        let mean: f64 = fitted.iter().zip(scores).map(|(p, score)| p * score).sum();
        let variance: f64 = fitted.iter().zip(scores).map(|(p, score)| p * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let slope =
            |score: f64| score - 0.5 - 0.5 * distance * deviation * (1.0 + ((score - mean) / deviation).powi(2));
        let offsets: Vec<f64> = scores.iter().map(|&score| slope(score)).collect();
        let next = tilted(observed, &offsets);
        let change = next.iter().zip(&fitted).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-10 {
            break;
        }
    }
    fitted
}

/// The distribution nearest to `observed` (in likelihood) under which the mean of `offsets` is 0: pᵢ / (1 + θ·offsetᵢ).
fn tilted(observed: &[f64], offsets: &[f64]) -> Vec<f64> {
    let highest = offsets.iter().copied().fold(f64::MIN, f64::max);
    let lowest = offsets.iter().copied().fold(f64::MAX, f64::min);
    let theta = root(-1.0 / highest, -1.0 / lowest, |theta| {
        let (mut value, mut slope) = (0.0, 0.0);
        for (p, offset) in observed.iter().zip(offsets) {
            let share = offset / (1.0 + theta * offset);
            value += p * share;
            slope -= p * share * share;
        }
        (value, slope)
    });
    observed.iter().zip(offsets).map(|(p, offset)| p / (1.0 + theta * offset)).collect()
}

/// The root of a decreasing function between its poles `low` and `high`, by Newton steps with bisection as a fallback.
fn root(mut low: f64, mut high: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut theta = 0.0;
    for _ in 0..200 {
        let (value, slope) = function(theta);
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let step = theta - value / slope;
        let next = if step > low && step < high { step } else { (low + high) / 2.0 };
        if (next - theta).abs() <= 1e-14 * (1.0 + theta.abs()) {
            return next;
        }
        theta = next;
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielbaum_core::Rng;

    fn ratio(model: EloModel, (elo0, elo1): (f64, f64), sample: &Sample) -> f64 {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }.log_likelihood_ratio(sample)
    }

    #[test]
    fn games_have_the_published_likelihood_ratios() {
        let known = [
            (EloModel::Normalised, [36_027, 68_692, 36_433], (0.0, 2.0), 0.923_293_451),
            (EloModel::Normalised, [10_650, 20_431, 10_871], (-1.75, 0.25), 2.297_500_407),
            (EloModel::Normalised, [0, 0, 4_250], (0.0, 10.0), 120.548_267_741),
            (EloModel::Logistic, [21_184, 40_708, 21_404], (0.5, 2.5), -1.571_888_793),
            (EloModel::Logistic, [57_030, 106_593, 57_433], (0.0, 2.0), -2.593_024_164),
        ];
        for (model, [losses, draws, wins], elos, expected) in known {
            let found = ratio(model, elos, &Sample::of_games(losses, draws, wins));
            assert!((found - expected).abs() < 1e-6, "{losses} {draws} {wins}: {found} instead of {expected}");
        }
    }

    #[test]
    fn pairs_have_the_published_likelihood_ratios() {
        let known = [
            (EloModel::Normalised, [365, 16_618, 36_229, 16_974, 390], (0.0, 2.0), 2.250_367_704),
            (EloModel::Normalised, [127, 4_883, 10_712, 5_150, 104], (-1.75, 0.25), 3.010_154_197),
            (EloModel::Normalised, [0, 0, 0, 0, 5_550], (0.0, 5.0), 111.797_555_087),
            (EloModel::Logistic, [223, 9_863, 21_279, 10_037, 246], (0.5, 2.5), -3.074_126_440),
            (EloModel::Logistic, [871, 26_175, 55_983, 26_678, 821], (0.0, 2.0), -4.978_672_863),
            (EloModel::Logistic, [10_789, 19_328, 33_806, 19_402, 10_543], (-3.0, 1.0), 2.131_067_812),
        ];
        for (model, counts, elos, expected) in known {
            let found = ratio(model, elos, &Sample::of_pairs(counts));
            assert!((found - expected).abs() < 1e-6, "{counts:?}: {found} instead of {expected}");
        }
    }

    #[test]
    fn tests_are_read_and_mistakes_named() {
        let read: Sprt = "elo0=-5, elo1=0,beta=0.1,model=normalised".parse().unwrap();
        assert_eq!(read, Sprt { elo0: -5.0, elo1: 0.0, alpha: 0.05, beta: 0.1, model: EloModel::Normalised });
        let wrong = [
            ("0,10", "expected NAME=VALUE, found '0'"),
            ("elo0=0", "elo1 is missing in 'elo0=0'"),
            ("elo0=a,elo1=1", "expected a number, found 'a'"),
            ("elo0=5,elo1=1", "elo0 must be below elo1 and both within 1000, not '5' and '1'"),
            ("elo0=0,elo1=1,alpha=0.7", "alpha and beta must be between 0.0001 and 0.4, not '0.7'"),
            ("elo0=0,elo1=nan", "elo0 must be below elo1 and both within 1000, not '0' and 'NaN'"),
            ("elo0=0,elo1=1,model=bayes", "model must be logistic or normalised, not 'bayes'"),
        ];
        for (text, message) in wrong {
            assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_sample_without_games_decides_nothing() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        assert_eq!(sprt.verdict(&Sample::of_pairs([0; 5])), Verdict::Continue);
        assert!((sprt.bounds().1 - 2.944_438_979).abs() < 1e-9);
    }

    /// Plays one test to its verdict with pairs drawn from a distribution.
    fn simulate(sprt: &Sprt, cumulated: &[f64; 5], rng: &mut Rng) -> Verdict {
        // A typical pair moves the ratio by less. Far from both bounds the test is evaluated only after as many pairs
        // as it takes to approach one, which makes the simulation fast and hardly changes when it ends.
        const LARGE_STEP: f64 = 0.35;
        let (low, high) = sprt.bounds();
        let mut counts = [0; 5];
        loop {
            let ratio = sprt.log_likelihood_ratio(&Sample::of_pairs(counts));
            if ratio >= high || ratio <= low {
                return sprt.verdict(&Sample::of_pairs(counts));
            }
            let pairs = ((high - ratio).min(ratio - low) / LARGE_STEP) as u32;
            for _ in 0..pairs.max(1) {
                let lot = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                counts[cumulated.iter().position(|&limit| lot < limit).unwrap_or(4)] += 1;
            }
        }
    }

    /// The share of wrong verdicts over 10,000 tests, with the truth at one of the hypotheses.
    fn error_rate(sprt: &Sprt, truth: f64, wrong: Verdict, seed: u64) -> f64 {
        let balanced = [0.07, 0.22, 0.42, 0.22, 0.07];
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let distribution = match sprt.model {
            EloModel::Logistic => with_mean(&balanced, &scores, score_of_elo(truth)),
            EloModel::Normalised => with_distance(&balanced, &scores, truth * 2f64.sqrt() / NORMALISED_UNIT),
        };
        let mut cumulated = [0.0; 5];
        let mut sum = 0.0;
        for (limit, p) in cumulated.iter_mut().zip(&distribution) {
            sum += p;
            *limit = sum;
        }
        let mut rng = Rng::new(seed);
        let errors = (0..10_000).filter(|_| simulate(sprt, &cumulated, &mut rng) == wrong).count();
        errors as f64 / 10_000.0
    }

    #[test]
    fn simulated_error_rates_match_the_bounds() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            // Hypotheses further apart are decided in larger steps, which overshoot the bounds and lower the error
            // rate.
            let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model };
            let false_gains = error_rate(&sprt, sprt.elo0, Verdict::AcceptH1, 1);
            let missed_gains = error_rate(&sprt, sprt.elo1, Verdict::AcceptH0, 2);
            for rate in [false_gains, missed_gains] {
                assert!((rate - 0.05).abs() < 0.005, "{model:?}: {false_gains} {missed_gains}");
            }
        }
    }
}
