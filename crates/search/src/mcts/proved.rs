//! Wins that are proved before the first round.

use spielbaum_core::{Analysis, Budget, Knowledge, Meter, Objective, Score, Search, Value};

use super::Mcts;
use crate::proof::{self, PROVE, ProofSearch};

/// Megabytes of the table of proofs.
const MEMORY: usize = 128;

impl<G: Knowledge, E> Mcts<G, E> {
    /// A win of the side to move that can be proved, or what is left of the budget.
    pub(super) fn prove(&mut self, root: &G, budget: &Budget) -> Result<Analysis<G>, Budget> {
        let meter = Meter::start(budget);
        if let Some(mv) = root.proved_win() {
            let score = Score::win_in(0);
            let value = Value::of(score, Objective::Outcome, true);
            return Ok(Analysis { best: Some(mv), score, value, pv: vec![mv], ..Analysis::nothing() });
        }
        // Half of the time is left for rounds.
        let time = budget.time.map(|time| time / 2);
        let nodes = Some(budget.nodes.map_or(self.settings.prove, |nodes| self.settings.prove.min(nodes / 2)));
        let limits = Budget { time, nodes, depth: None, iterations: None, ..budget.clone() };
        let search = self.proof.get_or_insert_with(|| {
            let settings = proof::Settings { memory: MEMORY, ..PROVE };
            ProofSearch::new(settings, G::Evaluation::default())
        });
        let found = search.search(root, &limits, &mut |_| {});
        if found.value == Value::of(Score::win_in(0), Objective::Outcome, true) {
            return Ok(found);
        }
        let time = budget.time.map(|time| time.saturating_sub(meter.elapsed()));
        let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
        Err(Budget { time, nodes, ..budget.clone() })
    }
}
