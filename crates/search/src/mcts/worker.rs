//! The one loop: an iteration selects a leaf, expands it, simulates from there and backs the result up.
//!
//! Kocsis & Szepesvári (2006), Coulom (2006), in the four phases of Chaslot et al. (2008). Each phase has its file; what a
//! phase does is a setting. The plain form is compiled on its own (`PLAIN`), so that it does not pay for the others; it is
//! tested to grow the same tree. `PARALLEL` says that other threads grow the tree, too.

use std::collections::HashMap;
use std::sync::Mutex;

use spielbaum_core::{Evaluate, Knowledge, LookAhead, MoveSet, Outcome, Rng, Side, Status};

use super::batch::{Access, Batch};
use super::expansion::Choice;
use super::grave::AmafReference;
use super::move_statistics::MoveStatistics;
use super::numeric::VisitTable;
use super::settings::Settings;
use super::simulation::status_by_generator;
use super::tree::{self, ArenaChunk, Bounds, FIXED_POINT_ONE, ROOT, Tree};

/// Owners of the subtrees that ways to one position share, by the position's key.
pub(super) type Transpositions = Mutex<HashMap<u64, u32>>;

/// A thread's part in the growth of a tree.
pub(super) struct Worker<'a, G: Knowledge, E, const PLAIN: bool, const PARALLEL: bool> {
    pub(super) settings: &'a Settings,
    pub(super) tree: &'a Tree,
    pub(super) root: &'a G,
    pub(super) evaluation: &'a E,
    pub(super) transpositions: &'a Transpositions,
    pub(super) rollout_pool: Option<&'a super::rollout_pool::RolloutPool<G>>,
    pub(super) rng: Rng,
    /// The nodes of the iteration from the root to the leaf.
    pub(super) path: Vec<PathNode>,
    /// The moves of the iteration, in the tree and in the simulation.
    pub(super) played_moves: Vec<PlayedMove>,
    pub(super) move_statistics: MoveStatistics,
    pub(super) amaf_reference: AmafReference,
    /// The bonus that proof numbers give each child.
    pub(super) proof_bonus: Vec<f32>,
    pub(super) visit_table: VisitTable,
    /// The iterations that it makes before it looks at what other threads have done.
    pub(super) batch: Batch<G>,
    /// Where the nodes go that it adds while other threads add theirs.
    pub(super) chunk: ArenaChunk,
    /// Whether nothing but mean and exploration ranks the children, whatever the other phases do.
    pub(super) is_uct: bool,
    /// Whether proven results mean something.
    pub(super) keeps_bounds: bool,
    /// Whether a node could not be expanded for want of memory.
    pub(super) is_full: bool,
    /// The longest path so far.
    pub(super) deepest: usize,
    /// Simulated games so far.
    pub(super) simulations: u64,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathNode {
    pub(super) node: u32,
    /// The side that moved here; results are counted from its view.
    pub(super) mover: Side,
    /// The number of moves, once children were looked for.
    pub(super) moves: u16,
}

/// A move of the iteration, as records of moves know it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedMove {
    pub(super) slot: u16,
    pub(super) side: Side,
}

/// What an iteration came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationSummary {
    /// Plies from the root to the end of the longest game.
    pub(super) plies: usize,
    /// The result from the view of the first player.
    pub(super) result: f32,
    /// Whether the leaf was over or decided, so that nothing was simulated.
    pub(super) is_decided: bool,
}

