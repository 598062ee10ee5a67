//! Pages as text and as Markdown.

use super::{Block, Page};
use crate::text::{join_with, wrap, wrap_indented};

impl Page {
    /// Formats the page as plain text: see [`Page::to_lines`].
    pub fn to_text(&self, width: usize) -> String {
        let mut text = self.to_lines(width).join("\n");
        text.push('\n');
        text
    }

    /// Formats the page as lines of plain text of at most `width` columns, unless a word is longer.
    pub fn to_lines(&self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(wrap(&self.title, width));
        if !self.aliases.is_empty() {
            // An alias may be an abbreviation.
            let is_ended = self.aliases.last().is_some_and(|last| last.ends_with('.'));
            let stop = if is_ended { "" } else { "." };
            let aliases = format!("Also called {}{stop}", join_with(&self.aliases, "and"));
            lines.extend(wrap(&aliases, width));
        }
        lines.extend(wrap(&self.about, width));
        lines.push(String::new());
        for section in &self.sections {
            let mut heading = format!("{}:", section.heading);
            for block in &section.blocks {
                let heading = std::mem::take(&mut heading);
                match block {
                    Block::Paragraph(text) => {
                        let text = format!("{heading} {text}");
                        lines.extend(wrap_indented(&text, width, "", "  "));
                    }
                    Block::Item(text) => {
                        if !heading.is_empty() {
                            lines.extend(wrap_indented(&heading, width, "", "  "));
                        }
                        lines.extend(wrap_indented(text, width, "  - ", "    "));
                    }
                }
            }
        }
        lines
    }

    /// Formats the page as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n", escaped(&self.title, false));
        if !self.aliases.is_empty() {
            let aliases = escaped(&join_with(&self.aliases, "and"), false);
            text = format!("{text}\nAlso called {aliases}.\n");
        }
        if !self.about.is_empty() {
            text = format!("{text}\n{}\n", escaped(&self.about, false));
        }
        for section in &self.sections {
            text = format!("{text}\n## {}\n\n", escaped(&section.heading, false));
            for (index, block) in section.blocks.iter().enumerate() {
                let follows_text =
                    index > 0 && matches!(section.blocks[index - 1], Block::Paragraph(_));
                if follows_text {
                    text.push('\n');
                }
                let (mark, words) = match block {
                    Block::Paragraph(words) => ("", words),
                    Block::Item(words) => ("- ", words),
                };
                text = format!("{text}{mark}{}\n", escaped(words, true));
            }
        }
        text
    }
}

/// Escapes the characters that mean something in Markdown, except asterisks that stand for emphasis.
fn escaped(text: &str, has_emphasis: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`_~[]<>#|&".contains(c) || c == '*' && !has_emphasis {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
