//! Weights of an evaluation fitted to stored games: how a position's game ended is what its value should have said.
//!
//! Any evaluation that explains itself term by term can be fitted, whatever the game. A term that is weighed counts in
//! proportion to its weight, so that what it counts for in a position is found by changing the weight and looking.

use spielbaum_core::{Evaluate, Knowledge, Outcome, Score, Side, TextError};
use spielbaum_games::fit::{Course, Fitted, Lessons};
use spielbaum_players::{Playable, Visitor, visit_game};

use super::{Parameter, Tuning};
use crate::record::GameRecord;

/// Steps are shares of the range of a weight.
const STEPS: [f32; 2] = [0.02, 0.0005];

/// Fewer positions than this say nothing.
const FEWEST_POSITIONS: usize = 1000;

/// Weights that were fitted to games.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitting {
    /// The weights after each time that all positions were gone through; the last ones are those found.
    pub way: Vec<Vec<f64>>,
    /// The root of the mean squared difference between expected and true results, on positions that were not learnt from: with
    /// the weights of the start and with those found.
    pub errors: [f32; 2],
    /// Games that were learnt from.
    pub games: usize,
    /// Positions of theirs that were learnt from.
    pub positions: usize,
}

impl Tuning {
    /// How often a fit goes through all positions.
    pub const EPOCHS: usize = 60;

    /// Fits the parameters, weights of an evaluation, to games. `told` hears of every time that all positions were gone through.
    pub fn fit(&self, games: &[GameRecord], told: &mut dyn FnMut()) -> Result<Fitting, TextError> {
        for Parameter { option, .. } in &self.parameters {
            if !option.starts_with("eval/") {
                let error =
                    TextError::at("a fit changes the weights of an evaluation, 'eval/TERM', and not", option, "");
                return Err(error);
            }
        }
        let lessons = visit_game(&self.game, &mut Collect { tuning: self, games })?;
        if lessons.count() < FEWEST_POSITIONS {
            let (found, game) = (lessons.count(), &self.game);
            return Err(TextError::new(format!(
                "{} games of {game} with {found} positions to learn from; {FEWEST_POSITIONS} are the least",
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
            told();
        });
        Ok(Fitting { way, errors, games: games.len(), positions: lessons.count() })
    }
}

/// Positions as a fit sees them: a value without the weights that are fitted, and what each of these counts for from the low
/// end of its range to the high one.
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

impl Lessons for Positions {
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

/// Goes through games and writes down what their positions teach.
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
                // Only positions at rest, and those that a search does not simply play out, are what evaluations are for.
                if !position.is_noisy(own) && !Score(mv.score).is_decided() {
                    let value = worth(&at_low, &position);
                    lessons.values.push(value);
                    lessons.counts.extend(at_high.iter().map(|evaluation| worth(evaluation, &position) - value));
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
        let name = spec.evaluation_name().ok_or_else(|| TextError::new("the player names no evaluation"))?;
        let evaluation = G::evaluation(name)?;
        let start: G = self.tuning.game.position("")?;
        if evaluation.explain(&start).is_empty() {
            return Err(TextError::at("no sum of terms that could be weighed:", &format!("eval={name}"), ""));
        }
        Ok(evaluation)
    }
}

/// The value of a position for the first player, not rounded.
fn worth<G: Knowledge>(evaluation: &G::Evaluation, position: &G) -> f32 {
    evaluation.explain(position).iter().map(|term| term.value).sum()
}
