//! The time, and how long a game is played.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

/// The time since 1970 began; none if the clock of the machine is wrong.
pub(super) fn since_1970() -> Duration {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.unwrap_or_default()
}

/// The date of the day in UTC as a number, such as 20261231.
pub(super) fn date_of_today() -> u64 {
    let date = date_of(since_1970().as_secs());
    date.replace('-', "").parse().unwrap_or_default()
}

/// The date in UTC of a moment in seconds since 1970, such as 2026-12-31, by the calendar of `SQLite`; empty if it has none.
pub(super) fn date_of(seconds: u64) -> String {
    let query = "SELECT coalesce(date(?1, 'unixepoch'), '')";
    let calendar = Connection::open_in_memory();
    let date = calendar.and_then(|calendar| calendar.query_row(query, [seconds], |row| row.get(0)));
    date.unwrap_or_default()
}

/// A time in microseconds.
pub(super) fn in_micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// When a game was started, and how long it has been played.
#[derive(Debug)]
pub(super) struct Clock {
    /// When it was started, in microseconds since 1970. It also tells games of the same deal apart.
    pub(super) started: u64,
    /// When it was started or loaded.
    since: Instant,
    /// The seconds of play before it was loaded.
    seconds_before: u64,
}

impl Clock {
    /// The clock of a game that starts now.
    pub(super) fn start() -> Clock {
        Clock::resume(in_micros(since_1970()), 0)
    }

    /// The clock of a game that continues, with the time it was played before, in seconds.
    pub(super) fn resume(started: u64, seconds_before: u64) -> Clock {
        Clock {
            started,
            since: Instant::now(),
            seconds_before,
        }
    }

    /// How many seconds the game has been played.
    pub(super) fn seconds(&self) -> u64 {
        self.seconds_before + self.since.elapsed().as_secs()
    }
}
