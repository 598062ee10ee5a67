//! Progress bars.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::Streams;

/// A bar for so many steps, which is drawn on a terminal only. `message` is what stands after the time that is left, with
/// `{msg}` for what is set later.
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
