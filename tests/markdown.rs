//! The Markdown pages of the project: their code blocks and tables, and transcripts that are replayed.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_cli::split_arguments;

use crate::common::{root, run_patience};

/// A fenced block of code.
pub(crate) struct Block {
    /// What follows the opening fence, such as `toml`.
    pub(crate) info: String,
    /// The text, with a line break at its end.
    pub(crate) text: String,
}

/// The code blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    map_blocks(text, |block| {
        let text = block.text.clone();
        blocks.push(block);
        text
    });
    blocks
}

/// The text with the content of each code block replaced by what `f` returns.
pub(crate) fn map_blocks(text: &str, mut f: impl FnMut(Block) -> String) -> String {
    let mut mapped = String::new();
    let mut lines = text.split_inclusive('\n');
    while let Some(line) = lines.next() {
        mapped += line;
        if let Some(info) = line.strip_prefix("```") {
            let info = info.trim_end().to_owned();
            let text = lines.by_ref().take_while(|l| l.trim_end() != "```");
            let text = text.collect();
            mapped += &f(Block { info, text });
            mapped += "```\n";
        }
    }
    mapped
}

/// The texts of the code blocks with exactly this info string.
pub(crate) fn blocks_of(text: &str, info: &str) -> Vec<String> {
    let found = blocks(text).into_iter().filter(|block| block.info == info);
    found.map(|block| block.text).collect()
}

pub(crate) fn read_page(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file can be read")
}

/// A page that a test compares with what it should be, and rewrites if `INSTA_UPDATE=always` is set. Only one test at
/// a time has a page.
pub(crate) struct Page {
    path: &'static str,
    pub(crate) text: String,
    _lock: MutexGuard<'static, ()>,
}

impl Page {
    pub(crate) fn open(path: &'static str) -> Page {
        static LOCK: Mutex<()> = Mutex::new(());
        let lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        Page {
            path,
            text: read_page(path),
            _lock: lock,
        }
    }

    /// Compares the page with the text that it should have.
    pub(crate) fn expect(&self, expected: &str) {
        if self.text == expected {
            return;
        }
        if std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always") {
            fs::write(root().join(self.path), expected).expect("the page can be written");
            return;
        }
        let (page, expected) = (self.text.lines(), expected.lines());
        let (number, (found, expected)) = page
            .zip(expected)
            .enumerate()
            .find(|(_, (found, expected))| found != expected)
            .expect("the texts differ in a line");
        panic!(
            "{}:{}: found\n{found}\nexpected\n{expected}\n\
             `INSTA_UPDATE=always cargo test` rewrites the page; read the difference",
            self.path,
            number + 1
        );
    }
}

/// Replays a transcript: the first line is the command, and lines that start with `> ` are its input. Files are in the
/// folder, if there is one. Returns the transcript as it is now. Lines that are left out of it, as `...`, remain so.
pub(crate) fn replay(transcript: &str, folder: Option<&Path>) -> String {
    let (first, shown) = transcript
        .split_once('\n')
        .expect("a transcript has a command and its output");
    let command = first
        .strip_prefix("$ patience ")
        .expect("the command is `patience`");
    let input: String = shown
        .lines()
        .filter_map(|l| l.strip_prefix("> "))
        .map(|l| format!("{l}\n"))
        .collect();
    let mut args = split_arguments(command);
    for argument in &mut args {
        let path = folder.map(|folder| folder.join(&argument));
        if let Some(path) = path.filter(|path| path.is_file()) {
            *argument = path.display().to_string();
        }
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = run_patience(&args, &input);
    let mut output = format!("{}{}", result.stdout, result.stderr);
    if let Some(folder) = folder {
        output = output.replace(&format!("{}/", folder.display()), "");
    }
    format!(
        "{first}\n{}\n",
        shorten(output.trim_end(), shown.trim_end())
    )
}

/// Leaves out of the output what is left out of the text that is shown.
fn shorten(output: &str, shown: &str) -> String {
    let parts: Vec<&str> = shown.split("...\n").collect();
    if parts.len() == 1 && !shown.ends_with("\n...") {
        return output.to_owned();
    }
    let shown = shown.strip_suffix("...").unwrap_or(shown);
    let mut rest = output;
    let mut text = String::new();
    for (number, part) in shown.split("...\n").enumerate() {
        // A part that is not there is an error, which shows in the whole output.
        let Some(at) = rest.find(part).filter(|at| number > 0 || *at == 0) else {
            return output.to_owned();
        };
        if number > 0 {
            text += "...\n";
        }
        text += part;
        rest = &rest[at + part.len()..];
    }
    if rest.is_empty() { text } else { text + "..." }
}

/// The cells of a row of a table.
pub(crate) fn cells(row: &str) -> Vec<&str> {
    let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(str::trim).collect()
}

/// The texts in backquotes, in order.
pub(crate) fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The rows of the first table after a heading, without its two head lines.
pub(crate) fn rows_after<'a>(page: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let lines = page.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.skip_while(|line| !line.starts_with('|') && !line.starts_with('#'));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(cells).collect()
}

/// The part of a page from a heading to the next one of the same level.
pub(crate) fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page
        .find(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("there is no `{heading}`"));
    let rest = &page[start + 1..];
    let level = heading.split(' ').next().unwrap_or_default();
    let end = rest[1..].find(&format!("\n{level} "));
    end.map_or(rest, |end| &rest[..end + 2])
}
