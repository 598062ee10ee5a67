//! What other programs, and plain English, call things.
//!
//! A table of such words is a section of a text file with a row a line: `title, game = name -> advice`. Case, hyphens,
//! underscores and spaces do not matter in it: `alternate color` also stands for `alternate_color` and `alternateColor`.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The tables of a text, by their headers: words, and what they stand for.
pub type SynonymTables = HashMap<&'static str, Vec<(&'static str, Synonym)>>;

/// A table of words that are said elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Synonyms {
    tables: fn() -> &'static SynonymTables,
    section: &'static str,
}

/// What words stand for that are said elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Synonym {
    /// The word that replaces them, if it has the same kind of value.
    pub replacement: Option<&'static str>,
    /// What to write, as advice, or an empty text. In tables of properties, `{}` stands for what has the property.
    pub advice: &'static str,
}

impl Synonyms {
    /// A table without words.
    pub const NONE: Synonyms = Synonyms::new(
        || {
            static NONE: LazyLock<SynonymTables> = LazyLock::new(SynonymTables::new);
            &NONE
        },
        "",
    );

    /// The table with a header. `tables` returns those of the text, which is read once.
    pub const fn new(tables: fn() -> &'static SynonymTables, section: &'static str) -> Synonyms {
        Synonyms { tables, section }
    }

    /// Returns what some words stand for.
    pub fn find(self, words: &str) -> Option<Synonym> {
        let words = normalize(words);
        let mut rows = (self.tables)().get(self.section)?.iter();
        let (_, synonym) = rows.find(|(said, _)| *said == words)?;
        Some(*synonym)
    }
}

/// Reads the tables of a text.
pub fn read_synonyms(text: &'static str) -> SynonymTables {
    let mut tables = SynonymTables::new();
    let mut section = "";
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
        } else if !line.is_empty() {
            let (words, advice) = line.split_once(" -> ").unwrap_or((line, ""));
            let (said, replacement) = match words.split_once(" = ") {
                Some((said, replacement)) => (said, Some(replacement)),
                None => (words, None),
            };
            let synonym = Synonym {
                replacement,
                advice,
            };
            let rows = said.split(", ").map(|said| (said, synonym));
            tables.entry(section).or_default().extend(rows);
        }
    }
    tables
}

/// Writes words in lower case, with one space between them.
fn normalize(words: &str) -> String {
    let mut normal = String::new();
    let mut was_lower = false;
    // No words of a table are that long.
    for c in words.chars().take(60) {
        let is_gap = c == '_' || c == '-' || c.is_whitespace();
        if (is_gap || c.is_uppercase() && was_lower) && !normal.ends_with(' ') {
            normal.push(' ');
        }
        if !is_gap {
            normal.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    normal.trim().to_owned()
}
