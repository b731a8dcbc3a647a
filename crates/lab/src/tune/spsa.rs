//! SPSA, all parameters at once: two players perturbed by a random step up or down in each play a match, and all values
//! move towards the winner (Spall 1998, "Implementation of the simultaneous perturbation algorithm").

use super::Course;

/// Decay of gains and perturbations, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Spall's stability constant, as a share of all rounds.
const STABILITY: f64 = 0.1;

/// How far a clear result moves a value in the first round, in steps.
const GAIN: f64 = 0.5;

pub(super) fn run<E>(course: &mut Course<'_, E>) -> Result<Option<Vec<f64>>, E> {
    let tuning = course.tuning;
    let mut rng = course.rng();
    let stability = STABILITY * tuning.rounds as f64;
    // Values keep full precision between matches; only players need texts.
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
        let Some(result) = course.play(&above, &below)? else { return Ok(None) };
        // In units of its standard error, which decreases with the number of games.
        let lead = ((2.0 * result.score - 1.0) * (tuning.games as f64).sqrt() / 2.0).clamp(-1.0, 1.0);
        for ((value, sign), parameter) in values.iter_mut().zip(&signs).zip(parameters) {
            *value = (*value + gain * lead * sign * parameter.step()).clamp(parameter.low, parameter.high);
        }
        let kept: Vec<f64> = parameters.iter().zip(&values).map(|(parameter, value)| parameter.round(*value)).collect();
        course.report(&above, &below, result.score, &kept);
    }
    let rounded = tuning.parameters.iter().zip(&values).map(|(parameter, value)| parameter.round(*value));
    Ok(Some(rounded.collect()))
}
