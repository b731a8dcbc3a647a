//! Monte-Carlo tree search: one loop, an enum for each phase, variants by settings.
//!
//! [`Settings`] choose the phases; the named variants are presets. The loop is `worker.rs`, and each phase has its
//! file: `selection.rs`, `expansion.rs`, `simulation.rs`, `backup.rs`, `final_move.rs`.

mod backup;
mod batch;
mod best;
mod bounds;
mod expansion;
mod final_move;
mod grave;
mod inspect;
mod level;
mod move_statistics;
mod node;
mod numeric;
mod options;
mod presets;
mod prove_win;
mod reuse;
mod rollout_pool;
mod selection;
mod settings;
mod simulation;
mod traits;
mod tree;
mod tree_search;
mod worker;

pub use inspect::{Child, Inspector, Iteration, Visit};
pub use numeric::Thousandths;
pub use options::options;
pub(crate) use presets::PRESETS;
pub use selection::Terms;
pub use settings::{
    Backup, Expansion, FinalMove, Initial, LeafEvaluation, LeafParallelism, ProofNumbers, ProofTerm, RolloutPolicy,
    Selection, Settings, WhenFull,
};
pub use traits::{Inspect, MonteCarlo};
pub use tree::{Bounds, NODE_BYTES};

use std::sync::Arc;
use std::time::Duration;

use spielbaum_core::{
    Analysis, Budget, Evaluate, Knowledge, Meter, MoveSet, MoveValue, Objective, Outcome, Rng, Score, Search, Side,
    Statistics, Status, Value, insertion_sort_by_key,
};

use crate::auto::AutoSearch;
use crate::proof::ProofSearch;
use final_move::{Candidate, best, candidates, known};
use reuse::tree_moves;
use tree::{ROOT, Tree};
use tree_search::{SearchState, TreeSearch};
use worker::Transpositions;

/// Time between two reports of progress.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// A mean of one result as a score.
const SCORE_UNIT: f32 = 1000.0;

/// A Monte-Carlo tree search with its tree.
pub struct Mcts<G: Knowledge, E> {
    settings: Settings,
    evaluation: E,
    /// The tree and the position of its root.
    tree: Option<(Arc<Tree>, G)>,
    /// Spare memory for the part of the tree that is kept.
    spare: Option<Arc<Tree>>,
    transpositions: Transpositions,
    /// Whether nothing has been searched since the tree was prepared.
    is_prepared: bool,
    rng: Rng,
    /// The proof search, with its table for this game.
    proof: Option<ProofSearch<G::Evaluation>>,
}

