//! Runs a job round by round and reduces the turns to medians and ratios.

use crate::contestant::Contestant;
use crate::evidence::Evidence;
use crate::job::Job;
use crate::{board_game, connect_four_ai, cozy, minimax_rs, ours, treant_rs};

/// What came of a job.
pub(crate) struct JobResult {
    pub(crate) job: Job,
    /// Spielbaum's turns, if it has the game.
    pub(crate) ours: Option<Turns>,
    /// The peers' turns.
    pub(crate) peers: Vec<Turns>,
    /// Why the rates are not to be compared, for each pair that did not do the same work.
    pub(crate) differences: Vec<String>,
}

/// A contestant's turns.
pub(crate) struct Turns {
    pub(crate) name: &'static str,
    pub(crate) evidence: Evidence,
    /// Units in a second of processor time, a number for each round.
    pub(crate) rates: Vec<f64>,
}

/// How many times faster one contestant was than another.
pub(crate) struct Ratio {
    /// The ratio of the medians.
    pub(crate) of_medians: f64,
    /// The smallest ratio within a round.
    pub(crate) min: f64,
    /// The largest ratio within a round.
    pub(crate) max: f64,
}

/// Lets all who can do the job take turns, `rounds` each. Those who did different work are found but not timed.
pub(crate) fn run(job: Job, rounds: u32) -> JobResult {
    let ours = ours::contestant(job);
    let is_registered = ours.is_some();
    let peers = [
        minimax_rs::contestant,
        board_game::contestant,
        cozy::contestant,
        treant_rs::contestant,
        connect_four_ai::contestant,
    ];
    let mut contestants: Vec<Contestant> = ours.into_iter().chain(peers.iter().filter_map(|peer| peer(job))).collect();

    let differences = differences(&contestants);
    let mut rates = vec![Vec::new(); contestants.len()];
    if differences.is_empty() {
        for _ in 0..rounds {
            for (contestant, rates) in contestants.iter_mut().zip(&mut rates) {
                rates.push(contestant.take_turn());
            }
        }
    }

    let turns = contestants.into_iter().zip(rates);
    let mut turns = turns.map(|(c, rates)| Turns { name: c.name, evidence: c.evidence, rates });
    let ours = if is_registered { turns.next() } else { None };
    JobResult { job, ours, peers: turns.collect(), differences }
}

/// How the others' work differs from the first one's.
fn differences(contestants: &[Contestant]) -> Vec<String> {
    let Some((first, others)) = contestants.split_first() else { return Vec::new() };
    let difference = |other: &Contestant| {
        let difference = first.evidence.difference(&other.evidence)?;
        Some(format!("{} and {} differ: {difference}", first.name, other.name))
    };
    others.iter().filter_map(difference).collect()
}

impl Turns {
    /// The median rate; none without turns.
    pub(crate) fn median(&self) -> Option<f64> {
        let mut sorted = self.rates.clone();
        sorted.sort_by(f64::total_cmp);
        let upper = *sorted.get(sorted.len() / 2)?;
        Some(if sorted.len() % 2 == 1 { upper } else { (sorted[sorted.len() / 2 - 1] + upper) / 2.0 })
    }

    /// How many times faster this contestant was than `other`; none without turns.
    pub(crate) fn ratio(&self, other: &Turns) -> Option<Ratio> {
        let by_round = self.rates.iter().zip(&other.rates).map(|(own, others)| own / others);
        Some(Ratio {
            of_medians: self.median()? / other.median()?,
            min: by_round.clone().fold(f64::INFINITY, f64::min),
            max: by_round.fold(0.0, f64::max),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(rates: &[f64]) -> Turns {
        Turns { name: "", evidence: Evidence::Perft(Vec::new()), rates: rates.to_vec() }
    }

    #[test]
    fn the_median_ignores_outliers() {
        assert_eq!(turns(&[]).median(), None);
        assert_eq!(turns(&[5.0, 1.0, 900.0]).median(), Some(5.0));
        assert_eq!(turns(&[4.0, 1.0, 2.0, 900.0]).median(), Some(3.0));
    }

    #[test]
    fn ratios_are_taken_within_a_round() {
        let ratio = turns(&[8.0, 6.0, 4.0]).ratio(&turns(&[2.0, 3.0, 2.0])).expect("both had turns");
        assert_eq!((ratio.of_medians, ratio.min, ratio.max), (3.0, 2.0, 4.0));
    }
}
