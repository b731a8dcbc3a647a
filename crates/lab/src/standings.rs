//! The standings of a match or tournament.

use std::collections::{BTreeMap, HashSet};

use spielbaum_core::Side;

use crate::record::{GameRecord, Reason};
use crate::schedule::Schedule;
use crate::statistics::{Sample, Scored};

/// The results of one pairing, from the first player's view.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by half points: 0 to 4.
    pub pairs: [u64; 5],
    /// Games left out because the same players have already played the same pair of games.
    pub repeats: u64,
    /// Games by the reason for their end.
    pub reasons: BTreeMap<Reason, u64>,
}

impl Tally {
    /// The games that count.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The pairs as a sample.
    pub fn sample(&self) -> Sample {
        Sample::of_pairs(self.pairs)
    }
}

/// All pairings of a schedule. Games may be added in any order; only complete pairs are counted, as the two games of a
/// pair share their opening and so are one observation.
#[derive(Debug)]
pub struct Standings {
    schedule: Schedule,
    /// For each player, whether it is randomised.
    is_randomised: Vec<bool>,
    /// Games whose pair is not complete yet.
    waiting: BTreeMap<u64, GameRecord>,
    tallies: Vec<Tally>,
    scored: Vec<Scored>,
    /// The pairs of games of deterministic players so far, to detect repeats.
    seen: HashSet<(usize, String)>,
}

impl Standings {
    /// Empty standings; `is_randomised` holds for each player whether it is randomised.
    pub fn new(schedule: &Schedule, is_randomised: Vec<bool>) -> Standings {
        let tallies = vec![Tally::default(); schedule.pairings.len()];
        let (waiting, scored, seen) = (BTreeMap::new(), Vec::new(), HashSet::new());
        Standings { schedule: schedule.clone(), is_randomised, waiting, tallies, scored, seen }
    }

    /// Adds a game; it counts once its pair is complete.
    pub fn add(&mut self, game: GameRecord) {
        match self.waiting.remove(&game.pair()) {
            None => _ = self.waiting.insert(game.pair(), game),
            Some(other) if other.number < game.number => self.count(&[other, game]),
            Some(other) => self.count(&[game, other]),
        }
    }

    /// The tallies in the order of the schedule's pairings.
    pub fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    /// Every counted game, for ratings.
    pub fn scored(&self) -> &[Scored] {
        &self.scored
    }

    /// A warning if games were lost on time.
    pub fn time_warning(&self) -> Option<String> {
        let lost = |tally: &Tally| tally.reasons.get(&Reason::Time).copied().unwrap_or(0);
        let lost: u64 = self.tallies.iter().map(lost).sum();
        let all: u64 = self.tallies.iter().flat_map(|tally| tally.reasons.values()).sum();
        let warning = || {
            format!("{lost} of {all} games were lost on time; on a busy machine this says little about the players.")
        };
        (lost > 0).then(warning)
    }

    fn count(&mut self, pair: &[GameRecord; 2]) {
        let pairing = self.schedule.pairing(pair[0].pair());
        let (first, second) = self.schedule.pairings[pairing];
        let tally = &mut self.tallies[pairing];
        pair.iter().for_each(|game| *tally.reasons.entry(game.reason).or_default() += 1);
        if !self.is_randomised[first] && !self.is_randomised[second] {
            let moves: Vec<String> = pair.iter().map(|game| format!("{}: {}", game.start, game.line())).collect();
            if !self.seen.insert((pairing, moves.join("\n"))) {
                tally.repeats += 2;
                return;
            }
        }
        let points = [pair[0].half_points(Side::First), pair[1].half_points(Side::Second)];
        for points in points {
            match points {
                0 => tally.losses += 1,
                1 => tally.draws += 1,
                _ => tally.wins += 1,
            }
        }
        tally.pairs[(points[0] + points[1]) as usize] += 1;
        self.scored.extend(pair.iter().map(|game| Scored {
            first: game.players[0],
            second: game.players[1],
            score: game.half_points(Side::First) as f64 / 2.0,
            pair: game.pair(),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::MoveRecord;
    use spielbaum_core::Outcome;
    use std::time::Duration;

    fn game(number: u64, players: [usize; 2], mv: &str, outcome: Outcome) -> GameRecord {
        let mv = MoveRecord {
            text: mv.to_owned(),
            nodes: 1,
            iterations: None,
            table_entries: None,
            depth: 1,
            time: Duration::ZERO,
            score: 0,
            value: String::new(),
        };
        let (start, reason, ending) = (String::new(), Reason::Rules, String::new());
        GameRecord { number, players, start, moves: vec![mv], outcome, reason, ending }
    }

    #[test]
    fn games_lost_on_time_are_pointed_out() {
        let mut standings = standings(true);
        standings.add(game(0, [0, 1], "a", Outcome::Draw));
        standings.add(game(1, [1, 0], "a", Outcome::Draw));
        assert_eq!(standings.time_warning(), None);
        standings.add(game(2, [0, 1], "b", Outcome::Draw));
        standings.add(GameRecord { reason: Reason::Time, ..game(3, [1, 0], "b", Outcome::Draw) });
        assert!(standings.time_warning().unwrap().starts_with("1 of 4 games were lost on time"));
    }

    fn standings(is_randomised: bool) -> Standings {
        let schedule = Schedule { pairings: vec![(0, 1)], pairs: 9, seed: 1 };
        Standings::new(&schedule, vec![is_randomised; 2])
    }

    #[test]
    fn pairs_are_counted_when_complete_and_from_the_first_players_view() {
        let mut standings = standings(false);
        standings.add(game(1, [1, 0], "b", Outcome::Win(Side::First)));
        assert_eq!(standings.tallies()[0], Tally::default());
        standings.add(game(0, [0, 1], "a", Outcome::Draw));
        standings.add(game(2, [0, 1], "c", Outcome::Win(Side::First)));
        standings.add(game(3, [1, 0], "d", Outcome::Win(Side::Second)));
        let tally = &standings.tallies()[0];
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.pairs), (2, 1, 1, [0, 1, 0, 0, 1]));
        assert_eq!(standings.scored().len(), 4);
    }

    #[test]
    fn a_repeated_pair_counts_only_for_randomised_players() {
        for (is_randomised, games, repeats) in [(false, 2, 4), (true, 6, 0)] {
            let mut standings = standings(is_randomised);
            for number in 0..6 {
                let players = if number % 2 == 0 { [0, 1] } else { [1, 0] };
                standings.add(game(number, players, "a", Outcome::Win(Side::First)));
            }
            let tally = &standings.tallies()[0];
            assert_eq!((tally.games(), tally.repeats), (games, repeats));
        }
    }
}
