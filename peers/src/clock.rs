//! The processor time of this thread, which other processes on the machine do not use up.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time this thread has used so far.
pub(crate) fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
