//! The principal variation to its end, also where the table or a null window cut it short.
//!
//! The score of the root is known by then. So the line goes on with any move whose position is proved to be worth the
//! same: mostly the table knows one, else a null-window search finds it.

use spielbaum_core::{Analysis, Bound, Evaluate, Knowledge, MoveSet, Observer, Score, Status};

use super::node::{Frame, Loop};
use super::switch_source::SwitchSource;
use super::switches::SPECULATIVE;

/// Positions that a move of the line may cost: first what the table knows at once, then ever more.
const NODES: [u64; 4] = [1, 100, 3_000, 100_000];

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Goes on at the end of the line until the game ends, or the depth and what tables know. These positions are not
    /// counted.
    pub(super) fn complete_line(&mut self, root: &G, analysis: &mut Analysis<G>) {
        // Of a position that is only known to be bad, no move is known to be better than the others.
        if O::IS_ACTIVE || analysis.bound == Bound::Upper {
            return;
        }
        let has_guessed = self.has_guessed;
        let statistics = self.statistics;
        let (mut position, mut score) = (root.clone(), analysis.score);
        for &mv in &analysis.pv {
            position.play(mv);
            score = -score;
        }
        while let Status::Ongoing(moves) = position.status() {
            let ply = analysis.pv.len() as u32;
            let depth = analysis.depth.saturating_sub(ply);
            let is_known = score.is_decided() && self.known(&position, ply).is_some();
            if depth == 0 && !is_known {
                break;
            }
            let Some(mv) = self.move_worth(&position, &moves, score, (depth.max(1), ply)) else { break };
            analysis.pv.push(mv);
            position.play(mv);
            score = -score;
        }
        (self.statistics, self.has_guessed) = (statistics, has_guessed);
    }

    /// A move that is worth at least `score`.
    fn move_worth(&mut self, position: &G, moves: &G::Moves, score: Score, reach: (u32, u32)) -> Option<G::Move> {
        let (depth, ply) = reach;
        let below = Frame { alpha: -score, beta: -score.below(), depth: depth - 1, ply: ply + 1 };
        let state = self.evaluation.start(position);
        // A search that leaves moves out need not find the same score again.
        let efforts = if self.has_any(SPECULATIVE) { &NODES[..1] } else { &NODES };
        for &nodes in efforts {
            for mv in moves.iter() {
                let side_meter = self.meter.sub_meter(nodes);
                let meter = std::mem::replace(&mut self.meter, side_meter);
                let found = self.child(position, &state, mv, below);
                let is_proved = !self.meter.is_exhausted() && -found >= score;
                self.meter = meter;
                if is_proved {
                    return Some(mv);
                }
            }
        }
        None
    }
}
