//! CPU time, which depends less on how busy the machine is than wall time does.

use std::time::{Duration, Instant};

/// A point in the CPU time of this process, including all its threads.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime {
    cpu: Option<Duration>,
    clock: Instant,
}

impl CpuTime {
    /// The current CPU time.
    pub fn now() -> CpuTime {
        CpuTime {
            cpu: read_cpu_time(),
            clock: Instant::now(),
        }
    }

    /// The CPU time since then, or the wall time if the system does not report CPU time.
    pub fn elapsed(&self) -> Duration {
        match (self.cpu, read_cpu_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.clock.elapsed(),
        }
    }
}

#[cfg(unix)]
fn read_cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, nanoseconds))
}

#[cfg(not(unix))]
fn read_cpu_time() -> Option<Duration> {
    None
}
