//! A search on its own thread that can be stopped, released and joined.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use spielbaum_core::{Analysis, Budget, Game, MoveSet, Search, Value};
use spielbaum_games::Chess;
use spielbaum_games::chess::Move;
use spielbaum_search::STACK_BYTES;

use super::output::{Output, info};

/// A search to run.
pub(super) struct Task {
    pub(super) root: Chess,
    pub(super) search: Box<dyn Search<Chess>>,
    pub(super) budget: Budget,
    /// Stop at a mate within this many plies.
    pub(super) mate_plies: Option<u32>,
    pub(super) is_chess960: bool,
    /// Whether the answer is held back until requested (`infinite`, `ponder`).
    pub(super) waits: bool,
    /// Whether the search is kept for the next task.
    pub(super) is_kept: bool,
}

/// A running search.
pub(super) struct Thinking {
    pub(super) is_kept: bool,
    /// Whether the answer is held back until requested.
    pub(super) waits: bool,
    stop: Arc<AtomicBool>,
    gate: Arc<Gate>,
    thread: JoinHandle<Option<Box<dyn Search<Chess>>>>,
}

impl Thinking {
    /// Starts the search; the answer is written when it is found and the gate is open.
    pub(super) fn begin<W: Write + Send + 'static>(mut task: Task, output: Output<W>) -> std::io::Result<Thinking> {
        let stop = Arc::new(AtomicBool::new(false));
        task.budget.stop = Some(stop.clone());
        let gate = Arc::new(Gate::new(!task.waits));
        let (waiting, is_kept, waits) = (gate.clone(), task.is_kept, task.waits);
        let thread = Builder::new().stack_size(STACK_BYTES).spawn(move || {
            let (answer, search) = think(task, &output);
            waiting.wait();
            // If the reader has gone, the answer is dropped.
            let _ = output.line(&answer);
            search
        })?;
        Ok(Thinking { is_kept, waits, stop, gate, thread })
    }

    /// Requests the answer now.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.gate.open();
    }

    /// Releases the answer as soon as it is found, and requests it after `time` at the latest.
    pub(super) fn release(&self, time: Option<Duration>) {
        self.gate.open();
        if let Some(time) = time {
            let stop = self.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.store(true, Ordering::Relaxed);
            });
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the end and returns the search, unless it panicked.
    pub(super) fn join(self) -> Option<Box<dyn Search<Chess>>> {
        self.thread.join().ok().flatten()
    }
}

/// Searches and returns the answer in the protocol's format.
fn think<W: Write>(task: Task, output: &Output<W>) -> (String, Option<Box<dyn Search<Chess>>>) {
    let Task { root, mut search, budget, mate_plies, is_chess960, .. } = task;
    let mut is_told = false;
    let found = catch_unwind(AssertUnwindSafe(|| {
        search.search(&root, &budget, &mut |analysis| {
            is_told = true;
            let is_alone = output.line(&info(&root, analysis, is_chess960)).is_err();
            let is_enough =
                matches!((analysis.value, mate_plies), (Value::Win(Some(plies)), Some(most)) if plies <= most);
            if let (true, Some(stop)) = (is_alone || is_enough, &budget.stop) {
                stop.store(true, Ordering::Relaxed);
            }
        })
    }));
    let Ok(analysis) = found else {
        let _ = output.note("the search crashed: playing any legal move");
        let any = choices(&root, &budget).first().copied();
        return (best_move(&root, any, None, is_chess960), None);
    };
    if !is_told {
        let _ = output.line(&info(&root, &analysis, is_chess960));
    }
    let best = chosen(&root, &analysis, &budget);
    let expected = analysis.pv.get(1).copied().filter(|_| analysis.pv.first().copied() == best);
    (best_move(&root, best, expected, is_chess960), Some(search))
}

/// The best move among the allowed ones, also for searches that ignore the restriction.
fn chosen(root: &Chess, analysis: &Analysis<Chess>, budget: &Budget) -> Option<Move> {
    let choices = choices(root, budget);
    let ranked = analysis.best.into_iter().chain(analysis.moves.iter().map(|value| value.mv));
    ranked.into_iter().find(|mv| choices.contains(mv)).or(choices.first().copied())
}

fn choices(root: &Chess, budget: &Budget) -> Vec<Move> {
    let moves: Vec<Move> = root.status().moves().map(|moves| moves.iter().collect()).unwrap_or_default();
    match &budget.search_moves {
        Some(choice) => choice.iter().filter_map(|&index| moves.get(index).copied()).collect(),
        None => moves,
    }
}

fn best_move(root: &Chess, best: Option<Move>, expected: Option<Move>, is_chess960: bool) -> String {
    let Some(best) = best else { return "bestmove 0000".to_owned() };
    let mut after = root.clone();
    after.play(best);
    let expected = expected.map(|mv| format!(" ponder {}", after.uci_text(mv, is_chess960))).unwrap_or_default();
    format!("bestmove {}{expected}", root.uci_text(best, is_chess960))
}

/// A latch that stays open once opened.
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn new(is_open: bool) -> Gate {
        Gate { is_open: Mutex::new(is_open), opened: Condvar::new() }
    }

    fn open(&self) {
        *self.is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.opened.notify_all();
    }

    fn wait(&self) {
        let is_open = self.is_open.lock().unwrap_or_else(PoisonError::into_inner);
        let _open = self.opened.wait_while(is_open, |is_open| !*is_open).unwrap_or_else(PoisonError::into_inner);
    }
}
