//! The schedule: pairings, order and openings of all games.
//!
//! Two consecutive games are a pair: the same opening with colours swapped. Pairings alternate, so that a tournament
//! that is stopped early is balanced, and all pairings play the same openings.

use spielbaum_core::mix;

/// The games of a match or tournament, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Players who meet, by their place in the list.
    pub pairings: Vec<(usize, usize)>,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// Seed of openings and random players.
    pub seed: u64,
}

/// A game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number in the schedule.
    pub number: u64,
    /// The players, the one who moves first at the start position first.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: u64,
    /// Seed of the players.
    pub seed: u64,
}

impl Schedule {
    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.pairings.len() as u64
    }

    /// Game `number`, below [`games`](Schedule::games).
    pub fn game(&self, number: u64) -> ScheduledGame {
        let (first, second) = self.pairings[self.pairing(number / 2)];
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let opening = number / 2 / self.pairings.len() as u64;
        ScheduledGame { number, players, opening, seed: mix(self.seed, number) }
    }

    /// The pairing of a pair of games.
    pub fn pairing(&self, pair: u64) -> usize {
        (pair % self.pairings.len() as u64) as usize
    }
}

/// Every player against every other.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second))).collect()
}

/// The first player against all others.
pub fn gauntlet(players: usize) -> Vec<(usize, usize)> {
    (1..players).map(|other| (0, other)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_meets_every_opening_with_both_colours() {
        let schedule = Schedule { pairings: round_robin(3), pairs: 4, seed: 1 };
        let mut seen: Vec<(u64, [usize; 2])> = (0..schedule.games())
            .map(|number| schedule.game(number))
            .map(|game| (game.opening, game.players))
            .collect();
        seen.sort_unstable();
        let mut expected = Vec::new();
        for opening in 0..4 {
            expected.extend([[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]].map(|players| (opening, players)));
        }
        assert_eq!(seen, expected);
    }

    #[test]
    fn games_of_a_pair_follow_each_other() {
        let schedule = Schedule { pairings: gauntlet(3), pairs: 2, seed: 1 };
        let [first, second] = [2, 3].map(|number| schedule.game(number));
        assert_eq!((first.players, second.players, first.opening), ([0, 2], [2, 0], second.opening));
        assert_ne!(first.seed, second.seed);
    }
}
