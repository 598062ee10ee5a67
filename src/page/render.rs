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
                match block {
                    Block::Paragraph(text) => {
                        let text = format!("{} {text}", std::mem::take(&mut heading));
                        lines.extend(wrap_indented(&text, width, "", "  "));
                    }
                    Block::Item(text) => {
                        if !heading.is_empty() {
                            lines.extend(wrap_indented(
                                &std::mem::take(&mut heading),
                                width,
                                "",
                                "  ",
                            ));
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
        let mut text = format!("# {}\n", escaped(&self.title));
        if !self.aliases.is_empty() {
            let aliases = escaped(&join_with(&self.aliases, "and"));
            text = format!("{text}\nAlso called {aliases}.\n");
        }
        if !self.about.is_empty() {
            text = format!("{text}\n{}\n", escaped(&self.about));
        }
        for section in &self.sections {
            text = format!("{text}\n## {}\n\n", escaped(&section.heading));
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
                text = format!("{text}{mark}{}\n", escaped_but_emphasis(words));
            }
        }
        text
    }
}

/// Escapes the characters that mean something in Markdown.
fn escaped(text: &str) -> String {
    escaped_if(text, |c| "\\`*_[]<>#|&".contains(c))
}

/// Escapes the characters that mean something in Markdown, except asterisks.
fn escaped_but_emphasis(text: &str) -> String {
    escaped_if(text, |c| "\\`_[]<>#|&".contains(c))
}

fn escaped_if(text: &str, is_special: impl Fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_special(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
