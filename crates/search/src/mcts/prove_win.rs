//! The search for a proved win before the first iteration.

use spielbaum_core::{Analysis, Budget, Knowledge, Meter, Objective, Score, Value};

use super::Mcts;
use crate::proof::{self, Answer, PROVE, ProofSearch};

/// Megabytes of the table of proofs.
const MEMORY: usize = 128;

impl<G: Knowledge, E> Mcts<G, E> {
    /// A known or provable win of the side to move; its cost is subtracted from the budget.
    pub(super) fn prove(&mut self, root: &G, budget: &mut Budget) -> Option<Analysis<G>> {
        // Half of the time is left for iterations.
        let time = budget.time.map(|time| time / 2);
        let nodes = Some(budget.nodes.map_or(self.settings.prove, |nodes| self.settings.prove.min(nodes / 2)));
        let mut meter = Meter::start(&Budget { time, nodes, depth: None, iterations: None, ..budget.clone() });
        let win = root.proved_win().or_else(|| {
            let search = self.proof.get_or_insert_with(|| {
                let settings = proof::Settings { memory: MEMORY, ..PROVE };
                ProofSearch::new(settings, G::Evaluation::default())
            });
            // Symmetric images share the work of one search.
            let image = (0..root.symmetries()).min_by_key(|&index| root.transformed(index).key()).unwrap_or(0);
            let finding = search.ask_for_win(&root.transformed(image), &mut meter);
            let best = finding.best.filter(|_| finding.answer == Answer::Proven)?;
            root.inverse_transformed_move(best, image)
        });
        let (nodes, time) = (meter.nodes(), meter.elapsed());
        if let Some(mv) = win {
            let score = Score::win_in(0);
            let value = Value::of(score, Objective::Outcome, true);
            return Some(Analysis { best: Some(mv), score, value, pv: vec![mv], nodes, time, ..Analysis::empty() });
        }
        budget.time = budget.time.map(|all| all.saturating_sub(time));
        budget.nodes = budget.nodes.map(|all| all.saturating_sub(nodes));
        None
    }
}
