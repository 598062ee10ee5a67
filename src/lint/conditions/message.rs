//! Words for the findings in conditions.

use super::cases::{Formula, Meaning, Node};
use super::imagine::Input;
use super::number::Bounded;
use super::parts::{Idle, IdlePart, Reason};
use super::scope::Scope;
use crate::condition::{PredicateKind, Slot};
use crate::lint::flow::Number;
use crate::text::{Describe, Diagnostic, Span, join_with, pluralize};

/// The longest part of a condition that a message quotes, in characters.
const MAX_QUOTED: usize = 60;
/// The most parts of a condition that are explained one by one.
const MAX_MARKS: usize = 4;

/// Puts findings about a formula into words.
pub(super) struct Wording<'s, 'a, 'f, 'p> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) formula: &'f Formula<'p>,
}

impl<'f, 'p> Wording<'_, '_, 'f, 'p> {
    /// The whole condition is constant. `place` is the whole text.
    pub(super) fn whole(&self, value: bool) -> Diagnostic {
        let key = self.scope.slot.key();
        let root = &self.formula.root;
        let always = if value { "always" } else { "never" };
        let message = match self.formula.reason(root, value, false) {
            Reason::Together(parts) => {
                let parts = self.quote_all(&parts);
                if value {
                    let parts = join_with(&parts, "and");
                    format!("`{key}` always holds: one of {parts} always does")
                } else {
                    format!("`{key}` never holds: {}", exclude(&parts))
                }
            }
            Reason::Alone(part) | Reason::Each(part) if part.id != root.id => {
                format!("`{key}` {always} holds because of {}", self.quote(part))
            }
            Reason::Alone(_) | Reason::Each(_) => format!("`{key}` {always} holds"),
        };
        let diagnostic = self.at_reason(root, value, root.span(), message);
        let effect = effect(self.scope.slot, value);
        if value {
            diagnostic.help(effect)
        } else {
            diagnostic.help(format!("so {effect}"))
        }
    }

    /// The body of a quantifier is constant.
    pub(super) fn body(&self, value: bool, variable: &str, word: &str) -> Diagnostic {
        let root = &self.formula.root;
        let always = if value { "always" } else { "never" };
        let message = format!("the condition of `{word}` {always} holds, whatever `{variable}` is");
        self.at_reason(root, value, root.span(), message)
    }

    /// The parts that can be left out; see [`Formula::idle_parts`].
    pub(super) fn idle_parts(&self, is_body: bool) -> Vec<Diagnostic> {
        let (parts, _) = self.formula.idle_parts(is_body);
        parts.iter().map(|part| self.idle(part)).collect()
    }

    /// A part that can be left out.
    fn idle(&self, part: &IdlePart<'f, 'p>) -> Diagnostic {
        let quoted = self.quote(part.node);
        let operator = if part.is_in_all { "and" } else { "or" };
        let span = part.node.span();
        let adds_nothing = format!("{quoted} adds nothing");
        let diagnostic = match &part.why {
            Idle::Constant(value) => {
                let always = if *value { "always" } else { "never" };
                let message =
                    format!("{quoted} {always} holds, so it adds nothing to the `{operator}`");
                return self.at_reason(part.node, *value, span, message);
            }
            Idle::Given(other) if other.predicate.kind == part.node.predicate.kind => {
                Diagnostic::warning(span, format!("{quoted} is said twice"))
                    .also(other.span(), "it is said here too")
            }
            Idle::Given(other) if part.is_in_all => {
                let message = format!(
                    "{adds_nothing} to the `and`: {} already requires it",
                    self.quote(other)
                );
                Diagnostic::warning(span, message)
                    .also(other.span(), "whenever this holds, it does")
            }
            Idle::Given(other) => {
                let message = format!(
                    "{adds_nothing} to the `or`: {} covers it",
                    self.quote(other)
                );
                Diagnostic::warning(span, message)
                    .also(other.span(), "whenever it holds, this does")
            }
            Idle::Excluded(other) => {
                let message = format!(
                    "{adds_nothing} to the `or`: {} excludes it",
                    self.quote(other)
                );
                Diagnostic::warning(span, message)
                    .also(other.span(), "this must hold too, and never does with it")
            }
            Idle::ByTheRest => {
                let message = format!("{adds_nothing} to the `{operator}`");
                let label = "without it, the condition holds in the same cases";
                return Diagnostic::warning(span, message).label(label);
            }
        };
        diagnostic.label("the condition means the same without it")
    }

