//! How a tree grows within a budget: iterations one after another, or threads side by side on one tree.
//!
//! Tree parallelisation with virtual loss (Chaslot, Winands & van den Herik 2008): visits are counted on the way down and
//! their results on the way up. At the top of the tree threads do without locks (Enzenberger & Müller 2009); below it each
//! has a part to itself for a while (`lot.rs`). Threads finish the iteration they are in, so that no visit is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use spielbaum_core::{Budget, Evaluate, Knowledge, Meter, Rng};

use super::crew::Crew;
use super::final_move::known;
use super::settings::{self, ProofNumbers, Settings, WhenFull};
use super::tree::{self, ROOT, Tree};
use super::worker::{Report, Transpositions, Worker};

/// Plies of work between two looks at the clock; a ply takes 10 ns to 1 µs.
const PLIES_A_LOOK: usize = 4096;

/// What an iteration costs besides its plies, in plies.
const PLIES_AN_ITERATION: usize = 16;

/// Iterations that one of several threads takes at once.
const ITERATIONS_A_GRANT: u64 = 32;

/// What the growth of a tree needs and leaves unchanged.
pub(super) struct Growth<'a, G: Knowledge, E> {
    pub(super) settings: &'a Settings,
    pub(super) evaluation: &'a E,
    pub(super) tree: &'a Tree,
    pub(super) transpositions: &'a Transpositions,
    pub(super) root: &'a G,
    pub(super) budget: &'a Budget,
}

/// What all threads know of a search.
#[derive(Default)]
pub(super) struct Control {
    /// Iterations that were begun or granted to a thread.
    begun: AtomicU64,
    is_over: AtomicBool,
    /// Whether alpha-beta has had its look at the root.
    is_checked: AtomicBool,
    /// Positions that it visited.
    checked: AtomicU64,
    is_full: AtomicBool,
    deepest: AtomicU64,
    simulations: AtomicU64,
}

impl Control {
    /// Takes up to `count` iterations of those that are left.
    #[inline]
    fn grant(&self, count: u64, limit: u64, is_shared: bool) -> u64 {
        if is_shared {
            let begun = self.begun.fetch_add(count, Ordering::Relaxed);
            let granted = limit.saturating_sub(begun).min(count);
            if granted < count {
                self.begun.fetch_sub(count - granted, Ordering::Relaxed);
            }
            return granted;
        }
        let begun = self.begun.load(Ordering::Relaxed);
        let granted = limit.saturating_sub(begun).min(count);
        self.begun.store(begun + granted, Ordering::Relaxed);
        granted
    }

    /// Iterations that were made, and positions that alpha-beta visited besides.
    pub(super) fn nodes(&self) -> u64 {
        self.begun.load(Ordering::Relaxed) + self.checked.load(Ordering::Relaxed)
    }

    /// The longest path.
    pub(super) fn deepest(&self) -> u32 {
        self.deepest.load(Ordering::Relaxed) as u32
    }

    /// Simulated games and evaluated leaves.
    pub(super) fn simulations(&self) -> u64 {
        self.simulations.load(Ordering::Relaxed)
    }

    /// Whether memory was used up, and the search may go on when there is more of it.
    pub(super) fn wants_memory(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Prepares for going on with more memory.
    pub(super) fn go_on(&self) {
        self.is_full.store(false, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
    }
}

impl<G: Knowledge, E: Evaluate<G>> Growth<'_, G, E> {
    /// Grows the tree until the budget is used up, the root is decided or memory is missing.
    pub(super) fn grow(&self, control: &Control, meter: &mut Meter, rng: &mut Rng, progress: &mut dyn FnMut(&Meter)) {
        match (self.settings.is_plain(), self.settings.threads > 1) {
            (true, false) => self.grow_alone::<true>(control, meter, rng, progress),
            (false, false) => self.grow_alone::<false>(control, meter, rng, progress),
            (true, true) => self.grow_together::<true>(control, meter, rng, progress),
            (false, true) => self.grow_together::<false>(control, meter, rng, progress),
        }
    }

    fn grow_alone<const PLAIN: bool>(
        &self,
        control: &Control,
        meter: &mut Meter,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Meter),
    ) {
        let crew = self.crew();
        let mut worker = self.worker::<PLAIN, false>(rng.clone());
        worker.crew = crew.as_ref();
        self.work(&mut worker, control, meter, progress);
        *rng = worker.rng;
    }

