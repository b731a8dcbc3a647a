//! Tunes the options of a player by matches against itself, or fits weights of its evaluation to stored games.
//!
//! Tuning by play is a series of matches, each of which depends only on the results of those before it: with stored
//! matches, an interrupted series is continued by replaying it.

mod fit;
mod parameter;
mod spsa;
mod steps;

pub use fit::Fitting;
pub use parameter::Parameter;

use spielbaum_core::{Rng, TextError, mix};
use spielbaum_games::GameSpec;
use spielbaum_search::{Limits, Spec};

use crate::arena::limited;
use crate::experiment::{Experiment, GamesPlan, Pairing, Plan};
use crate::opening::Openings;
use crate::play::Conduct;
use crate::standings::Tally;
use crate::statistics::{likelihood_of_superiority, score};

/// A tuning task.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The game with its options.
    pub game: GameSpec,
    /// The player whose options are tuned.
    pub player: String,
    /// The options to tune.
    pub parameters: Vec<Parameter>,
    /// Limits per move, unless the player has its own.
    pub limits: Limits,
    /// The openings.
    pub openings: Openings,
    /// Games per match, an even number.
    pub games: u64,
    /// Passes over all parameters.
    pub rounds: u64,
    /// Seed of openings, random players and directions.
    pub seed: u64,
}

/// The tuning method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// One parameter at a time, a step up or down; a significant win is kept (Mossudu 2023).
    Steps,
    /// All at once in random directions, and a step towards the winner (Spall 1998).
    Spsa,
}

/// A match of a tuning and its result.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The values that were tried.
    pub tried: Vec<f64>,
    /// The values of the opponent.
    pub rival: Vec<f64>,
    /// The score of the first, as a share of all points.
    pub score: f64,
    /// The values after this match.
    pub kept: Vec<f64>,
}

/// Plays the match with this number. `None` ends the tuning early.
pub type Referee<'a, E> = &'a mut dyn FnMut(u64, &Experiment) -> Result<Option<Tally>, E>;

impl Tuning {
    /// Refuses parameters that the player does not take.
    pub fn check(&self) -> Result<(), TextError> {
        if self.parameters.is_empty() {
            return Err(TextError::new("nothing to tune: give at least one option"));
        }
        let ends: [fn(&Parameter) -> f64; 3] = [|own| own.low, |own| own.start, |own| own.high];
        for end in ends {
            let values: Vec<f64> = self.parameters.iter().map(end).collect();
            self.versus(0, &values, &values, self.games)?.prepare()?;
        }
        Ok(())
    }

    /// Tunes, calling `on_trial` after each match. Returns the last values; `None` if the referee ended it early.
    pub fn run<E>(
        &self,
        method: Method,
        referee: Referee<E>,
        on_trial: &mut dyn FnMut(&Trial),
    ) -> Result<Option<Vec<f64>>, E> {
        let mut course = Course { tuning: self, number: 0, referee, on_trial };
        match method {
            Method::Steps => steps::run(&mut course),
            Method::Spsa => spsa::run(&mut course),
        }
    }

    /// The match of the values found against the start values.
    pub fn proof(&self, found: &[f64], games: u64) -> Result<Experiment, TextError> {
        self.versus(u64::MAX, found, &self.start(), games)
    }

    /// The start values.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The player with these values.
    pub fn with(&self, values: &[f64]) -> Result<Spec, TextError> {
        let separator = if self.player.contains(':') { "," } else { ":" };
        format!("{}{separator}{}", self.player, self.text(values)).parse()
    }

    /// Values with their names: `c=0.7,fpu=1`.
    pub fn text(&self, values: &[f64]) -> String {
        let texts = self.parameters.iter().zip(values);
        texts
            .map(|(parameter, value)| format!("{}={}", parameter.option, parameter.text(*value)))
            .collect::<Vec<_>>()
            .join(",")
    }

    fn versus(&self, number: u64, first: &[f64], second: &[f64], games: u64) -> Result<Experiment, TextError> {
        let (game, limits) = (self.game.clone(), self.limits);
        let players = [first, second].into_iter().map(|values| Ok(limited(self.with(values)?, limits)));
        let plan = GamesPlan {
            pairing: Pairing::RoundRobin,
            pairs: games / 2,
            openings: self.openings.clone(),
            conduct: Conduct::default(),
            sprt: None,
        };
        Ok(Experiment {
            title: format!("{} against {}", self.text(first), self.text(second)),
            players: players.collect::<Result<_, TextError>>()?,
            game,
            seed: mix(self.seed, number),
            plan: Plan::Games(plan),
        })
    }
}

/// A tuning in progress.
struct Course<'a, E> {
    tuning: &'a Tuning,
    number: u64,
    referee: Referee<'a, E>,
    on_trial: &'a mut dyn FnMut(&Trial),
}

/// The result of a match.
struct MatchResult {
    score: f64,
    /// Whether the first is the better one, with 95 % likelihood.
    is_better: bool,
}