    /// A warning at a part that is constant, with labels that say why.
    fn at_reason(
        &self,
        node: &'f Node<'p>,
        value: bool,
        span: Span,
        message: String,
    ) -> Diagnostic {
        let outer = self.formula.reason(node, value, false);
        let mut diagnostic = match &outer {
            Reason::Together(parts) => {
                let (last, others) = match parts.split_last() {
                    Some((last, others)) => (last.span(), others),
                    None => (span, &[][..]),
                };
                let label = if value {
                    "this holds in all other cases"
                } else {
                    "this cannot hold as well"
                };
                let warning = Diagnostic::warning(last, message).label(label);
                let first = if value {
                    "if this does not hold"
                } else {
                    "if this holds"
                };
                others
                    .iter()
                    .fold(warning, |warning, part| warning.also(part.span(), first))
            }
            Reason::Alone(part) => {
                let why = self.why(part, value == self.polarity(node, part));
                let warning = Diagnostic::warning(part.span(), message);
                if let Some(why) = why {
                    warning.label(why)
                } else {
                    warning
                }
            }
            Reason::Each(part) => {
                let label = if value {
                    "each part of this always holds"
                } else {
                    "no part of this ever holds"
                };
                let warning = Diagnostic::warning(part.span(), message).label(label);
                part.parts()
                    .iter()
                    .take(MAX_MARKS)
                    .fold(warning, |warning, part| match self.why(part, value) {
                        Some(why) => warning.also(part.span(), why),
                        None => warning,
                    })
            }
        };
        // Inside of a named condition, other parts may be responsible.
        if let Reason::Alone(part) = outer
            && part.predicate.phrase.is_some()
        {
            let holds = value == self.polarity(node, part);
            let because = "because of this";
            diagnostic = match self.formula.reason(part, holds, true) {
                Reason::Together(parts) => parts.iter().fold(diagnostic, |diagnostic, part| {
                    diagnostic.also(part.predicate.span, because)
                }),
                Reason::Alone(part) | Reason::Each(part) => {
                    let holds = value == self.polarity(node, part);
                    let label = self.why(part, holds).unwrap_or_else(|| because.to_owned());
                    diagnostic.also(part.predicate.span, label)
                }
            };
        }
        diagnostic
    }

    /// Whether a part has the same value as a node that is constant because of it.
    fn polarity(&self, node: &Node<'_>, part: &Node<'_>) -> bool {
        self.formula.constant(node) == self.formula.constant(part)
    }

    /// Says why an atom is constant.
    fn why(&self, node: &Node<'_>, value: bool) -> Option<String> {
        let super::cases::NodeKind::Atom(atom) = node.kind else {
            return None;
        };
        match &self.formula.atoms[atom].1 {
            Meaning::Bounded(bounded, number) => Some(self.bounds(node, bounded, *number)),
            Meaning::Table(inputs, _) => Some(self.inputs(inputs, value)),
            Meaning::Fixed(_) => match &node.predicate.kind {
                PredicateKind::Every(..) | PredicateKind::Some(..) => {
                    let always = if value { "always" } else { "never" };
                    Some(format!("the condition in it {always} holds"))
                }
                PredicateKind::Relation(..) => Some("`any` means any card".to_owned()),
                _ => Some("both sides are the same".to_owned()),
            },
            Meaning::Free => None,
        }
    }

    /// Says which values a number can have.
    fn bounds(&self, node: &Node<'_>, bounded: &Bounded, number: Number) -> String {
        let Some((low, high)) = number.set else {
            return "one of the numbers is always absent".to_owned();
        };
        let scope = self.scope;
        if let (Slot::Start, 0, 0) = (scope.slot, low, high) {
            return "in `start`, `this` is empty".to_owned();
        }
        if scope.top_is_of_this() && low == 1 && bounded.limit == 0 {
            let key = scope.slot.key();
            return format!("in `{key}`, `this` has a top card");
        }
        let what = match bounded.quantity.only() {
            Some(_) => measured(self.source(node.predicate.span))
                .map_or_else(|| "this number".to_owned(), |text| format!("`{text}`")),
            None => "the difference of the two numbers".to_owned(),
        };
        if low == high {
            format!("{what} is always {low}")
        } else {
            format!("{what} is from {low} to {high}")
        }
    }

