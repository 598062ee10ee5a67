//! Conditions in English.

mod compare;
mod findings;
mod numbers;
mod phrases;
mod predicates;
mod values;

pub use findings::describe_reason;
pub use phrases::{describe_detail, phrase_by_name};
pub use values::diagonal;

use std::cell::Cell;

use super::clause::{Mood, Statement};
use super::noun::Noun;
use super::words;
use crate::cards::Rank;
use crate::condition::{Node, Piles, Predicate};
use crate::rules::Game;

/// Describes a predicate as a phrase: "one rank lower and the opposite color" or, if it is not about the card, "that
/// the stock is empty". If the base rank is given, it is added in parentheses. Named conditions are spelled out.
pub fn describe(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let describer = Describer {
        base,
        uses_names: false,
        ..Describer::new(game)
    };
    describer.describe(predicate, false).object(Mood::Plain)
}

/// Describes a predicate as a statement: "one rank lower and the opposite color", "the stock is empty". Named
/// conditions are given by name, unless they are short.
#[cfg(feature = "lsp")]
pub fn describe_by_name(predicate: &Predicate, game: &Game) -> String {
    Describer::new(game).describe(predicate, false).statement()
}

/// Describes a predicate as a requirement: "requires one rank lower", "requires that the stock be empty". Named
/// conditions are given by name.
pub fn describe_requirement(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let describer = Describer {
        base,
        ..Describer::new(game)
    };
    format!(
        "requires {}",
        describer.describe(predicate, false).object(Mood::Required)
    )
}

/// Describes conditions.
#[derive(Clone, Copy)]
pub struct Describer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The base rank, to be added in parentheses.
    base: Option<Rank>,
    /// Whether named conditions are given by name, unless they are short.
    uses_names: bool,
    /// Whether a pile is called as in a move: "t3".
    uses_short_names: bool,
    /// The piles that the condition belongs to: if there is one, it is called by its name.
    this: Option<Piles>,
    /// Whether the card leaves with a top card, or changes places with it, instead of being placed on it.
    is_partner: bool,
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
    fn new(name: Option<&'a str>, outer: Option<&'a Variable<'a>>) -> Variable<'a> {
        Variable {
            name,
            has_inner: Cell::new(false),
            outer,
        }
    }
}

impl<'a> Describer<'a> {
    /// Describes conditions of a game; named ones by name, unless they are short.
    pub fn new(game: &'a Game) -> Describer<'a> {
        Describer {
            game,
            base: None,
            uses_names: true,
            uses_short_names: false,
            this: None,
            is_partner: false,
            variable: None,
        }
    }

    /// Describes conditions of piles. If there is one pile, it is called by its name instead of "this pile".
    pub fn of_piles(game: &'a Game, piles: Piles) -> Describer<'a> {
        Describer {
            this: Some(piles).filter(|piles| piles.count == 1),
            ..Describer::new(game)
        }
    }

    /// Describes conditions of cards that are moved onto a top card and not placed there.
    pub fn for_partners(game: &'a Game) -> Describer<'a> {
        Describer {
            is_partner: true,
            ..Describer::new(game)
        }
    }

    /// Describes what a predicate says, or the opposite.
    pub fn describe(&self, predicate: &Predicate, is_negated: bool) -> Statement {
        match self.named(Node::Predicate(predicate)) {
            Some(named) => Statement::Name {
                name: self.describe_named(named),
                is_negated,
            },
            None => self.describe_unnamed(predicate, is_negated),
        }
    }

    /// Describes a predicate as a clause.
    pub fn clause(&self, predicate: &Predicate) -> String {
        self.describe(predicate, false).clause(Mood::Plain)
    }

    /// Names piles.
    fn piles(&self, all: Piles) -> Noun {
        if self.uses_short_names && all.count == 1 {
            Noun::plain(self.game.pile_name(all.first))
        } else {
            words::piles(self.game, all)
        }
    }

    /// Whether a name is a visible variable.
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
            let variable = Variable::new(name, self.variable);
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
