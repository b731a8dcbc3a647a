//! The part of a report about tuning: the way that the values took, and what those found are worth.

use super::figures::{self, Axes, Series};
use super::{Block, figure, games, table};
use crate::standings::Tally;
use crate::tune::{Trial, Tuning};

/// Tables and figures of a tuning that ended with the values `found`; `proof` is their match against those of the start, where
/// they differ.
pub fn tuning_blocks(tuning: &Tuning, trials: &[Trial], found: &[f64], proof: Option<&Tally>) -> Vec<Block> {
    let players = [found, &tuning.start()].map(|values| tuning.with(values).expect("values were checked"));
    let intro = format!(
        "{}, {} matches of {} games each, seed {}; tuned were {}.",
        tuning.game,
        trials.len(),
        tuning.games,
        tuning.seed,
        tuning.text(&tuning.start())
    );
    let mut blocks = vec![Block::Text(intro)];
    blocks.push(match proof {
        Some(proof) => games::match_table(&players, proof),
        None => Block::Text("Nothing better was found.".to_owned()),
    });
    let series = tuning.parameters.iter().enumerate().map(|(index, parameter)| {
        let share = |value: f64| 100.0 * (value - parameter.low) / (parameter.high - parameter.low);
        let kept = trials.iter().zip(1..).map(|(trial, number)| (f64::from(number), share(trial.kept[index])));
        let points = std::iter::once((0.0, share(parameter.start))).chain(kept).collect();
        Series { name: format!("{} ({} to {})", parameter.option, parameter.low, parameter.high), points }
    });
    let axes = Axes { x: "match", y: "value (% of its range)", is_log_x: false, is_log_y: false, x_step: None };
    let caption = "The values after each match, as a share of their range.".to_owned();
    blocks.push(figure("trajectory", caption, figures::lines(&axes, &series.collect::<Vec<_>>())));
    let rows = trials.iter().zip(1..).map(|(trial, number): (&Trial, u64)| {
        let Trial { tried, rival, score, kept } = trial;
        let [tried, rival, kept] = [tried, rival, kept].map(|values| tuning.text(values));
        vec![number.to_string(), tried, rival, format!("{:.1} %", 100.0 * score), kept]
    });
    let caption = "Every match: the score is the first values'; kept are the values after it.".to_owned();
    blocks.push(table("trials", caption, &["match", "tried", "against", "score", "kept"], rows.collect()));
    blocks
}
