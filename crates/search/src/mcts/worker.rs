//! One iteration: select a leaf, expand it, simulate from there, back the result up.
//!
//! Kocsis & Szepesvári (2006), Coulom (2006), in the four phases of Chaslot et al. (2008). Each phase has a file of its
//! name; [`Settings`] choose its variant. Plain UCT is compiled separately (`PLAIN`), so that it does not pay for the
//! variants; tests verify that both forms build the same tree. With `PARALLEL` other threads search the same tree
//! (`batch.rs`).

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Mutex;

use spielbaum_core::{
    Evaluate, Game, Knowledge, LookAhead, MoveOrdering, MoveSet, Outcome, Rng, Side, Status, Tactics,
};

use super::batch::{Access, Batch};
use super::expansion::Choice;
use super::grave::AmafReference;
use super::move_statistics::MoveStatistics;
use super::numeric::VisitTable;
use super::settings::Settings;
use super::simulation::status_by_generator;
use super::tree::{self, ArenaChunk, FIXED_POINT_ONE, ROOT, Tree};

/// By position key: the node whose children all transpositions of the position share.
pub(super) type Transpositions = Mutex<HashMap<u64, u32>>;

/// The types and constants that a worker is compiled for.
pub(super) trait Setup {
    type Game: Knowledge;
    type Evaluation: Evaluate<Self::Game>;
    /// Whether the settings are those of plain UCT.
    const PLAIN: bool;
    /// Whether other threads search the same tree.
    const PARALLEL: bool;
}

/// The setup that consists of these.
pub(super) struct Types<G, E, const PLAIN: bool, const PARALLEL: bool>(PhantomData<(G, E)>);

impl<G: Knowledge, E: Evaluate<G>, const PLAIN: bool, const PARALLEL: bool> Setup for Types<G, E, PLAIN, PARALLEL> {
    type Game = G;
    type Evaluation = E;
    const PLAIN: bool = PLAIN;
    const PARALLEL: bool = PARALLEL;
}

/// A move of the game that is searched.
pub(super) type Move<C> = <<C as Setup>::Game as Game>::Move;

/// A set of its moves.
pub(super) type Moves<C> = <<C as Setup>::Game as Game>::Moves;

/// One search thread with its scratch memory.
pub(super) struct Worker<'a, C: Setup> {
    pub(super) settings: &'a Settings,
    pub(super) tree: &'a Tree,
    pub(super) root: &'a C::Game,
    pub(super) evaluation: &'a C::Evaluation,
    pub(super) transpositions: &'a Transpositions,
    pub(super) rollout_pool: Option<&'a super::rollout_pool::RolloutPool<C::Game>>,
    pub(super) rng: Rng,
    /// The nodes of the iteration from the root to the leaf.
    pub(super) path: Vec<PathNode>,
    /// The moves of the iteration, in the tree and in the simulation; empty unless the settings need them.
    pub(super) played_moves: Vec<PlayedMove>,
    pub(super) move_statistics: MoveStatistics,
    pub(super) amaf_reference: AmafReference,
    /// The proof-number bonus of each child of the current node.
    pub(super) proof_bonus: Vec<f32>,
    pub(super) visit_table: VisitTable,
    /// The iterations that the thread makes in a subtree it has locked.
    pub(super) batch: Batch<C::Game>,
    /// Nodes reserved for this thread.
    pub(super) chunk: ArenaChunk,
    /// Whether children are ranked by mean and exploration only.
    pub(super) is_uct: bool,
    /// Whether the bounds of nodes are maintained.
    pub(super) keeps_bounds: bool,
    /// Whether a node could not be expanded because memory was used up.
    pub(super) is_full: bool,
    /// The length of the longest path so far, in plies.
    pub(super) max_depth: usize,
    /// Rollouts and evaluated leaves so far.
    pub(super) simulations: u64,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathNode {
    pub(super) node: u32,
    /// The side that moved here; results are counted from its point of view.
    pub(super) mover: Side,
    /// The number of moves; 0 for the leaf.
    pub(super) moves: u16,
}

