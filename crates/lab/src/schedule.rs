//! Who plays whom, when and from where.
//!
//! Two games in a row are a pair: the same opening with colours swapped. Pairings take turns, so that a tournament that is
//! stopped early has been fair to everybody, and all pairings meet the same openings.

use spielbaum_core::mix;

/// The games of a match or tournament, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Players who meet, by their place in the list.
    pub pairings: Vec<(usize, usize)>,
    /// Pairs of games for each pairing.
    pub pairs: u64,
    /// Decides openings and lots.
    pub seed: u64,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the schedule.
    pub number: u64,
    /// The players, who moves first from the start position in front.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: u64,
    /// Where the players' lots come from.
    pub seed: u64,
}

impl Schedule {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        2 * self.pairs * self.pairings.len() as u64
    }

    /// Game `number`, below [`games`](Schedule::games).
    pub fn fixture(&self, number: u64) -> Fixture {
        let (first, second) = self.pairings[self.pairing(number / 2)];
        let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let opening = number / 2 / self.pairings.len() as u64;
        Fixture { number, players, opening, seed: mix(self.seed, number) }
    }

    /// Which pairing a pair of games belongs to.
    pub fn pairing(&self, pair: u64) -> usize {
        (pair % self.pairings.len() as u64) as usize
    }
}

/// Everybody against everybody.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second))).collect()
}

/// The first against everybody else.
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
            .map(|number| schedule.fixture(number))
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
        let [first, second] = [2, 3].map(|number| schedule.fixture(number));
        assert_eq!((first.players, second.players, first.opening), ([0, 2], [2, 0], second.opening));
        assert_ne!(first.seed, second.seed);
    }
}
