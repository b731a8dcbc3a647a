//! Threads with enough stack for a search.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack of a thread that searches: the usual 2 MB do not hold the [`DEEPEST`](crate::DEEPEST) plies of a search.
pub const STACK_BYTES: usize = 64 << 20;

/// Starts a scoped thread that may search.
pub fn spawn_search<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> ScopedJoinHandle<'scope, T> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).expect("the system can start a thread")
}
