//! Textbook alpha-beta, without any of the techniques that make it fast.
//!
//! A readable reference: compare it with `alphabeta/node.rs`, which is this loop with switches. Knuth & Moore (1975),
//! fail-soft as in Fishburn (1983).

use spielbaum_core::{Evaluate, Knowledge, MoveSet, Objective, Score, Status};

/// Counts and score of a textbook alpha-beta search.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Textbook {
    /// Positions visited, the root among them.
    pub nodes: u64,
    /// Positions without a visited successor.
    pub leaves: u64,
}

impl Textbook {
    /// The score of `position` to `depth` plies: exact inside the window, an upper bound when it is at most `alpha`, a
    /// lower bound when it is at least `beta`.
    pub fn search<G: Knowledge, E: Evaluate<G>>(
        &mut self,
        position: &G,
        (mut alpha, beta): (Score, Score),
        (depth, ply): (u32, u32),
        (objective, evaluation): (Objective, &E),
    ) -> Score {
        self.nodes += 1;
        let moves = match position.status() {
            Status::Over(outcome) => {
                self.leaves += 1;
                return objective.terminal(outcome, position.side_to_move(), ply, || position.margin(0));
            }
            Status::Ongoing(moves) => moves,
        };
        if depth == 0 {
            self.leaves += 1;
            return Score::estimate(evaluation.evaluate(&evaluation.start(position), position));
        }
        let mut best = -Score::INFINITE;
        for mv in moves.iter() {
            let mut child = position.clone();
            child.play(mv);
            let score = -self.search(&child, (-beta, -alpha), (depth - 1, ply + 1), (objective, evaluation));
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
