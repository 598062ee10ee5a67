//! Shrinks a rules file that violates a law, line by line, as long as it still violates that law.

/// Removes lines from a text as long as the rest still fails; returns the smallest failing text it finds.
pub(super) fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut size = lines.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(start..(start + size).min(lines.len()));
            if fails(&fewer.join("\n")) {
                lines = fewer;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    lines.join("\n")
}
