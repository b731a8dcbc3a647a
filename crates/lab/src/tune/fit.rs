//! Fits weights of an evaluation to stored games: the value of a position should predict the result of its game.
//!
//! Any evaluation with terms can be fitted, for any game. A term contributes in proportion to its weight, so its
//! coefficient in a position is found by changing the weight and evaluating again.

use spielbaum_core::{Evaluate, Knowledge, Outcome, Score, Side, TextError};
use spielbaum_games::fit::{Course, Examples, Fitted};
use spielbaum_players::{Playable, Visitor, visit_game};

use super::{Parameter, Tuning};
use crate::record::GameRecord;

/// First and last step size, as shares of the range of a weight.
const STEPS: [f32; 2] = [0.02, 0.0005];

/// The fewest positions for a fit.
const FEWEST_POSITIONS: usize = 1000;

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitting {
    /// The weights after each pass over all positions; the last are those found.
    pub way: Vec<Vec<f64>>,
    /// The root mean squared error between expected and actual results on held-out positions, with the start weights
    /// and with those found.
    pub errors: [f32; 2],
    /// Games used.
    pub games: usize,
    /// Positions used.
    pub positions: usize,
}

impl Tuning {
    /// Passes over all positions.
    pub const EPOCHS: usize = 60;

    /// Fits the parameters, weights of an evaluation, to games. Calls `on_pass` after each pass over all positions.
    pub fn fit(&self, games: &[GameRecord], on_pass: &mut dyn FnMut()) -> Result<Fitting, TextError> {
        for Parameter { option, .. } in &self.parameters {
            if !option.starts_with("eval/") {
                let error = TextError::at("a fit changes the weights of an evaluation, 'eval/TERM', not", option, "");
                return Err(error);
            }
        }
        let lessons = visit_game(&self.game, &mut Collect { tuning: self, games })?;
        if lessons.count() < FEWEST_POSITIONS {
            let (found, game) = (lessons.count(), &self.game);
            return Err(TextError::new(format!(
                "{} games of {game} have {found} usable positions; a fit needs {FEWEST_POSITIONS}",
                games.len()
            )));
        }
        let values = |shares: &[f32]| -> Vec<f64> {
            let pairs = self.parameters.iter().zip(shares);
            pairs.map(|(own, share)| own.round(own.low + f64::from(*share) * (own.high - own.low))).collect()
        };
        let start: Vec<f32> =
            self.parameters.iter().map(|own| ((own.start - own.low) / (own.high - own.low)) as f32).collect();
        let course = Course { epochs: Tuning::EPOCHS, steps: STEPS, pull: 0.0, seed: self.seed };
        let mut way = Vec::new();
        let Fitted { errors, .. } = course.fit(&lessons, &start, |shares| {
            way.push(values(shares));
            on_pass();
        });
        Ok(Fitting { way, errors, games: games.len(), positions: lessons.count() })
    }
}

/// Positions in linear form: a value without the fitted weights, and the effect of each weight from the low end of its
/// range to the high one.
struct Positions {
    values: Vec<f32>,
    counts: Vec<f32>,
    results: Vec<f32>,
    width: usize,
}

impl Positions {
    fn counts_of(&self, number: u32) -> &[f32] {
        &self.counts[number as usize * self.width..][..self.width]
    }
}

impl Examples for Positions {
    fn count(&self) -> usize {
        self.values.len()
    }

    fn value(&self, number: u32, weights: &[f32]) -> f32 {
        let pairs = self.counts_of(number).iter().zip(weights);
        self.values[number as usize] + pairs.map(|(count, weight)| count * weight).sum::<f32>()
    }

    fn result(&self, number: u32) -> f32 {
        self.results[number as usize]
    }

    fn add_gradient(&self, number: u32, slope: f32, gradient: &mut [f32]) {
        let pairs = gradient.iter_mut().zip(self.counts_of(number));
        pairs.for_each(|(part, count)| *part += slope * count);
    }

    fn restrain(&self, weights: &mut [f32]) {
        weights.iter_mut().for_each(|weight| *weight = weight.clamp(0.0, 1.0));
    }
}

/// Collects the usable positions of games.
struct Collect<'a> {
    tuning: &'a Tuning,
    games: &'a [GameRecord],
}

impl Visitor for Collect<'_> {
    type Output = Result<Positions, TextError>;

    fn visit<G: Playable>(&mut self) -> Result<Positions, TextError> {
        let width = self.tuning.parameters.len();
        let mut lessons = Positions { values: Vec::new(), counts: Vec::new(), results: Vec::new(), width };
        let low: Vec<f64> = self.tuning.parameters.iter().map(|own| own.low).collect();
        let at_low = self.evaluation::<G>(&low)?;
        let mut at_high = Vec::new();
        for (place, own) in self.tuning.parameters.iter().enumerate() {
            let mut values = low.clone();
            values[place] = own.high;
            at_high.push(self.evaluation::<G>(&values)?);
        }
        for game in self.games {
            let result = match game.outcome {
                Outcome::Win(Side::First) => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Win(Side::Second) => 0.0,
            };
            let mut position: G = game.start.parse().map_err(|error| TextError::new(format!("a start: {error}")))?;
            for mv in &game.moves {
                let own = position.parse_move(&mv.text)?;
                // Only quiet positions that are not about to end are typical leaves of a search.
                if !position.is_noisy(own) && !Score(mv.score).is_decided() {
                    let value = value_for_first(&at_low, &position);
                    lessons.values.push(value);
                    lessons
                        .counts
                        .extend(at_high.iter().map(|evaluation| value_for_first(evaluation, &position) - value));
                    lessons.results.push(result);
                }
                position.play(own);
            }
        }
        Ok(lessons)
    }
}

impl Collect<'_> {
    /// The evaluation with these weights.
    fn evaluation<G: Playable>(&self, values: &[f64]) -> Result<G::Evaluation, TextError> {
        let spec = self.tuning.with(values)?;
        let name = spec.evaluation_name().ok_or_else(|| TextError::new("the player's spec has no option 'eval'"))?;
        let evaluation = G::evaluation(name)?;
        let start: G = self.tuning.game.position("")?;
        if evaluation.explain(&start).is_empty() {
            return Err(TextError::at("not a weighted sum of terms:", &format!("eval={name}"), ""));
        }
        Ok(evaluation)
    }
}

/// The value of a position for the first player, not rounded.
fn value_for_first<G: Knowledge>(evaluation: &G::Evaluation, position: &G) -> f32 {
    evaluation.explain(position).iter().map(|term| term.value).sum()
}
