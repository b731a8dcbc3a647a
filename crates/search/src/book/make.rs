//! Building a book: the deepest ply is searched, the values above it follow by minimax.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use spielbaum_core::{Budget, Knowledge, Notation, Objective, Search, TextError};

use super::Book;
use crate::spec::Spec;
use crate::threads::spawn_search;

/// Neighbouring positions that one thread searches with one table; then it starts with an empty one, because expensive
/// entries are never replaced.
const BATCH: usize = 64;

/// Builds the search of a spec.
pub type Build<G> = fn(&Spec) -> Result<Box<dyn Search<G>>, TextError>;

impl<G: Notation + Knowledge> Book<G> {
    /// Searches the positions without a value on `threads` threads until all are known or `stop` is set, calling
    /// `progress` after each; an error of `progress` ends the work, too. Values found so far stay in the book. The
    /// searches are those that `build` makes from a spec.
    pub fn make<E>(
        &mut self,
        (spec, build): (&Spec, Build<G>),
        threads: usize,
        stop: &Arc<AtomicBool>,
        mut progress: impl FnMut(&Book<G>) -> Result<(), E>,
    ) -> Result<(), MakeError<E>> {
        let spec = spec.clone().or_objective(Objective::Margin).with_table_kept();
        build(&spec).map_err(MakeError::Spec)?;
        let missing = self.missing();
        let batches: Vec<&[(usize, G)]> = missing.chunks(BATCH).collect();
        let next = AtomicUsize::new(0);
        let budget = Budget { stop: Some(stop.clone()), ..spec.budget(Budget::default()) };
        let deepest = self.layers.len() - 1;
        let result = std::thread::scope(|scope| {
            let (sender, found) = mpsc::channel();
            for _ in 0..threads {
                let (sender, batches, next, spec, budget) = (sender.clone(), &batches, &next, &spec, &budget);
                spawn_search(scope, move || {
                    while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut search = build(spec).expect("it was built before");
                        for (place, position) in *batch {
                            let Some(value) = solve(search.as_mut(), position, budget) else { return };
                            if sender.send((*place, value)).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
            drop(sender);
            for (place, value) in found {
                self.layers[deepest].values[place] = value;
                if let Err(error) = progress(self) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(MakeError::Progress(error));
                }
            }
            Ok(())
        });
        self.complete();
        result
    }
}

/// Why a book was not completed.
#[derive(Debug)]
pub enum MakeError<E> {
    /// The search does not support this game.
    Spec(TextError),
    /// The progress callback failed.
    Progress(E),
}

/// The margin of a position; `None` when the search was stopped.
fn solve<G: Knowledge>(search: &mut dyn Search<G>, position: &G, budget: &Budget) -> Option<i8> {
    let analysis = search.search(position, budget, &mut |_| {});
    let is_stopped = budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
    (!is_stopped).then_some(analysis.score.0 as i8)
}
