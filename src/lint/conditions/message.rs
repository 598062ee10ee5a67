//! Turns findings about constant and idle conditions into diagnostics.

use std::ptr;

use super::formula::{Formula, Meaning};
use super::input::Input;
use super::number::{Bounded, Quantity};
use super::parts::{Idle, IdlePart, Reason};
use crate::condition::{Predicate, PredicateKind, Slot};
use crate::lint::flow::{Number, list_groups};
use crate::text::{Describe, Diagnostic, Span, join_with, pluralize};

/// The longest part of a condition that a message quotes, in characters.
const MAX_QUOTED: usize = 60;
/// The most parts of a condition that are explained one by one.
const MAX_MARKS: usize = 4;

/// Says that something is constant.
fn always(value: bool) -> &'static str {
    if value { "always" } else { "never" }
}

/// Where a part is written: for a named condition, where it is used.
fn span_of(part: &Predicate) -> Span {
    let phrase = part.phrase.as_ref();
    phrase.map_or(part.span, |phrase| phrase.span)
}

impl<'p> Formula<'_, '_, 'p> {
    /// The whole condition is constant.
    pub(super) fn whole(&self, value: bool) -> Diagnostic {
        let (key, always) = (self.scope.slot.key(), always(value));
        let message = match self.reason(self.root, value, false) {
            Reason::Together(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.quote(part)).collect();
                if value {
                    let parts = join_with(&parts, "and");
                    format!("`{key}` always holds: one of {parts} always does")
                } else {
                    format!("`{key}` never holds: {}", exclude(&parts))
                }
            }
            Reason::Alone(part) | Reason::Each(part) if !ptr::eq(part, self.root) => {
                format!("`{key}` {always} holds because of {}", self.quote(part))
            }
            Reason::Alone(_) | Reason::Each(_) => format!("`{key}` {always} holds"),
        };
        let diagnostic = self.at_reason(self.root, value, message);
        diagnostic.help(effect(self.scope.slot, value))
    }

    /// The body of a quantifier is constant.
    pub(super) fn body(&self, value: bool, variable: &str, word: &str) -> Diagnostic {
        let always = always(value);
        let message = format!("the condition of `{word}` {always} holds, whatever `{variable}` is");
        self.at_reason(self.root, value, message)
    }

    /// The parts that can be left out; see [`Formula::idle_parts`].
    pub(super) fn idle(&self, is_body: bool) -> impl Iterator<Item = Diagnostic> {
        let (parts, _) = self.idle_parts(is_body);
        parts.into_iter().map(|part| self.idle_part(&part))
    }

    /// A part that can be left out.
    fn idle_part(&self, part: &IdlePart<'p>) -> Diagnostic {
        let quoted = self.quote(part.part);
        let operator = if part.is_in_all { "and" } else { "or" };
        let adds_nothing = format!("{quoted} adds nothing to the `{operator}`");
        let warning = |message| Diagnostic::warning(span_of(part.part), message);
        let diagnostic = match &part.why {
            Idle::Constant(value) => {
                let always = always(*value);
                let message =
                    format!("{quoted} {always} holds, so it adds nothing to the `{operator}`");
                return self.at_reason(part.part, *value, message);
            }
            Idle::Given(other) if *other == part.part => warning(format!("{quoted} is said twice"))
                .also(span_of(other), "it is said here too"),
            Idle::Given(other) if part.is_in_all => warning(format!(
                "{adds_nothing}: {} already requires it",
                self.quote(other)
            ))
            .also(span_of(other), "whenever this holds, it does"),
            Idle::Given(other) => {
                warning(format!("{adds_nothing}: {} covers it", self.quote(other)))
                    .also(span_of(other), "whenever it holds, this does")
            }
            Idle::Excluded(other) => {
                warning(format!("{adds_nothing}: {} excludes it", self.quote(other)))
                    .also(span_of(other), "this must hold too, and never does with it")
            }
            Idle::ByTheRest => {
                let label = "without it, the condition holds in the same cases";
                return warning(adds_nothing).label(label);
            }
        };
        diagnostic.label("the condition means the same without it")
    }

    /// A warning at a part that is constant, with labels that say why.
    fn at_reason(&self, outer: &'p Predicate, value: bool, message: String) -> Diagnostic {
        let (each, last, first) = if value {
            let last = "this holds in all other cases";
            (
                "each part of this always holds",
                last,
                "if this does not hold",
            )
        } else {
            (
                "no part of this ever holds",
                "this cannot hold as well",
                "if this holds",
            )
        };
        let part = match self.reason(outer, value, false) {
            Reason::Alone(part) => part,
            Reason::Together(parts) => {
                let (at, others) = parts
                    .split_last()
                    .map_or((outer, &[][..]), |(at, others)| (*at, others));
                let warning = Diagnostic::warning(span_of(at), message).label(last);
                return others
                    .iter()
                    .fold(warning, |warning, part| warning.also(span_of(part), first));
            }
            Reason::Each(part) => {
                let warning = Diagnostic::warning(span_of(part), message).label(each);
                let parts = part.parts().iter().take(MAX_MARKS);
                let whys = parts.filter_map(|part| Some((span_of(part), self.why(part, value)?)));
                return whys.fold(warning, |warning, (span, why)| warning.also(span, why));
            }
        };
        let holds = value == self.agrees(outer, part);
        let warning = Diagnostic::warning(span_of(part), message);
        let warning = warning.label(self.why(part, holds).unwrap_or_default());
        if part.phrase.is_none() {
            return warning;
        }
        // Inside of a named condition, other parts may be responsible.
        let because = "because of this";
        match self.reason(part, holds, true) {
            Reason::Together(parts) => parts
                .iter()
                .fold(warning, |warning, part| warning.also(part.span, because)),
            Reason::Alone(part) | Reason::Each(part) => {
                let holds = value == self.agrees(outer, part);
                let label = self.why(part, holds).unwrap_or_else(|| because.to_owned());
                warning.also(part.span, label)
            }
        }
    }

    /// Whether two parts are constant with the same value.
    fn agrees(&self, outer: &Predicate, part: &Predicate) -> bool {
        self.constant(outer) == self.constant(part)
    }

    /// Says why an atom is constant.
    fn why(&self, part: &Predicate, value: bool) -> Option<String> {
        Some(match self.meaning(part)? {
            Meaning::Bounded(bounded, number) => self.bounds(part, bounded, *number),
            Meaning::Table(table) => {
                let inputs: Vec<Input> = table.axes.iter().map(|axis| axis.input).collect();
                self.inputs(&inputs, value)
            }
            Meaning::Fixed(_) => match &part.kind {
                PredicateKind::Relation(..) => "`any` means any card".to_owned(),
                _ => format!("the condition in it {} holds", always(value)),
            },
            Meaning::Free => return None,
        })
    }

    /// Says which values a number can have.
    fn bounds(&self, part: &Predicate, bounded: &Bounded, number: Number) -> String {
        if bounded.quantity.is_nothing() {
            return "both sides are the same".to_owned();
        }
        let Some((low, high)) = number.set else {
            return "one of the numbers is always absent".to_owned();
        };
        let scope = self.scope;
        if let (Slot::Start, 0, 0) = (scope.slot, low, high) {
            return "in `start`, `this` is empty".to_owned();
        }
        if scope.top_is_of_this() && low == 1 && bounded.limit() == 0 {
            let key = scope.slot.key();
            return format!("in `{key}`, `this` has a top card");
        }
        let what = match (
            bounded.quantity.count(),
            self.measured(part, &bounded.quantity),
        ) {
            (_, Some(text)) => format!("`{text}`"),
            (1, None) if bounded.quantity.only().is_some() => "the number in it".to_owned(),
            (1, None) => "the amount in it".to_owned(),
            (_, None) => "the difference of the two numbers".to_owned(),
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
            .filter(|i| matches!(i, Input::Card | Input::Top | Input::End(_)));
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
                let names = list_groups(game, self.scope.origins(), "or");
                return format!("cards can come only from {names}");
            }
            (0, _) if inputs.is_empty() => (
                "it does not depend on anything",
                "it does not depend on anything",
            ),
            _ => ("it fits whatever these are", "nothing fits"),
        };
        if value { what.0 } else { what.1 }.to_owned()
    }

    /// The text of a quantity that is compared with a literal number, without the operator and the number.
    fn measured(&self, part: &Predicate, quantity: &Quantity) -> Option<&str> {
        const OPERATORS: [char; 4] = ['<', '>', '=', '!'];
        let PredicateKind::Compare(_, a, b) = &part.kind else {
            return None;
        };
        let text = self.source(part.span);
        let is_digit = |c: char| c.is_ascii_digit();
        let (rest, measured) = if quantity.is(a) {
            let rest = text.trim_end_matches(is_digit).trim_end();
            (rest, rest.trim_end_matches(OPERATORS))
        } else if quantity.is(b) {
            let rest = text.trim_start_matches(is_digit).trim_start();
            (rest, rest.trim_start_matches(OPERATORS))
        } else {
            return None;
        };
        (measured != rest).then(|| measured.trim())
    }

    fn source(&self, span: Span) -> &str {
        self.scope.known.game.sources.text(span)
    }

    /// Quotes a part, unless it is long.
    fn quote(&self, part: &Predicate) -> String {
        let text = self.source(span_of(part));
        let is_short = text.chars().count() <= MAX_QUOTED && !text.contains(['\n', '`']);
        if is_short && !text.is_empty() && !text.starts_with(['\'', '"']) {
            format!("`{text}`")
        } else {
            "this part".to_owned()
        }
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

/// The help if a key never or always holds: what follows, or what to write instead.
fn effect(slot: Slot, value: bool) -> &'static str {
    match (slot, value) {
        (Slot::Start, true) => "write `any` if an empty pile accepts every card",
        (Slot::Build, true) => "write `any` if every card can be placed on every other",
        (Slot::Pair | Slot::Swap | Slot::Run, true) => "write `any` if this is meant",
        (Slot::Win, true) => "so the game is won before it begins",
        (Slot::Until | Slot::Available | Slot::Where | Slot::Which | Slot::When, true) => {
            "leave the key out if this is meant"
        }
        (Slot::Points | Slot::Holds, true) => "so the test shows nothing",
        (Slot::Start, false) => "so no empty pile accepts a card",
        (Slot::Build, false) => "so no card can be placed on another",
        (Slot::Pair, false) => "so no two cards leave as a pair",
        (Slot::Swap, false) => "so no two cards change places",
        (Slot::Run, false) => "so only single cards are runs",
        (Slot::Available, false) => "so no card can ever be lifted",
        (Slot::Where, false) => "so no pile is ever selected",
        (Slot::Which, false) => "so no card is ever selected",
        (Slot::When, false) => "so this never happens",
        (Slot::Win, false) => "so the game can never be won",
        (Slot::Until, false) => "so no deal is ever accepted",
        (Slot::Points | Slot::Holds, false) => "so the test always fails",
    }
}
