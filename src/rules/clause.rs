//! Where the rule that makes a move illegal is written.

use super::game::Game;
use super::rule::{Owner, Rule, RuleKey};
use crate::condition::{ActionId, PileId};
use crate::text::Span;

/// A key of the rules that makes a move illegal, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clause {
    /// The path of the key, such as `piles.tableau.build`.
    pub key: String,
    /// Where the key is written. If the file does not set it, the header of its table, if any.
    pub span: Option<Span>,
}

impl Game {
    /// Returns the clause of a rule for a move of cards between two piles.
    pub(crate) fn clause_of(&self, rule: Rule, from: PileId, to: PileId) -> Option<Clause> {
        let name = rule.key.name();
        match rule.owner {
            Owner::Base => {
                let base = self.base.as_ref()?;
                Some(match rule.key {
                    RuleKey::From => base.from_clause.clone(),
                    _ => base.clause.clone(),
                })
            }
            Owner::Source => Some(self.group_of(from).clause(name)),
            Owner::Target => Some(self.group_of(to).clause(name)),
            Owner::Action => None,
        }
    }

    /// Returns the clause of a rule for an action.
    pub(crate) fn clause_of_action(&self, rule: Rule, action: ActionId) -> Option<Clause> {
        let action = &self.actions[action.index()];
        let span = match rule.key {
            RuleKey::When => action.when.as_ref().map(|when| when.span),
            RuleKey::Limit => action.limit_span,
            RuleKey::Do => Some(action.steps_span),
            _ => return self.base.as_ref().map(|base| base.clause.clone()),
        };
        let key = format!("actions.{}.{}", action.name, rule.key.name());
        Some(Clause { key, span })
    }
}
