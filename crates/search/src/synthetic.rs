//! An abstract game tree: every position has the same number of moves, and leaves have given values.
//!
//! For exact statements about searches: Knuth and Moore's minimal number of leaves holds on perfectly ordered uniform
//! trees.

use std::sync::Arc;

use spielbaum_core::{Cell, CellSet, Evaluate, Game, MoveOrdering, Rng, Side, Status, default_knowledge, mix};

/// A position of a uniform tree, named by the moves that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniformTree {
    branching: u8,
    plies: u8,
    /// The path as a number to the base of the branching factor.
    path: u64,
}

impl UniformTree {
    /// The root of a tree with 1 to 64 moves in every position.
    pub fn new(branching: u8) -> UniformTree {
        assert!((1..=64).contains(&branching), "branching {branching}");
        UniformTree { branching, plies: 0, path: 0 }
    }

    /// The fewest leaves of `depth` plies that alpha-beta must visit: b^⌈n/2⌉ + b^⌊n/2⌋ − 1 (Knuth & Moore 1975).
    pub fn fewest_leaves(branching: u8, depth: u32) -> u64 {
        let power = |exponent| u64::from(branching).pow(exponent);
        power(depth.div_ceil(2)) + power(depth / 2) - 1
    }
}

impl Default for UniformTree {
    fn default() -> UniformTree {
        UniformTree::new(2)
    }
}

impl Game for UniformTree {
    type Move = Cell;
    type Moves = CellSet;

    fn status(&self) -> Status<CellSet> {
        Status::Ongoing(CellSet(u64::MAX >> (64 - self.branching)))
    }

    fn play(&mut self, mv: Cell) {
        self.plies += 1;
        self.path = self.path * u64::from(self.branching) + u64::from(mv.0);
    }

    fn side_to_move(&self) -> Side {
        Side::after_plies(self.plies.into())
    }

    fn key(&self) -> u64 {
        mix(self.path, u64::from(self.plies))
    }

    fn max_plies(&self) -> usize {
        usize::from(u8::MAX)
    }
}

default_knowledge!(
    UniformTree: HasEvaluation, Tactics, Margins, Quiescence, SelectiveSearch, MoveGeneration, Proofs, Rollouts, Symmetry
);

impl MoveOrdering for UniformTree {
    const HISTORY_SLOTS: usize = 64;

    fn history_slot(&self, mv: Cell) -> usize {
        mv.0.into()
    }
}

/// Leaves with random values between −100 and 100, the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct RandomLeaves(pub u64);

impl Evaluate<UniformTree> for RandomLeaves {
    type State = ();

    fn start(&self, _: &UniformTree) {}

    fn update(&self, (): &mut (), _: &UniformTree, _: Cell) {}

    fn evaluate(&self, (): &(), position: &UniformTree) -> i32 {
        Rng::new(mix(self.0, position.key())).below(201) as i32 - 100
    }
}

/// Leaves with given values from left to right, for the side that moves first.
#[derive(Clone, Debug)]
pub struct GivenLeaves(pub Arc<[i32]>);

impl Evaluate<UniformTree> for GivenLeaves {
    type State = ();

    fn start(&self, _: &UniformTree) {}

    fn update(&self, (): &mut (), _: &UniformTree, _: Cell) {}

    fn evaluate(&self, (): &(), position: &UniformTree) -> i32 {
        let value = usize::try_from(position.path).ok().and_then(|path| self.0.get(path)).copied().unwrap_or(0);
        if position.side_to_move() == Side::First { value } else { -value }
    }
}
