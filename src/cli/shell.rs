//! Words for a shell.

/// Writes a word so that a shell takes it as one: what it would change is in quotes.
pub(super) fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:".contains(c);
    if word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
