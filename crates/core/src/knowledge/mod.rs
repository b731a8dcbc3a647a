//! What a game can contribute to a search beyond its rules, in small traits.
//!
//! Every member has a default that compiles away, and a game takes the defaults of whole traits by
//! [`default_knowledge!`](crate::default_knowledge). A constant next to each method says whether the game implements
//! it, so that a search is compiled without what a game lacks, and an option that needs it is refused with a message.

mod has_evaluation;
mod margins;
mod move_generation;
mod move_ordering;
mod proofs;
mod quiescence;
mod rollouts;
mod selective_search;
mod symmetry;
mod tactics;

pub use has_evaluation::HasEvaluation;
pub use margins::{EndgameResult, Margins};
pub use move_generation::{Generator, MoveGeneration};
pub use move_ordering::{ChildProbe, MoveOrdering};
pub use proofs::{PerfectPlay, Proofs};
pub use quiescence::Quiescence;
pub use rollouts::Rollouts;
pub use selective_search::SelectiveSearch;
pub use symmetry::Symmetry;
pub use tactics::{LookAhead, Tactics, ThreatSearch};

/// Everything that searches can use of a game beyond its rules: implemented by every type that implements the parts.
pub trait Knowledge:
    HasEvaluation
    + Tactics
    + MoveOrdering
    + Margins
    + Quiescence
    + SelectiveSearch
    + MoveGeneration
    + Proofs
    + Rollouts
    + Symmetry
{
}

impl<G> Knowledge for G where
    G: HasEvaluation
        + Tactics
        + MoveOrdering
        + Margins
        + Quiescence
        + SelectiveSearch
        + MoveGeneration
        + Proofs
        + Rollouts
        + Symmetry
{
}

/// Implements parts of [`Knowledge`] for a game by their defaults: all of them, or those that are listed.
///
/// The default [`HasEvaluation`] is [`Zero`](crate::Zero). The parameters of a generic game are listed in brackets.
///
/// ```
/// use spielbaum_core::*;
///
/// /// Players alternately take one or two matches; whoever takes the last one wins.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Matches {
///     left: u8,
///     side_to_move: Side,
/// }
///
/// default_knowledge!(Matches);
///
/// // A search has the bound `Knowledge` and uses what the game has.
/// fn wins<G: Knowledge>(position: &G) -> bool {
///     let Status::Ongoing(moves) = position.status() else { return false };
///     let mut moves: Vec<G::Move> = moves.iter().collect();
///     moves.sort_by_key(|&mv| (-position.order_hint(mv), position.history_slot(mv)));
///     moves.into_iter().any(|mv| {
///         let mut child = position.clone();
///         child.play(mv);
///         !wins(&child)
///     })
/// }
///
/// assert!(wins(&Matches { left: 7, ..Matches::default() }));
/// assert!(!wins(&Matches { left: 9, ..Matches::default() }));
/// assert!(!Matches::LOOKS_AHEAD && !Matches::HAS_NOISE);
///
/// impl Game for Matches {
///     type Move = Cell;
///     type Moves = CellSet;
///
///     fn status(&self) -> Status<CellSet> {
///         match self.left {
///             0 => Status::Over(Outcome::Win(!self.side_to_move)),
///             1 => Status::Ongoing(CellSet(0b1)),
///             _ => Status::Ongoing(CellSet(0b11)),
///         }
///     }
///
///     fn play(&mut self, mv: Cell) {
///         *self = Matches { left: self.left - mv.0 - 1, side_to_move: !self.side_to_move };
///     }
/// #
/// #   // And so on.
/// #   fn side_to_move(&self) -> Side {
/// #       self.side_to_move
/// #   }
/// #
/// #   fn key(&self) -> u64 {
/// #       u64::from(self.left) << 1 | self.side_to_move as u64
/// #   }
/// #
/// #   fn max_plies(&self) -> usize {
/// #       self.left.into()
/// #   }
/// }
///
/// impl Default for Matches {
///     fn default() -> Matches {
///         Matches { left: 9, side_to_move: Side::First }
///     }
/// }
/// ```
///
/// A game that implements some parts takes the rest by default: `default_knowledge!(TicTacToe: Margins, Proofs)`, or
/// `default_knowledge!(impl[P: Plane] Gale<P>: Margins, Rollouts)`.
#[macro_export]
macro_rules! default_knowledge {
    (@impl [$($parameters:tt)*] $game:ty, HasEvaluation) => {
        impl<$($parameters)*> $crate::HasEvaluation for $game {
            type Evaluation = $crate::Zero;
        }
    };
    (@impl [$($parameters:tt)*] $game:ty, $part:ident) => {
        impl<$($parameters)*> $crate::$part for $game {}
    };
    (impl $parameters:tt $game:ty: $($part:ident),+ $(,)?) => {
        $($crate::default_knowledge!(@impl $parameters $game, $part);)+
    };
    (impl $parameters:tt $game:ty) => {
        $crate::default_knowledge!(impl $parameters $game:
            HasEvaluation, Tactics, MoveOrdering, Margins, Quiescence, SelectiveSearch, MoveGeneration, Proofs, Rollouts, Symmetry);
    };
    ($game:ty $(: $($part:ident),+ $(,)?)?) => {
        $crate::default_knowledge!(impl [] $game $(: $($part),+)?);
    };
}
