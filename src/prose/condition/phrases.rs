//! Describes named conditions: by name where they are used, and in words once.

use super::{Describer, Variable};
use crate::cards::Rank;
use crate::condition::{Counter, Node, Phrase, Predicate, PredicateKind, Sort, Value, ValueKind};
use crate::prose::clause::Mood;
use crate::prose::words_of;
use crate::rules::Game;

/// The maximum length of the description of a named condition that is spelled out where it is used.
const MAX_SHORT: usize = 50;

/// The body of a named condition or a named number, where it is used.
#[derive(Clone, Copy)]
pub enum NamedBody<'a> {
    Condition(&'a Predicate, &'a Phrase),
    Number(&'a Value, &'a Phrase<Value>),
}

impl<'a> NamedBody<'a> {
    /// Its name.
    pub fn name(self) -> &'a str {
        match self {
            NamedBody::Condition(_, phrase) => &phrase.name,
            NamedBody::Number(_, phrase) => &phrase.name,
        }
    }

    /// Whether descriptions give its name.
    pub fn is_given_by_name(self, game: &Game) -> bool {
        match self {
            NamedBody::Condition(predicate, _) => phrase_by_name(predicate, game).is_some(),
            NamedBody::Number(number, _) => Describer::new(game).named_number(number).is_some(),
        }
    }

    /// The argument, described, if the body is described for it alone.
    pub fn special_argument(self, game: &Game) -> Option<String> {
        let argument = match self {
            NamedBody::Condition(_, phrase) if phrase.general.is_none() => &phrase.argument,
            NamedBody::Number(_, phrase) if phrase.general.is_none() => &phrase.argument,
            NamedBody::Condition(..) | NamedBody::Number(..) => return None,
        };
        let describer = Describer::new(game);
        argument
            .as_ref()
            .map(|argument| describer.describe_argument(argument))
    }

    /// Describes the body, for any argument if that is possible. Other named conditions in it are given by name.
    pub fn describe(self, parameter: Option<&str>, game: &Game) -> String {
        let parameter = parameter.map(|name| Variable::named(name, None));
        let describer = |is_general: bool| Describer {
            variable: parameter.as_ref().filter(|_| is_general),
            ..Describer::new(game)
        };
        match self {
            NamedBody::Condition(predicate, phrase) => {
                let describer = describer(phrase.general.is_some());
                let body = phrase.general.as_ref().unwrap_or(predicate);
                describer.describe_unnamed(body, false).statement()
            }
            NamedBody::Number(number, phrase) => {
                let describer = describer(phrase.general.is_some());
                let body = phrase.general.as_ref().unwrap_or(number);
                describer.describe_unnamed_number(body).to_string()
            }
        }
    }
}

/// Describes what a named condition requires, or what its opposite requires, without its name.
pub fn describe_detail(
    predicate: &Predicate,
    negated: bool,
    game: &Game,
    base: Option<Rank>,
) -> String {
    let describer = Describer {
        base,
        ..Describer::new(game)
    };
    describer
        .describe_unnamed(predicate, negated)
        .object(Mood::Required)
}

/// Returns the named condition that a predicate, or the opposite of it, is the body of, if descriptions give its name.
pub fn phrase_by_name<'p>(predicate: &'p Predicate, game: &Game) -> Option<&'p Phrase> {
    let named = Describer::new(game).named_phrase(predicate);
    named.or_else(|| match &predicate.kind {
        PredicateKind::Not(inner) => phrase_by_name(inner, game),
        _ => None,
    })
}

impl Describer<'_> {
    /// Returns the named condition that a predicate is the body of, if it is to be given by name.
    pub(super) fn named_phrase<'p>(&self, predicate: &'p Predicate) -> Option<&'p Phrase> {
        let phrase = predicate.phrase.as_deref().filter(|_| self.uses_names)?;
        let is_simple = !matches!(
            strip_not(predicate).kind,
            PredicateKind::All(_)
                | PredicateKind::Any(_)
                | PredicateKind::Every(..)
                | PredicateKind::Some(..)
        );
        let is_short = || {
            let spelled = Describer::new(self.game).describe_unnamed(predicate, false);
            spelled.statement().len() <= MAX_SHORT && !self.has_names(Node::Predicate(predicate))
        };
        (!is_simple && !is_short()).then_some(phrase)
    }

    /// Returns the named number that a number is the body of, if it is to be given by name.
    pub(super) fn named_number<'p>(&self, number: &'p Value) -> Option<&'p Phrase<Value>> {
        let phrase = number.phrase.as_deref().filter(|_| self.uses_names)?;
        let is_computed = matches!(
            number.kind,
            ValueKind::Plus(..)
                | ValueKind::Minus(..)
                | ValueKind::Times(..)
                | ValueKind::Count(..)
                | ValueKind::Sum(..)
        );
        let is_short = || {
            let spelled = Describer::new(self.game).describe_unnamed_number(number);
            spelled.to_string().len() <= MAX_SHORT && !self.has_names(Node::Value(number))
        };
        (is_computed && !is_short()).then_some(phrase)
    }

    /// Whether the description of the parts of a condition gives names of conditions or actions.
    fn has_names(&self, node: Node<'_>) -> bool {
        let mut found = false;
        node.each_child(&mut |child| {
            found |= match child {
                Node::Predicate(part) => self.named_phrase(part).is_some(),
                Node::Value(part) => self.named_number(part).is_some(),
                Node::Card(_) | Node::Pile(_) => false,
            } || self.has_names(child);
        });
        let is_action = |value: &Value| matches!(value.kind, ValueKind::Used(Counter::Action(_)));
        found || matches!(node, Node::Value(value) if is_action(value))
    }

    pub(super) fn describe_phrase(&self, name: &str, argument: Option<&Value>) -> String {
        let name = words_of(name);
        match argument {
            Some(argument) => format!("*{name}* ({})", self.describe_argument(argument)),
            None => format!("*{name}*"),
        }
    }

    fn describe_argument(&self, argument: &Value) -> String {
        match argument.sort() {
            Sort::Rank => self.describe_rank_of_one(argument).to_string(),
            _ => self.describe_value(argument).to_string(),
        }
    }
}

/// Removes negations.
fn strip_not(predicate: &Predicate) -> &Predicate {
    match &predicate.kind {
        PredicateKind::Not(inner) => strip_not(inner),
        _ => predicate,
    }
}
