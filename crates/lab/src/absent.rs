//! Players who were there when an experiment was checked and do not come when they are needed.

use spielbaum_core::{Analysis, Budget, Failure, Knowledge, Search, TextError};
use spielbaum_players::{Playable, build};
use spielbaum_search::Spec;

/// The player that was checked before. A program that could be started then may fail now: so it loses, and the run goes on.
pub(crate) fn come<G: Playable>(spec: &Spec) -> Box<dyn Search<G>> {
    build(spec).unwrap_or_else(|error| Box::new(Absent(error)))
}

/// A player who could not come, and why.
struct Absent(TextError);

impl<G: Knowledge> Search<G> for Absent {
    fn search(&mut self, _: &G, _: &Budget, _: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        Analysis::nothing()
    }

    fn failure(&self) -> Option<Failure> {
        Some(Failure::Crash(self.0.to_string()))
    }
}
