//! Games that are won by a margin: bounds on it, and a solver for the last moves.

use crate::{Game, Objective, Score};

/// Margins of wins and the default objective.
pub trait Margins: Game {
    /// The default objective of a search of this game.
    const OBJECTIVE: Objective = Objective::Sooner;

    /// Whether wins have a [`margin`](Margins::margin).
    const HAS_MARGIN: bool = false;

    /// The margin of the winner, above 0, when the game is won `plies` plies from now; 0 plies for a finished game.
    #[inline]
    fn margin(&self, _plies: u32) -> i32 {
        1
    }

    /// An upper bound on every [`margin`](Margins::margin).
    const MAX_MARGIN: i32 = Score::ESTIMATE_LIMIT;

    /// The lowest and the highest margin that the side to move can still reach; `has_looked_ahead` says that
    /// [`look_ahead`](crate::Tactics::look_ahead) has found neither a win nor a loss.
    #[inline]
    fn margin_bounds(&self, _has_looked_ahead: bool) -> (i32, i32) {
        (-Score::ESTIMATE_LIMIT, Score::ESTIMATE_LIMIT)
    }

    /// Whether [`theory_bound`](Margins::theory_bound) is implemented.
    const HAS_THEORY_BOUND: bool = false;

    /// An upper bound on the margin of the side to move by the theory of the game (such as zugzwang in Connect Four): 0
    /// means that it cannot win, less that it loses. Cheap enough for every child. Only for games with margins that are
    /// not over.
    #[inline]
    fn theory_bound(&self) -> Option<i32> {
        None
    }

    /// Whether [`stability_bound`](Margins::stability_bound) is implemented.
    const HAS_STABILITY_BOUND: bool = false;

    /// An upper bound on the margin of the side to move by what the opponent can no longer lose (such as stable discs
    /// in Othello), computed only where it may be at most `alpha`. Called once a node that is about to be searched, so
    /// that it may cost more than [`theory_bound`](Margins::theory_bound). Only for games with margins that are not
    /// over.
    #[inline]
    fn stability_bound(&self, _alpha: i32) -> Option<i32> {
        None
    }

    /// Whether [`solve_endgame`](Margins::solve_endgame) is implemented.
    const HAS_ENDGAME_SOLVER: bool = false;

    /// Whether [`solve_endgame`](Margins::solve_endgame) solves this position.
    #[inline]
    fn can_solve_endgame(&self) -> bool {
        false
    }

    /// Searches the last moves of a game with margins to its end, by specialised code; none where the end is too far.
    /// The margin is exact within (alpha, beta), an upper bound at or below alpha, a lower bound at or above beta.
    #[inline]
    fn solve_endgame(&self, _alpha: i32, _beta: i32) -> Option<EndgameResult> {
        None
    }
}

/// The result of an endgame solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameResult {
    /// The margin for the side to move.
    pub margin: i32,
    /// The positions visited below this one.
    pub nodes: u64,
}
