//! How much a search may cost, and the meter that tells it when to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Clock;

/// Limits of a search, in any combination; without any it ends when there is nothing left to find out.
#[derive(Clone, Default, Debug)]
pub struct Budget {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Rounds of searches that work in rounds, such as Monte-Carlo tree search.
    pub iterations: Option<u64>,
    /// Time by the clock.
    pub time: Option<Duration>,
    /// The clock of a game: a move takes its share of what is left.
    pub clock: Option<Clock>,
    /// Set from outside to end the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// The moves of the root that count, by their place in the move set; all of them where nobody chose. Only searches that
    /// look ahead by plies heed it.
    pub choice: Option<Arc<[usize]>>,
    /// Moves of the root, the best first, that are wanted with a line of their own; one in any case. Only searches that
    /// look ahead by plies heed it.
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

    /// A limit on the rounds alone, for searches that work in rounds.
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

    /// Whether a search by plies has to go ever deeper: it may be interrupted at any depth and must have something to answer
    /// with.
    pub fn wants_deepening(&self) -> bool {
        self.depth.is_none() && (self.is_timed() || self.nodes.is_some())
    }
}

/// Counts visited positions and says when a budget is used up.
#[derive(Debug)]
pub struct Meter {
    /// Positions until the budget is looked at next: counting down costs the search least.
    left: u64,
    /// The count at that look.
    next_look: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    /// What the move should take, where the deadline is later.
    usual_time: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    /// Set by others who work on the same to end the search.
    other_stop: Option<Arc<AtomicBool>>,
    start: Instant,
    is_exhausted: bool,
}

/// Positions between two looks at the clock: even at a microsecond each that is far below a millisecond's hundred.
const NODES_A_LOOK: u64 = 512;

impl Meter {
    /// Starts the clock.
    pub fn start(budget: &Budget) -> Meter {
        Meter::limited(budget, budget.clock.map(|clock| clock.share().usual))
    }

    /// Starts the clock for a search that watches the [usual time](Meter::usual_time) itself: only the longest time that the
    /// clock of a game allows ends it.
    pub fn start_patiently(budget: &Budget) -> Meter {
        let share = budget.clock.map(|clock| clock.share());
        Meter { usual_time: share.map(|share| share.usual), ..Meter::limited(budget, share.map(|share| share.most)) }
    }

    fn limited(budget: &Budget, share: Option<Duration>) -> Meter {
        let start = Instant::now();
        let time = budget.time.into_iter().chain(share).min();
        let mut meter = Meter {
            left: 0,
            next_look: 0,
            node_limit: budget.nodes.unwrap_or(u64::MAX - 1),
            deadline: time.and_then(|time| start.checked_add(time)),
            usual_time: None,
            stop: budget.stop.clone(),
            other_stop: None,
            start,
            is_exhausted: false,
        };
        meter.plan_look();
        meter
    }

    /// A meter for work on the side: the same clock and stop flag, but a node limit of its own.
    pub fn beside(&self, nodes: u64) -> Meter {
        let mut meter = Meter {
            left: 0,
            next_look: 0,
            node_limit: nodes,
            stop: self.stop.clone(),
            other_stop: self.other_stop.clone(),
            is_exhausted: false,
            ..*self
        };
        meter.plan_look();
        meter
    }

    /// The same for one of several who work on the same, until `stop` is set.
    pub fn beside_until(&self, nodes: u64, stop: Arc<AtomicBool>) -> Meter {
        let mut meter = Meter { other_stop: Some(stop), ..self.beside(nodes) };
        meter.plan_look();
        meter
    }

    /// Counts one position. Returns true when the budget is used up, from then on always.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look()
    }

    /// Counts positions that somebody else visited within the same budget.
    #[inline]
    pub fn add(&mut self, nodes: u64) {
        if nodes < self.left {
            self.left -= nodes;
        } else {
            (self.next_look, self.left) = (self.nodes().saturating_add(nodes), 0);
            self.look();
        }
    }

    /// Looks at the clock and the stop flag now, for searches whose steps are long. Returns what [`tick`](Meter::tick)
    /// would, without counting.
    pub fn check(&mut self) -> bool {
        if self.is_watched() {
            self.look();
        }
        self.is_exhausted
    }

    /// The positions counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.next_look - self.left
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time until the deadline, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// What the move should take by the clock of the game, where the search may decide to take longer.
    pub fn usual_time(&self) -> Option<Duration> {
        self.usual_time
    }

    /// Whether the clock or somebody else can end the search, so that it need not end the same way twice.
    pub fn is_watched(&self) -> bool {
        self.deadline.is_some() || self.stop.is_some() || self.other_stop.is_some()
    }

    /// The positions that are left of the limit.
    pub fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }

    /// Whether the budget is used up.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    #[cold]
    fn look(&mut self) -> bool {
        let is_set = |stop: &Option<Arc<AtomicBool>>| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_stopped = is_set(&self.stop) || is_set(&self.other_stop);
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.is_exhausted |= is_stopped || is_late || self.nodes() > self.node_limit;
        self.plan_look();
        self.is_exhausted
    }

    fn plan_look(&mut self) {
        let nodes = self.nodes();
        let beyond_limit = self.node_limit.saturating_add(1).saturating_sub(nodes);
        self.left = match (self.is_exhausted, self.is_watched()) {
            // Whoever goes on with an exhausted budget is told so every time.
            (true, _) => 1,
            (false, true) => NODES_A_LOOK.min(beyond_limit),
            (false, false) => beyond_limit,
        };
        self.next_look = nodes + self.left;
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
    fn positions_of_others_count_with_and_without_a_limit() {
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
