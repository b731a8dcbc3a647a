//! Ctrl-C stops long work cleanly.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::failure::Failure;

/// Handles Ctrl-C from now on: the first sets the flag, the second ends the program at once.
pub(crate) fn stop_on_interrupt() -> Result<&'static Arc<AtomicBool>, Failure> {
    static WATCH: OnceLock<Result<Arc<AtomicBool>, String>> = OnceLock::new();
    let watch = WATCH.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(handler).map(|()| stop).map_err(|error| error.to_string())
    });
    watch.as_ref().map_err(|error| Failure::Failed(format!("cannot handle Ctrl-C: {error}")))
}
