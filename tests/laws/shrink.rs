//! Makes a rules file that breaks a law smaller, line by line, as long as it breaks the same law.

/// The smallest text that is found, by leaving lines out, of which something still holds.
pub(super) fn shrunk(text: &str, still: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..(at + size).min(lines.len()));
            if still(&fewer.join("\n")) {
                lines = fewer;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    lines.join("\n")
}
