//! Writes texts as TOML.

/// Writes a text in quotes.
pub fn quote(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    let text = text.replace('\n', "\\n").replace('\t', "\\t");
    format!("\"{text}\"")
}

/// Writes a list of texts in quotes, on as many lines as it takes.
pub fn quote_list<S: AsRef<str>>(texts: &[S], width: usize) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quote(text.as_ref())).collect();
    let line = quoted.join(", ");
    if line.chars().count() <= width {
        return format!("[{line}]");
    }
    let mut lines = vec![String::from("   ")];
    for text in quoted {
        let is_full = |line: &String| line.chars().count() + text.chars().count() + 2 > width;
        if lines.last().is_none_or(is_full) {
            lines.push(String::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&[" ", &text, ","].concat());
        }
    }
    lines.retain(|line| line.trim() != "");
    format!("[\n{}\n]", lines.join("\n"))
}
