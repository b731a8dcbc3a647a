//! Growth of a tree within a budget, on one thread or several.
//!
//! Tree parallelisation with virtual loss (Chaslot, Winands & van den Herik 2008): visits are counted on the way down
//! and their results on the way up. At the top of the tree threads do without locks (Enzenberger & Müller 2009); below
//! it each locks a subtree for a batch (`batch.rs`). Threads finish their current iteration, so that no visit is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use spielbaum_core::{Budget, Evaluate, Knowledge, Meter, Rng};

use super::final_move::known;
use super::rollout_pool::RolloutPool;
use super::settings::{self, ProofNumbers, Settings, WhenFull};
use super::tree::{self, ROOT, Tree};
use super::worker::{IterationSummary, Transpositions, Types, Worker};
use crate::threads::spawn_search;

/// Plies of work between two checks of the clock; a ply takes 10 ns to 1 µs.
const PLIES_PER_CLOCK_CHECK: usize = 4096;

/// The fixed cost of an iteration, in plies.
const PLIES_PER_ITERATION: usize = 16;

/// Iterations that one of several threads takes at once.
const ITERATIONS_PER_RESERVATION: u64 = 32;

/// The constant inputs of a tree search.
pub(super) struct TreeSearch<'a, G: Knowledge, E> {
    pub(super) settings: &'a Settings,
    pub(super) evaluation: &'a E,
    pub(super) tree: &'a Tree,
    pub(super) transpositions: &'a Transpositions,
    pub(super) root: &'a G,
    pub(super) budget: &'a Budget,
}

/// State shared by all threads.
#[derive(Default)]
pub(super) struct SearchState {
    /// Iterations that were started or reserved to a thread.
    started: AtomicU64,
    is_over: AtomicBool,
    /// Whether alpha-beta has checked the root.
    is_root_checked: AtomicBool,
    /// Positions that it visited.
    root_check_nodes: AtomicU64,
    is_full: AtomicBool,
    max_depth: AtomicU64,
    simulations: AtomicU64,
}

impl SearchState {
    /// Reserves up to `count` of the remaining iterations.
    #[inline]
    fn reserve(&self, count: u64, limit: u64, is_shared: bool) -> u64 {
        if is_shared {
            let started = self.started.fetch_add(count, Ordering::Relaxed);
            let reserved = limit.saturating_sub(started).min(count);
            if reserved < count {
                self.started.fetch_sub(count - reserved, Ordering::Relaxed);
            }
            return reserved;
        }
        let started = self.started.load(Ordering::Relaxed);
        let reserved = limit.saturating_sub(started).min(count);
        self.started.store(started + reserved, Ordering::Relaxed);
        reserved
    }

    /// Iterations made, plus positions visited by alpha-beta.
    pub(super) fn nodes(&self) -> u64 {
        self.started.load(Ordering::Relaxed) + self.root_check_nodes.load(Ordering::Relaxed)
    }

    /// The longest path.
    pub(super) fn max_depth(&self) -> u32 {
        self.max_depth.load(Ordering::Relaxed) as u32
    }

    /// Simulated games and evaluated leaves.
    pub(super) fn simulations(&self) -> u64 {
        self.simulations.load(Ordering::Relaxed)
    }

    /// Whether memory was used up and the search can continue with more.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Prepares to continue with more memory.
    pub(super) fn resume(&self) {
        self.is_full.store(false, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
    }
}

impl<G: Knowledge, E: Evaluate<G>> TreeSearch<'_, G, E> {
    /// Grows the tree until the budget is used up, the root is decided or memory is missing.
    pub(super) fn run(&self, state: &SearchState, meter: &mut Meter, rng: &mut Rng, progress: &mut dyn FnMut(&Meter)) {
        match (self.settings.is_plain(), self.settings.threads > 1) {
            (true, false) => self.run_single::<true>(state, meter, rng, progress),
            (false, false) => self.run_single::<false>(state, meter, rng, progress),
            (true, true) => self.run_parallel::<true>(state, meter, rng, progress),
            (false, true) => self.run_parallel::<false>(state, meter, rng, progress),
        }
    }

