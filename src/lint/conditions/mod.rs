//! Conditions that never hold, always hold, or have parts without effect.

mod combine;
mod formula;
mod input;
mod message;
mod number;
mod parts;
mod scope;
mod tests;

use std::collections::{HashMap, HashSet};

use self::formula::{Formula, replace};
use self::scope::{Known, Scope};
use crate::condition::{
    CardRelation, Condition, GroupId, Node, Predicate, PredicateKind, ValueKind,
};
use crate::rules::{Game, Rules};
use crate::text::{Describe, Diagnostic, Diagnostics, Mark, Span, Spanned};

/// Checks all conditions of a game and of its variants.
///
/// A part of an inherited condition is not reported: a condition that serves several games says more than one of them
/// needs. But a condition that can never hold in this file, and can in the other, is.
pub(super) fn check(rules: &Rules, report: &mut Diagnostics) {
    let game = rules.game();
    let known = Known::new(game);
    let mut findings = Findings::new(rules);
    let mut base = HashSet::new();
    let mut never = Vec::new();
    for (condition, owner) in game.conditions() {
        base.insert(condition.span);
        let scope = scope_of(condition, owner, &known);
        if findings.is_own(condition.span) {
            findings.examine(&condition.predicate, &scope, None);
        } else {
            never.extend(never_holds(condition, owner, &known));
        }
        findings.visit_bodies(Node::Predicate(&condition.predicate), &scope);
    }
    if !never.is_empty() {
        let inherited = never_in_parent(rules);
        never.retain(|found| !inherited.contains(&found.mark.span));
        findings.list.extend(never);
    }
    for (name, variant) in rules.checked_variants() {
        if findings.is_own(name.span) {
            findings.examine_variant(name, variant, &known, &base);
        }
    }
    findings.finish(report);
    tests::check(rules, report);
}

/// Warns if a condition never holds.
fn never_holds(
    condition: &Condition,
    owner: Option<GroupId>,
    known: &Known<'_>,
) -> Option<Diagnostic> {
    let scope = scope_of(condition, owner, known);
    let formula = Formula::new(&condition.predicate, &scope)?;
    (formula.constant(formula.root) == Some(false)).then(|| formula.whole(false))
}

/// Where the game that this one is like has conditions that never hold there.
fn never_in_parent(rules: &Rules) -> HashSet<Span> {
    let mut spans = HashSet::new();
    let parent_text = rules.sources().texts().nth(1);
    let (Some(parent), Some((_, offset))) = (rules.parent(), parent_text) else {
        return spans;
    };
    let known = Known::new(parent.game());
    for (condition, owner) in parent.game().conditions() {
        let found = never_holds(condition, owner, &known);
        spans.extend(found.map(|found| found.mark.span.shift_by(offset)));
    }
    spans
}

/// A condition, and a predicate that holds in the same cases: what the findings about the condition amount to.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The condition.
    pub condition: Condition,
    /// The group of `this`, if any.
    pub owner: Option<GroupId>,
    /// The predicate.
    pub equivalent: Predicate,
}

/// Lists the claims about the conditions of a game.
pub fn claims(game: &Game) -> Vec<Claim> {
    let known = Known::new(game);
    let mut claims = Vec::new();
    for (condition, owner) in game.conditions() {
        let scope = scope_of(condition, owner, &known);
        let Some(formula) = Formula::new(&condition.predicate, &scope) else {
            continue;
        };
        let replaced = match formula.constant(formula.root) {
            Some(value) => vec![(formula.root, value)],
            None => formula.idle_parts(false).1,
        };
        if !replaced.is_empty() {
            claims.push(Claim {
                condition: condition.clone(),
                owner,
                equivalent: replace(formula.root, &replaced),
            });
        }
    }
    claims
}

/// What a condition can read.
fn scope_of<'a>(condition: &Condition, owner: Option<GroupId>, known: &'a Known<'a>) -> Scope<'a> {
    let this = owner.map(|group| known.game.group(group).piles.set());
    Scope::new(known, condition.slot, this.unwrap_or_default())
}

/// The findings in the conditions of a game.
struct Findings {
    list: Vec<Diagnostic>,
    /// The bodies of named conditions, by where they are written.
    bodies: HashMap<Span, Body>,
    /// Where the text of the file ends.
    end: u32,
}

/// The body of a named condition. A part that is idle for one of its uses may matter for another.
#[derive(Default)]
struct Body {
    uses: usize,
    /// The findings, each with its number of uses.
    found: Vec<(Diagnostic, usize)>,
}

impl Findings {
    fn new(rules: &Rules) -> Findings {
        let parent = rules.sources().texts().nth(1);
        Findings {
            list: Vec::new(),
            bodies: HashMap::new(),
            end: parent.map_or(u32::MAX, |(_, offset)| offset),
        }
    }

    /// Whether something is written in the file itself, not in one that it inherits from.
    fn is_own(&self, span: Span) -> bool {
        span.start < self.end
    }