impl<'a, G, E, const PLAIN: bool, const PARALLEL: bool> Worker<'a, G, E, PLAIN, PARALLEL>
where
    G: Knowledge,
    E: Evaluate<G>,
{
    /// A worker on `tree`, whose root stands for `root`.
    pub(super) fn new(
        (settings, evaluation): (&'a Settings, &'a E),
        (tree, transpositions): (&'a Tree, &'a Transpositions),
        root: &'a G,
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
            move_statistics: MoveStatistics::new(settings, G::HISTORY_SLOTS),
            amaf_reference: AmafReference::new(settings, G::HISTORY_SLOTS),
            proof_bonus: Vec::new(),
            visit_table: VisitTable::get(),
            batch: Batch::new(),
            chunk: ArenaChunk::default(),
            is_uct: settings.ranks_by_uct(),
            keeps_bounds: tree::keeps_bounds(settings),
            is_full: false,
            deepest: 0,
            simulations: 0,
        }
    }

    /// One iteration.
    #[inline]
    pub(super) fn iterate(&mut self) -> IterationSummary {
        // 1. Selection: follow children down to a position that is over, decided or new.
        let (mut index, mut position, mut is_shared) = self.start_iteration();
        let mut is_new = false;
        let outcome = loop {
            let status =
                if PLAIN { position.status() } else { status_by_generator(&position, self.settings.generator) };
            let mut moves = match status {
                Status::Over(outcome) => break Some(outcome),
                Status::Ongoing(moves) => moves,
            };
            let side = position.side_to_move();
            if !PLAIN {
                if self.settings.is_solving()
                    && index != ROOT
                    && let Some(outcome) = tree::bounds(self.tree.node(index)).outcome()
                {
                    break Some(outcome);
                }
                if self.settings.is_decisive {
                    match position.look_ahead(moves.clone()) {
                        LookAhead::Moves(kept) => moves = kept,
                        // A move must be found at the root, even where the game is decided.
                        LookAhead::Win | LookAhead::Loss(_) if index == ROOT => {}
                        LookAhead::Win => break Some(Outcome::Win(side)),
                        LookAhead::Loss(_) => break Some(Outcome::Win(!side)),
                    }
                }
            }
            if is_new {
                break None;
            }
            // 2. Expansion: a node that was visited before has children or gets one now.
            let count = moves.len();
            self.path.last_mut().expect("the root is on the path").moves = count as u16;
            let (child, place) = match self.choose(index, &position, &moves, is_shared) {
                Choice::Visited(child) => {
                    self.tree.prefetch_children(child);
                    (child, tree::move_index(self.tree.node(child)))
                }
                Choice::New(child, place) => {
                    is_new = true;
                    (child, place)
                }
                Choice::Leaf => break None,
                Choice::Contended => {
                    std::thread::yield_now();
                    (index, position, is_shared) = self.start_iteration();
                    continue;
                }
            };
            let way = if is_shared { self.acquire(child) } else { Access::Shared };
            if way == Access::Contended {
                is_new = false;
                continue;
            }
            if is_shared {
                // Another thread may have been there since the child was added, or may have added it a moment ago.
                is_new = tree::visits(self.tree.node(child)) == 0;
            }
            index = child;
            let mv = moves.nth(place);
            if !PLAIN && self.settings.tracks_moves() {
                self.played_moves.push(PlayedMove { slot: position.history_slot(mv) as u16, side });
            }
            position.play(mv);
            self.enter(index, side, is_shared);
            if way == Access::Exclusive {
                is_shared = false;
                self.start_batch(Some((index, position.clone())));
            }
        };
        if PARALLEL && is_shared {
            self.start_batch(None);
        }
        self.deepest = self.deepest.max(self.path.len() - 1);
        // 3. Simulation: what the leaf is worth.
        let ((result, plies), is_decided) = match outcome {
            Some(outcome) => ((self.outcome_value(outcome), 0), true),
            None => (self.simulate(position), false),
        };
        let plies = self.path.len() - 1 + plies;
        // 4. Backup.
        if !PLAIN && let Some(outcome) = outcome {
            tree::narrow_bounds(self.tree.node(index), Bounds::of(outcome));
        }
        self.back_up(result);
        IterationSummary { plies, result, is_decided }
    }

    /// Steps onto a node. Visits of nodes that are reached through open ones are counted when the lot begins.
    #[inline]
    pub(super) fn enter(&mut self, index: u32, mover: Side, is_shared: bool) {
        self.path.push(PathNode { node: index, mover, moves: 0 });
        if !is_shared {
            tree::add_visits(self.tree.node(index), 1, false);
        }
    }

    /// What a won game counts.
    #[inline]
    pub(super) fn win_value(&self) -> f32 {
        if PLAIN { 1.0 } else { self.settings.win.real() }
    }

    /// What an outcome counts for the first player.
    #[inline]
    pub(super) fn outcome_value(&self, outcome: Outcome) -> f32 {
        match outcome {
            Outcome::Win(Side::First) => self.win_value(),
            Outcome::Win(Side::Second) => -self.win_value(),
            Outcome::Draw => 0.0,
        }
    }

    /// The mean result of a visited node from the view of the side that moved there.
    #[inline]
    pub(super) fn mean(&self, node: &tree::Node, visits: u32) -> f32 {
        tree::sum(node) as f32 / (visits as f32 * FIXED_POINT_ONE) - self.win_value()
    }

    /// The evaluation of a position that is not over, in results, from the view of the side to move.
    pub(super) fn static_evaluation(&self, position: &G) -> f32 {
        let value = self.evaluation.evaluate(&self.evaluation.start(position), position);
        (value as f32 / self.settings.scale as f32).clamp(-self.win_value(), self.win_value())
    }
}
