//! Threads that simulate the games of one leaf together (leaf parallelisation: Cazenave & Jouandeau 2007).
//!
//! Game number i has the same random numbers on any thread, so that the result does not depend on the number of
//! threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;

use spielbaum_core::{Knowledge, Outcome};

use super::settings::RolloutPolicy;
use super::simulation::{rollout_rng, run_rollout};

/// Threads that wait for games to play.
pub(super) struct RolloutPool<G> {
    shared: Arc<Shared<G>>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared<G> {
    job: Mutex<Job<G>>,
    has_work: Condvar,
    is_done: Condvar,
    policy: RolloutPolicy,
}

/// The games of one leaf.
struct Job<G> {
    position: Option<G>,
    seed: u64,
    /// The next game to hand out, the games that were played, and all of them.
    next: usize,
    played: usize,
    count: usize,
    outcomes: Vec<Outcome>,
    longest: usize,
    is_over: bool,
}

impl<G: Knowledge> RolloutPool<G> {
    /// Starts this many threads besides the calling one.
    pub(super) fn new(threads: usize, policy: RolloutPolicy) -> RolloutPool<G> {
        let job = Job {
            position: None,
            seed: 0,
            next: 0,
            played: 0,
            count: 0,
            outcomes: Vec::new(),
            longest: 0,
            is_over: false,
        };
        let shared =
            Arc::new(Shared { job: Mutex::new(job), has_work: Condvar::new(), is_done: Condvar::new(), policy });
        let helper = || {
            let shared = shared.clone();
            std::thread::spawn(move || shared.wait_and_play())
        };
        let threads = (0..threads).map(|_| helper()).collect();
        RolloutPool { shared, threads }
    }

    /// Plays `count` games from a position: the sum of the results, and the plies of the longest.
    pub(super) fn simulate(
        &self,
        position: &G,
        count: usize,
        seed: u64,
        worth: impl Fn(Outcome) -> f32,
    ) -> (f32, usize) {
        let mut job = self.shared.lock();
        (job.position, job.seed, job.next, job.played, job.count) = (Some(position.clone()), seed, 0, 0, count);
        job.longest = 0;
        job.outcomes.clear();
        self.shared.has_work.notify_all();
        job = self.shared.play(job);
        while job.played < job.count {
            job = self.shared.is_done.wait(job).expect("no game panics");
        }
        // Outcomes are counted, not summed in order of completion: the order must not matter.
        let count_of = |wanted: Outcome| job.outcomes.iter().filter(|outcome| **outcome == wanted).count() as f32;
        let kinds =
            [Outcome::Win(spielbaum_core::Side::First), Outcome::Draw, Outcome::Win(spielbaum_core::Side::Second)];
        (kinds.into_iter().map(|kind| count_of(kind) * worth(kind)).sum(), job.longest)
    }
}

impl<G> Drop for RolloutPool<G> {
    fn drop(&mut self) {
        if let Ok(mut job) = self.shared.job.lock() {
            job.is_over = true;
        }
        self.shared.has_work.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl<G: Knowledge> Shared<G> {
    fn lock(&self) -> MutexGuard<'_, Job<G>> {
        self.job.lock().expect("no game panics")
    }

    fn wait_and_play(&self) {
        let mut job = self.lock();
        while !job.is_over {
            job = if job.next < job.count { self.play(job) } else { self.has_work.wait(job).expect("no game panics") };
        }
    }

    /// Plays games until all are taken.
    fn play<'a>(&'a self, mut job: MutexGuard<'a, Job<G>>) -> MutexGuard<'a, Job<G>> {
        while job.next < job.count
            && let Some(position) = job.position.clone()
        {
            let (seed, number) = (job.seed, job.next);
            job.next += 1;
            drop(job);
            let (outcome, plies) = run_rollout(position, self.policy, &mut rollout_rng(seed, number));
            job = self.lock();
            job.outcomes.push(outcome);
            job.longest = job.longest.max(plies);
            job.played += 1;
            if job.played == job.count {
                self.is_done.notify_all();
            }
        }
        job
    }
}
