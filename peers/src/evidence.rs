//! Whether two libraries did the same work, so that the ratio of their rates means something.

use crate::clock::processor_time;
use crate::contestant::{Grown, Playout, TURN};
use crate::job::{Playouts, Unit};

/// Standard errors that two sound means may lie apart; chance exceeds it once in 1.7 million comparisons.
const TOLERANCE: f64 = 5.0;

/// What a contestant's work came to.
pub(crate) enum Evidence {
    /// Length and first player's score of random games, and the unit in which they are compared.
    Playouts { length: Mean, score: Mean, unit: Unit },
    /// The number of move sequences of each length from 0 on.
    Perft(Vec<u64>),
    /// The value that a search found, and the positions it judged at the horizon.
    Search { value: i32, leaves: u64 },
    /// A tree grown from the start.
    Tree(Grown),
    /// The scores of the positions of a set.
    Scores(Vec<i32>),
}

impl Evidence {
    /// Gathers the evidence of random games for one turn.
    pub(crate) fn of_playouts(Playouts { batch, unit }: Playouts, mut play: impl FnMut() -> Playout) -> Evidence {
        let (mut length, mut score) = (Mean::default(), Mean::default());
        let start = processor_time();
        while processor_time() - start < TURN {
            for _ in 0..batch {
                let playout = play();
                length.add(f64::from(playout.plies));
                score.add(playout.score);
            }
        }
        Evidence::Playouts { length, score, unit }
    }

    /// The difference that makes a comparison of rates meaningless, if there is one.
    pub(crate) fn difference(&self, other: &Evidence) -> Option<String> {
        match (self, other) {
            // Compared by the ply because the lengths are known to differ.
            (Evidence::Playouts { unit: Unit::Plies, .. }, Evidence::Playouts { .. }) => None,
            (Evidence::Playouts { length: a, score: b, .. }, Evidence::Playouts { length: c, score: d, .. }) => {
                let length = a.differs_from(c).then_some(("mean length", a, c));
                let differing = length.or_else(|| b.differs_from(d).then_some(("first player's score", b, d)));
                differing.map(|(what, one, two)| format!("{what} {} against {}", one.text(), two.text()))
            }
            (Evidence::Perft(a), Evidence::Perft(b)) => (a != b).then(|| format!("perft {a:?} against {b:?}")),
            // The value must agree; the positions depend on the order of moves at the root, which a library may
            // shuffle.
            (Evidence::Search { value: a, .. }, Evidence::Search { value: b, .. }) => {
                (a != b).then(|| format!("value {a} against {b}"))
            }
            (Evidence::Tree(a), Evidence::Tree(b)) => {
                let differing = a.best.zip(b.best).filter(|(a, b)| a != b);
                differing.map(|(a, b)| format!("best move number {a} against {b}"))
            }
            (Evidence::Scores(a), Evidence::Scores(b)) => {
                let mismatches = a.iter().zip(b).filter(|(one, two)| one != two).count() + a.len().abs_diff(b.len());
                (mismatches > 0).then(|| format!("{mismatches} of {} scores", a.len()))
            }
            _ => Some("different tasks".to_owned()),
        }
    }

    /// The evidence in a few words.
    pub(crate) fn text(&self) -> String {
        match self {
            Evidence::Playouts { length, .. } => format!("{:.2} plies", length.value()),
            Evidence::Perft(counts) => format!("{} nodes", counts.iter().sum::<u64>()),
            Evidence::Search { leaves, .. } => format!("{leaves} leaves"),
            Evidence::Tree(grown) => format!("{} iterations", grown.iterations),
            Evidence::Scores(scores) => format!("{} scores", scores.len()),
        }
    }
}

/// The mean of a sample and how well it is known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    count: f64,
    sum: f64,
    sum_of_squares: f64,
}

impl Mean {
    /// Takes one more value into the sample.
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.sum_of_squares += value * value;
    }

    /// The mean.
    pub(crate) fn value(&self) -> f64 {
        self.sum / self.count
    }

    /// The variance of the mean.
    fn variance(&self) -> f64 {
        (self.sum_of_squares / self.count - self.value().powi(2)).max(0.0) / self.count
    }

    fn differs_from(&self, other: &Mean) -> bool {
        let standard_error = (self.variance() + other.variance()).sqrt();
        (self.value() - other.value()).abs() > TOLERANCE * standard_error
    }

    fn text(&self) -> String {
        format!("{:.4} ± {:.4}", self.value(), self.variance().sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: impl Iterator<Item = f64>) -> Mean {
        let mut mean = Mean::default();
        values.for_each(|value| mean.add(value));
        mean
    }

    #[test]
    fn the_mean_knows_its_error() {
        let mean = sample((0..100).map(|i| f64::from(i % 2)));
        assert_eq!(mean.text(), "0.5000 ± 0.0500");
    }

    #[test]
    fn means_differ_beyond_five_standard_errors() {
        let one = sample((0..100).map(|i| f64::from(i % 2)));
        let near = sample((0..100).map(|i| f64::from(i % 2) + 0.3));
        let far = sample((0..100).map(|i| f64::from(i % 2) + 0.4));
        assert!(!one.differs_from(&near) && one.differs_from(&far));
    }

    #[test]
    fn unequal_counts_are_a_difference() {
        assert_eq!(Evidence::Perft(vec![1, 9]).difference(&Evidence::Perft(vec![1, 9])), None);
        let difference = Evidence::Perft(vec![1, 9]).difference(&Evidence::Perft(vec![1, 8]));
        assert_eq!(difference.as_deref(), Some("perft [1, 9] against [1, 8]"));
        let difference = Evidence::Scores(vec![1, -2, 0]).difference(&Evidence::Scores(vec![1, 2, 0]));
        assert_eq!(difference.as_deref(), Some("1 of 3 scores"));
    }
}
