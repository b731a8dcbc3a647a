//! All parameters at once: two players that differ by a random step up or down in each play a match, and everything moves
//! towards the winner (Spall 1998, "Implementation of the simultaneous perturbation algorithm").

use super::Course;

/// How fast moves and differences shrink, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The share of all rounds that keeps the first moves small.
const STABILITY: f64 = 0.1;

/// What a clear result of a match moves a value by, in steps, in the first round.
const GAIN: f64 = 0.5;

pub(super) fn run<E>(course: &mut Course<'_, E>) -> Result<Option<Vec<f64>>, E> {
    let tuning = course.tuning;
    let mut rng = course.rng();
    let stability = STABILITY * tuning.rounds as f64;
    // Between matches values are as fine as numbers are; only players need texts.
    let mut values = tuning.start();
    for round in 0..tuning.rounds {
        let (shrunk, late) = ((round as f64 + 1.0).powf(-GAMMA), (round as f64 + 1.0 + stability).powf(-ALPHA));
        let gain = GAIN * late * (1.0 + stability).powf(ALPHA);
        let parameters = &tuning.parameters;
        let signs: Vec<f64> = parameters.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let beside = |direction: f64| -> Vec<f64> {
            let moved = parameters.iter().zip(&values).zip(&signs);
            let step = direction * shrunk / 2.0;
            moved.map(|((parameter, value), sign)| parameter.round(value + step * sign * parameter.step())).collect()
        };
        let (above, below) = (beside(1.0), beside(-1.0));
        let Some(shown) = course.play(&above, &below)? else { return Ok(None) };
        // In units of its own chance, which many games make small.
        let lead = ((2.0 * shown.score - 1.0) * (tuning.games as f64).sqrt() / 2.0).clamp(-1.0, 1.0);
        for ((value, sign), parameter) in values.iter_mut().zip(&signs).zip(parameters) {
            *value = (*value + gain * lead * sign * parameter.step()).clamp(parameter.low, parameter.high);
        }
        let kept: Vec<f64> = parameters.iter().zip(&values).map(|(parameter, value)| parameter.round(*value)).collect();
        course.tell(&above, &below, shown.score, &kept);
    }
    let rounded = tuning.parameters.iter().zip(&values).map(|(parameter, value)| parameter.round(*value));
    Ok(Some(rounded.collect()))
}