/// A move of the iteration, as move statistics index it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMove {
    pub(super) slot: u16,
    pub(super) side: Side,
}

/// Where a descent stands.
pub(super) struct Cursor<G> {
    pub(super) index: u32,
    pub(super) position: G,
    /// Whether other threads pass through the node at the same time.
    pub(super) is_shared: bool,
    /// Whether this is the first visit of the node.
    pub(super) is_new: bool,
}

/// Where a descent ended.
pub(super) struct Leaf<G> {
    pub(super) position: G,
    /// The outcome, where the position is over or decided.
    pub(super) outcome: Option<Outcome>,
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationSummary {
    /// Plies from the root to the end of the longest rollout.
    pub(super) plies: usize,
    /// The result from the point of view of the first player.
    pub(super) result: f32,
    /// Whether the outcome at the leaf was known, so that nothing was simulated.
    pub(super) is_decided: bool,
}

impl<'a, C: Setup> Worker<'a, C> {
    /// A worker on `tree`, whose root node represents `root`.
    pub(super) fn new(
        (settings, evaluation): (&'a Settings, &'a C::Evaluation),
        (tree, transpositions): (&'a Tree, &'a Transpositions),
        root: &'a C::Game,
        rng: Rng,
    ) -> Self {
        Worker {
            settings,
            tree,
            root,
            evaluation,
            transpositions,
            rollout_pool: None,
            rng,
            path: Vec::with_capacity(64),
            played_moves: Vec::new(),
            move_statistics: MoveStatistics::new(settings, C::Game::HISTORY_SLOTS),
            amaf_reference: AmafReference::new(settings, C::Game::HISTORY_SLOTS),
            proof_bonus: Vec::new(),
            visit_table: VisitTable::get(),
            batch: Batch::new(),
            chunk: ArenaChunk::default(),
            is_uct: settings.ranks_by_uct(),
            keeps_bounds: tree::keeps_bounds(settings),
            is_full: false,
            max_depth: 0,
            simulations: 0,
        }
    }

    /// One iteration in four phases.
    #[inline]
    pub(super) fn iterate(&mut self) -> IterationSummary {
        // 1. Selection follows the best child at each node; 2. expansion ends the descent with a new child.
        let leaf = self.select_and_expand();
        let outcome = leaf.outcome;
        // 3. Simulation: the result at the leaf, unless its outcome is known.
        let (result, plies) = self.simulate(leaf);
        // 4. Backup: the result is added to every node of the path.
        self.back_up(result, outcome);
        IterationSummary { plies: self.path.len() - 1 + plies, result, is_decided: outcome.is_some() }
    }

    /// Descends from the root to a leaf: a position that is over, decided or new, or that cannot be expanded.
    /// Afterwards the path holds the nodes from the root to the leaf.
    #[inline]
    fn select_and_expand(&mut self) -> Leaf<C::Game> {
        let mut at = self.start_iteration();
        let outcome = loop {
            let moves = match self.moves_or_outcome(&at) {
                Ok(moves) => moves,
                Err(outcome) => break Some(outcome),
            };
            if at.is_new {
                break None;
            }
            self.path.last_mut().expect("the root is on the path").moves = moves.len() as u16;
            match self.select_or_expand(&at, &moves) {
                Choice::Visited(child) => {
                    self.tree.prefetch_children(child);
                    let move_index = tree::move_index(self.tree.node(child));
                    self.descend(&mut at, child, moves.nth(move_index), false);
                }
                Choice::New(child, move_index) => self.descend(&mut at, child, moves.nth(move_index), true),
                Choice::Leaf => break None,
                Choice::Contended => {
                    std::thread::yield_now();
                    at = self.start_iteration();
                }
            }
        };
        if C::PARALLEL && at.is_shared {
            self.start_batch(None);
        }
        self.max_depth = self.max_depth.max(self.path.len() - 1);
        Leaf { position: at.position, outcome }
    }

