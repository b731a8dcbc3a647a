//! Minimax as the textbooks have it: every move, every reply, down to the horizon.
//!
//! The oracle of the tests: whatever calls itself exact returns this value. Shannon (1950), in negamax form.

use spielbaum_core::{Evaluate, Knowledge, MoveSet, Objective, Score, Status};

/// What minimax found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minimax {
    /// The score from the view of the side to move.
    pub score: Score,
    /// Positions visited, the root among them.
    pub nodes: u64,
    /// Whether every line ended with the game, so that no heuristic value took part.
    pub is_complete: bool,
}

/// The minimax score of `position` to `depth` plies.
pub fn minimax<G, E>(position: &G, depth: u32, objective: Objective, evaluation: &E) -> Minimax
where
    G: Knowledge,
    E: Evaluate<G>,
{
    visit(position, depth, 0, objective, evaluation)
}

fn visit<G: Knowledge, E: Evaluate<G>>(
    position: &G,
    depth: u32,
    ply: u32,
    objective: Objective,
    evaluation: &E,
) -> Minimax {
    let moves = match position.status() {
        Status::Over(outcome) => {
            let score = objective.terminal(outcome, position.side_to_move(), ply, || position.margin(0));
            return Minimax { score, nodes: 1, is_complete: true };
        }
        Status::Ongoing(moves) => moves,
    };
    if depth == 0 {
        let score = Score::estimate(evaluation.evaluate(&evaluation.start(position), position));
        return Minimax { score, nodes: 1, is_complete: false };
    }
    let mut result = Minimax { score: -Score::INFINITE, nodes: 1, is_complete: true };
    for mv in moves.iter() {
        let mut child = position.clone();
        child.play(mv);
        let reply = visit(&child, depth - 1, ply + 1, objective, evaluation);
        result.score = result.score.max(-reply.score);
        result.nodes += reply.nodes;
        result.is_complete &= reply.is_complete;
    }
    result
}
