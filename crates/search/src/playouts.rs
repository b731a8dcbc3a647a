//! Random games and what they end with, the usual measure of how fast a game's rules are.

use spielbaum_core::{Game, Outcome, Rng};

/// Counts over random games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Playouts {
    /// Games won, by side.
    pub wins: [u64; 2],
    /// Games drawn.
    pub draws: u64,
    /// Number of games by their length in plies.
    pub lengths: Vec<u64>,
}

/// How many random games to play: no more once either number is reached.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutLimit {
    /// Games.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
}

impl Playouts {
    /// Plays uniformly random games from `start`.
    pub fn play<G: Game>(&mut self, start: &G, limit: PlayoutLimit, rng: &mut Rng) {
        let (mut games, mut plies) = (0, 0);
        while games < limit.games && plies < limit.plies {
            let rollout = start.clone().rollout(rng);
            match rollout.outcome {
                Outcome::Win(side) => self.wins[side] += 1,
                Outcome::Draw => self.draws += 1,
            }
            if self.lengths.len() <= rollout.plies {
                self.lengths.resize(rollout.plies + 1, 0);
            }
            self.lengths[rollout.plies] += 1;
            games += 1;
            plies += rollout.plies as u64;
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Plies played.
    pub fn plies(&self) -> u64 {
        self.lengths.iter().zip(0..).map(|(games, plies)| games * plies).sum()
    }
}
