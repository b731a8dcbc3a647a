//! The principal variation to its end, also where the table or a null window cut it short.

use std::time::Duration;

use spielbaum_core::{Analysis, Budget, Evaluate, Knowledge, LookAhead, Meter, MoveSet, Observer, Score, Status};

use super::node::Loop;
use super::root::Root;
use super::switches::{Switch, SwitchSource};

/// What completing the line may cost: the table knows nearly everything by then.
const NODES: u64 = 100_000;
const TIME: Duration = Duration::from_millis(2);

impl<G, E, S, O> Loop<'_, G, E, S, O>
where
    G: Knowledge,
    E: Evaluate<G>,
    S: SwitchSource,
    O: Observer<G>,
{
    /// Goes on at the end of the line until the game or the depth ends: by the table's moves where it has them, else by
    /// searching. These positions are not counted.
    pub(super) fn complete_line(&mut self, root: &G, analysis: &mut Analysis<G>) {
        if O::WATCHES || analysis.depth == 0 {
            return;
        }
        let mut position = root.clone();
        for &mv in &analysis.pv {
            position.play(mv);
        }
        // Where the clock plays no part so far, it must not decide here either: the same search gives the same line.
        let budget = Budget { time: self.meter.is_watched().then_some(TIME), ..Budget::nodes(NODES) };
        let (meter, statistics) = (std::mem::replace(&mut self.meter, Meter::start(&budget)), self.statistics);
        while (analysis.pv.len() as u32) < analysis.depth {
            let Status::Ongoing(moves) = position.status() else { break };
            let depth = analysis.depth - analysis.pv.len() as u32;
            let found =
                self.move_in_table(&position, &moves, depth).or_else(|| self.search_move(&position, &moves, depth));
            let Some(mv) = found else { break };
            analysis.pv.push(mv);
            position.play(mv);
        }
        (self.meter, self.statistics) = (meter, statistics);
    }

    /// The best move that the table has for a position searched to this depth.
    fn move_in_table(&self, position: &G, moves: &G::Moves, depth: u32) -> Option<G::Move> {
        let has = |switch| self.switches.has(switch);
        // Under a canonical key the move may be that of a mirror image.
        if !has(Switch::Table) || has(Switch::Canonical) {
            return None;
        }
        let mut moves = moves.clone();
        if has(Switch::LookAhead) {
            // The index counts the moves that the loop had left.
            match position.look_ahead(moves.clone()) {
                LookAhead::Moves(rest) if depth >= 2 => moves = rest,
                LookAhead::Moves(_) => {}
                LookAhead::Win | LookAhead::Loss(_) => return None,
            }
        }
        let entry = self.table.probe(position.key())?;
        // A deeper iteration that was not finished may have written over this one.
        let is_deep_enough = u32::from(entry.depth) >= depth || entry.is_complete;
        let index = usize::from(entry.move_index.filter(|_| is_deep_enough)?);
        (index < moves.len()).then(|| moves.nth(index))
    }

    fn search_move(&mut self, position: &G, moves: &G::Moves, depth: u32) -> Option<G::Move> {
        let mut root = Root { position, moves: self.root_moves(position, moves, depth) };
        let found = self.root(&mut root, depth, (-Score::INFINITE, Score::INFINITE));
        if self.meter.is_exhausted() { None } else { found.best }
    }
}
