//! JSON as the program writes it.

use std::fmt::Write as _;

use patience::internals::is_printable;

/// Writes a value as JSON in one line. Unprintable characters in its texts are escaped, so that none is lost.
///
/// # Errors
/// Returns an error if the value cannot be written as JSON.
pub fn to_json(value: &impl serde::Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    if text.chars().all(is_printable) {
        return Ok(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) {
            escaped.push(c);
        } else {
            // None of them needs more than four digits.
            write!(escaped, "\\u{:04x}", u32::from(c)).expect("text can be written");
        }
    }
    Ok(escaped)
}
