//! The named conditions and numbers of a game that descriptions give by name.

use super::condition::{self, phrase_by_name};
use crate::condition::{Leaf, Phrase, Predicate, Value};
use crate::rules::{Game, for_each_condition};

/// A named condition or a named number.
pub(super) struct Term<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its parameter, if it has one.
    pub(super) parameter: Option<&'a str>,
    /// What it stands for, once for each argument if need be; nothing if no description gives its name.
    pub(super) meanings: Vec<Meaning>,
}

/// What a named condition stands for.
#[derive(PartialEq)]
pub(super) struct Meaning {
    /// The argument for which it does; `None` if it does so in general.
    pub(super) argument: Option<String>,
    /// The description.
    pub(super) body: String,
}

/// Lists the named conditions and numbers.
pub(super) fn terms(game: &Game) -> Vec<Term<'_>> {
    let mut terms: Vec<Term<'_>> = game
        .definitions
        .iter()
        .map(|(key, _)| {
            let (name, parameter) = match key.split_once('(') {
                Some((name, rest)) => (name, Some(rest.trim_end_matches(')').trim())),
                None => (key.as_str(), None),
            };
            Term {
                name,
                parameter,
                meanings: Vec::new(),
            }
        })
        .collect();
    for_each_phrase(game, |used| {
        let term = terms.iter_mut().find(|term| term.name == used.name());
        let Some(term) = term.filter(|_| used.is_given_by_name(game)) else {
            return;
        };
        let argument = used.special_argument();
        let argument = argument.map(|a| condition::describe_argument(a, game));
        if !term.meanings.iter().any(|m| m.argument == argument) {
            let body = used.describe_body(term.parameter, game);
            term.meanings.push(Meaning { argument, body });
        }
    });
    terms
}

/// A use of a named condition or a named number.
#[derive(Clone, Copy)]
enum Used<'a> {
    Condition(&'a Predicate, &'a Phrase),
    Number(&'a Value, &'a Phrase<Value>),
}

impl<'a> Used<'a> {
    fn new(leaf: Leaf<'a>) -> Option<Used<'a>> {
        match leaf {
            Leaf::Phrase(predicate, phrase) => Some(Used::Condition(predicate, phrase)),
            Leaf::NumberPhrase(number, phrase) => Some(Used::Number(number, phrase)),
            _ => None,
        }
    }

    fn name(self) -> &'a str {
        match self {
            Used::Condition(_, phrase) => &phrase.name,
            Used::Number(_, phrase) => &phrase.name,
        }
    }

    /// The argument, if the body is described for it alone.
    fn special_argument(self) -> Option<&'a Value> {
        match self {
            Used::Condition(_, phrase) if phrase.general.is_none() => phrase.argument.as_ref(),
            Used::Number(_, phrase) if phrase.general.is_none() => phrase.argument.as_ref(),
            Used::Condition(..) | Used::Number(..) => None,
        }
    }

    fn is_given_by_name(self, game: &Game) -> bool {
        match self {
            Used::Condition(predicate, _) => phrase_by_name(predicate, game).is_some(),
            Used::Number(number, _) => condition::number_by_name(number, game).is_some(),
        }
    }

    fn describe_body(self, parameter: Option<&str>, game: &Game) -> String {
        match self {
            Used::Condition(predicate, phrase) => {
                condition::describe_body(predicate, phrase, parameter, game)
            }
            Used::Number(number, phrase) => {
                condition::describe_number_body(number, phrase, parameter, game)
            }
        }
    }
}

/// Calls `f` for each use of a named condition or a named number.
fn for_each_phrase(game: &Game, mut f: impl FnMut(Used<'_>)) {
    for_each_condition(game, |condition, _| {
        let walk = &mut |leaf| Used::new(leaf).into_iter().for_each(&mut f);
        condition.predicate.walk(walk);
    });
    if let Some(points) = &game.score.points {
        let walk = &mut |leaf| Used::new(leaf).into_iter().for_each(&mut f);
        points.number.walk(walk);
    }
}
