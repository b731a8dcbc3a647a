//! The whole search of a root: one search, or iterative deepening until the budget ends or the value is proven.

use spielbaum_core::{
    Analysis, Bound, Budget, Game, MoveValue, Objective, RootProbe, Score, Statistics, Status, Value, Variation,
    insertion_sort_by_key,
};

use super::Settings;
use super::driver::Driver;
use super::history::Histories;
use super::move_order::{Candidate, Candidates};
use super::root::{Root, bring_forward, sort};
use super::searcher::{Move, Searcher, Setup};
use super::switches::SPECULATIVE;
use super::time_management::TimeManager;
use crate::DEEPEST;
use crate::table::Usage;

/// The moves of a root.
struct RootChoices<'a, C: Setup> {
    /// Those that are compared.
    root: &'a Root<'a, C::Game>,
    /// Those that endgame tables advise against.
    others: &'a Candidates<Move<C>>,
    advice: Option<&'a RootProbe<C::Game>>,
}

impl<C: Setup> Searcher<'_, C> {
    /// Searches according to the settings; `thread` 0 returns the result, the others search the moves in other orders.
    pub(super) fn analyse(
        &mut self,
        settings: &Settings,
        position: &C::Game,
        budget: &Budget,
        thread: usize,
    ) -> Analysis<C::Game> {
        let moves = match position.status() {
            Status::Over(outcome) => {
                let score = self.terminal_score(position, outcome, 0);
                return Analysis { score, value: Value::of(score, self.objective(), true), ..Analysis::empty() };
            }
            Status::Ongoing(moves) => moves,
        };
        let longest = u32::try_from(position.max_plies()).unwrap_or(DEEPEST);
        let deepest = budget.depth.unwrap_or(longest).clamp(1, DEEPEST);
        let deepens = settings.is_iterative || budget.needs_iterative_deepening();
        let first = if deepens { deepest.min(1 + thread as u32 % 2) } else { deepest };
        let candidates = |search: &Self, depth| {
            let mut candidates = search.root_moves(position, &moves, depth);
            if let Some(choice) = &budget.search_moves {
                candidates.retain(|candidate| choice.contains(&usize::from(candidate.index)));
            }
            candidates
        };
        let mut root = Root { position, moves: candidates(self, first) };
        // If endgame tables know the good moves, the others are searched for display only.
        let advice = self.tablebase_advice(position);
        let is_advised = |candidate: &Candidate<Move<C>>| {
            advice.as_ref().is_none_or(|advice: &RootProbe<C::Game>| advice.moves.contains(&candidate.mv))
        };
        let others = if root.moves.iter().any(is_advised) {
            let others = root.moves.iter().copied().filter(|candidate| !is_advised(candidate)).collect();
            root.moves.retain(|candidate| is_advised(candidate));
            others
        } else {
            Candidates::new()
        };
        let count = root.moves.len();
        if count == 0 {
            return Analysis::empty();
        }
        if self.in_flight.is_none() {
            root.moves.rotate_left(thread % count);
        }
        let mut analysis = Analysis { best: Some(root.moves[0].mv), ..Analysis::empty() };
        let mut last = if deepens { None } else { self.presearch(settings, &mut root, deepest) };
        let mut time_manager = TimeManager::new();
        for depth in first..=deepest {
            self.is_heuristic = false;
            self.root_depth = depth;
            let found = self.drive(settings.driver, &mut root, depth, last);
            let is_finished = !self.meter.is_exhausted();
            if is_finished || analysis.depth == 0 {
                analysis.best = found.best.or(analysis.best);
            }
            if let (false, Driver::Aspiration { .. }, Some(better)) = (is_finished, settings.driver, found.proven) {
                self.prefer(&mut analysis, better);
            }
            if is_finished {
                analysis.depth = depth;
                self.take_over(&mut analysis, settings, found.score);
                if thread == 0 {
                    // Now, because the next iteration overwrites the table entries of this depth.
                    self.complete_line(position, &mut analysis);
                    if settings.wants_each_move {
                        analysis.moves = self.each_move(&root, &others, depth);
                    }
                    if budget.lines > 1 {
                        let choices = RootChoices { root: &root, others: &others, advice: advice.as_ref() };
                        self.add_lines(&mut analysis, settings, choices, budget.lines);
                    }
                }
            }
            let is_open = self.is_open(analysis.value);
            if let Some(advice) = &advice {
                self.apply_advice(advice, &mut analysis);
            }
            analysis.nodes = self.meter.nodes();
            analysis.time = self.meter.elapsed();
            analysis.selective_depth = self.selective_depth;
            let Usage { entries, permille } = self.table.usage();
            analysis.statistics = Statistics { table_entries: entries, table_permille: permille, ..self.statistics };
            if !is_finished {
                break;
            }
            (self.progress)(&analysis);
            if !is_open && !analysis.moves.iter().any(|value| matches!(value.value, Value::Estimate(_))) {
                break;
            }
            if thread == 0 && !time_manager.has_time(&analysis, count, &self.meter) {
                break;
            }
            if settings.is_iterative {
                last = Some(found.score);
                sort(&mut root.moves);
                if let Some(best) = analysis.best {
                    bring_forward(&mut root.moves, best);
                }
            } else if thread == 0 {
                // Deepening only because of the budget: every depth starts with an empty table.
                self.table.clear();
                self.histories = Histories::new();
                root.moves = candidates(self, depth + 1);
                if !others.is_empty() {
                    root.moves.retain(|candidate| is_advised(candidate));
                }
            }
        }
        analysis
    }

    /// Whether a deeper search may find out more. A win without distance may turn out to be a mate.
    fn is_open(&self, value: Value) -> bool {
        match value {
            Value::Estimate(_) => true,
            Value::Win(None) | Value::Loss(None) => self.objective() == Objective::Sooner,
            _ => false,
        }
    }

    /// Iterative deepening to a smaller depth before a fixed-depth search: afterwards the table has good moves, the
    /// best root move comes first, and its score is a good guess.
    fn presearch(&mut self, settings: &Settings, root: &mut Root<C::Game>, deepest: u32) -> Option<Score> {
        let mut last = None;
        for depth in 1..=settings.tuning.presearch_depth.min(deepest - 1) {
            self.root_depth = depth;
            let found = self.drive(settings.driver, root, depth, last);
            if self.meter.is_exhausted() {
                break;
            }
            last = Some(found.score);
            if let Some(best) = found.best {
                bring_forward(&mut root.moves, best);
            }
        }
        last
    }

    /// Takes over score and line of a completed search.
    fn take_over(&mut self, analysis: &mut Analysis<C::Game>, settings: &Settings, score: Score) {
        let is_shortened = self.has_any(SPECULATIVE) && score.is_decided();
        analysis.score = score;
        analysis.bound = match settings.driver {
            Driver::Weak if score >= Score(1) => Bound::Lower,
            Driver::Weak if score <= Score(-1) => Bound::Upper,
            Driver::NullWindow(limit) if score.0 > limit => Bound::Lower,
            Driver::NullWindow(_) => Bound::Upper,
            // Techniques that skip moves prove a win as well as any other search, but may miss a shorter one.
            _ if is_shortened && score > Score::DRAW => Bound::Lower,
            _ if is_shortened => Bound::Upper,
            _ => Bound::Exact,
        };
        analysis.value = Value::of(score, self.objective(), !self.is_heuristic);
        analysis.pv = self.pv.at(0).to_vec();
        if analysis.pv.first() != analysis.best.as_ref() {
            analysis.pv = analysis.best.into_iter().collect();
        }
    }

    /// Takes over the move that an iteration found to be best before the budget ran out: the first move, the best so
    /// far, was searched before it.
    fn prefer(&self, analysis: &mut Analysis<C::Game>, better: Move<C>) {
        if analysis.best != Some(better) {
            analysis.best = Some(better);
            analysis.pv = vec![better];
        }
    }

    /// Adds the best lines: the one found, and those found when the first moves of earlier lines are excluded.
    fn add_lines(
        &mut self,
        analysis: &mut Analysis<C::Game>,
        settings: &Settings,
        choices: RootChoices<'_, C>,
        wanted: usize,
    ) {
        let RootChoices { root, others, advice } = choices;
        let heeded = |search: &Self, analysis: &Analysis<C::Game>| {
            let mut analysis = analysis.clone();
            advice.inspect(|advice| search.apply_advice(advice, &mut analysis));
            variation(&analysis)
        };
        let mut lines = vec![heeded(self, analysis)];
        let mut rest = Root { position: root.position, moves: root.moves.clone() };
        let mut best = analysis.best;
        while lines.len() < wanted.min(root.moves.len() + others.len()) {
            rest.moves.retain(|candidate| Some(candidate.mv) != best);
            if lines.len() == root.moves.len() {
                rest.moves.extend(others.iter().copied());
            }
            self.is_heuristic = false;
            let found = self.drive(settings.driver, &mut rest, analysis.depth, None);
            if self.meter.is_exhausted() {
                break;
            }
            best = found.best;
            let mut other = Analysis { best, depth: analysis.depth, ..Analysis::empty() };
            self.take_over(&mut other, settings, found.score);
            self.complete_line(root.position, &mut other);
            lines.push(heeded(self, &other));
        }
        if !self.meter.is_exhausted() {
            analysis.lines = lines;
        }
    }

    /// The value of every move of the root, each searched with the widest window.
    fn each_move(&mut self, root: &Root<C::Game>, others: &Candidates<Move<C>>, depth: u32) -> Vec<MoveValue<C::Game>> {
        let mut values = Vec::new();
        for candidate in root.moves.iter().chain(others) {
            let mut alone = Root { position: root.position, moves: [*candidate].into_iter().collect() };
            self.is_heuristic = false;
            let found = self.search_root(&mut alone, depth, (-Score::INFINITE, Score::INFINITE));
            if self.meter.is_exhausted() {
                break;
            }
            let value = Value::of(found.score, self.objective(), !self.is_heuristic);
            values.push(MoveValue { mv: candidate.mv, score: found.score, value, visits: None });
        }
        insertion_sort_by_key(&mut values, |value| std::cmp::Reverse(value.score));
        values
    }
}

fn variation<G: Game>(analysis: &Analysis<G>) -> Variation<G> {
    Variation { score: analysis.score, value: analysis.value, bound: analysis.bound, pv: analysis.pv.clone() }
}