    /// The moves to choose from, or the outcome where the position is over, proven, or decided by a look ahead.
    #[inline]
    fn moves_or_outcome(&self, at: &Cursor<C::Game>) -> Result<Moves<C>, Outcome> {
        let position = &at.position;
        let status = if C::PLAIN { position.status() } else { status_by_generator(position, self.settings.generator) };
        let moves = match status {
            Status::Over(outcome) => return Err(outcome),
            Status::Ongoing(moves) => moves,
        };
        if C::PLAIN {
            return Ok(moves);
        }
        if self.settings.is_solving()
            && at.index != ROOT
            && let Some(outcome) = tree::bounds(self.tree.node(at.index)).outcome()
        {
            return Err(outcome);
        }
        if self.settings.is_decisive {
            let side = position.side_to_move();
            match position.look_ahead(moves.clone()) {
                LookAhead::Moves(kept) => return Ok(kept),
                // The root needs a move, even where the game is decided.
                LookAhead::Win | LookAhead::Loss(_) if at.index == ROOT => {}
                LookAhead::Win => return Err(Outcome::Win(side)),
                LookAhead::Loss(_) => return Err(Outcome::Win(!side)),
            }
        }
        Ok(moves)
    }

    /// Moves to a child; stays where it is if another thread has locked the child.
    #[inline]
    fn descend(&mut self, at: &mut Cursor<C::Game>, child: u32, mv: Move<C>, is_new: bool) {
        let access = if at.is_shared { self.acquire(child) } else { Access::Shared };
        if access == Access::Contended {
            return;
        }
        // From a shared node, another thread may have visited the child since it was added or chosen.
        at.is_new = if at.is_shared { tree::visits(self.tree.node(child)) == 0 } else { is_new };
        at.index = child;
        let side = at.position.side_to_move();
        if !C::PLAIN && self.settings.tracks_moves() {
            self.played_moves.push(PlayedMove { slot: at.position.history_slot(mv) as u16, side });
        }
        at.position.play(mv);
        self.enter(child, side, at.is_shared);
        if access == Access::Exclusive {
            at.is_shared = false;
            self.start_batch(Some((child, at.position.clone())));
        }
    }

    /// Appends a node to the path and counts its visit, a virtual loss until backup. Visits of nodes reached through
    /// shared ones are counted when the batch starts.
    #[inline]
    pub(super) fn enter(&mut self, index: u32, mover: Side, is_shared: bool) {
        self.path.push(PathNode { node: index, mover, moves: 0 });
        if !is_shared {
            tree::add_visits(self.tree.node(index), 1, false);
        }
    }

    /// The result of a win.
    #[inline]
    pub(super) fn win_value(&self) -> f32 {
        if C::PLAIN { 1.0 } else { self.settings.win.real() }
    }

    /// An outcome as a result for the first player.
    #[inline]
    pub(super) fn outcome_value(&self, outcome: Outcome) -> f32 {
        match outcome {
            Outcome::Win(Side::First) => self.win_value(),
            Outcome::Win(Side::Second) => -self.win_value(),
            Outcome::Draw => 0.0,
        }
    }

    /// The mean result of a visited node from the point of view of the side that moved there.
    #[inline]
    pub(super) fn mean(&self, node: &tree::Node, visits: u32) -> f32 {
        tree::sum(node) as f32 / (visits as f32 * FIXED_POINT_ONE) - self.win_value()
    }

    /// The static evaluation of a position that is not over, scaled to a result for the side to move.
    #[inline]
    pub(super) fn static_evaluation(&self, position: &C::Game) -> f32 {
        let value = self.evaluation.evaluate(&self.evaluation.start(position), position);
        (value as f32 / self.settings.scale as f32).clamp(-self.win_value(), self.win_value())
    }
}
