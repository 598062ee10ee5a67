//! Explains why an action is illegal.

use super::detail::describe_requirement;
use super::{Cause, Refusal, add_hidden_note, find_cause, stage};
use crate::condition::{ActionId, Piles};
use crate::play::generate::Move;
use crate::play::judge::Reason;
use crate::play::position::Position;
use crate::play::sight::Bindings;
use crate::prose;
use crate::rules::{Rule, RuleKey};
use crate::text::{join_with, pluralize};

impl Position {
    pub(super) fn refuse_action(&self, action: ActionId) -> Refusal {
        let sight = self.player_sight();
        let name = &self.game().actions[action.index()].name;
        let refusal = match find_cause(Rule::OF_ACTIONS, |rule| rule.judge_action(&sight, action)) {
            Cause::Rule(rule, reason) => self.refuse_action_by(action, rule, reason, str::to_owned),
            Cause::Unknown(rule, reason) => {
                self.refuse_action_by(action, rule, reason, add_hidden_note)
            }
            Cause::OneOfSeveral(..) => Refusal::none(format!(
                "{name} is not legal now because of face-down cards"
            )),
            Cause::None => {
                let rule = Rule::OF_ACTIONS.iter().find(|rule| rule.key == RuleKey::Do);
                let rule = *rule.expect("`do` is a rule of actions");
                self.refuse_action_by(action, rule, Reason::Plain, str::to_owned)
            }
        };
        Refusal {
            judged: Some(Move::Action(action)),
            ..refusal
        }
    }

    /// Says that all source piles of an action are empty, if they are.
    fn empty_sources(&self, action: ActionId) -> Option<String> {
        let game = self.game();
        let sources = &game.folded.actions[action.index()].sources;
        if sources.is_empty() || sources.iter().any(|&pile| self.size(pile) > 0) {
            return None;
        }
        let mut groups: Vec<Piles> = sources.iter().map(|&p| game.group_of(p).piles).collect();
        groups.dedup();
        let names: Vec<String> = groups.iter().map(|&g| prose::piles(game, g)).collect();
        let is_one = sources.len() == 1;
        let verb = if is_one { "is" } else { "are" };
        Some(format!("{} {verb} empty", join_with(&names, "and")))
    }

    fn refuse_action_by(
        &self,
        action: ActionId,
        rule: Rule,
        reason: Reason<'_>,
        finish: impl Fn(&str) -> String,
    ) -> Refusal {
        let message = self.action_message(action, rule, reason);
        match self.game().clause_of_action(rule, action) {
            Some(clause) => {
                let stage = (stage(rule, Reason::Plain).0, 0);
                self.refuse(clause, stage, finish(&message))
            }
            None => Refusal::none(message),
        }
    }

    /// Says why a rule forbids an action.
    pub(super) fn action_message(
        &self,
        action: ActionId,
        rule: Rule,
        reason: Reason<'_>,
    ) -> String {
        let rules = &self.game().actions[action.index()];
        let name = &rules.name;
        match (rule.key, reason) {
            (RuleKey::Locks, _) => self.lock_message(),
            (RuleKey::When, Reason::FalsePart(part)) => {
                let condition = rules.when.as_ref().map(|when| (when, Bindings::default()));
                let sight = self.player_sight();
                let requires = describe_requirement(&sight, part.predicate, condition);
                format!("{name} is not legal now: it {requires}")
            }
            (RuleKey::Limit, _) => {
                let limit = rules.limit.unwrap_or_default();
                format!(
                    "{name} is used up: it is allowed {}",
                    pluralize(limit, "time")
                )
            }
            _ => match self.empty_sources(action) {
                Some(piles) => format!("{name} would change nothing: {piles}"),
                None => format!("{name} would change nothing"),
            },
        }
    }
}
