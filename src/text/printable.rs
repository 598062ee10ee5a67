//! The one filter of what comes from outside: names of files, arguments, typed text, databases. All output passes it,
//! so that nobody can write to a terminal, or a line of their own, through a name.

use std::borrow::Cow;
use std::path::Path;

/// Whether a character is safe to print: it is not a control character, does not end the line, does not change the
/// text direction, and is not invisible.
pub fn is_printable(c: char) -> bool {
    let is_hidden = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}');
    !c.is_control() && !is_hidden
}

/// Returns the character itself if it is printable, otherwise a visible symbol for it.
pub(super) fn visible(c: char) -> char {
    match u32::from(c) {
        _ if is_printable(c) => c,
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// Replaces every unprintable character with a visible symbol; keeps tabs and line ends.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| is_printable(c) || matches!(c, '\n' | '\t');
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut chars = text.chars().peekable();
    let mut replaced = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        let ends_line = c == '\r' && chars.peek() == Some(&'\n');
        replaced.push(if is_kept(c) || ends_line {
            c
        } else {
            visible(c)
        });
    }
    Cow::Owned(replaced)
}

/// Replaces every unprintable character, tab and line end with a visible symbol.
pub fn printable_line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// The path of a file as it can be printed, in one line.
pub fn printable_path(path: &Path) -> String {
    printable_line(&path.to_string_lossy())
}
