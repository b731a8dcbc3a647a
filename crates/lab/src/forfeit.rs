//! Players that were checked before a run and cannot be built when their game begins: they lose it.

use spielbaum_core::{Analysis, Budget, Failure, Knowledge, Search, TextError};
use spielbaum_players::{Playable, build};
use spielbaum_search::Spec;

/// The search that `spec` describes. A program that could be started when the run was checked may fail now: then the search
/// forfeits, and the run goes on.
pub(crate) fn build_or_forfeit<G: Playable>(spec: &Spec) -> Box<dyn Search<G>> {
    build(spec).unwrap_or_else(|error| Box::new(Forfeit(error)))
}

/// A search that never returns a move, and why.
struct Forfeit(TextError);

impl<G: Knowledge> Search<G> for Forfeit {
    fn search(&mut self, _: &G, _: &Budget, _: &mut dyn FnMut(&Analysis<G>)) -> Analysis<G> {
        Analysis::empty()
    }

    fn failure(&self) -> Option<Failure> {
        Some(Failure::Crash(self.0.to_string()))
    }
}
