//! Endgame tables: exact values of positions with few pieces, through the evaluation's oracle.

use spielbaum_core::{Analysis, Bound, Evaluate, Objective, RootProbe, Score, Value};

use super::node::Node;
use super::searcher::{Searcher, Setup};
use super::switches::Switch;

impl<C: Setup> Searcher<'_, C> {
    /// The score of a node that is in the tables.
    #[inline]
    pub(super) fn probe_tablebases(&mut self, node: &Node<'_, C>) -> Option<Score> {
        let score = self.tablebase_score(node.position, node.ply)?;
        self.count_leaf(node.ply);
        Some(score)
    }

    /// The score of a position in the tables.
    #[inline]
    pub(super) fn tablebase_score(&self, position: &C::Game, ply: u32) -> Option<Score> {
        if !C::Evaluation::PROBES_TABLEBASES || !self.has(Switch::Endings) {
            return None;
        }
        match self.evaluation.probe_tablebases(position)? {
            Value::Win(Some(plies)) => Some(self.win_score(position, plies, ply)),
            Value::Loss(Some(plies)) => Some(-self.win_score(position, plies, ply)),
            Value::Win(None) => self.win_at_unknown_distance(ply),
            Value::Loss(None) => self.win_at_unknown_distance(ply).map(|win| -win),
            Value::Draw => Some(Score::DRAW),
            _ => None,
        }
    }

    /// The moves that the tables recommend at the root.
    pub(super) fn tablebase_advice(&self, root: &C::Game) -> Option<RootProbe<C::Game>> {
        if C::Evaluation::PROBES_TABLEBASES && self.has(Switch::Endings) {
            self.evaluation.probe_root(root)
        } else {
            None
        }
    }

    /// Sets the value of an analysis to that of the tables, unless the search has found a better one.
    pub(super) fn apply_advice(&self, advice: &RootProbe<C::Game>, analysis: &mut Analysis<C::Game>) {
        if analysis.score.is_decided() || !analysis.best.is_some_and(|best| advice.moves.contains(&best)) {
            return;
        }
        let known = match advice.value {
            Value::Win(_) => self.win_at_unknown_distance(0).map(|win| (win, Bound::Lower)),
            Value::Loss(_) => self.win_at_unknown_distance(0).map(|win| (-win, Bound::Upper)),
            Value::Draw => Some((Score::DRAW, Bound::Exact)),
            Value::Margin(_) | Value::Estimate(_) => None,
        };
        if let Some((score, bound)) = known {
            (analysis.score, analysis.bound, analysis.value) = (score, bound, advice.value);
        }
    }

    #[inline]
    fn win_at_unknown_distance(&self, ply: u32) -> Option<Score> {
        match self.objective() {
            Objective::Outcome => Some(Score::win_in(0)),
            Objective::Sooner => Some(Score::tablebase_win_in(ply)),
            Objective::Margin => None,
        }
    }
}
