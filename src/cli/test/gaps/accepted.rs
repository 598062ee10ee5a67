//! Changes that may go unnoticed, each with a reason.

use super::search::Gap;

/// A list of changes that may go unnoticed: `change | reason` on each line. Empty lines and lines that begin with `#`
/// do not count.
#[derive(Clone, Debug, Default)]
pub struct Accepted {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    change: String,
    reason: String,
    line: usize,
}

impl Accepted {
    /// Reads the list.
    ///
    /// # Errors
    /// Returns a message about the first line without a reason.
    pub fn parse(text: &str) -> Result<Accepted, String> {
        let mut accepted = Accepted::default();
        for (index, line) in text.lines().enumerate() {
            let (line, number) = (line.trim(), index + 1);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let parts = line.rsplit_once(" | ");
            let parts = parts.filter(|(_, reason)| !reason.trim().is_empty());
            let why = || format!("line {number} gives no reason: expected `change | reason`");
            let (change, reason) = parts.ok_or_else(why)?;
            accepted.entries.push(Entry {
                change: change.trim().to_owned(),
                reason: reason.trim().to_owned(),
                line: number,
            });
        }
        Ok(accepted)
    }

    /// Why a change may go unnoticed; `None` if it may not.
    pub fn reason(&self, change: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.change == change);
        entry.map(|entry| entry.reason.as_str())
    }

    /// The entries that stand for none of these changes, each with its line: a test notices the change now, or the file
    /// has changed.
    pub fn stale<'a>(&'a self, unnoticed: &'a [Gap]) -> impl Iterator<Item = (&'a str, usize)> {
        let is_stale = |entry: &&Entry| !unnoticed.iter().any(|gap| gap.change == entry.change);
        let stale = self.entries.iter().filter(is_stale);
        stale.map(|entry| (entry.change.as_str(), entry.line))
    }
}
