//! Tries small changes of a rules file, and finds the ones that none of its tests notices.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::mutate::{self, Mutation};
use patience::Rules;
use patience::diagnostic::Span;

/// The maximum number of changes that are tried at the same time.
pub const MAX_JOBS: usize = 256;

/// The changes of a file that its tests do not notice.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    /// The number of changes that were tried.
    pub tried: usize,
    /// The number of values that could not be changed where they stand, such as texts with escape sequences.
    pub skipped: usize,
    /// The changes that no test notices, the most dangerous first.
    pub unnoticed: Vec<Gap>,
}

/// A change that no test notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The change: `piles.tableau.build: down -> any`.
    pub change: String,
    /// The place of the change.
    pub span: Span,
}

/// Changes every number, flag, list entry and part of a condition of the file, one at a time, and looks for changes
/// that its `[[test]]` tables do not notice. After each change, `done` is called with the number of those tried and of
/// all. The result does not depend on the number of jobs.
pub fn find_gaps(rules: &Rules, jobs: usize, done: &(dyn Fn(usize, usize) + Sync)) -> Gaps {
    let list = mutate::list(rules);
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found = Mutex::new(Vec::new());
    let job = || {
        while let Some(mutation) = list.mutations.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !notices(rules, mutation)
                && let Ok(mut found) = found.lock()
            {
                found.push(mutation);
            }
            let count = tried.fetch_add(1, Ordering::Relaxed) + 1;
            done(count, list.mutations.len());
        }
    };
    let jobs = jobs.clamp(1, MAX_JOBS).min(list.mutations.len());
    thread::scope(|scope| {
        for _ in 1..jobs {
            // If the system refuses more threads, the existing ones do all the work.
            let _ = thread::Builder::new().spawn_scoped(scope, job);
        }
        job();
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|mutation| (mutation.danger, mutation.range.start));
    let gap = |mutation: &Mutation| Gap {
        change: mutation.name.clone(),
        span: Span::new(mutation.range.clone()),
    };
    Gaps {
        tried: list.mutations.len(),
        skipped: list.skipped,
        unnoticed: found.into_iter().map(gap).collect(),
    }
}

/// Whether the tests of the file notice a change. One that makes the file invalid is noticed.
fn notices(rules: &Rules, mutation: &Mutation) -> bool {
    let mut text = rules.text().to_owned();
    text.replace_range(mutation.range.clone(), &mutation.replacement);
    let id = rules.game().id();
    let Ok(changed) = Rules::parse_with(id, id, text, &rules.library()) else {
        return true;
    };
    match changed.test_cases() {
        Err(_) => true,
        Ok(test_cases) => test_cases
            .iter()
            .any(|case| !case.run().failures.is_empty()),
    }
}
