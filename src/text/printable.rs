use std::borrow::Cow;

/// Whether a character does what it looks like where it is printed: it neither controls the terminal nor ends the
/// line, changes the direction of what stands around it, or takes no room at all.
#[must_use]
pub fn is_printable(c: char) -> bool {
    let is_hidden = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}');
    !c.is_control() && !is_hidden
}

/// The character, or where it is not printable a sign that stands for it.
pub(super) fn visible(c: char) -> char {
    match u32::from(c) {
        _ if is_printable(c) => c,
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    }
}

/// The text with a sign for each character that is not printable; tabs and the ends of lines stay.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let stays = |c: char| is_printable(c) || matches!(c, '\n' | '\t');
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut letters = text.chars().peekable();
    let mut shown = String::with_capacity(text.len());
    while let Some(c) = letters.next() {
        let ends_line = c == '\r' && letters.peek() == Some(&'\n');
        shown.push(if stays(c) || ends_line { c } else { visible(c) });
    }
    Cow::Owned(shown)
}
