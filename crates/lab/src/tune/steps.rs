//! One parameter at a time: a step up, a step down; a significant win is kept, else the step is halved. The weights of
//! the Othello study were found this way (Mossudu 2023).

use super::{Course, Parameter};

/// The least step, as a share of the first one.
const LEAST_SHARE: f64 = 1.0 / 10.0;

pub(super) fn run<E>(course: &mut Course<'_, E>) -> Result<Option<Vec<f64>>, E> {
    let parameters = &course.tuning.parameters;
    let mut values = course.tuning.start();
    // A step and its last direction.
    let mut steps: Vec<f64> = parameters.iter().map(Parameter::step).collect();
    for _ in 0..course.tuning.rounds {
        let mut is_any_left = false;
        for (index, parameter) in parameters.iter().enumerate() {
            if steps[index].abs() < parameter.step() * LEAST_SHARE {
                continue;
            }
            is_any_left = true;
            let mut is_taken = false;
            for step in [steps[index], -steps[index]] {
                let mut tried = values.clone();
                tried[index] = parameter.round(values[index] + step);
                if tried == values {
                    continue;
                }
                let Some(result) = course.play(&tried, &values)? else { return Ok(None) };
                let rival = values.clone();
                if result.is_better {
                    (values, steps[index], is_taken) = (tried.clone(), step, true);
                }
                course.report(&tried, &rival, result.score, &values);
                if is_taken {
                    break;
                }
            }
            if !is_taken {
                steps[index] /= 2.0;
            }
        }
        if !is_any_left {
            break;
        }
    }
    Ok(Some(values))
}