    fn grow_together<const PLAIN: bool>(
        &self,
        control: &Control,
        meter: &mut Meter,
        rng: &mut Rng,
        progress: &mut dyn FnMut(&Meter),
    ) {
        std::thread::scope(|scope| {
            for _ in 1..self.settings.threads {
                let own = Rng::new(rng.next_u64());
                scope.spawn(move || {
                    let mut worker = self.worker::<PLAIN, true>(own);
                    let budget = Budget { nodes: None, ..self.budget.clone() };
                    self.work(&mut worker, control, &mut Meter::start(&budget), &mut |_| {});
                });
            }
            let mut worker = self.worker::<PLAIN, true>(Rng::new(rng.next_u64()));
            self.work(&mut worker, control, meter, progress);
        });
    }

    fn worker<const PLAIN: bool, const SHARED: bool>(&self, rng: Rng) -> Worker<'_, G, E, PLAIN, SHARED> {
        Worker::new((self.settings, self.evaluation), (self.tree, self.transpositions), self.root, rng)
    }

    /// Iterates as one thread.
    fn work<const PLAIN: bool, const SHARED: bool>(
        &self,
        worker: &mut Worker<'_, G, E, PLAIN, SHARED>,
        control: &Control,
        meter: &mut Meter,
        progress: &mut dyn FnMut(&Meter),
    ) {
        let limit = self.limit();
        let (mut plies, mut granted) = (0, 0);
        let mut is_over = meter.check();
        while !is_over {
            if granted == 0 {
                granted = control.grant(if SHARED { ITERATIONS_A_GRANT } else { 1 }, limit, SHARED);
            }
            // Other threads still make the iterations that they were granted.
            if granted == 0 {
                break;
            }
            is_over = meter.tick() || SHARED && control.is_over.load(Ordering::Relaxed);
            if is_over {
                break;
            }
            granted -= 1;
            let report = worker.iterate();
            plies += report.plies + PLIES_AN_ITERATION;
            if plies >= PLIES_A_LOOK {
                plies = 0;
                is_over = meter.check();
                progress(meter);
            }
            if !PLAIN {
                is_over |= self.is_decided_after(&report, worker, control, meter);
            }
            if worker.is_full && self.settings.when_full != WhenFull::Keep {
                control.is_full.store(true, Ordering::Relaxed);
                is_over = true;
            }
        }
        // Whoever is stopped first stops all.
        if is_over {
            control.is_over.store(true, Ordering::Relaxed);
        }
        worker.end_lot();
        control.begun.fetch_sub(granted, Ordering::Relaxed);
        control.deepest.fetch_max(worker.deepest as u64, Ordering::Relaxed);
        control.simulations.fetch_add(worker.simulations, Ordering::Relaxed);
    }

    /// Iterations that the budget allows.
    fn limit(&self) -> u64 {
        let nodes = self.budget.nodes.unwrap_or(u64::MAX);
        self.budget.iterations.unwrap_or(u64::MAX).min(nodes)
    }

    /// Whether the root is decided; alpha-beta looks at it when a game ended near enough.
    fn is_decided_after<const PLAIN: bool, const SHARED: bool>(
        &self,
        report: &Report,
        worker: &mut Worker<'_, G, E, PLAIN, SHARED>,
        control: &Control,
        meter: &mut Meter,
    ) -> bool {
        let is_near = report.plies <= self.settings.level as usize;
        if is_near && !control.is_checked.swap(true, Ordering::Relaxed) {
            let left = self.budget.nodes.map(|nodes| nodes.saturating_sub(meter.nodes() + 1));
            let time = meter.time_left();
            if left != Some(0) {
                let budget = Budget { nodes: left, time, clock: None, iterations: None, ..self.budget.clone() };
                let visited = worker.check_level(&budget);
                meter.add(visited);
                control.checked.fetch_add(visited, Ordering::Relaxed);
            }
        }
        is_decided(self.tree, self.settings, self.root)
    }

    /// The threads that simulate, where the settings ask for them.
    fn crew(&self) -> Option<Crew<G>> {
        let is_parallel = match self.settings.crew {
            settings::Crew::Sequential => false,
            settings::Crew::Parallel => true,
            // The plies that have been played, as far as the longest game tells.
            settings::Crew::ParallelUntil(ply) => {
                G::default().max_plies().saturating_sub(self.root.max_plies()) < usize::from(ply)
            }
        };
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let helpers = processors.min(usize::from(self.settings.simulations)).saturating_sub(1).max(1);
        (is_parallel && self.settings.simulations > 1).then(|| Crew::new(helpers, self.settings.rollout))
    }
}

/// Whether nothing is left to find out about the root.
pub(super) fn is_decided<G: Knowledge>(tree: &Tree, settings: &Settings, root: &G) -> bool {
    let is_proving = tree::keeps_bounds(settings) || settings.proof_numbers != ProofNumbers::None;
    is_proving && known(tree, settings, ROOT, root.side_to_move()).outcome().is_some()
}
