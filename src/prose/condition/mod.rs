//! Conditions in English.

mod compare;
mod findings;
mod numbers;
mod phrases;
mod predicates;
mod values;

pub use findings::describe_reason;
pub use phrases::{describe_detail, is_described, phrase_by_name};
pub use values::diagonal;

use std::cell::Cell;

use super::clause::Mood;
use super::noun::Noun;
use super::statement::Statement;
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
    pub(crate) this: Option<Piles>,
    /// Whether the card leaves with a top card, or changes places with it, instead of being placed on it.
    is_partner: bool,
    /// The names of the variables of the enclosing quantifiers, outermost first; `None` for one that is called "it".
    variables: &'a [Option<&'a str>],
    /// Set if a quantifier is described inside of another.
    has_inner: Option<&'a Cell<bool>>,
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
            variables: &[],
            has_inner: None,
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
        let node = Node::Predicate(predicate);
        if let Some(text) = self.description(node) {
            return Statement::Described { text, is_negated };
        }
        match self.named(node) {
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

    /// Returns the name of a variable, by its de Bruijn index.
    fn name_of(&self, depth: u8) -> Option<&'a str> {
        let mut variables = self.variables.iter().rev().copied();
        variables.nth(usize::from(depth)).flatten()
    }

    /// Describes a quantifier: calls `describe` with a describer for its body and the name of its variable. The variable
    /// has a name only if another is visible with it: one around it, or one inside.
    fn with_variable<T>(
        self,
        name: &str,
        describe: impl Fn(&Describer<'_>, Option<&str>) -> T,
    ) -> T {
        let describe_as = |variable: Option<&str>, has_inner: Option<&Cell<bool>>| {
            let variables = [self.variables, &[variable]].concat();
            let inside = Describer {
                variables: &variables,
                has_inner,
                ..self
            };
            describe(&inside, variable)
        };
        let others = ["p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"];
        let mut names = std::iter::once(name).chain(others);
        let name = names.find(|name| !self.variables.contains(&Some(*name)));
        if let Some(has_inner) = self.has_inner {
            has_inner.set(true);
        }
        if !self.variables.is_empty() {
            return describe_as(name, None);
        }
        let has_inner = Cell::new(false);
        let description = describe_as(None, Some(&has_inner));
        if has_inner.get() {
            describe_as(name, None)
        } else {
            description
        }
    }
}
