//! Describes named conditions: by name where they are used, and in words once.

use super::{Describer, strip_not};
use crate::cards::Rank;
use crate::condition::{Argument, Phrase, Predicate, PredicateKind};
use crate::prose::words_of;
use crate::rules::Game;

/// Describes the body of a named condition as a phrase, for any argument if that is possible. Other named conditions in
/// it are given by name.
#[must_use]
pub(in crate::prose) fn describe_body(
    predicate: &Predicate,
    phrase: &Phrase,
    parameter: Option<&str>,
    game: &Game,
) -> String {
    let describer = Describer {
        parameter,
        ..Describer::new(game)
    };
    match &phrase.general {
        Some(general) => describer.describe_unnamed(general, false),
        None => Describer::new(game).describe_unnamed(predicate, false),
    }
}

/// Describes what a named condition requires, or what its opposite requires, without its name.
#[must_use]
pub fn describe_detail(
    predicate: &Predicate,
    negated: bool,
    game: &Game,
    base: Option<Rank>,
) -> String {
    Describer::for_requirement(game, base).describe_unnamed(predicate, negated)
}

/// Returns the named condition that a predicate, or the opposite of it, is the body of, if descriptions give its name.
#[must_use]
pub fn phrase_by_name<'p>(predicate: &'p Predicate, game: &Game) -> Option<&'p Phrase> {
    Describer::new(game).named_phrase_or_opposite(predicate)
}

/// Describes the argument of a named condition.
#[must_use]
pub(in crate::prose) fn describe_argument(argument: &Argument, game: &Game) -> String {
    Describer::new(game).describe_argument(argument)
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
            let text = Describer::new(self.game).describe_unnamed(predicate, false);
            text.len() <= MAX_SHORT && !text.contains('*')
        };
        (!is_simple && !is_short()).then_some(phrase)
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

    pub(super) fn describe_phrase(&self, phrase: &Phrase) -> String {
        let name = words_of(&phrase.name);
        match &phrase.argument {
            Some(argument) => format!("*{name}* ({})", self.describe_argument(argument)),
            None => format!("*{name}*"),
        }
    }

    fn describe_argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Card(card) => self.describe_card(card),
            Argument::Pile(pile) => self.describe_pile(pile),
            Argument::Group(group) => self.describe_group(*group),
            Argument::Number(number) => self.describe_number(number),
            Argument::Rank(rank) => self.describe_rank_with_article(rank),
            Argument::Suit(suit) => self.describe_suit(suit),
            Argument::Color(color) => self.describe_color(color),
        }
    }

    /// The name of a variable, if it is the parameter.
    pub(super) fn name_of_local(&self, depth: u8) -> Option<String> {
        let parameter = self.parameter.filter(|_| depth == self.depth)?;
        Some(parameter.to_owned())
    }
}
