//! Observing a search from inside.

use crate::{Game, Score};

/// Receives the events of a tree search in the order in which they happen.
///
/// Positions form a tree: every `enter` is followed by one `leave`, with the events of its children between.
pub trait Observer<G: Game> {
    /// Whether the observer does anything; a search is compiled without its events if not.
    const IS_ACTIVE: bool = true;

    /// A position is entered by `mv` (none at the root) to be searched to `depth` within `window`.
    fn enter(&mut self, _position: &G, _mv: Option<G::Move>, _window: (Score, Score), _depth: u32) {}

    /// A child, or the stand-pat score (no move), has raised alpha to this score.
    fn raise_alpha(&mut self, _mv: Option<G::Move>, _alpha: Score) {}

    /// Part of the position is not searched, for a reason: the `skipped` moves, where moves have been generated.
    /// Without an open position the search itself is not started again.
    fn cut(&mut self, _reason: Cut, _skipped: &[G::Move]) {}

    /// The position is left with a score from the view of its side to move; meaningless after [`Cut::Budget`].
    fn leave(&mut self, _score: Score) {}
}

/// Why a position was not searched completely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Cut {
    /// A move reached beta.
    Beta,
    /// The transposition table had a sufficient entry.
    Table,
    /// The transposition table had a sufficient entry for a child.
    ChildTable,
    /// No reachable score lies within the window.
    Bounds,
    /// A win or loss within two plies was found without searching.
    LookAhead,
    /// A null move reached beta (speculative).
    NullMove,
    /// A shallow search was so far outside the window that a deep one most likely is, too (speculative).
    ProbCut,
    /// Quiet moves cannot raise a static evaluation so far below alpha (speculative).
    Futility,
    /// The static evaluation reached beta in quiescence search.
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

/// No observer: all events compile away.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {
    const IS_ACTIVE: bool = false;
}
