//! What other programs, and plain English, call things.
//!
//! A table of such words is a section of a text file with a row a line: `title, game = name -> advice`. Case, hyphens,
//! underscores and spaces do not matter in it: `alternate color` also stands for `alternate_color` and `alternateColor`.

/// A table of words that are said elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Synonyms {
    text: &'static str,
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
    pub const NONE: Synonyms = Synonyms::new("", "");

    /// The table under the header `[section]` of a text.
    pub const fn new(text: &'static str, section: &'static str) -> Synonyms {
        Synonyms { text, section }
    }

    /// Returns what some words stand for.
    pub fn find(self, words: &str) -> Option<Synonym> {
        let words = normalize(words);
        let mut rows = self.rows();
        let (_, synonym) = rows.find(|(said, _)| said.split(", ").any(|said| said == words))?;
        Some(synonym)
    }

    /// Iterates over the rows: words, separated by commas, and what they stand for.
    fn rows(self) -> impl Iterator<Item = (&'static str, Synonym)> {
        let is_header = move |line: &&str| line.trim_matches(['[', ']']) == self.section;
        let lines = self.text.lines().skip_while(move |line| !is_header(line));
        let rows = lines.skip(1).take_while(|line| !line.is_empty());
        rows.map(|row| {
            let (words, advice) = row.split_once(" -> ").unwrap_or((row, ""));
            let (said, replacement) = match words.split_once(" = ") {
                Some((said, replacement)) => (said, Some(replacement)),
                None => (words, None),
            };
            let synonym = Synonym {
                replacement,
                advice,
            };
            (said, synonym)
        })
    }
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
