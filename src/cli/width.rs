use super::Streams;

/// The width of text that is not a board.
const MAX_WIDTH: usize = 80;
const MIN_WIDTH: usize = 20;

/// How wide text may be: 80 columns, or less on a narrower terminal.
pub(super) fn text_width(streams: &Streams<'_>) -> usize {
    limit(terminal_width(streams.to_terminal).unwrap_or(MAX_WIDTH))
}

/// The width of text that stands below something with this width.
pub(super) fn limit(width: usize) -> usize {
    width.clamp(MIN_WIDTH, MAX_WIDTH)
}

/// The width of the terminal that standard output is, if it is one and its width is known.
pub(super) fn terminal_width(to_terminal: bool) -> Option<usize> {
    let size = to_terminal.then(terminal_size::terminal_size)?;
    size.map(|(width, _)| usize::from(width.0))
}
