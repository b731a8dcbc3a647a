//! The limits of a search, and the meter that checks them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Clock;

/// Limits of a search, in any combination; a search without limits ends when the position is solved.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Iterations of Monte-Carlo tree search and other searches that count them.
    pub iterations: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// The clock of a game, of which the move is [allotted](Clock::allotment) a part.
    pub clock: Option<Clock>,
    /// Set from outside to end the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// The root moves to search, by their index in the move set; none for all of them. Only depth-limited searches
    /// restrict themselves to these.
    pub search_moves: Option<Arc<[usize]>>,
    /// How many root moves, the best first, get a principal variation of their own (MultiPV); 0 counts as 1. Only
    /// depth-limited searches support more than one.
    pub lines: usize,
}

impl Budget {
    /// A limit on the depth alone.
    pub fn depth(plies: u32) -> Budget {
        Budget { depth: Some(plies), ..Budget::default() }
    }

    /// A limit on the visited positions alone.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// A limit on the iterations alone, for searches that count them.
    pub fn iterations(iterations: u64) -> Budget {
        Budget { iterations: Some(iterations), ..Budget::default() }
    }

    /// A limit on the time alone.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Whether time is limited.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// Whether a depth-limited search needs iterative deepening: it may be interrupted at any depth and must have a
    /// move by then.
    pub fn needs_iterative_deepening(&self) -> bool {
        self.depth.is_none() && (self.is_timed() || self.nodes.is_some())
    }
}

/// Counts visited positions and checks a budget.
#[derive(Debug)]
pub struct Meter {
    /// Positions until the limits are checked next: counting down costs the search least.
    left: u64,
    /// The count at that check.
    next_check: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    /// The time that the move should take, where the deadline is later.
    soft_limit: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    /// Set by another thread of the same search to end it.
    other_stop: Option<Arc<AtomicBool>>,
    start: Instant,
    is_exhausted: bool,
}

/// Positions between two checks of the clock: about half a millisecond even at a microsecond each.
const CHECK_INTERVAL: u64 = 512;

impl Meter {
    /// Starts the clock.
    pub fn start(budget: &Budget) -> Meter {
        Meter::limited(budget, budget.clock.map(|clock| clock.allotment().optimum))
    }

    /// Starts the clock for a search that observes the [soft limit](Meter::soft_limit) itself: the meter enforces only
    /// the maximum of the allotment.
    pub fn start_with_soft_limit(budget: &Budget) -> Meter {
        let allotment = budget.clock.map(|clock| clock.allotment());
        let hard_limit = allotment.map(|allotment| allotment.maximum);
        Meter { soft_limit: allotment.map(|allotment| allotment.optimum), ..Meter::limited(budget, hard_limit) }
    }

    fn limited(budget: &Budget, move_time: Option<Duration>) -> Meter {
        let start = Instant::now();
        let time = budget.time.into_iter().chain(move_time).min();
        let mut meter = Meter {
            left: 0,
            next_check: 0,
            node_limit: budget.nodes.unwrap_or(u64::MAX - 1),
            deadline: time.and_then(|time| start.checked_add(time)),
            soft_limit: None,
            stop: budget.stop.clone(),
            other_stop: None,
            start,
            is_exhausted: false,
        };
        meter.schedule_check();
        meter
    }

    /// A meter for a part of the search: the same clock and stop flag, but a node limit of its own.
    pub fn sub_meter(&self, nodes: u64) -> Meter {
        let mut meter = Meter {
            left: 0,
            next_check: 0,
            node_limit: nodes,
            stop: self.stop.clone(),
            other_stop: self.other_stop.clone(),
            is_exhausted: false,
            ..*self
        };
        meter.schedule_check();
        meter
    }

    /// The same for one of several threads, which also ends when `stop` is set.
    pub fn sub_meter_until(&self, nodes: u64, stop: Arc<AtomicBool>) -> Meter {
        let mut meter = Meter { other_stop: Some(stop), ..self.sub_meter(nodes) };
        meter.schedule_check();
        meter
    }

    /// Counts one position. Returns true when the budget is used up, from then on always.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.check_limits()
    }

    /// Counts positions that were visited elsewhere within the same budget.
    #[inline]
    pub fn add(&mut self, nodes: u64) {
        if nodes < self.left {
            self.left -= nodes;
        } else {
            (self.next_check, self.left) = (self.nodes().saturating_add(nodes), 0);
            self.check_limits();
        }
    }

    /// Checks the clock and the stop flag now, for searches whose steps are long. Returns what [`tick`](Meter::tick)
    /// would, without counting.
    #[inline]
    pub fn check(&mut self) -> bool {
        if self.is_interruptible() {
            self.check_limits();
        }
        self.is_exhausted
    }

    /// The positions counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.next_check - self.left
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time until the deadline, if there is one.
    #[inline]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The time that the move should take by the clock of the game, where the search may decide to take longer.
    pub fn soft_limit(&self) -> Option<Duration> {
        self.soft_limit
    }

    /// Whether the clock or a stop flag can end the search, so that its result may not be reproducible.
    #[inline]
    pub fn is_interruptible(&self) -> bool {
        self.deadline.is_some() || self.stop.is_some() || self.other_stop.is_some()
    }

    /// The positions left until the node limit.
    #[inline]
    pub fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// Whether the budget is used up.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    #[cold]
    #[inline]
    fn check_limits(&mut self) -> bool {
        let is_set = |stop: &Option<Arc<AtomicBool>>| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_stopped = is_set(&self.stop) || is_set(&self.other_stop);
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_exhausted |= is_stopped || is_late || self.nodes() > self.node_limit;
        self.schedule_check();
        self.is_exhausted
    }

    #[inline]
    fn schedule_check(&mut self) {
        let nodes = self.nodes();
        let beyond_limit = self.node_limit.saturating_add(1).saturating_sub(nodes);
        self.left = match (self.is_exhausted, self.is_interruptible()) {
            // After exhaustion every tick reports it.
            (true, _) => 1,
            (false, true) => CHECK_INTERVAL.min(beyond_limit),
            (false, false) => beyond_limit,
        };
        self.next_check = nodes + self.left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_to_the_node() {
        for limit in [1, 2, 511, 512, 513, 2000] {
            let mut meter = Meter::start(&Budget { time: Some(Duration::from_secs(3600)), ..Budget::nodes(limit) });
            let ticks = (0..).take_while(|_| !meter.tick()).count() as u64;
            assert_eq!(ticks, limit);
        }
    }

    #[test]
    fn added_positions_count_with_and_without_a_limit() {
        for budget in [Budget::default(), Budget::nodes(1_000), Budget::time(Duration::from_secs(3600))] {
            let mut meter = Meter::start(&budget);
            meter.tick();
            meter.add(700);
            meter.tick();
            assert_eq!((meter.nodes(), meter.is_exhausted()), (702, false), "{budget:?}");
        }
        let mut meter = Meter::start(&Budget::nodes(1_000));
        meter.add(1_001);
        assert!(meter.is_exhausted());
    }

    #[test]
    fn the_stop_flag_ends_a_search_without_other_limits() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut meter = Meter::start(&Budget { stop: Some(stop.clone()), ..Budget::default() });
        assert!((0..5000).all(|_| !meter.tick()));
        stop.store(true, Ordering::Relaxed);
        assert!((0..1000).any(|_| meter.tick()));
    }
}
