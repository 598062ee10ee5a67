//! Progress on a terminal.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Streams;
use patience::internals::group_digits;
use patience::solve::{Control, Limits, Search, Solution};

/// How often the progress of a search is drawn anew.
const INTERVAL: Duration = Duration::from_millis(100);

/// A bar for a number of steps, which is drawn on a terminal only. `message` follows the remaining time, with `{msg}`
/// for a text that is set later.
pub(super) fn bar(steps: u64, message: &str, streams: &Streams<'_>) -> ProgressBar {
    let bar = if streams.to_terminal {
        ProgressBar::new(steps)
    } else {
        ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden())
    };
    let template = format!("{{wide_bar}} {{pos}} of {{len}}, {{eta}} left{message}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Goes on with a search, and shows meanwhile on the terminal how many positions were looked at. `prefix` is what stands
/// before that.
pub(super) fn go_on(
    search: &mut Search,
    limits: &Limits,
    control: &Control,
    prefix: &str,
) -> Solution {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
        bar.set_style(style);
    }
    let (sender, receiver) = mpsc::channel::<()>();
    let solution = thread::scope(|scope| {
        let search = scope.spawn(move || {
            let solution = search.go_on(limits, control);
            // The other end waits until this one is dropped.
            drop(sender);
            solution
        });
        while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let states = group_digits(control.states());
            bar.set_message(format!("{prefix}{states} positions"));
            bar.tick();
        }
        search
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    bar.finish_and_clear();
    solution
}
