//! Work on several threads at once.
//!
//! A thread does one thing at a time, so that timed searches disturb each other as little as the machine allows.
//! Results are passed to one observer, in the order in which they arrive.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use spielbaum_search::spawn_search;

/// An event of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Event<T> {
    /// A piece of work is done.
    Done(T),
    /// No result for a moment: a good time to store those before.
    Idle,
}

/// Whether to continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// More results are needed.
    Continue,
    /// Enough is known.
    Stop,
}

/// Runs `work` for each of these numbers on `jobs` threads and passes the results to `observe`. Ends when all are done,
/// when `observe` returns [`Next::Stop`] or fails, or when `stop` is set from outside; running work is then abandoned:
/// `work` checks the flag that it gets, and returns `None`.
pub fn run<T: Send, E>(
    work: &(dyn Fn(u64, &Arc<AtomicBool>) -> Option<T> + Sync),
    numbers: &[u64],
    jobs: usize,
    stop: &AtomicBool,
    mut observe: impl FnMut(Event<T>) -> Result<Next, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    // Without a buffer, so that no thread runs ahead of what is stored.
    let (sender, receiver) = mpsc::sync_channel(0);
    // A flag of our own: a decision ends this run and must not look like an interruption.
    let give_up = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, numbers.len().max(1)) {
            let (sender, next, give_up) = (sender.clone(), &next, give_up.clone());
            let work = move || {
                while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(result) = work(number, &give_up) else { return };
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
            spawn_search(scope, work);
        }
        drop(sender);
        let result = collect(receiver, stop, &give_up, &mut observe);
        give_up.store(true, Ordering::Relaxed);
        result
    })
}

/// Passes events to `observe` until there are no more; then drops the receiver, which releases threads that wait to
/// send.
fn collect<T, E>(
    receiver: mpsc::Receiver<T>,
    stop: &AtomicBool,
    give_up: &AtomicBool,
    observe: &mut impl FnMut(Event<T>) -> Result<Next, E>,
) -> Result<(), E> {
    /// How long an interruption may go unnoticed, and results unstored, while no results arrive.
    const MOMENT: Duration = Duration::from_millis(20);
    loop {
        let event = match receiver.recv_timeout(MOMENT) {
            Ok(result) => Event::Done(result),
            Err(RecvTimeoutError::Timeout) => Event::Idle,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        if observe(event)? == Next::Stop {
            return Ok(());
        }
        if stop.load(Ordering::Relaxed) {
            // Results that exist by now are kept.
            give_up.store(true, Ordering::Relaxed);
            for result in receiver {
                observe(Event::Done(result))?;
            }
            return Ok(());
        }
    }
}
