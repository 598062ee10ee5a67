//! Finds piles that no card can reach or leave, actions that do nothing, and goals that cannot be reached.
//!
//! All of it follows from one question: which cards may ever lie where, whatever the deal and the moves? The answer
//! holds every position that a game can reach, and more (see [`world`]), so what it rules out never happens.

mod actions;
mod bases;
mod evaluate;
mod file;
mod finding;
mod flows;
mod goals;
mod groups;
mod keys;
mod moves;
mod room;
mod traffic;
mod trial;
mod value;
mod world;

pub(super) use evaluate::{Bound, Evaluator, Scene};
pub(super) use finding::list_groups;
pub use traffic::Traffic;
pub(super) use value::{Few, Number};
pub(super) use world::World;

use std::sync::Arc;

use self::finding::{Finding, Kind};
use crate::rules::{Game, Rules};
use crate::text::{Describe, Diagnostics, Severity};

/// Checks the piles, steps and actions of a game and of its variants.
pub(super) fn check(rules: &Rules, report: &mut Diagnostics) {
    for finding in new_findings(rules) {
        let span = finding.diagnostic.mark.span;
        // The mistakes of a condition by itself have been reported already.
        let is_inside =
            |other: crate::text::Span| span.start <= other.start && other.end <= span.end;
        let is_known = matches!(finding.kind, Kind::Condition | Kind::Key | Kind::Reach)
            && report
                .iter()
                .any(|d| is_inside(d.mark.span) && d.severity == Severity::Warning);
        if !is_known {
            report.push(finding.diagnostic);
        }
    }
}

/// Everything that is found in a file and is not also found in the file that it is `like`.
fn new_findings(rules: &Rules) -> Vec<Finding> {
    let mut found = findings(rules);
    let is_inherited = |finding: &Finding| rules.is_inherited(finding.diagnostic.mark.span);
    // What had an effect in the other game may have lost it here without harm.
    found.retain(|finding| finding.kind != Kind::Key || !is_inherited(finding));
    if found.iter().any(is_inherited)
        && let Some(parent) = rules.parent()
    {
        let inherited = findings(&parent);
        let place = |rules: &Rules, finding: &Finding| {
            let span = finding.diagnostic.mark.span;
            rules
                .sources()
                .file(span)
                .map(|(name, _, range)| (name.to_owned(), range, finding.kind))
        };
        let known: Vec<_> = inherited
            .iter()
            .map(|finding| place(&parent, finding))
            .collect();
        found.retain(|finding| !is_inherited(finding) || !known.contains(&place(rules, finding)));
        for finding in found.iter_mut().filter(|finding| is_inherited(finding)) {
            if let Some(like) = rules.like_span() {
                let label = "what is inherited from here meets what this file changes";
                *finding = finding.clone().also(like, label);
            }
        }
    }
    found
}

/// Everything that is found in a game and its variants.
fn findings(rules: &Rules) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |finding: Finding| {
        if !found.iter().any(|other: &Finding| finding.repeats(other)) {
            found.push(finding);
        }
    };
    let game = rules.game();
    examine(game, || Some(Arc::clone(game)))
        .into_iter()
        .for_each(&mut add);
    file::check(rules).into_iter().for_each(&mut add);
    for (name, game) in rules.checked_variants() {
        for finding in examine(game, || rules.with_variants(&[&name.value]).ok()) {
            // What has an effect in the game may have lost it in the variant without harm.
            let place = finding.diagnostic.mark.span;
            if finding.kind == Kind::Key && finding::sets(rules.game(), place) {
                continue;
            }
            let label = format!("in the variant `{}`", name.value);
            add(finding.also(name.span, label));
        }
    }
    found
}

/// Everything that is found in a game without its variants. `prepare` compiles it for play.
fn examine(game: &Game, prepare: impl FnOnce() -> Option<Arc<Game>>) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(mut traffic) = Traffic::explore(game) {
        goals::check(&traffic, &mut found);
        groups::check(&traffic, &mut found);
        keys::check(&traffic, &mut found);
        actions::check(&traffic, &mut found);
        bases::check(&mut traffic, &mut found);
        if traffic.world.is_exhausted() {
            found.clear();
        }
    }
    if let Some(game) = prepare() {
        trial::check(&game, &mut found);
    }
    found
}