    /// Says which inputs were tried.
    fn inputs(&self, inputs: &[Input], value: bool) -> String {
        let game = self.scope.known.game;
        let has = |input| inputs.contains(&input);
        let cards = inputs
            .iter()
            .filter(|i| matches!(i, Input::Card | Input::Top | Input::Other(_)));
        let group = self
            .scope
            .this
            .iter()
            .next()
            .map(|pile| game.group_of(pile));
        let what = match (cards.count(), group) {
            (1, _) => ("every card of the pack fits", "no card of the pack fits"),
            (2.., _) => (
                "any two cards of the pack fit",
                "no two cards of the pack fit",
            ),
            (0, Some(group)) if has(Input::This) && !has(Input::From) => {
                let piles = pluralize(group.piles.count, "pile");
                return format!(
                    "`{}` has {piles}, and {} fits",
                    group.name,
                    if value { "each" } else { "none" }
                );
            }
            (0, _) if has(Input::From) => {
                let mut names: Vec<String> = Vec::new();
                for pile in self.scope.origins().iter() {
                    let name = format!("`{}`", game.group_name(pile));
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                return format!("cards can come only from {}", join_with(&names, "or"));
            }
            (0, _) if inputs.is_empty() => (
                "it does not depend on anything",
                "it does not depend on anything",
            ),
            _ => ("it fits whatever these are", "nothing fits"),
        };
        if value { what.0 } else { what.1 }.to_owned()
    }

    fn source(&self, span: Span) -> &str {
        self.scope.known.game.sources.text(span)
    }

    /// Quotes a part, unless it is long.
    fn quote(&self, node: &Node<'_>) -> String {
        let text = self.source(node.span());
        let is_short = text.chars().count() <= MAX_QUOTED && !text.contains(['\n', '`']);
        if is_short && !text.is_empty() && !text.starts_with(['\'', '"']) {
            format!("`{text}`")
        } else {
            "this part".to_owned()
        }
    }

    fn quote_all(&self, nodes: &[&Node<'_>]) -> Vec<String> {
        nodes.iter().map(|node| self.quote(node)).collect()
    }
}

/// Says that parts cannot hold together.
fn exclude(parts: &[String]) -> String {
    let list = join_with(parts, "and");
    match parts.len() {
        2 => format!("{list} exclude each other"),
        _ => format!("{list} cannot all hold together"),
    }
}

/// The side of a comparison that is not a number.
fn measured(text: &str) -> Option<&str> {
    let operator = text.find(['<', '>', '=', '!'])?;
    let (left, right) = text.split_at(operator);
    let right = right.trim_start_matches(['<', '>', '=', '!']);
    let sides = [left.trim(), right.trim()];
    sides.into_iter().find(|side| side.parse::<i64>().is_err())
}

/// What follows if a key never or always holds.
fn effect(slot: Slot, value: bool) -> &'static str {
    match (slot, value) {
        (Slot::Start, true) => "write `any` if an empty pile accepts every card",
        (Slot::Build, true) => "write `any` if every card can be placed on every other",
        (Slot::Pair | Slot::Swap | Slot::Run, true) => "write `any` if this is meant",
        (Slot::Win, true) => "the game is won before it begins",
        (Slot::Until | Slot::Available | Slot::Where | Slot::Which | Slot::When, true) => {
            "leave the key out if this is meant"
        }
        (Slot::Points | Slot::Holds, true) => "the test shows nothing",
        (Slot::Start, false) => "no empty pile accepts a card",
        (Slot::Build, false) => "no card can be placed on another",
        (Slot::Pair, false) => "no two cards leave as a pair",
        (Slot::Swap, false) => "no two cards change places",
        (Slot::Run, false) => "only single cards are runs",
        (Slot::Available, false) => "no card can ever be lifted",
        (Slot::Where, false) => "no pile is ever selected",
        (Slot::Which, false) => "no card is ever selected",
        (Slot::When, false) => "this never happens",
        (Slot::Win, false) => "the game can never be won",
        (Slot::Until, false) => "no deal is ever accepted",
        (Slot::Points | Slot::Holds, false) => "the test always fails",
    }
}
