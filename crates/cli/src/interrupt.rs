//! Ctrl-C ends long work in good order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::failure::Failure;

/// Watches for Ctrl-C from now on: the first one sets the flag, the second one ends the program at once.
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
    watch.as_ref().map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))
}
