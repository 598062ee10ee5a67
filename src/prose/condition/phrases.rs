//! Describes named conditions: by name where they are used, and in words once.

use super::{Describer, Variable};
use crate::cards::Rank;
use crate::condition::{Phrase, Predicate, PredicateKind, Sort, Value, ValueKind};
use crate::prose::words_of;
use crate::rules::Game;

/// Describes the body of a named condition as a phrase, for any argument if that is possible. Other named conditions in
/// it are given by name.
pub(in crate::prose) fn describe_body(
    predicate: &Predicate,
    phrase: &Phrase,
    parameter: Option<&str>,
    game: &Game,
) -> String {
    let parameter = parameter.map(Variable::parameter);
    let variable = parameter.as_ref().filter(|_| phrase.general.is_some());
    let describer = Describer::of_body(variable, game);
    let body = phrase.general.as_ref().unwrap_or(predicate);
    describer.describe_unnamed(body, false).into_statement()
}

/// Like [`describe_body`], for a named number.
pub(in crate::prose) fn describe_number_body(
    number: &Value,
    phrase: &Phrase<Value>,
    parameter: Option<&str>,
    game: &Game,
) -> String {
    let parameter = parameter.map(Variable::parameter);
    let variable = parameter.as_ref().filter(|_| phrase.general.is_some());
    let describer = Describer::of_body(variable, game);
    let body = phrase.general.as_ref().unwrap_or(number);
    describer.describe_unnamed_number(body)
}

impl<'a> Describer<'a> {
    /// A describer of the body of a named condition or number, with its parameter if the body is described for any
    /// argument.
    fn of_body(variable: Option<&'a Variable<'a>>, game: &'a Game) -> Describer<'a> {
        Describer {
            variable,
            ..Describer::for_page(game)
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
    let describer = Describer::for_requirement(game, base);
    describer.describe_unnamed(predicate, negated).into_object()
}

/// Returns the named number that a number is the body of, if descriptions give its name.
pub(in crate::prose) fn number_by_name<'p>(
    number: &'p Value,
    game: &Game,
) -> Option<&'p Phrase<Value>> {
    Describer::new(game).named_number(number)
}

/// Returns the named condition that a predicate, or the opposite of it, is the body of, if descriptions give its name.
pub fn phrase_by_name<'p>(predicate: &'p Predicate, game: &Game) -> Option<&'p Phrase> {
    Describer::new(game).named_phrase_or_opposite(predicate)
}

/// Describes the argument of a named condition.
pub(in crate::prose) fn describe_argument(argument: &Value, game: &Game) -> String {
    Describer::for_page(game).describe_argument(argument)
}

/// The maximum length of the description of a named condition that is spelled out where it is used.
const MAX_SHORT: usize = 50;

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
            let wording = Describer::new(self.game).describe_unnamed(predicate, false);
            is_short(&wording.into_object())
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
        let is_short = || is_short(&Describer::new(self.game).describe_unnamed_number(number));
        (is_computed && !is_short()).then_some(phrase)
    }

    /// Returns the named condition that a predicate, or the opposite of it, is the body of, if it is to be given by name.
    pub(super) fn named_phrase_or_opposite<'p>(
        &self,
        predicate: &'p Predicate,
    ) -> Option<&'p Phrase> {
        let opposite = match &predicate.kind {
            PredicateKind::Not(inner) => Some(inner),
            _ => None,
        };
        let named = self.named_phrase(predicate);
        named.or_else(|| self.named_phrase_or_opposite(opposite?))
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
            Sort::Rank => self.describe_rank_with_article(argument),
            _ => self.describe_value(argument),
        }
    }
}

/// Whether the description of a named condition is short enough to be given in place of its name.
fn is_short(text: &str) -> bool {
    text.len() <= MAX_SHORT && !text.contains('*')
}

/// Removes negations.
fn strip_not(predicate: &Predicate) -> &Predicate {
    match &predicate.kind {
        PredicateKind::Not(inner) => strip_not(inner),
        _ => predicate,
    }
}
