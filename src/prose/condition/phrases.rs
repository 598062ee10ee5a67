//! Describes named conditions: by name where they are used, and in words once.

use super::Describer;
use crate::cards::Rank;
use crate::condition::{Counter, Named, Node, Predicate, PredicateKind, Sort, Value, ValueKind};
use crate::prose::clause::Mood;
use crate::prose::words_of;
use crate::rules::Game;

/// The maximum length of the description of a named condition that is spelled out where it is used.
const MAX_SHORT: usize = 50;

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
    let statement = describer.describe_unnamed(predicate, negated);
    statement.object(Mood::Required)
}

/// Whether the author of a game has described what a predicate, or the opposite of it, says.
pub fn is_described(predicate: &Predicate, game: &Game) -> bool {
    let describer = Describer::new(game);
    let is_opposite = || match &predicate.kind {
        PredicateKind::Not(inner) => is_described(inner, game),
        _ => false,
    };
    describer.has_description(Node::Predicate(predicate)) || is_opposite()
}

/// Returns the named condition that a predicate, or the opposite of it, is the body of, if descriptions give its name.
pub fn phrase_by_name<'p>(predicate: &'p Predicate, game: &Game) -> Option<Named<'p>> {
    let named = Describer::new(game).named(Node::Predicate(predicate));
    named.or_else(|| match &predicate.kind {
        PredicateKind::Not(inner) => phrase_by_name(inner, game),
        _ => None,
    })
}

impl Describer<'_> {
    /// Whether the author has described the named condition or number that a node is the body of.
    pub fn has_description(&self, node: Node<'_>) -> bool {
        let definition = node
            .named()
            .and_then(|named| self.game.names.definition(named.name));
        definition.is_some_and(|definition| definition.description.is_some())
    }

    /// What the author says for the named condition or number that a node is the body of, if it is described.
    pub(super) fn description(&self, node: Node<'_>) -> Option<String> {
        let named = node.named()?;
        let definition = self.game.names.definition(named.name)?;
        let mut text = definition.description.clone()?;
        if let (Some(parameter), Some(argument)) = (&definition.parameter, named.argument) {
            let argument = self.describe_argument(argument);
            text = text.replace(&format!("{{{parameter}}}"), &argument);
        }
        Some(match self.this {
            Some(this) => text.replace("this pile", &self.piles(this).to_string()),
            None => text,
        })
    }

    /// Whether a name or the author's words stand for a node.
    pub(super) fn is_worded(&self, node: Node<'_>) -> bool {
        self.named(node).is_some() || self.has_description(node)
    }

    /// Returns the named condition or number that a node is the body of, if it is to be given by name: its author has
    /// not described it, and it is long.
    pub fn named<'p>(&self, node: Node<'p>) -> Option<Named<'p>> {
        let named = node.named().filter(|_| self.uses_names)?;
        if self.has_description(node) {
            return None;
        }
        let is_complex = match node {
            Node::Predicate(predicate) => matches!(
                strip_not(predicate).kind,
                PredicateKind::All(_)
                    | PredicateKind::Any(_)
                    | PredicateKind::Every(..)
                    | PredicateKind::Some(..)
            ),
            Node::Value(number) => matches!(
                number.kind,
                ValueKind::Plus(..)
                    | ValueKind::Minus(..)
                    | ValueKind::Times(..)
                    | ValueKind::Count(..)
                    | ValueKind::Sum(..)
            ),
            Node::Card(_) | Node::Pile(_) => false,
        };
        let is_short = || {
            let spelled = Describer::new(self.game).spell_out(node);
            spelled.len() <= MAX_SHORT && !self.has_names(node)
        };
        (is_complex && !is_short()).then_some(named)
    }

    /// Whether the description of the parts of a condition gives names of conditions or actions.
    fn has_names(&self, node: Node<'_>) -> bool {
        let is_action = |value: &Value| matches!(value.kind, ValueKind::Used(Counter::Action(_)));
        let mut found = matches!(node, Node::Value(value) if is_action(value));
        node.each_child(&mut |child| {
            found |= self.named(child).is_some() || self.has_names(child);
        });
        found
    }

    /// Describes the body of a named condition or number. Others in it are given by name.
    fn spell_out(&self, node: Node<'_>) -> String {
        match node {
            Node::Predicate(predicate) => self.describe_unnamed(predicate, false).statement(),
            Node::Value(number) => self.describe_unnamed_value(number).to_string(),
            Node::Card(card) => self.describe_card(card).to_string(),
            Node::Pile(pile) => self.describe_pile(pile).to_string(),
        }
    }

    /// Describes the body of a named condition or number, for any argument if that is possible.
    pub fn describe_body(
        &self,
        body: Node<'_>,
        named: Named<'_>,
        parameter: Option<&str>,
    ) -> String {
        match (named.general, parameter) {
            (Some(general), Some(parameter)) => {
                let variables = &[Some(parameter)];
                Describer { variables, ..*self }.spell_out(general)
            }
            (general, _) => self.spell_out(general.unwrap_or(body)),
        }
    }

    /// Gives a named condition or number by name.
    pub(super) fn describe_named(&self, named: Named<'_>) -> String {
        let name = words_of(named.name);
        match named.argument {
            Some(argument) => format!("*{name}* ({})", self.describe_argument(argument)),
            None => format!("*{name}*"),
        }
    }

    /// Describes the argument of a named condition.
    pub fn describe_argument(&self, argument: &Value) -> String {
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
