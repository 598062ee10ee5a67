mod amounts;
mod findings;
mod numbers;
mod phrases;
mod predicates;
mod values;
mod wording;

pub use findings::describe_reason;
pub(super) use phrases::{describe_argument, describe_body, describe_number_body, number_by_name};
pub use phrases::{describe_detail, phrase_by_name};

use std::cell::Cell;

use super::words;
use crate::cards::Rank;
use crate::condition::{Piles, Predicate, Value};
use crate::rules::Game;

/// Describes a predicate as a phrase: "one rank lower and the opposite color" or, if it is not about the card, "that
/// the stock is empty". If the base rank is given, it is added in parentheses. Named conditions are spelled out.
pub fn describe(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let describer = Describer {
        base,
        uses_names: false,
        ..Describer::new(game)
    };
    describer.describe_predicate(predicate, false).into_object()
}

/// Describes a predicate as a statement: "one rank lower and the opposite color", "the stock is empty". Named
/// conditions are given by name, unless they are short.
#[cfg(feature = "lsp")]
pub fn describe_by_name(predicate: &Predicate, game: &Game) -> String {
    let wording = Describer::new(game).describe_predicate(predicate, false);
    wording.into_statement()
}

/// Describes a predicate as a requirement: "requires one rank lower", "requires that the stock be empty". Named
/// conditions are given by name.
pub fn describe_requirement(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let wording = Describer::for_requirement(game, base).describe_predicate(predicate, false);
    format!("requires {}", wording.into_object())
}

/// Describes a predicate on a page as a clause: "the card is a King", "the stock is empty".
pub(super) fn clause_on_page(predicate: &Predicate, negated: bool, game: &Game) -> String {
    let wording = Describer::for_page(game).describe_predicate(predicate, negated);
    wording.into_full_clause()
}

/// Describes what a predicate says about the card alone, for a page: "a King". Returns `None` if it says more.
pub(super) fn noun_on_page(predicate: &Predicate, game: &Game) -> Option<String> {
    Describer::for_page(game)
        .describe_predicate(predicate, false)
        .into_noun()
}

/// Describes a number on a page.
pub(super) fn number_on_page(number: &Value, game: &Game) -> String {
    Describer::for_page(game).describe_number(number)
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy)]
struct Describer<'a> {
    game: &'a Game,
    base: Option<Rank>,
    /// Whether the phrase follows "requires", so that its verb is "be" and not "is".
    is_required: bool,
    /// Whether named conditions are given by name, unless they are short.
    uses_names: bool,
    /// Whether the text is part of a page, which is read from beginning to end, and not of a fact or a refusal.
    is_on_page: bool,
    /// Whether a pile is called as in a move: "t3".
    uses_short_names: bool,
    /// The variable of the innermost enclosing quantifier.
    variable: Option<&'a Variable<'a>>,
}

/// A variable that is visible where something is described.
struct Variable<'a> {
    /// Its name, or `None` if it is called "it".
    name: Option<&'a str>,
    /// Whether a quantifier inside of its own was described.
    has_inner: Cell<bool>,
    outer: Option<&'a Variable<'a>>,
}

impl<'a> Variable<'a> {
    /// The parameter of a named condition.
    fn parameter(name: &'a str) -> Variable<'a> {
        Variable::named(name, None)
    }

    fn named(name: &'a str, outer: Option<&'a Variable<'a>>) -> Variable<'a> {
        Variable {
            name: Some(name),
            has_inner: Cell::new(false),
            outer,
        }
    }
}

impl<'a> Describer<'a> {
    fn new(game: &'a Game) -> Describer<'a> {
        Describer {
            game,
            base: None,
            is_required: false,
            uses_names: true,
            is_on_page: false,
            uses_short_names: false,
            variable: None,
        }
    }

    fn for_requirement(game: &'a Game, base: Option<Rank>) -> Describer<'a> {
        Describer {
            base,
            is_required: true,
            ..Describer::new(game)
        }
    }

    fn for_page(game: &'a Game) -> Describer<'a> {
        Describer {
            is_on_page: true,
            ..Describer::new(game)
        }
    }

    /// Describes piles.
    fn piles(&self, all: Piles) -> String {
        if self.uses_short_names && all.count == 1 {
            self.game.pile_name(all.first)
        } else if self.is_on_page {
            words::the_piles(self.game, all)
        } else {
            super::piles(self.game, all)
        }
    }

    /// Whether a name is that of a visible variable.
    fn is_taken(&self, name: &str) -> bool {
        std::iter::successors(self.variable, |variable| variable.outer)
            .any(|variable| variable.name == Some(name))
    }

    /// Returns the name of a variable, by its de Bruijn index.
    fn name_of(&self, depth: u8) -> Option<&'a str> {
        let mut variables = std::iter::successors(self.variable, |variable| variable.outer);
        variables.nth(usize::from(depth))?.name
    }

    /// Describes a quantifier: calls `describe` with a describer for its body and the name of its variable. The variable
    /// has a name only if another is visible with it: one around it, or one inside.
    fn with_variable<T>(
        self,
        name: &str,
        describe: impl Fn(&Describer<'_>, Option<&str>) -> T,
    ) -> T {
        let describe_as = |name: Option<&str>| {
            let variable = Variable {
                name,
                has_inner: Cell::new(false),
                outer: self.variable,
            };
            let inside = Describer {
                variable: Some(&variable),
                ..self
            };
            let description = describe(&inside, name);
            (description, variable.has_inner.get())
        };
        let others = ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"];
        let mut names = std::iter::once(name).chain(others);
        let name = names.find(|name| !self.is_taken(name));
        if let Some(outer) = self.variable {
            outer.has_inner.set(true);
            return describe_as(name).0;
        }
        match describe_as(None) {
            (description, false) => description,
            (_, true) => describe_as(name).0,
        }
    }
}
