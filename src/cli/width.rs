use super::Streams;

/// The width of text that is not a board.
const MAX_WIDTH: usize = 80;
const MIN_WIDTH: usize = 20;

/// How wide text may be: 80 columns, or less on a narrower terminal.
pub(super) fn text_width(streams: &Streams<'_>) -> usize {
    let terminal = streams.to_terminal.then(terminal_width).flatten();
    terminal.map_or(MAX_WIDTH, |width| width.clamp(MIN_WIDTH, MAX_WIDTH))
}

/// The width of the terminal that standard output is, if it is known.
#[cfg(unix)]
fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    (size.ws_col > 0).then_some(usize::from(size.ws_col))
}

/// The width of the terminal, which is not known here.
#[cfg(not(unix))]
fn terminal_width() -> Option<usize> {
    None
}
