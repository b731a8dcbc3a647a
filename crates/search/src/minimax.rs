//! Textbook minimax: every move and every reply, down to the horizon.
//!
//! The oracle of the tests: every exact search returns this value. Shannon (1950), in negamax form.

use spielbaum_core::{
    Analysis, Budget, Cut, Evaluate, Game, Knowledge, Meter, MoveSet, MoveValue, NoObserver, Objective, Observer,
    Score, Search, Status, Value, insertion_sort_by_key,
};

use crate::DEEPEST;

/// The result of minimax.
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
pub fn minimax<G: Knowledge, E: Evaluate<G>>(
    position: &G,
    depth: u32,
    objective: Objective,
    evaluation: &E,
) -> Minimax {
    let meter = Meter::start(&Budget::default());
    let mut walk =
        Walk { objective, evaluation, observer: &mut NoObserver, meter, horizon: depth, is_complete: true, leaves: 0 };
    let score = walk.visit(position, None, depth, &mut Vec::new()).expect("no budget can run out");
    Minimax { score, nodes: walk.meter.nodes(), is_complete: walk.is_complete }
}

/// A walk through the whole tree.
struct Walk<'a, E, O> {
    objective: Objective,
    evaluation: &'a E,
    observer: &'a mut O,
    meter: Meter,
    /// Plies from the root to the horizon.
    horizon: u32,
    is_complete: bool,
    leaves: u64,
}

/// Minimax has a full window.
const WINDOW: (Score, Score) = (Score(-Score::INFINITE.0), Score::INFINITE);

impl<E, O> Walk<'_, E, O> {
    /// Searches every move of the root to `depth` plies; the depth of the analysis is 0 when the budget runs out, which
    /// then knows only the moves before.
    fn compare<G>(&mut self, root: &G, moves: &G::Moves, depth: u32) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let mut analysis = Analysis { best: moves.iter().next(), ..Analysis::empty() };
        if self.meter.tick() {
            self.observer.cut(Cut::Budget, &[]);
            return analysis;
        }
        self.horizon = depth;
        self.observer.enter(root, None, WINDOW, depth);
        let (mut all_complete, mut line) = (true, Vec::new());
        for (index, mv) in moves.iter().enumerate() {
            let mut child = root.clone();
            child.play(mv);
            self.is_complete = true;
            let Some(score) = self.visit(&child, Some(mv), depth - 1, &mut line).map(|score| -score) else {
                self.break_off::<G>(moves.iter().skip(index + 1));
                break;
            };
            all_complete &= self.is_complete;
            if analysis.moves.is_empty() || score > analysis.score {
                analysis.score = score;
                analysis.best = Some(mv);
                analysis.pv = [&[mv], line.as_slice()].concat();
                self.observer.raise_alpha(Some(mv), score);
            }
            let value = Value::of(score, self.objective, self.is_complete);
            analysis.moves.push(MoveValue { mv, score, value, visits: None });
        }
        self.observer.leave(analysis.score);
        let is_finished = !self.meter.is_exhausted();
        analysis.value = Value::of(analysis.score, self.objective, all_complete && is_finished);
        analysis.depth = if is_finished { depth } else { 0 };
        analysis.selective_depth = analysis.depth;
        insertion_sort_by_key(&mut analysis.moves, |value| std::cmp::Reverse(value.score));
        analysis
    }

    /// The score of a position `depth` plies before the horizon, and in `line` the moves that lead to it; nothing when
    /// the budget runs out.
    fn visit<G>(&mut self, position: &G, by: Option<G::Move>, depth: u32, line: &mut Vec<G::Move>) -> Option<Score>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        if self.meter.tick() {
            self.observer.cut(Cut::Budget, by.as_slice());
            return None;
        }
        self.observer.enter(position, by, WINDOW, depth);
        let score = self.score(position, depth, line);
        self.observer.leave(score.unwrap_or_default());
        score
    }

    fn score<G>(&mut self, position: &G, depth: u32, line: &mut Vec<G::Move>) -> Option<Score>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        line.clear();
        let moves = match position.status() {
            Status::Over(outcome) => {
                self.leaves += 1;
                let ply = self.horizon - depth;
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
        for (index, mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            child.play(mv);
            let Some(score) = self.visit(&child, Some(mv), depth - 1, &mut behind) else {
                self.break_off::<G>(moves.iter().skip(index + 1));
                return None;
            };
            if -score > best {
                best = -score;
                self.observer.raise_alpha(Some(mv), best);
                line.clear();
                line.push(mv);
                line.append(&mut behind);
            }
        }
        Some(best)
    }

    /// Reports that the budget ended before the remaining moves.
    #[cold]
    fn break_off<G: Game>(&mut self, rest: impl Iterator<Item = G::Move>)
    where
        O: Observer<G>,
    {
        if O::IS_ACTIVE {
            self.observer.cut(Cut::Budget, &rest.collect::<Vec<_>>());
        }
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

    /// Analyses `root` and reports every step to `observer`: once to the depth of the budget, or by iterative deepening
    /// until another limit ends it; what the last finished depth found counts then.
    pub fn observe<G, O>(&mut self, root: &G, budget: &Budget, observer: &mut O) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        self.analyse(root, budget, observer, &mut |_| {})
    }

    /// The same, with the completed iterations reported to `progress`.
    fn analyse<G, O>(
        &mut self,
        root: &G,
        budget: &Budget,
        observer: &mut O,
        progress: &mut dyn FnMut(&Analysis<G>),
    ) -> Analysis<G>
    where
        G: Knowledge,
        E: Evaluate<G>,
        O: Observer<G>,
    {
        let objective = self.objective.unwrap_or(G::OBJECTIVE);
        let (evaluation, meter) = (&self.evaluation, Meter::start(budget));
        let mut walk = Walk { objective, evaluation, observer, meter, horizon: 0, is_complete: true, leaves: 0 };
        let mut analysis = Analysis::empty();
        let Some(moves) = root.status().moves() else {
            analysis.score = walk.visit(root, None, 0, &mut Vec::new()).unwrap_or_default();
            analysis.value = Value::of(analysis.score, objective, true);
            return analysis;
        };
        let longest = u32::try_from(root.max_plies()).unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let asked = budget.depth.unwrap_or(DEEPEST).max(1);
        let depths = if budget.needs_iterative_deepening() { 1..=longest } else { asked..=asked };
        for depth in depths {
            let found = walk.compare(root, &moves, depth);
            let is_finished = found.depth > 0;
            if is_finished || analysis.depth == 0 {
                analysis = found;
            }
            (analysis.nodes, analysis.time) = (walk.meter.nodes(), walk.meter.elapsed());
            analysis.statistics.leaves = walk.leaves;
            if !is_finished {
                break;
            }
            progress(&analysis);
            if !matches!(analysis.value, Value::Estimate(_)) {
                break;
            }
        }
        analysis
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for MinimaxSearch<E> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        self.analyse(root, budget, &mut NoObserver, progress)
    }

    /// It keeps nothing from one search to the next.
    fn new_game(&mut self, _: u64) -> bool {
        true
    }
}
