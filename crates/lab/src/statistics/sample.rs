//! Results counted by score.

/// Counts of each score, in equal steps from 0 to 1: losses, draws and wins of games (trinomial), or the five sums
/// of two games (pentanomial). Pairs are more informative: both games share the opening, so that its advantage cancels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    counts: Vec<u64>,
}

impl Sample {
    /// Single games.
    pub fn of_games(losses: u64, draws: u64, wins: u64) -> Sample {
        Sample { counts: vec![losses, draws, wins] }
    }

    /// Pairs of games by the sum of their scores: 0, ½, 1, 1½, 2.
    pub fn of_pairs(counts: [u64; 5]) -> Sample {
        Sample { counts: counts.to_vec() }
    }

    /// The number of games or pairs.
    pub fn size(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The counts from the lowest score to the highest.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Games in one observation: 1 or 2.
    pub(super) fn games_each(&self) -> f64 {
        (self.counts.len() - 1) as f64 / 2.0
    }

    /// The score that belongs to each count.
    pub(super) fn scores(&self) -> impl Iterator<Item = f64> {
        let steps = (self.counts.len() - 1) as f64;
        (0..self.counts.len()).map(move |index| index as f64 / steps)
    }

    /// The mean score, ½ without any observation.
    pub fn mean(&self) -> f64 {
        match self.size() {
            0 => 0.5,
            size => self.weighted(|score| score) / size as f64,
        }
    }

    /// The variance of one observation's score.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.weighted(|score| (score - mean).powi(2)) / (self.size().max(1)) as f64
    }

    /// The standard error of the mean.
    pub(super) fn standard_error(&self) -> f64 {
        (self.variance() / self.size().max(1) as f64).sqrt()
    }

    fn weighted(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.counts.iter().zip(self.scores()).map(|(&count, score)| count as f64 * value(score)).sum()
    }
}
