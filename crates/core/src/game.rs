//! The rules of a two-player game with perfect information, as a search sees them.
//!
//! Terminal test and move generation are one question ([`Game::status`]), because most games answer both from
//! the same masks. Positions are copied and then changed ("copy-make"): there is no undo to get wrong.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Rng, Side};

/// A position of a game together with the game's rules; `default()` is the start position.
pub trait Game: Clone + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move, small enough to be copied about.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The legal moves of a position.
    type Moves: MoveSet<Move = Self::Move>;

    /// Whether perft counts of this game are published with a game that ended before the horizon as one leaf, as for
    /// Othello, and not as none.
    const ENDED_GAMES_ARE_LEAVES: bool = false;

    /// Bits of the keys, canonical ones included. Fewer than 64 promise more than a hash: different positions always have
    /// different keys.
    const KEY_BITS: u32 = 64;

    /// Whether equal positions may end differently because of the way that led to them, as by the draw rules of chess.
    const HISTORY_MATTERS: bool = false;

    /// The outcome if the game is over, else the legal moves (at least one).
    fn status(&self) -> Status<Self::Moves>;

    /// Makes a legal move. An illegal one is a bug of the caller and leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// Whose turn it is; in a finished game, whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// A hash that is equal for equal positions and, but for chance, different for different ones.
    fn key(&self) -> u64;

    /// An upper bound on the plies of any game from this position.
    fn max_plies(&self) -> usize;

    /// The number of legal moves, or nothing when the game is over: what [`status`](Game::status) says, for games that
    /// count faster than they can hand moves over.
    #[inline]
    fn move_count(&self) -> Option<usize> {
        self.status().moves().map(|moves| moves.len())
    }

    /// The position as published perft counts see it. Chess plays on there after draws by repetition or material.
    fn for_perft(&self) -> Self {
        self.clone()
    }

    /// How many symmetries the board has, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// This position seen through symmetry `index`; number 0 is the identity.
    fn transformed(&self, index: usize) -> Self {
        debug_assert_eq!(index, 0);
        self.clone()
    }

    /// One of the images of this position under all symmetries, the same for each of them.
    fn first_image(&self) -> Self {
        let images = (1..self.symmetries()).map(|index| self.transformed(index));
        images.fold(self.clone(), |first, image| if image.key() < first.key() { image } else { first })
    }

    /// The move of the position seen through symmetry `index` that corresponds to `mv` of this one.
    fn transformed_move(&self, mv: Self::Move, index: usize) -> Self::Move {
        debug_assert_eq!(index, 0);
        mv
    }

    /// The move of this position that corresponds to `mv` of the position seen through symmetry `index`; none where the game is
    /// over or there is no such move.
    fn move_behind(&self, mv: Self::Move, index: usize) -> Option<Self::Move> {
        self.status().moves()?.iter().find(|&own| self.transformed_move(own, index) == mv)
    }

    /// Plays uniformly random moves to the end. A game overrides this only where that is measured to be faster.
    #[inline]
    fn rollout(mut self, rng: &mut Rng) -> Rollout {
        let mut plies = 0;
        loop {
            match self.status() {
                Status::Over(outcome) => return Rollout { outcome, plies },
                Status::Ongoing(moves) => {
                    self.play(moves.sample(rng));
                    plies += 1;
                }
            }
        }
    }
}

/// Whether a game is over, found together with the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status<Moves> {
    /// The game has ended.
    Over(Outcome),
    /// The side to move has these moves, at least one.
    Ongoing(Moves),
}

impl<Moves> Status<Moves> {
    /// The outcome of a finished game.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Status::Over(outcome) => Some(*outcome),
            Status::Ongoing(_) => None,
        }
    }

    /// The moves of a game that goes on.
    pub fn moves(self) -> Option<Moves> {
        match self {
            Status::Over(_) => None,
            Status::Ongoing(moves) => Some(moves),
        }
    }
}

/// A set of moves that can be counted and indexed without listing it.
pub trait MoveSet: Clone {
    /// The moves it holds.
    type Move: Copy;

    /// How many moves there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Move number `index` in the set's own order, `index < len()`.
    fn nth(&self, index: usize) -> Self::Move;

    /// A uniformly random move. A set overrides this where it can draw without counting first.
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Self::Move {
        self.nth(rng.below(self.len()))
    }

    /// All moves in the set's own order.
    fn iter(&self) -> impl Iterator<Item = Self::Move>;

    /// Whether `mv` is one of them.
    fn contains(&self, mv: Self::Move) -> bool;
}

/// What came of a game played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rollout {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of moves played.
    pub plies: usize,
}
