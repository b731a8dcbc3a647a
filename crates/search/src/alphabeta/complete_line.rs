//! The principal variation to its end, also where the table or a null window cut it short.
//!
//! The score of the root is known by then. So the line continues with any move that is proved to reach the same score;
//! usually the table has one, otherwise a null-window search finds it.

use spielbaum_core::{Analysis, Bound, Evaluate, Game, MoveSet, Status};

use super::node::{Node, Window};
use super::searcher::{Move, Moves, Searcher, Setup};
use super::switches::SPECULATIVE;

/// Node limits for finding a move of the line: the table alone first, then increasing limits.
const NODES: [u64; 4] = [1, 100, 3_000, 100_000];

impl<C: Setup> Searcher<'_, C> {
    /// Extends the line to the end of the game, or to the depth and the reach of endgame tables. These nodes are not
    /// counted.
    pub(super) fn complete_line(&mut self, root: &C::Game, analysis: &mut Analysis<C::Game>) {
        // An upper bound does not distinguish the moves.
        if Self::IS_ACTIVE || analysis.bound == Bound::Upper {
            return;
        }
        let is_heuristic = self.is_heuristic;
        let statistics = self.statistics;
        let (mut position, mut score) = (root.clone(), analysis.score);
        for &mv in &analysis.pv {
            position.play(mv);
            score = -score;
        }
        while let Status::Ongoing(moves) = position.status() {
            let ply = analysis.pv.len() as u32;
            let depth = analysis.depth.saturating_sub(ply);
            let is_known = score.is_decided() && self.tablebase_score(&position, ply).is_some();
            if depth == 0 && !is_known {
                break;
            }
            let window = Window { alpha: score.below(), beta: score, depth: depth.max(1), ply };
            let Some(mv) = self.move_reaching(&position, &moves, window) else { break };
            analysis.pv.push(mv);
            position.play(mv);
            score = -score;
        }
        (self.statistics, self.is_heuristic) = (statistics, is_heuristic);
    }

    /// A move that reaches beta of a null window.
    fn move_reaching(&mut self, position: &C::Game, moves: &Moves<C>, window: Window) -> Option<Move<C>> {
        let state = self.evaluation.start(position);
        let node = Node::new(position, &state, window);
        // A speculative search need not find the same score again.
        let budgets = if self.has_any(SPECULATIVE) { &NODES[..1] } else { &NODES };
        for &nodes in budgets {
            for mv in moves.iter() {
                let side_meter = self.meter.sub_meter(nodes);
                let meter = std::mem::replace(&mut self.meter, side_meter);
                let score = -self.search_child(&node, mv, node.child());
                let is_proved = !self.meter.is_exhausted() && score >= node.beta;
                self.meter = meter;
                if is_proved {
                    return Some(mv);
                }
            }
        }
        None
    }
}
