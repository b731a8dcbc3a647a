//! Streams the results of running work, one line of JSON each; the work stops when the client disconnects.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use spielbaum_search::STACK_BYTES;
use tokio::sync::watch;

use crate::room::Place;

/// Time between two lines: as often as a person can follow.
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// The writer of the lines.
pub(crate) struct Lines {
    sender: watch::Sender<Bytes>,
    number: u64,
    last: Option<Instant>,
}

#[derive(Serialize)]
struct Numbered<'a, T> {
    number: u64,
    done: bool,
    #[serde(flatten)]
    content: &'a T,
}

impl Lines {
    /// Whether it is time for another line.
    pub(crate) fn is_due(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= BETWEEN_LINES)
    }

    /// Writes a line; a slow reader misses older ones, but never the last, which is `done`.
    pub(crate) fn write(&mut self, content: &impl Serialize, done: bool) {
        self.number += 1;
        self.last = Some(Instant::now());
        let mut line = serde_json::to_vec(&Numbered { number: self.number, done, content }).unwrap_or_default();
        line.push(b'\n');
        self.sender.send_replace(line.into());
    }
}

/// Stops the work when dropped, that is, with the response.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` on its own thread. It gets the stop flag, and holds its slot until it ends.
pub(crate) fn streamed(place: Place, work: impl FnOnce(&mut Lines, Arc<AtomicBool>) + Send + 'static) -> Response {
    let (sender, receiver) = watch::channel(Bytes::new());
    let stop = Arc::new(AtomicBool::new(false));
    let guard = Stop(stop.clone());
    let run = move || {
        work(&mut Lines { sender, number: 0, last: None }, stop);
        drop(place);
    };
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
    builder.spawn(run).expect("the system can start a thread");
    let lines = unfold((receiver, guard), |(mut receiver, guard)| async move {
        receiver.changed().await.ok()?;
        let line = receiver.borrow_and_update().clone();
        Some((Ok::<Bytes, std::convert::Infallible>(line), (receiver, guard)))
    });
    let headers = [(CONTENT_TYPE, "application/x-ndjson"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(lines)).into_response()
}