impl<E> Course<'_, E> {
    /// Plays a match between two sets of values; `None` when the referee stops.
    fn play(&mut self, first: &[f64], second: &[f64]) -> Result<Option<MatchResult>, E> {
        let tuning = self.tuning;
        let experiment = tuning.versus(self.number, first, second, tuning.games);
        let experiment = experiment.expect("values between the ends were checked");
        self.number += 1;
        let Some(tally) = (self.referee)(self.number, &experiment)? else { return Ok(None) };
        let sample = tally.sample();
        let is_better = likelihood_of_superiority(&sample) >= 0.95;
        Ok(Some(MatchResult { score: score(&sample).value, is_better }))
    }

    fn report(&mut self, tried: &[f64], rival: &[f64], score: f64, kept: &[f64]) {
        let [tried, rival, kept] = [tried, rival, kept].map(<[f64]>::to_vec);
        (self.on_trial)(&Trial { tried, rival, score, kept });
    }

    fn rng(&self) -> Rng {
        Rng::new(mix(self.tuning.seed, 0x7475_6e65))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a player is from the values (3, 40), which are the best.
    fn distance(spec: &Spec) -> f64 {
        let text = spec.to_string();
        let option = |name: &str, usual: f64| {
            let value = text.split([':', ',']).find_map(|part| part.strip_prefix(name));
            value.map_or(usual, |value| value.parse::<f64>().unwrap())
        };
        (option("c=", 0.7) - 3.0).abs() + (option("memory=", 256.0) - 40.0).abs() / 10.0
    }

    /// Results as if strength fell with the distance, without any chance.
    fn judge(experiment: &Experiment) -> Tally {
        let [first, second] = [0, 1].map(|index| distance(&experiment.players[index]));
        let mut tally = Tally::default();
        let pairs = if first < second { [0, 0, 2, 4, 14] } else { [14, 4, 2, 0, 0] };
        tally.pairs = if first == second { [0, 0, 20, 0, 0] } else { pairs };
        tally
    }

    /// Random results: 60 Elo for each unit of the distance, so that a match of 20 pairs decides little.
    fn dice(experiment: &Experiment) -> Tally {
        let [first, second] = [0, 1].map(|index| distance(&experiment.players[index]));
        let chance = 1.0 / (1.0 + 10f64.powf(60.0 * (first - second) / 400.0));
        let mut rng = Rng::new(experiment.seed);
        let mut wins = || 2 * usize::from((rng.below(1 << 30) as f64) < chance * f64::from(1 << 30));
        let mut tally = Tally::default();
        (0..20).for_each(|_| tally.pairs[wins() + wins()] += 1);
        tally
    }

    fn tuning(parameters: &[&str], games: u64, rounds: u64, seed: u64) -> Tuning {
        let parameters = parameters.iter().map(|text| text.parse().unwrap()).collect();
        let (game, player) = ("tic-tac-toe".parse().unwrap(), "mcts:iterations=9".to_owned());
        let (limits, openings) = (Limits::default(), Openings::Start);
        Tuning { game, player, parameters, limits, openings, games, rounds, seed }
    }

    fn tuned(method: Method, rounds: u64, referee: fn(&Experiment) -> Tally, seed: u64) -> (Vec<f64>, Vec<Trial>) {
        let tuning = tuning(&["c=0.5:1:6", "memory=8:100:200"], 40, rounds, seed);
        tuning.check().unwrap();
        let mut trials = Vec::new();
        let mut referee = |_, experiment: &Experiment| Ok::<_, ()>(Some(referee(experiment)));
        let found = tuning.run(method, &mut referee, &mut |trial| trials.push(trial.clone()));
        (found.unwrap().unwrap(), trials)
    }

    #[test]
    fn both_methods_find_the_best_values() {
        for (method, rounds) in [(Method::Steps, 20), (Method::Spsa, 300)] {
            let (found, trials) = tuned(method, rounds, judge, 1);
            assert!((found[0] - 3.0).abs() < 0.4 && (found[1] - 40.0).abs() < 8.0, "{method:?} {found:?}");
            assert_eq!(trials.last().unwrap().kept, found);
        }
    }

    #[test]
    fn spsa_finds_good_values_from_noisy_results() {
        for seed in 1..=10 {
            let (found, _) = tuned(Method::Spsa, 400, dice, seed);
            let left = (found[0] - 3.0).abs() + (found[1] - 40.0).abs() / 10.0;
            // It began 8 units away.
            assert!(left < 2.0, "seed {seed}: {found:?}, {left} away");
        }
    }

    #[test]
    fn the_referee_can_end_it() {
        let tuning = tuning(&["c=0.5:1:6"], 2, 3, 1);
        assert_eq!(tuning.run(Method::Steps, &mut |_, _| Ok::<_, ()>(None), &mut |_| {}), Ok(None));
    }
}
