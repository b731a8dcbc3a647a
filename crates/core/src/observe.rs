//! Watching a search from inside.

use crate::{Game, Score};

/// Somebody who is told what a tree search does, in the order in which it happens.
///
/// Positions form a tree: every `enter` is followed by one `leave`, with the events of its children between.
pub trait Observer<G: Game> {
    /// Whether anybody watches; a search leaves everything out for an observer that does not.
    const WATCHES: bool = true;

    /// A position is entered by `mv` (none at the root) to be searched `depth` plies deep within `window`.
    fn enter(&mut self, _position: &G, _mv: Option<G::Move>, _window: (Score, Score), _depth: u32) {}

    /// A child has raised alpha to this score, or standing still has (no move).
    fn raise(&mut self, _mv: Option<G::Move>, _alpha: Score) {}

    /// Something of the position is not searched, for a reason: these moves, where it has come to the moves. Without an
    /// open position the search itself is not begun again.
    fn cut(&mut self, _reason: Cut, _skipped: &[G::Move]) {}

    /// The position is left with a score from the view of its side to move; it means nothing after [`Cut::Budget`].
    fn leave(&mut self, _score: Score) {}
}

/// Why a position was not searched to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// A move reached beta: the opponent avoids this position.
    Beta,
    /// The transposition table knew enough.
    Table,
    /// A child's entry in the transposition table knew enough.
    ChildTable,
    /// No reachable score lies within the window.
    Bounds,
    /// One or two plies ahead were seen without searching.
    LookAhead,
    /// Even doing nothing reaches beta (speculative).
    NullMove,
    /// A shallow search lies so far outside the window that a deep one most likely does, too (speculative).
    ProbCut,
    /// Quiet moves cannot make up for an evaluation so far below the window (speculative).
    Futility,
    /// Even standing still, without any noisy move, reaches beta.
    StandPat,
    /// The budget was used up.
    Budget,
}

impl Cut {
    /// The reason in a word or two, as traces name it.
    pub fn name(self) -> &'static str {
        match self {
            Cut::Beta => "beta",
            Cut::Table => "table",
            Cut::ChildTable => "child table",
            Cut::Bounds => "bounds",
            Cut::LookAhead => "look-ahead",
            Cut::NullMove => "null move",
            Cut::ProbCut => "shallow search",
            Cut::Futility => "futile",
            Cut::StandPat => "stand pat",
            Cut::Budget => "budget",
        }
    }
}

/// Nobody watches: everything compiles away.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl<G: Game> Observer<G> for Silent {
    const WATCHES: bool = false;
}
