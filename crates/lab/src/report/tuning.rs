//! The part of a report about tuning: the course of the values, and the match of the values found.

use super::figures::{self, Axes, Series};
use super::{Block, figure, games, table};
use crate::standings::Tally;
use crate::tune::{Fitting, Trial, Tuning};

/// Tables and figures of a tuning that ended with the values `found`; `proof` is their match against the start values,
/// if they differ.
pub fn tuning_blocks(tuning: &Tuning, trials: &[Trial], found: &[f64], proof: Option<&Tally>) -> Vec<Block> {
    let intro = format!(
        "{}, {} matches of {} games each, seed {}; tuned options: {}.",
        tuning.game,
        trials.len(),
        tuning.games,
        tuning.seed,
        tuning.text(&tuning.start())
    );
    let way: Vec<&[f64]> = trials.iter().map(|trial| trial.kept.as_slice()).collect();
    let mut blocks = vec![Block::Text(intro), result(tuning, found, proof), trajectory(tuning, "match", &way)];
    let rows = trials.iter().zip(1..).map(|(trial, number): (&Trial, u64)| {
        let Trial { tried, rival, score, kept } = trial;
        let [tried, rival, kept] = [tried, rival, kept].map(|values| tuning.text(values));
        vec![number.to_string(), tried, rival, format!("{:.1} %", 100.0 * score), kept]
    });
    let caption = "Every match: the score is that of the first values; 'kept' are the values after it.".to_owned();
    blocks.push(table("trials", caption, &["match", "tried", "against", "score", "kept"], rows.collect()));
    blocks
}

/// Tables and figures of a fit to stored games.
pub fn fit_blocks(tuning: &Tuning, fitting: &Fitting, found: &[f64], proof: Option<&Tally>) -> Vec<Block> {
    let Fitting { way, errors: [before, after], games, positions } = fitting;
    let intro = format!(
        "{}, fitted to {positions} positions of {games} games, seed {}. The root mean squared error between expected \
         and actual results is {before:.4} with the start weights and {after:.4} with those found, on a held-out twentieth of \
         the positions.",
        tuning.game, tuning.seed
    );
    let rows = tuning.parameters.iter().zip(found).map(|(parameter, value)| {
        let ends = [parameter.low, parameter.start, parameter.high, *value].map(|value| value.to_string());
        [vec![parameter.option.clone()], ends.to_vec()].concat()
    });
    let caption = "The weights: range, start value, and value found.".to_owned();
    let weights = table("weights", caption, &["weight", "low", "start", "high", "found"], rows.collect());
    let way: Vec<&[f64]> = way.iter().map(Vec::as_slice).collect();
    vec![Block::Text(intro), result(tuning, found, proof), weights, trajectory(tuning, "pass over all positions", &way)]
}

fn result(tuning: &Tuning, found: &[f64], proof: Option<&Tally>) -> Block {
    let players = [found, &tuning.start()].map(|values| tuning.with(values).expect("values were checked"));
    match proof {
        Some(proof) => games::match_table(&players, proof),
        None => Block::Text("No better values were found.".to_owned()),
    }
}

/// The values after each `step`.
fn trajectory(tuning: &Tuning, step: &str, way: &[&[f64]]) -> Block {
    let series = tuning.parameters.iter().enumerate().map(|(index, parameter)| {
        let share = |value: f64| 100.0 * (value - parameter.low) / (parameter.high - parameter.low);
        let kept = way.iter().zip(1..).map(|(values, number)| (f64::from(number), share(values[index])));
        let points = std::iter::once((0.0, share(parameter.start))).chain(kept).collect();
        let name = format!("{} ({} to {})", parameter.option, parameter.low, parameter.high);
        Series { name, points, ..Series::default() }
    });
    let axes = Axes { x: step, y: "value (% of its range)", is_log_x: false, is_log_y: false, x_step: None };
    let caption = format!("The values after each {step}, as a share of their range.");
    figure("trajectory", caption, figures::lines(&axes, &series.collect::<Vec<_>>()))
}
