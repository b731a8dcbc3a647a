//! The processor time of this process, which other processes on the machine do not use up. One thread works at a time;
//! that it is the process that is timed counts in peers that start a thread of their own.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time this process has used so far.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
