//! The players of a tournament by rating, and the result of each pairing.

use crate::experiment::Experiment;
use crate::standings::{Standings, Tally};
use crate::statistics::{Estimate, Rating, holm, ratings, score, two_sided};

/// The result of a tournament.
#[derive(Clone, Debug)]
pub struct Rankings {
    /// In the order of the experiment.
    players: Vec<Ranked>,
    /// The advantage of the first move.
    pub first_move: Rating,
    /// Whether ratings had to be kept finite; see [`Ratings`](crate::statistics::Ratings).
    pub is_tempered: bool,
    /// The result of each pairing.
    pub meetings: Vec<Meeting>,
}

/// A player with its rating.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Its place in the experiment.
    pub index: usize,
    /// Its spec.
    pub name: String,
    /// Elo above the mean.
    pub rating: Rating,
    /// Games that count.
    pub games: u64,
    /// Points scored in them.
    pub points: f64,
}

impl Ranked {
    /// The share of points.
    pub fn score(&self) -> f64 {
        self.points / self.games.max(1) as f64
    }
}

/// The result of one pairing.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The player from whose view it is.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// The games.
    pub tally: Tally,
    /// The p-value of the lead between equal players, after Holm's correction over all pairings.
    pub p: f64,
}

impl Rankings {
    /// Computes ratings and results.
    pub fn new(experiment: &Experiment, standings: &Standings) -> Rankings {
        let count = experiment.players.len();
        let nothing = Rating { elo: 0.0, spread: f64::INFINITY };
        let rated = ratings(count, standings.scored());
        let rating = |index: usize| rated.as_ref().map_or(nothing, |rated| rated.players[index]);
        let tallies = standings.tallies();
        let single: Vec<f64> = tallies.iter().map(|tally| two_sided(&tally.sample())).collect();
        let pairings = experiment.schedule().map(|schedule| schedule.pairings).unwrap_or_default();
        let meetings: Vec<Meeting> = pairings
            .into_iter()
            .zip(tallies.iter().zip(holm(&single)))
            .map(|((first, second), (tally, p))| Meeting { first, second, tally: tally.clone(), p })
            .collect();
        let players = experiment.players.iter().enumerate().map(|(index, player)| {
            let (games, points) = points(&meetings, index);
            Ranked { index, name: player.to_string(), rating: rating(index), games, points }
        });
        Rankings {
            players: players.collect(),
            first_move: rated.as_ref().map_or(nothing, |rated| rated.first_move),
            is_tempered: rated.as_ref().is_some_and(|rated| rated.is_tempered),
            meetings,
        }
    }

    /// The players, the best first.
    pub fn ranked(&self) -> impl Iterator<Item = &Ranked> {
        let mut players: Vec<&Ranked> = self.players.iter().collect();
        players.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
        players.into_iter()
    }

    /// Wins of one player against another, and their games; `None` if they did not meet.
    pub fn wins(&self, player: usize, other: usize) -> Option<(u64, u64)> {
        let meeting = self.between(player, other)?;
        let tally = &meeting.tally;
        Some((if meeting.first == player { tally.wins } else { tally.losses }, tally.games()))
    }

    /// The score of one player against another, and the p-value of the lead; `None` if they did not meet.
    pub fn meeting(&self, player: usize, other: usize) -> Option<(Estimate, f64)> {
        let meeting = self.between(player, other)?;
        let Estimate { value, low, high } = score(&meeting.tally.sample());
        let turned = Estimate { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low };
        Some((if meeting.first == player { Estimate { value, low, high } } else { turned }, meeting.p))
    }

    fn between(&self, player: usize, other: usize) -> Option<&Meeting> {
        let is_theirs = |meeting: &&Meeting| {
            let pair = (meeting.first, meeting.second);
            pair == (player, other) || pair == (other, player)
        };
        self.meetings.iter().find(is_theirs).filter(|meeting| meeting.tally.games() > 0)
    }
}

/// Games and points of one player.
fn points(meetings: &[Meeting], player: usize) -> (u64, f64) {
    let own = meetings.iter().filter(|meeting| meeting.first == player || meeting.second == player);
    own.fold((0, 0.0), |(games, points), meeting| {
        let tally = &meeting.tally;
        let wins = if meeting.first == player { tally.wins } else { tally.losses };
        (games + tally.games(), points + wins as f64 + tally.draws as f64 / 2.0)
    })
}