impl<G: Knowledge, E: Evaluate<G>> Mcts<G, E> {
    /// A search with these settings.
    pub fn new(settings: Settings, evaluation: E) -> Mcts<G, E> {
        Mcts {
            settings,
            evaluation,
            tree: None,
            spare: None,
            transpositions: Transpositions::default(),
            is_prepared: false,
            rng: Rng::new(settings.seed),
            proof: None,
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Prepares the tree for a search from `root`, and returns a view of it that stays valid while it grows.
    pub fn prepare(&mut self, root: &G) -> Inspector<G, E> {
        let tree = self.tree_for(root);
        self.is_prepared = true;
        Inspector::new(tree, root.clone(), self.settings, self.evaluation.clone())
    }

    /// Runs one iteration from `root`, on the tree of the last search or step from the same position.
    pub fn step(&mut self, root: &G) -> Iteration<G> {
        let is_same = self.tree.as_ref().is_some_and(|(_, position)| position == root);
        let tree = match &self.tree {
            Some((tree, _)) if is_same => tree.clone(),
            _ => self.tree_for(root),
        };
        self.is_prepared = false;
        inspect::step((&self.settings, &self.evaluation), (&tree, &self.transpositions), root, &mut self.rng)
    }

    /// Continues the tree of the last search or step from `root`.
    pub fn resume(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        self.is_prepared = self.tree.as_ref().is_some_and(|(_, position)| position == root);
        self.search(root, budget, progress)
    }

    /// A view of the current tree; `None` before the first search.
    pub fn inspect(&self) -> Option<Inspector<G, E>> {
        let (tree, root) = self.tree.as_ref()?;
        Some(Inspector::new(tree.clone(), root.clone(), self.settings, self.evaluation.clone()))
    }

    /// The tree for a search from `root`: what can be kept of the old one, else a new one.
    fn tree_for(&mut self, root: &G) -> Arc<Tree> {
        if self.is_prepared
            && let Some((tree, position)) = &self.tree
            && position == root
        {
            return tree.clone();
        }
        self.rng = Rng::new(self.settings.seed);
        let kept = if self.settings.reuses_tree { self.reused_tree(root) } else { None };
        let tree = kept.unwrap_or_else(|| {
            let tree = self.empty_tree();
            if let Some((old, _)) = self.tree.take() {
                self.spare = self.spare.take().or(Some(old));
            }
            tree
        });
        self.transpositions.get_mut().expect("no thread panics").clear();
        self.tree = Some((tree.clone(), root.clone()));
        tree
    }

    /// The part of the old tree that belongs to `root`.
    fn reused_tree(&mut self, root: &G) -> Option<Arc<Tree>> {
        let (old, position) = self.tree.take()?;
        let is_same_question =
            self.settings.proof_numbers != ProofNumbers::Root || position.side_to_move() == root.side_to_move();
        let from = reuse::find(&old, &self.settings, &position, root).filter(|_| is_same_question);
        let Some(from) = from else {
            self.tree = Some((old, position));
            return None;
        };
        if from == ROOT {
            return Some(old);
        }
        let tree = self.empty_tree();
        reuse::copy((&old, from), root, &tree, &self.settings, 1);
        self.spare = Some(old);
        Some(tree)
    }

    /// An empty tree, in memory without other readers.
    fn empty_tree(&mut self) -> Arc<Tree> {
        if let Some(tree) = self.spare.take().filter(|tree| Arc::strong_count(tree) == 1) {
            tree.clear();
            return tree;
        }
        if !self.copies_trees()
            && let Some((tree, _)) = self.tree.take_if(|(tree, _)| Arc::strong_count(tree) == 1)
        {
            tree.clear();
            return tree;
        }
        let share = if self.copies_trees() { 2 } else { 1 };
        Arc::new(Tree::new((self.settings.memory << 20) / share, &self.settings))
    }

    /// Whether trees are copied, so that two must fit.
    fn copies_trees(&self) -> bool {
        self.settings.reuses_tree || self.settings.when_full == WhenFull::Recycle
    }

    /// Grows the tree within the budget.
    fn run(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        let mut tree = self.tree_for(root);
        self.is_prepared = false;
        let mut meter = Meter::start(budget);
        let state = SearchState::default();
        let (settings, mut next_report) = (self.settings, BETWEEN_REPORTS);
        let mut rng = self.rng.clone();
        loop {
            let search = TreeSearch {
                settings: &settings,
                evaluation: &self.evaluation,
                tree: &tree,
                transpositions: &self.transpositions,
                root,
                budget,
            };
            let mut report = |meter: &Meter| {
                if meter.elapsed() >= next_report {
                    next_report = meter.elapsed() + BETWEEN_REPORTS;
                    progress(&analyse(&tree, &settings, root, &state, meter));
                }
            };
            search.run(&state, &mut meter, &mut rng, &mut report);
            if !state.is_out_of_memory() || settings.when_full != WhenFull::Recycle || meter.is_exhausted() {
                break;
            }
            tree = self.recycle(&tree, root);
            state.resume();
        }
        self.rng = rng;
        let analysis = analyse(&tree, &settings, root, &state, &meter);
        progress(&analysis);
        analysis
    }

    /// A tree with the most visited half of the nodes.
    fn recycle(&mut self, full: &Arc<Tree>, root: &G) -> Arc<Tree> {
        self.tree = None;
        let tree = self.empty_tree();
        let least = full.visit_threshold(full.capacity() / 2);
        reuse::copy((full, ROOT), root, &tree, &self.settings, least);
        self.spare = Some(full.clone());
        self.tree = Some((tree.clone(), root.clone()));
        tree
    }
}

impl<G: Knowledge, E: Evaluate<G>> Search<G> for Mcts<G, E> {
    fn search(&mut self, root: &G, budget: &Budget, progress: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        if let Status::Over(outcome) = root.status() {
            let score = score_of(outcome, root.side_to_move());
            return Analysis { score, value: Value::of(score, Objective::Outcome, true), ..Analysis::empty() };
        }
        if root.max_plies() <= self.settings.endgame as usize {
            let settings = crate::alphabeta::Settings { threads: self.settings.threads, ..Default::default() };
            return AutoSearch::new(settings, G::Evaluation::default()).search(root, budget, progress);
        }
        if self.settings.prove == 0 {
            return self.run(root, budget, progress);
        }
        let mut left = budget.clone();
        self.prove(root, &mut left).unwrap_or_else(|| self.run(root, &left, progress))
    }

    fn new_game(&mut self, seed: u64) -> bool {
        // Nodes are reset when they are allocated, so the memory of the tree serves again as it is.
        if let Some((tree, _)) = self.tree.take() {
            self.spare = self.spare.take().or(Some(tree));
        }
        self.settings.seed = seed;
        (self.is_prepared, self.rng, self.proof) = (false, Rng::new(seed), None);
        true
    }
}

/// The score of an outcome that is certain.
fn score_of(outcome: Outcome, side: Side) -> Score {
    Objective::Outcome.terminal(outcome, side, 0, || 1)
}

/// Score and value of a proven outcome, or of a mean.
fn value_of(candidate: &Candidate, side: Side) -> (Score, Value) {
    match candidate.outcome {
        Some(outcome) => {
            let score = score_of(outcome, side);
            (score, Value::of(score, Objective::Outcome, true))
        }
        None => {
            let score = Score::estimate((candidate.mean * SCORE_UNIT).round() as i32);
            (score, Value::Estimate(score.0))
        }
    }
}

/// The analysis of the root.
fn analyse<G: Knowledge>(
    tree: &Tree,
    settings: &Settings,
    root: &G,
    state: &SearchState,
    meter: &Meter,
) -> Analysis<G> {
    let mut analysis = Analysis::empty();
    let Some(moves) = tree_moves(settings, root, true) else { return analysis };
    let side = root.side_to_move();
    let children = candidates(tree, settings, (ROOT, side, side), moves.len());
    let move_of = |candidate: &Candidate| moves.nth(tree::move_index(tree.node(candidate.index)));
    let chosen = best(&children, settings, side);
    analysis.best = chosen.as_ref().map(move_of).or_else(|| moves.iter().next());
    if let Some(chosen) = chosen {
        (analysis.score, analysis.value) = value_of(&chosen, side);
        // Bounds of the root may be known where no single child is decided.
        if let Some(outcome) = known(tree, settings, ROOT, side).outcome() {
            analysis.score = score_of(outcome, side);
            analysis.value = Value::of(analysis.score, Objective::Outcome, true);
        }
        analysis.pv = principal_variation(tree, settings, root);
    } else {
        analysis.pv = analysis.best.into_iter().collect();
    }
    analysis.moves = children
        .iter()
        .map(|candidate| {
            let (score, value) = value_of(candidate, side);
            MoveValue { mv: move_of(candidate), score, value, visits: Some(candidate.visits.into()) }
        })
        .collect();
    let moves = &mut analysis.moves;
    insertion_sort_by_key(moves, |value| std::cmp::Reverse((value.score.is_decided(), value.score, value.visits)));
    insertion_sort_by_key(moves, |value| (Some(value.mv) != analysis.best, std::cmp::Reverse(value.visits)));
    analysis.selective_depth = state.max_depth();
    analysis.nodes = state.nodes();
    analysis.time = meter.elapsed();
    analysis.statistics = Statistics { leaves: state.simulations(), ..Statistics::default() };
    analysis
}

/// The final moves one after another.
fn principal_variation<G: Knowledge>(tree: &Tree, settings: &Settings, root: &G) -> Vec<G::Move> {
    let (mut line, mut position, mut index) = (Vec::new(), root.clone(), ROOT);
    while let Some(moves) = tree_moves(settings, &position, index == ROOT) {
        let side = position.side_to_move();
        let mut children = candidates(tree, settings, (index, side, root.side_to_move()), moves.len());
        children.retain(|candidate| candidate.visits > 0 || candidate.outcome.is_some());
        let Some(chosen) = best(&children, settings, side) else { break };
        let mv = moves.nth(tree::move_index(tree.node(chosen.index)));
        line.push(mv);
        position.play(mv);
        index = chosen.index;
    }
    line
}
