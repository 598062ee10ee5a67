//! The items of a run, their results, and how they are printed: as text and as JSON.

mod json;
mod text;

use std::time::Duration;

pub(super) use json::write_json;
pub(super) use text::write_text;

use patience::diagnostic::{Diagnostic, Sources};
use patience::internals::printable_line;
use patience::library::Rejected;

/// The findings about a file.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// What the file was called.
    pub(super) name: String,
    /// The items of the run, in order.
    pub(super) items: Vec<Item>,
    /// The texts that failures refer to.
    pub(super) sources: Sources,
    /// Why nothing was run: the file's mistakes.
    pub(super) rejected: Option<Box<Rejected>>,
    /// Why not everything was run: the file cannot be read, or one beside it cannot be written.
    pub(super) unreadable: Option<String>,
    /// What else is to be said, such as that there are no snapshots yet.
    pub(super) notes: Vec<String>,
    /// How many changes of the rules were tried, if gaps were looked for.
    pub(super) changes: Option<usize>,
}

/// Something that was run.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) verdict: Verdict,
    pub(super) time: Duration,
}

/// A kind of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A `[[test]]` table.
    Test,
    /// A replay.
    Replay,
    /// A part of the snapshot.
    Snapshot,
    /// A change of the rules that no test notices, or an accepted one that does not exist.
    Gap,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Test, Kind::Replay, Kind::Snapshot, Kind::Gap];

    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Test => "test",
            Kind::Replay => "replay",
            Kind::Snapshot => "snapshot",
            Kind::Gap => "gap",
        }
    }
}

/// How a test ended.
#[derive(Debug)]
pub(super) enum Verdict {
    Passed,
    /// These expectations were not met.
    Failed(Vec<Diagnostic>),
    /// It could not be run.
    Broken(String),
    /// A text is not as it was.
    Differs(Change),
    /// A text was not as it was, and has been rewritten.
    Updated(Change),
    /// It need not pass, for this reason.
    Accepted(String),
}

/// A text as it was and as it is.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) old: String,
    pub(super) new: String,
}

impl Item {
    pub(super) fn has_failed(&self) -> bool {
        matches!(
            self.verdict,
            Verdict::Failed(_) | Verdict::Broken(_) | Verdict::Differs(_)
        )
    }

    /// Its title, with its kind unless it is a test in the rules file.
    pub(super) fn title(&self) -> String {
        let name = printable_line(&self.name);
        match self.kind {
            Kind::Test => name,
            kind if name.is_empty() => kind.word().to_owned(),
            kind => format!("{} {name}", kind.word()),
        }
    }
}

impl Report {
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub(super) fn failed(&self) -> usize {
        self.items.iter().filter(|item| item.has_failed()).count()
    }

    /// Whether everything could be run, and passed. A file whose tests have vanished must not look like one whose tests
    /// have passed.
    pub(super) fn is_ok(&self) -> bool {
        let was_run = self.rejected.is_none() && self.unreadable.is_none() && !self.is_empty();
        was_run && self.failed() == 0
    }

    /// Whether there was nothing to run.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
            && self.rejected.is_none()
            && self.unreadable.is_none()
            && self.changes.is_none()
    }
}
