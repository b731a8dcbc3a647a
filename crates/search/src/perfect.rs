//! Perfect play where the theory of the game names the winner of every position.

use spielbaum_core::{
    Analysis, Budget, Evaluate, Knowledge, Meter, MoveSet, MoveValue, Objective, Score, Search, Status, Value,
};

/// A player that never gives away a win and chooses among equally good moves by the evaluation.
pub struct PerfectSearch<E> {
    evaluation: E,
}

impl<E> PerfectSearch<E> {
    /// The evaluation breaks ties among moves that are equal by theory.
    pub fn new(evaluation: E) -> PerfectSearch<E> {
        PerfectSearch { evaluation }
    }

    /// The static evaluation after a move for the side that makes it; above any estimate if it wins.
    fn value_after<G: Knowledge>(&self, root: &G, mv: G::Move) -> i32
    where
        E: Evaluate<G>,
    {
        let mut child = root.clone();
        child.play(mv);
        match child.status() {
            Status::Over(outcome) => Objective::Sooner.terminal(outcome, root.side_to_move(), 1, || 1).0,
            Status::Ongoing(_) => -self.evaluation.evaluate(&self.evaluation.start(&child), &child),
        }
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for PerfectSearch<E> {
    fn search(&mut self, root: &G, budget: &Budget, _: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let (meter, side) = (Meter::start(budget), root.side_to_move());
        let scored = |outcome| {
            let score = Objective::Outcome.terminal(outcome, side, 0, || 1);
            (score, Value::of(score, Objective::Outcome, true))
        };
        let legal = match root.status() {
            Status::Over(outcome) => {
                let (score, value) = scored(outcome);
                return Analysis { score, value, ..Analysis::empty() };
            }
            Status::Ongoing(legal) => legal,
        };
        let Some(verdict) = root.perfect_play() else {
            return Analysis { best: legal.iter().next(), ..Analysis::empty() };
        };
        let (score, value) = scored(verdict.outcome);
        let best = verdict
            .moves
            .iter()
            .reduce(|best, mv| if self.value_after(root, mv) > self.value_after(root, best) { mv } else { best });
        // A move that is not among them gives away a win: without draws there is nothing else to lose.
        let (lost, loss) = (Score::loss_in(0), Value::Loss(None));
        let mut moves: Vec<MoveValue<G>> = Vec::new();
        for mv in verdict.moves.iter() {
            moves.push(MoveValue { mv, score, value, visits: None });
        }
        for mv in legal.iter().filter(|mv| !verdict.moves.contains(*mv)) {
            moves.push(MoveValue { mv, score: lost, value: loss, visits: None });
        }
        let (pv, time) = (best.into_iter().collect(), meter.elapsed());
        Analysis { best, score, value, pv, time, moves, ..Analysis::empty() }
    }

    /// It keeps nothing from one search to the next.
    fn new_game(&mut self, _: u64) -> bool {
        true
    }
}