    fn run_single<const PLAIN: bool>(
        &self,
        state: &SearchState,
        meter: &mut Meter,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Meter),
    ) {
        let rollout_pool = self.rollout_pool();
        let mut worker = self.worker::<PLAIN, false>(rng.clone());
        worker.rollout_pool = rollout_pool.as_ref();
        self.run_worker(&mut worker, state, meter, progress);
        *rng = worker.rng;
    }

    fn run_parallel<const PLAIN: bool>(
        &self,
        state: &SearchState,
        meter: &mut Meter,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Meter),
    ) {
        std::thread::scope(|scope| {
            for _ in 1..self.settings.threads {
                let own = Rng::new(rng.next_u64());
                spawn_search(scope, move || {
                    let mut worker = self.worker::<PLAIN, true>(own);
                    let budget = Budget { nodes: None, ..self.budget.clone() };
                    self.run_worker(&mut worker, state, &mut Meter::start(&budget), &mut |_| {});
                });
            }
            let mut worker = self.worker::<PLAIN, true>(Rng::new(rng.next_u64()));
            self.run_worker(&mut worker, state, meter, progress);
        });
    }

    fn worker<const PLAIN: bool, const PARALLEL: bool>(&self, rng: Rng) -> Worker<'_, Types<G, E, PLAIN, PARALLEL>> {
        Worker::new((self.settings, self.evaluation), (self.tree, self.transpositions), self.root, rng)
    }

    /// Iterates as one thread.
    fn run_worker<const PLAIN: bool, const PARALLEL: bool>(
        &self,
        worker: &mut Worker<'_, Types<G, E, PLAIN, PARALLEL>>,
        state: &SearchState,
        meter: &mut Meter,
        progress: &mut dyn FnMut(&Meter),
    ) {
        let limit = self.limit();
        let (mut plies, mut reserved) = (0, 0);
        let mut is_over = meter.check();
        while !is_over {
            if reserved == 0 {
                reserved = state.reserve(if PARALLEL { ITERATIONS_PER_RESERVATION } else { 1 }, limit, PARALLEL);
            }
            // Other threads still make the iterations that they were reserved.
            if reserved == 0 {
                break;
            }
            is_over = meter.tick() || PARALLEL && state.is_over.load(Ordering::Relaxed);
            if is_over {
                break;
            }
            reserved -= 1;
            let report = worker.iterate();
            plies += report.plies + PLIES_PER_ITERATION;
            if plies >= PLIES_PER_CLOCK_CHECK {
                plies = 0;
                is_over = meter.check();
                progress(meter);
            }
            if !PLAIN {
                is_over |= self.is_solved_after(&report, worker, state, meter);
            }
            if worker.is_full && self.settings.when_full != WhenFull::Keep {
                state.is_full.store(true, Ordering::Relaxed);
                is_over = true;
            }
        }
        // The first thread to stop stops all.
        if is_over {
            state.is_over.store(true, Ordering::Relaxed);
        }
        worker.finish_batch();
        state.started.fetch_sub(reserved, Ordering::Relaxed);
        state.max_depth.fetch_max(worker.max_depth as u64, Ordering::Relaxed);
        state.simulations.fetch_add(worker.simulations, Ordering::Relaxed);
    }

    /// Iterations that the budget allows.
    fn limit(&self) -> u64 {
        let nodes = self.budget.nodes.unwrap_or(u64::MAX);
        self.budget.iterations.unwrap_or(u64::MAX).min(nodes)
    }

    /// Whether the root is decided; alpha-beta checks it when a rollout ended near enough.
    fn is_solved_after<const PLAIN: bool, const PARALLEL: bool>(
        &self,
        report: &IterationSummary,
        worker: &mut Worker<'_, Types<G, E, PLAIN, PARALLEL>>,
        state: &SearchState,
        meter: &mut Meter,
    ) -> bool {
        let is_near = report.plies <= self.settings.level as usize;
        if is_near && !state.is_root_checked.swap(true, Ordering::Relaxed) {
            let left = self.budget.nodes.map(|nodes| nodes.saturating_sub(meter.nodes() + 1));
            let time = meter.time_left();
            if left != Some(0) {
                let budget = Budget { nodes: left, time, clock: None, iterations: None, ..self.budget.clone() };
                let visited = worker.check_root_moves(&budget);
                meter.add(visited);
                state.root_check_nodes.fetch_add(visited, Ordering::Relaxed);
            }
        }
        is_solved(self.tree, self.settings, self.root)
    }

    /// The rollout threads, if the settings use them.
    fn rollout_pool(&self) -> Option<RolloutPool<G>> {
        let is_parallel = match self.settings.leaf_parallelism {
            settings::LeafParallelism::Sequential => false,
            settings::LeafParallelism::Parallel => true,
            // The plies played so far, inferred from the longest possible game.
            settings::LeafParallelism::ParallelUntil(ply) => {
                G::default().max_plies().saturating_sub(self.root.max_plies()) < usize::from(ply)
            }
        };
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let helpers = processors.min(usize::from(self.settings.simulations)).saturating_sub(1).max(1);
        (is_parallel && self.settings.simulations > 1).then(|| RolloutPool::new(helpers, self.settings.rollout))
    }
}

/// Whether the root is solved.
pub(super) fn is_solved<G: Knowledge>(tree: &Tree, settings: &Settings, root: &G) -> bool {
    let is_proving = tree::keeps_bounds(settings) || settings.proof_numbers != ProofNumbers::None;
    is_proving && known(tree, settings, ROOT, root.side_to_move()).outcome().is_some()
}
