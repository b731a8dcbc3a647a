//! Score and Elo of a match with their intervals, and the likelihood of superiority.

use super::normal::{Z95, normal_cdf};
use super::{Estimate, Sample, wilson};

/// Scores are clamped to this distance from 0 and 1: about 1,200 Elo.
const EXTREME: f64 = 0.001;

/// Elo points per unit of normalised Elo (Van den Bergh 2019).
pub(super) const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference for a mean score.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(EXTREME, 1.0 - EXTREME);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score for an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean score. If all results are equal the sample variance is 0, and the interval is Wilson's for as many
/// trials.
pub fn score(sample: &Sample) -> Estimate {
    let (mean, error) = (sample.mean(), Z95 * sample.standard_error());
    if error == 0.0 {
        return wilson::interval(mean, sample.size());
    }
    Estimate { value: mean, low: (mean - error).max(0.0), high: (mean + error).min(1.0) }
}

/// The Elo difference between the two players.
pub fn elo(sample: &Sample) -> Estimate {
    score(sample).map(elo_of_score)
}

/// The difference in standard deviations of a game, on Elo's scale. It determines how many games are needed,
/// independently of the draw rate. `None` if all results are equal.
pub fn normalised_elo(sample: &Sample) -> Option<Estimate> {
    let deviation = (sample.variance() * sample.games_each()).sqrt();
    let scale = |score: f64| (score - 0.5) / deviation * NORMALISED_UNIT;
    let (mean, error) = (sample.mean(), Z95 * sample.standard_error());
    (deviation > 0.0).then(|| Estimate { value: mean, low: mean - error, high: mean + error }.map(scale))
}

/// The likelihood that the first player is the better one, given the sample.
pub fn likelihood_of_superiority(sample: &Sample) -> f64 {
    let (lead, error) = (sample.mean() - 0.5, sample.standard_error());
    if error > 0.0 {
        return normal_cdf(lead / error);
    }
    // All results are equal. Between equal players the first wins all of n games with probability 2⁻ⁿ.
    let chance = 0.5f64.powf(sample.size() as f64 + 1.0);
    if lead > 0.0 {
        1.0 - chance
    } else if lead < 0.0 {
        chance
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elo ± half width, likelihood of superiority, normalised Elo ± half width, as the engine testing frameworks
    /// fastchess and fishtest print them.
    fn check(sample: &Sample, [value, spread, los, normalised, normalised_spread]: [f64; 5], tolerance: f64) {
        let (found, scaled) = (elo(sample), normalised_elo(sample).unwrap());
        let pairs = [
            (found.value, value),
            (found.half_width(), spread),
            (likelihood_of_superiority(sample), los),
            (scaled.value, normalised),
            (scaled.half_width(), normalised_spread),
        ];
        for (found, expected) in pairs {
            assert!((found - expected).abs() < tolerance, "{sample:?}: {found} instead of {expected}");
        }
    }

    #[test]
    fn games_have_the_published_elo() {
        let known = [
            ([89, 123, 76], [-15.693_520_705, 30.458_000_717, 0.155_326_435, -20.756_449_777, 40.126_025_558]),
            ([96, 111, 136], [40.702_458_187, 30.427_217_944, 0.996_010_236, 49.768_415_381, 36.768_450_595]),
        ];
        for ([losses, draws, wins], expected) in known {
            check(&Sample::of_games(losses, draws, wins), expected, 1e-6);
        }
    }

    #[test]
    fn a_score_that_was_never_seen_is_not_made_up() {
        // The frameworks count a thousandth of a draw here.
        let expected = [-407.986_121_703, 63.163_777_918, 0.0, -508.435_325_040, 34.481_812_485];
        check(&Sample::of_games(356, 0, 34), expected, 0.01);
    }

    #[test]
    fn pairs_have_the_published_elo() {
        let known = [
            ([34, 54, 63, 64, 75], [55.579_780_420, 27.653_429_506, 0.999_970_393, 57.935_599_938, 28.275_376_243]),
            (
                [332, 433, 498, 333, 334],
                [-8.642_667_268, 10.334_194_424, 0.050_470_067, -9.172_914_270, 10.960_458_878],
            ),
            ([7895, 8757, 5685, 568, 9999], [-21.043_520_578, 2.945_280_869, 0.0, -19.012_834_279, 2.654_501_917]),
        ];
        for (counts, expected) in known {
            check(&Sample::of_pairs(counts), expected, 1e-6);
        }
    }

    #[test]
    fn equal_results_leave_room_for_doubt() {
        let sample = Sample::of_pairs([0, 0, 0, 0, 4]);
        let found = score(&sample);
        assert!(found.value == 1.0 && found.low > 0.5 && found.low < 0.6 && found.high == 1.0, "{found:?}");
        assert!(normalised_elo(&sample).is_none());
        let los = likelihood_of_superiority(&sample);
        assert!(los > 0.96 && los < 1.0, "{los}");
        assert_eq!(likelihood_of_superiority(&Sample::of_pairs([0, 0, 9, 0, 0])), 0.5);
        let nothing = score(&Sample::of_games(0, 0, 0));
        assert_eq!((nothing.value, nothing.low, nothing.high), (0.5, 0.0, 1.0));
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-300.0, 0.0, 12.5, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }
}
