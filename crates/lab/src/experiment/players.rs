//! Players derived from one: an option over several values, or each switch turned off.

use spielbaum_core::TextError;
use spielbaum_search::{Engine, Spec};

use super::text::Sweep;

/// `player` with the option at each of the values.
pub(super) fn sweep(sweep: &Sweep) -> Result<Vec<Spec>, TextError> {
    let values = sweep.values.iter().map(|value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    values.map(|value| with_option(&sweep.player, &format!("{}={value}", sweep.option))).collect()
}

/// `player`, and the same without each one of its switches.
pub(super) fn ablate(player: &str) -> Result<Vec<Spec>, TextError> {
    let spec: Spec = player.parse()?;
    let Engine::AlphaBeta(settings) = spec.engine() else {
        return Err(TextError::new(format!("'{player}' has no switches to turn off")));
    };
    let without = settings.switches.iter().map(|switch| with_option(player, &switch.off()));
    // A switch that others depend on cannot be turned off alone; it is skipped.
    let without: Vec<Spec> = without.filter_map(Result::ok).collect();
    if without.is_empty() {
        return Err(TextError::new(format!("'{player}' has no switches to turn off")));
    }
    Ok(std::iter::once(spec).chain(without).collect())
}

fn with_option(player: &str, option: &str) -> Result<Spec, TextError> {
    let separator = if player.contains(':') { ',' } else { ':' };
    format!("{player}{separator}{option}").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_option_takes_every_value() {
        let values = vec![toml::Value::Float(0.5), toml::Value::Integer(2)];
        let swept = sweep(&Sweep { player: "mcts:iterations=9".into(), option: "c".into(), values }).unwrap();
        let texts: Vec<String> = swept.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["mcts:c=0.5,iterations=9", "mcts:c=2,iterations=9"]);
    }

    #[test]
    fn each_switch_is_turned_off_once() {
        let texts: Vec<String> =
            ablate("alphabeta:killers,history,depth=3").unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 3);
        assert!(texts[1..].iter().all(|text| text.matches("killers").count() + text.matches("history").count() == 1));
        assert_eq!(ablate("random").unwrap_err().to_string(), "'random' has no switches to turn off");
    }
}
