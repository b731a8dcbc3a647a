//! Minimax as the textbooks have it: every move, every reply, down to the horizon.
//!
//! The oracle of the tests: whatever calls itself exact returns this value. Shannon (1950), in negamax form.

use spielbaum_core::{
    Analysis, Budget, Evaluate, Knowledge, Meter, MoveSet, MoveValue, Objective, Score, Search, Status, Value,
};

use crate::DEEPEST;

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
    let mut walk =
        Walk { objective, evaluation, meter: Meter::start(&Budget::default()), is_complete: true, leaves: 0 };
    let score = walk.visit(position, depth, 0, &mut Vec::new()).expect("no budget can run out");
    Minimax { score, nodes: walk.meter.nodes(), is_complete: walk.is_complete }
}

/// A walk through the whole tree.
struct Walk<'a, E> {
    objective: Objective,
    evaluation: &'a E,
    meter: Meter,
    is_complete: bool,
    leaves: u64,
}

impl<E> Walk<'_, E> {
    /// The score of a position, and in `line` the moves that lead to it; nothing when the budget runs out.
    fn visit<G: Knowledge>(&mut self, position: &G, depth: u32, ply: u32, line: &mut Vec<G::Move>) -> Option<Score>
    where
        E: Evaluate<G>,
    {
        if self.meter.tick() {
            return None;
        }
        line.clear();
        let moves = match position.status() {
            Status::Over(outcome) => {
                self.leaves += 1;
                return Some(self.objective.terminal(outcome, position.side_to_move(), ply, || position.margin(0)));
            }
            Status::Ongoing(moves) => moves,
        };
        if depth == 0 {
            self.leaves += 1;
            self.is_complete = false;
            let state = self.evaluation.start(position);
            return Some(Score::estimate(self.evaluation.evaluate(&state, position)));
        }
        let mut best = -Score::INFINITE;
        let mut behind = Vec::new();
        for mv in moves.iter() {
            let mut child = position.clone();
            child.play(mv);
            let score = -self.visit(&child, depth - 1, ply + 1, &mut behind)?;
            if score > best {
                best = score;
                line.clear();
                line.push(mv);
                line.append(&mut behind);
            }
        }
        Some(best)
    }
}

/// Minimax as a search, which values every move of the root anyway.
pub struct MinimaxSearch<E> {
    objective: Option<Objective>,
    evaluation: E,
}

impl<E> MinimaxSearch<E> {
    /// Minimax for an objective, or for the game's own.
    pub fn new(objective: Option<Objective>, evaluation: E) -> MinimaxSearch<E> {
        MinimaxSearch { objective, evaluation }
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for MinimaxSearch<E> {
    fn search(&mut self, root: &G, budget: &Budget, _: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let objective = self.objective.unwrap_or(G::OBJECTIVE);
        let meter = Meter::start(budget);
        let mut walk = Walk { objective, evaluation: &self.evaluation, meter, is_complete: true, leaves: 0 };
        let depth = budget.depth.unwrap_or(DEEPEST).max(1);
        let mut analysis = Analysis::nothing();
        let Some(moves) = root.status().moves() else {
            analysis.score = walk.visit(root, 0, 0, &mut Vec::new()).unwrap_or_default();
            analysis.value = Value::of(analysis.score, objective, true);
            return analysis;
        };
        walk.meter.tick();
        let (mut all_complete, mut line) = (true, Vec::new());
        for mv in moves.iter() {
            analysis.best = analysis.best.or(Some(mv));
            let mut child = root.clone();
            child.play(mv);
            walk.is_complete = true;
            let Some(score) = walk.visit(&child, depth - 1, 1, &mut line).map(|score| -score) else { break };
            all_complete &= walk.is_complete;
            if analysis.moves.is_empty() || score > analysis.score {
                analysis.score = score;
                analysis.best = Some(mv);
                analysis.pv = [&[mv], line.as_slice()].concat();
            }
            analysis.moves.push(MoveValue { mv, score, value: Value::of(score, objective, walk.is_complete) });
        }
        let is_finished = !walk.meter.is_exhausted();
        analysis.value = Value::of(analysis.score, objective, all_complete && is_finished);
        analysis.depth = if is_finished { depth } else { 0 };
        analysis.selective_depth = analysis.depth;
        analysis.moves.sort_by_key(|value| std::cmp::Reverse(value.score));
        (analysis.nodes, analysis.time) = (walk.meter.nodes(), walk.meter.elapsed());
        analysis.statistics.leaves = walk.leaves;
        analysis
    }
}
