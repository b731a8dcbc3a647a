//! The rules of a two-player game with perfect information.
//!
//! Terminal test and move generation are one method ([`Game::status`]), because most games compute both from
//! the same masks. Moves are made on a copy ("copy-make"): there is no undo to get wrong.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Rng, Side};

/// A position of a game together with the game's rules; `default()` is the start position.
pub trait Game: Clone + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The legal moves of a position.
    type Moves: MoveSet<Move = Self::Move>;

    /// Whether published perft counts of this game count a game that ended before the last ply as one leaf (as for
    /// Othello) instead of none.
    const ENDED_GAMES_ARE_LEAVES: bool = false;

    /// Bits of the keys, canonical ones included. Fewer than 64 mean that keys are unique and not just hashes:
    /// different positions always have different keys.
    const KEY_BITS: u32 = 64;

    /// Whether the history of a game can change its outcome, as by the draw rules of chess.
    const HISTORY_MATTERS: bool = false;

    /// The outcome if the game is over, else the legal moves (at least one).
    fn status(&self) -> Status<Self::Moves>;

    /// Makes a legal move. An illegal one is a bug of the caller and leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// Whose turn it is; in a finished game, whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// The hash of the position: equal for equal positions and, except for collisions, different for different ones.
    fn key(&self) -> u64;

    /// An upper bound on the plies of any game from this position.
    fn max_plies(&self) -> usize;

    /// The number of legal moves, or none when the game is over: overridden by games that count moves faster than they
    /// generate them.
    #[inline]
    fn move_count(&self) -> Option<usize> {
        self.status().moves().map(|moves| moves.len())
    }

    /// The position as perft counts it. In chess, perft ignores draws by repetition or material.
    #[inline]
    fn for_perft(&self) -> Self {
        self.clone()
    }

    /// How many symmetries the board has, the identity included.
    #[inline]
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of this position under symmetry `index`; number 0 is the identity.
    fn transformed(&self, index: usize) -> Self {
        debug_assert_eq!(index, 0);
        self.clone()
    }

    /// The canonical one among the images of this position under all symmetries.
    #[inline]
    fn canonical_image(&self) -> Self {
        let images = (1..self.symmetries()).map(|index| self.transformed(index));
        images.fold(self.clone(), |first, image| if image.key() < first.key() { image } else { first })
    }

    /// The image of a move under symmetry `index`.
    #[inline]
    fn transformed_move(&self, mv: Self::Move, index: usize) -> Self::Move {
        debug_assert_eq!(index, 0);
        mv
    }

    /// The move whose image under symmetry `index` is `mv`; none where the game is over or there is no such move.
    fn inverse_transformed_move(&self, mv: Self::Move, index: usize) -> Option<Self::Move> {
        self.status().moves()?.iter().find(|&own| self.transformed_move(own, index) == mv)
    }

    /// Plays uniformly random moves to the end. A game overrides this only where that is measurably faster.
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
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Status::Over(outcome) => Some(*outcome),
            Status::Ongoing(_) => None,
        }
    }

    /// The moves of a game that is not over.
    #[inline]
    pub fn moves(self) -> Option<Moves> {
        match self {
            Status::Over(_) => None,
            Status::Ongoing(moves) => Some(moves),
        }
    }
}

/// A set of moves that can be counted and indexed without being listed.
pub trait MoveSet: Clone {
    /// The moves it holds.
    type Move: Copy;

    /// How many moves there are.
    fn len(&self) -> usize;

    /// Whether it is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Move number `index` in the set's own order, `index < len()`.
    fn nth(&self, index: usize) -> Self::Move;

    /// A uniformly random move. A set overrides this where it can sample without counting first.
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Self::Move {
        self.nth(rng.below(self.len()))
    }

    /// All moves in the set's own order.
    fn iter(&self) -> impl Iterator<Item = Self::Move>;

    /// Whether `mv` is one of them.
    fn contains(&self, mv: Self::Move) -> bool;
}

/// The result of a game played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rollout {
    /// How it ended.
    pub outcome: Outcome,
    /// The number of moves played.
    pub plies: usize,
}
