//! Predictions of deep search scores from shallow ones, with the [pattern](super::patterns) evaluation, for ProbCut.
//!
//! Buro (1997), "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello": for each stage
//! of the game and each depth a linear regression. `predictions.txt` holds them, and `spielbaum train othello
//! --predictions` writes that file.

use std::fmt::Write as _;
use std::sync::LazyLock;

use spielbaum_core::ProbCutModel;

use super::Othello;
use super::patterns::{STAGES, stage_of};

/// A position and the scores of searches from it to depth 1, 2 and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scores {
    /// The position.
    pub position: Othello,
    /// By depth less 1, the score.
    pub scores: Vec<i32>,
}

/// The fewest positions for a regression.
const LEAST_POSITIONS: usize = 30;

/// Predictions by stage and depth.
pub(super) struct Predictions([Vec<Option<ProbCutModel>>; STAGES]);

/// The built-in predictions.
pub(super) static PREDICTIONS: LazyLock<Predictions> =
    LazyLock::new(|| Predictions::read(include_str!("predictions.txt")).expect("the embedded predictions can be read"));

/// The depth from which a search to `depth` is predicted, if any: about half, and of the same parity, since scores of
/// even and odd depths differ.
fn shallow_depth(depth: u32) -> Option<u32> {
    (depth >= 3).then(|| depth - 2 * depth.div_ceil(4))
}

impl Predictions {
    fn read(text: &str) -> Option<Predictions> {
        let mut predictions = Predictions(Default::default());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let numbers: Vec<f32> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
            let &[stage, depth, shallow, slope, offset, deviation, _] = &numbers[..] else { return None };
            let of_stage = predictions.0.get_mut(stage as usize)?;
            of_stage.resize(of_stage.len().max(depth as usize + 1), None);
            of_stage[depth as usize] = Some(ProbCutModel { depth: shallow as u32, slope, offset, deviation });
        }
        Some(predictions)
    }

    /// The prediction of a search to `depth` that does not reach the end of the game.
    #[inline]
    pub(super) fn get(&self, own: u64, other: u64, depth: u32) -> Option<ProbCutModel> {
        if (own | other).count_zeros() <= depth {
            return None;
        }
        *self.0[stage_of(own, other)].get(depth as usize)?
    }
}

/// Fits predictions to scores and returns them in the file format.
pub fn fit_predictions(samples: &[Scores]) -> String {
    let mut text = String::from("# stage, depth, shallow depth, slope, offset, deviation, positions\n");
    let deepest = samples.iter().map(|sample| sample.scores.len()).max().unwrap_or(0);
    for stage in 0..STAGES {
        for depth in 1..=deepest as u32 {
            let Some(shallow) = shallow_depth(depth) else { continue };
            let of_stage = |sample: &&Scores| stage_of(sample.position.own, sample.position.other) == stage;
            let score =
                |sample: &Scores, depth: u32| sample.scores.get(depth as usize - 1).map(|&score| f64::from(score));
            let pairs = samples.iter().filter(of_stage);
            let pairs: Vec<(f64, f64)> =
                pairs.filter_map(|sample| Some((score(sample, shallow)?, score(sample, depth)?))).collect();
            if let Some((slope, offset, deviation)) = regression(&pairs) {
                let positions = pairs.len();
                writeln!(text, "{stage} {depth} {shallow} {slope:.3} {offset:.2} {deviation:.2} {positions}")
                    .expect("writing to a string cannot fail");
            }
        }
    }
    text
}

/// Slope, offset and standard deviation of the regression line; `None` for too few pairs.
fn regression(pairs: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let count = pairs.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |value: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| value(x - mean_x, y - mean_y)).sum::<f64>();
    let (xx, xy) = (sum(&|x, _| x * x), sum(&|x, y| x * y));
    if pairs.len() < LEAST_POSITIONS || xy <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let missed = sum(&|x, y| (y - slope * x).powi(2));
    Some((slope, mean_y - slope * mean_x, (missed / (count - 2.0)).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_the_scores_is_found_again() {
        let sample = |number: i32| {
            // A slope of 2, an offset of 3, and a deviation of 1 in turns.
            let miss = if number % 4 < 2 { 1 } else { -1 };
            Scores {
                position: Othello::default(),
                scores: vec![number % 21 - 10, 0, 2 * (number % 21 - 10) + 3 + miss],
            }
        };
        let text = fit_predictions(&(0..8_400).map(sample).collect::<Vec<_>>());
        let predictions = Predictions::read(&text).unwrap();
        let Othello { own, other, .. } = Othello::default();
        let found = predictions.get(own, other, 3).unwrap();
        assert_eq!(found.depth, 1);
        assert!((found.slope - 2.0).abs() < 0.02 && (found.offset - 3.0).abs() < 0.02, "{found:?}");
        assert!((found.deviation - 1.0).abs() < 0.02, "{found:?}");
        assert_eq!(predictions.get(own, other, 2), None);
        assert_eq!(predictions.get(own, other, 4), None);
    }

    #[test]
    fn the_shallow_depth_is_about_half_and_of_the_same_parity() {
        let depths: Vec<Option<u32>> = (1..=9).map(shallow_depth).collect();
        assert_eq!(depths, [None, None, Some(1), Some(2), Some(1), Some(2), Some(3), Some(4), Some(3)]);
    }

    #[test]
    fn all_stages_that_searches_meet_have_predictions() {
        for (stage, predictions) in PREDICTIONS.0.iter().enumerate().take(STAGES - 1) {
            for prediction in predictions.iter().skip(3) {
                let ProbCutModel { slope, deviation, .. } = prediction.expect("a prediction");
                assert!((0.5..1.5).contains(&slope) && (0.5..12.0).contains(&deviation), "{stage} {prediction:?}");
            }
        }
    }
}
