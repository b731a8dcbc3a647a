//! Uniformly random moves: the baseline opponent, and the studies' dummy player.

use spielbaum_core::{Analysis, Budget, Knowledge, MoveSet, Rng, Search};

/// A search that plays uniformly random moves.
pub struct RandomSearch {
    rng: Rng,
}

impl RandomSearch {
    /// The same seed gives the same moves.
    pub fn new(seed: u64) -> RandomSearch {
        RandomSearch { rng: Rng::new(seed) }
    }
}

impl<G: Knowledge> Search<G> for RandomSearch {
    fn search(&mut self, root: &G, _: &Budget, _: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let best = root.status().moves().map(|moves| moves.sample(&mut self.rng));
        Analysis { best, pv: best.into_iter().collect(), nodes: 1, ..Analysis::empty() }
    }

    fn new_game(&mut self, seed: u64) -> bool {
        self.rng = Rng::new(seed);
        true
    }
}