    /// Examines a condition, or the body of a quantifier if its variable and its word are given.
    fn examine(
        &mut self,
        predicate: &Predicate,
        scope: &Scope<'_>,
        quantifier: Option<(&str, &str)>,
    ) {
        let Some(formula) = Formula::new(predicate, scope) else {
            return;
        };
        match (formula.constant(predicate), quantifier) {
            // To write `any` where anything goes is not a mistake.
            (Some(true), _) if is_any(predicate) => {}
            (Some(value), None) => self.list.push(formula.whole(value)),
            (Some(value), Some((variable, word))) => {
                self.list.push(formula.body(value, variable, word));
            }
            (None, _) => self.list.extend(formula.idle(false)),
        }
    }

    /// Examines what a variant changes. What the variant makes of the other conditions is reported only if one of them
    /// can never hold.
    fn examine_variant(
        &mut self,
        name: &Spanned<String>,
        variant: &Game,
        base: &Known<'_>,
        in_base: &HashSet<Span>,
    ) {
        let known = Known::new(variant);
        let is_like_base = base.is_like(&known);
        let before = self.list.len();
        for (condition, owner) in variant.conditions() {
            let scope = scope_of(condition, owner, &known);
            if !in_base.contains(&condition.span) {
                self.examine(&condition.predicate, &scope, None);
            } else if is_like_base {
                continue;
            } else {
                self.list.extend(never_holds(condition, owner, &known));
            }
            self.visit_bodies(Node::Predicate(&condition.predicate), &scope);
        }
        for diagnostic in self.list.split_off(before) {
            let label = format!("in the variant `{}`", name.value);
            self.list.push(diagnostic.also(name.span, label));
        }
    }

    /// Examines the bodies of quantifiers and of named conditions in a part of a condition.
    fn visit_bodies(&mut self, node: Node<'_>, scope: &Scope<'_>) {
        let (predicate, value) = match node {
            Node::Predicate(predicate) => (Some(predicate), None),
            Node::Value(value) => (None, Some(&value.kind)),
            Node::Card(_) | Node::Pile(_) => (None, None),
        };
        if let Some(predicate) = predicate.filter(|predicate| predicate.phrase.is_some()) {
            self.examine_named(predicate, scope);
        }
        let (domain, body, word) = match (predicate.map(|predicate| &predicate.kind), value) {
            (Some(PredicateKind::Every(domain, body)), _) => (domain, body, "every"),
            (Some(PredicateKind::Some(domain, body)), _) => (domain, body, "some"),
            (_, Some(ValueKind::Count(domain, body))) => (domain, body, "count"),
            (_, Some(ValueKind::Sum(domain, body))) => {
                return self.visit_bodies(Node::Value(body), &scope.within(domain));
            }
            _ => return node.each_child(&mut |child| self.visit_bodies(child, scope)),
        };
        let scope = scope.within(domain);
        if self.is_own(body.span) {
            self.examine(body, &scope, Some((&body.variable, word)));
        }
        self.visit_bodies(Node::Predicate(body), &scope);
    }

    /// Examines the body of a named condition for one of its uses.
    fn examine_named(&mut self, predicate: &Predicate, scope: &Scope<'_>) {
        if !self.is_own(predicate.span) {
            return;
        }
        let formula = Formula::new(predicate, scope);
        let found: Vec<Diagnostic> = formula.iter().flat_map(|f| f.idle(true)).collect();
        let body = self.bodies.entry(predicate.span).or_default();
        body.uses += 1;
        for diagnostic in found {
            let known = body
                .found
                .iter()
                .position(|(known, _)| *known == diagnostic);
            let index = known.unwrap_or(body.found.len());
            if known.is_none() {
                body.found.push((diagnostic, 0));
            }
            body.found[index].1 += 1;
        }
    }

    /// Reports the findings, except ones that follow from others.
    fn finish(mut self, report: &mut Diagnostics) {
        let mut bodies: Vec<(Span, Body)> = self.bodies.into_iter().collect();
        bodies.sort_by_key(|(span, _)| *span);
        for (_, body) in bodies {
            let found = body.found.into_iter();
            let for_all_uses = found.filter(|(_, uses)| *uses == body.uses);
            self.list.extend(for_all_uses.map(|(found, _)| found));
        }
        let mut kept: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.list {
            let span = diagnostic.mark.span;
            let overlaps = |mark: &Mark| mark.span.start < span.end && span.start < mark.span.end;
            let is_told =
                |known: &Diagnostic| overlaps(&known.mark) || known.also.iter().any(overlaps);
            if !kept.iter().any(is_told) {
                kept.push(diagnostic);
            }
        }
        for diagnostic in kept {
            report.push(diagnostic);
        }
    }
}

/// Whether a predicate is the word `any`.
fn is_any(predicate: &Predicate) -> bool {
    matches!(
        predicate.kind,
        PredicateKind::Relation(CardRelation::Any, _)
    )
}
