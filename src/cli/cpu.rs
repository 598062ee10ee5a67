//! The time that the processor spent, which a busy machine does not change.

use std::time::{Duration, Instant};

/// A moment, in the time that the processor spent on this program with all its threads.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime {
    spent: Option<Duration>,
    clock: Instant,
}

impl CpuTime {
    /// This moment.
    #[must_use]
    pub fn now() -> CpuTime {
        CpuTime {
            spent: spent(),
            clock: Instant::now(),
        }
    }

    /// The time spent since; where the system does not tell, the time that went by.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match (self.spent, spent()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.clock.elapsed(),
        }
    }
}

#[cfg(unix)]
fn spent() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, nanoseconds))
}

#[cfg(not(unix))]
fn spent() -> Option<Duration> {
    None
}
