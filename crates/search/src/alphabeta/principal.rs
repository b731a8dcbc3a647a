//! The principal variation to its end, also where the table or a null window cut it short.

use std::time::Duration;

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, Meter, Observer, Score, Status};

use super::node::Loop;
use super::root::Root;
use super::switches::SwitchSource;

/// What completing the line may cost: the table knows nearly everything by then.
const NODES: u64 = 200_000;
const TIME: Duration = Duration::from_millis(2);

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Searches on at the end of the line until the game or the depth ends. These positions are not counted.
    pub(super) fn complete_line(&mut self, root: &G, analysis: &mut Analysis<G>) {
        if O::WATCHES || analysis.depth == 0 {
            return;
        }
        let mut position = root.clone();
        for &mv in &analysis.pv {
            position.play(mv);
        }
        let budget = Budget { time: Some(TIME), ..Budget::nodes(NODES) };
        let (meter, statistics) = (std::mem::replace(&mut self.meter, Meter::start(&budget)), self.statistics);
        while (analysis.pv.len() as u32) < analysis.depth {
            let Status::Ongoing(moves) = position.status() else { break };
            let depth = analysis.depth - analysis.pv.len() as u32;
            let mut root = Root { position: &position, moves: self.root_moves(&position, &moves, depth) };
            let found = self.root(&mut root, depth, (-Score::INFINITE, Score::INFINITE));
            if self.meter.is_exhausted() {
                break;
            }
            let line = self.line(0).clone();
            if line.is_empty() {
                analysis.pv.extend(found.best);
            }
            analysis.pv.extend_from_slice(&line);
            position = root.position.clone();
            for mv in line {
                position.play(mv);
            }
        }
        (self.meter, self.statistics) = (meter, statistics);
    }
}
